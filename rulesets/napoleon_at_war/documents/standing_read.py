"""Standing orders as their player wrote them: names into ids, and what of them can never be meant, or not now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.standing import Reading, StandingOrders
from pbem.hexgame.documents.form import By, Some
from pbem.hexgame.documents.kinds import OwnUnit
from pbem.hexgame.documents.names import Names, Path
from rulesets.napoleon_at_war.documents.standing import slots
from rulesets.napoleon_at_war.documents.translation import Translation
from rulesets.napoleon_at_war.forms import DIRECTIONS, HEX, UNIT, WISH
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

_OWN = OwnUnit(UNIT.mend)
_VALUES = {"to": Some(WISH), "units": Some(_OWN), "push": Some(_OWN), "first": Some(_OWN), "hexes": Some(HEX)}
_BY_UNIT = By(_OWN, Some(WISH))
# Kind of slot -> the case that reads it.
_CASES = {"retreat": "7.71", "displace": "7.81", "advance": "7.74", "order": "7.71"}


class NapoleonStanding(StandingOrders):
    """Standing orders with printed names in them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names."""
        return read_standing(self.setting, army, values, None if at is None else Position.from_json(at))

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """Those of the formations that the enemy can reach in a turn, and those that belong to none."""
        position = Position.from_json(at)
        near = {formation for formation in self.setting.roster.formations[army] if self._is_near(formation, position)}
        names = [slot.name for slot in slots(self.setting, army)]
        return [name for name in names if not name.partition(".")[2] or name.partition(".")[2] in near]

    def _is_near(self, formation: str, position: Position) -> bool:
        """Whether an enemy who marches as far as he can may end next to a unit of it."""
        units, field = self.setting.roster.units, self.setting.field
        army = next(unit.army for unit in units.values() if unit.formation == formation)
        placed = [(units[unit], where) for unit, where in position.at.items()]
        own = [where for unit, where in placed if unit.formation == formation]
        enemies = [(unit.allowance + 1, where) for unit, where in placed if unit.army != army]
        return any(
            field.map_of[start] == field.map_of[end] and field.distance(start, end) <= reach
            for start in own
            for reach, end in enemies
        )


def read_standing(setting: Setting, army: str, values: Mapping[str, Json], position: Position | None = None) -> Reading:
    """The values with ids, see `engine.standing.ReadsStanding`. position: judges them there too."""
    translation = Translation(setting, army)
    read = {name: _translated(translation, name, value) for name, value in values.items()}
    if position is None or translation.faults:
        return Reading(read, translation.faults)
    judge = _Judge(setting, army, position)
    for name, value in read.items():
        judge.slot(name, value, values[name])
    return Reading(read, judge.faults, judge.remarks)


# -- names into ids ----------------------------------------------------------------------


def _translated(names: Names, name: str, value: Json) -> Json:
    if not isinstance(value, Mapping):
        return value
    found: dict[str, Json] = {}
    for key, inner in value.items():
        node = _BY_UNIT if isinstance(inner, Mapping) else _VALUES.get(key)
        found[key] = node.read(inner, (name, key), names) if node else inner
    return found


# -- against a position --------------------------------------------------------------------


class _Judge:
    """naw 7.71, 7.72: what the slots name, held against a position."""

    def __init__(self, setting: Setting, army: str, position: Position) -> None:
        self.setting, self.army, self.position = setting, army, position
        self.faults: list[PlacedRefusal] = []
        self.remarks: list[PlacedRefusal] = []

    def slot(self, name: str, value: Json, written: Json) -> None:
        """One slot. written: as the player wrote it, whose words for units lead to their places in the file."""
        kind, _, formation = name.partition(".")
        if kind not in _CASES or not isinstance(value, Mapping):
            return
        case = _CASES[kind]
        self._hexes(value.get("to", ()), (name, "to"), case, formation)
        self._hexes(value.get("hexes", ()), (name, "hexes"), case, formation)
        members = formation if kind in ("retreat", "advance") else ""
        for key in ("units", "push", "first"):
            listed = value.get(key, ())
            words = list(written[key]) if isinstance(listed, Mapping) else range(len(listed))
            for word, unit in zip(words, listed, strict=True):
                path: Path = (name, key, word)
                self._unit(unit, path, case, kind, members)
                if isinstance(listed, Mapping):
                    self._wishes(unit, listed[unit], path, case)
        if kind == "advance" and value.get("when", "never") == "never" and (value.get("units") or value.get("hexes")):
            key = "units" if value.get("units") else "hexes"
            text = "this counts only with when: always or when: safe"
            self.remarks.append(PlacedRefusal((name, key), Refusal(case, text)))

    def _unit(self, unit: str, path: Path, case: str, kind: str, formation: str) -> None:
        counter, position = self.setting.roster.units[unit], self.position
        if formation and counter.formation != formation:
            whose = self.setting.roster.formation_names[counter.formation]
            text = f"{counter.name} belongs to {whose}: write it below {kind}, under {counter.formation}"
            self.faults.append(PlacedRefusal(path, Refusal(case, text, unit, legal=(counter.formation,))))
        elif unit in position.lost:
            self._never(unit, path, case, "was eliminated")
        elif unit in position.exited:
            self._never(unit, path, case, "has left the map for good")
        elif unit in position.out:
            self._never(unit, path, case, "will not come")
        elif unit not in position.at:
            where = "is in transit" if unit in position.track else "has not arrived yet"
            self.remarks.append(PlacedRefusal(path, Refusal(case, f"{counter.name} {where}", unit)))

    def _never(self, unit: str, path: Path, case: str, why: str) -> None:
        text = f"{self.setting.roster.units[unit].name} {why}: leave it out"
        self.faults.append(PlacedRefusal(path, Refusal(case, text, unit, self.position.at.get(unit, ""))))

    def _hexes(self, wishes: Sequence[str], path: Path, case: str, formation: str) -> None:
        """Hexes for a whole formation: somebody of it has to stand next to them."""
        roster, field = self.setting.roster, self.setting.field
        there = [self.position.at[unit.id] for unit in roster.of(self.army) if unit.id in self._of(formation)]
        for number, at in enumerate(wishes):
            if at in DIRECTIONS or self._barred(at, (*path, number)):
                continue
            if not any(at in field.neighbours[start] for start in there):
                text = f"nobody of {roster.formation_names[formation]} stands next to {field.name(at)} now"
                self.remarks.append(PlacedRefusal((*path, number), Refusal(case, text, hex=at)))

    def _of(self, formation: str) -> set[str]:
        """The units of a formation that stand on a map."""
        units = self.setting.roster.units
        return {unit for unit in self.position.at if units[unit].formation == formation}

    def _wishes(self, unit: str, wishes: Sequence[str], path: Path, case: str) -> None:
        """Hexes for one unit, next to which it has to stand; a direction may lead somewhere from any other hex."""
        field, start = self.setting.field, self.position.at.get(unit, "")
        for number, wish in enumerate(wishes):
            if (wish not in DIRECTIONS and self._barred(wish, (*path, number))) or not start:
                continue
            near = {field.direction[start, to]: to for to in field.neighbours[start]}
            to = near.get(wish, wish)
            name = self.setting.roster.units[unit].name
            if to not in near.values():
                what = f"no hex lies {wish} of it" if wish in DIRECTIONS else f"{field.name(to)} is not next to it"
                text = f"{name} stands in {start} now: {what}"
            elif field.steps[start][to] is None:
                text = f"{name} cannot cross from {start} into {field.name(to)}, which the terrain bars"
            else:
                continue
            self.remarks.append(
                PlacedRefusal((*path, number), Refusal(case, text, unit, to if to in field.neighbours else ""))
            )

    def _barred(self, at: str, path: Path) -> bool:
        """naw 7.72: notes a hex that the terrain closes from every side; whether it is one."""
        field = self.setting.field
        if not field.closed(at):
            return False
        text = f"{field.name(at)} can be entered from no side, as the terrain bars it: leave it out"
        self.faults.append(PlacedRefusal(path, Refusal("7.72", text, hex=at)))
        return True
