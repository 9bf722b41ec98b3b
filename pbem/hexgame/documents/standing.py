"""Standing orders as their player wrote them: names into ids, and what of them can never be meant, or not now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json, Refusal
from pbem.engine.standing import Reading
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.documents.form import By, Some
from pbem.hexgame.documents.kinds import Node, OwnUnit, Unit, Wish
from pbem.hexgame.documents.names import Names, Path
from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass

TO, HEXES, UNITS, WHEN, NEVER = "to", "hexes", "units", "when", "never"
_NAMED: Final = (UNITS, "push", "first")


def read_names(values: Mapping[str, Json], names: Names, unit: OwnUnit, wish: Wish) -> dict[str, Json]:
    """The values with ids in the place of printed names; what names nothing is a fault at its place.

    A bare list is one of hexes.
    """
    several: Node = Some(unit)
    known = {TO: Some(wish), HEXES: Some(wish.hex), **dict.fromkeys(_NAMED, several)}
    by_unit = By(unit, Some(wish))

    def read(name: str, value: Json) -> Json:
        if isinstance(value, list):
            return known[HEXES].read(value, (name,), names)
        if not isinstance(value, Mapping):
            return value
        nodes = {
            key: by_unit if isinstance(inner, Mapping) and key == UNITS else known.get(key)
            for key, inner in value.items()
        }
        return {key: node.read(value[key], (name, key), names) if node else value[key] for key, node in nodes.items()}

    return {name: read(name, value) for name, value in values.items()}


def reading(
    values: Mapping[str, Json], names: Names, unit: Unit, wish: Wish, against: Callable[[], Standing] | None
) -> Reading:
    """The values with ids in the place of printed names, and what is wrong with them.

    against: makes what they are held against, None where they are only read.
    """
    read = read_names(values, names, OwnUnit(unit.mend), wish)
    return Reading(read, names.faults) if against is None or names.faults else against().judged(read, values)


def near_the_enemy(field: HexField, roster: Roster[Any], army: str, places: Mapping[str, str]) -> set[str]:
    """The formations of an army next to which an enemy may end: as many hexes away as he has movement points."""
    units = roster.units
    foes = [(units[unit].allowance + 1, at) for unit, at in places.items() if units[unit].army != army]

    def reached(at: str) -> bool:
        return any(field.map_of[at] == field.map_of[foe] and field.distance(foe, at) <= far for far, foe in foes)

    return {units[unit].formation for unit, at in places.items() if units[unit].army == army and reached(at)}


@dataclass(frozen=True, slots=True)
class Standing:
    """Against what standing orders are held: a board, and what a rulebook says of those who are not on it.

    places: who stands on the map -> his hex. cases: kind of slot -> the case that reads it; a kind that is not there is
    not judged. members: kinds in which only units of the slot's own formation can be meant. barred: the case of a hex
    that nobody can enter. steps: a unit's costs from hex to hex. gone: why one can never be meant any more, "" for who
    can. absent: why one who stands nowhere cannot be meant yet.
    """

    field: HexField
    roster: Roster[Any]
    places: Mapping[str, str]
    cases: Mapping[str, str]
    members: tuple[str, ...]
    barred: str
    steps: Callable[[str], Mapping[str, Mapping[str, int | None]]]
    gone: Callable[[str], str]
    absent: Callable[[str], str]

    def judged(self, read: Mapping[str, Json], written: Mapping[str, Json]) -> Reading:
        """The values with what is wrong with them. written: as the player wrote them, whose words for units lead to
        their places in the file."""
        judge = _Judge(self)
        for name, value in read.items():
            judge.slot(name, value, written[name])
        return Reading(read, judge.faults, judge.remarks)


class _Judge:
    """What the slots of one document name, held against a board."""

    def __init__(self, against: Standing) -> None:
        self.against = against
        self.faults: list[PlacedRefusal] = []
        self.remarks: list[PlacedRefusal] = []

    def slot(self, name: str, value: Json, written: Json) -> None:
        """One slot."""
        kind, _, formation = name.partition(".")
        if kind not in self.against.cases or not isinstance(value, Mapping):
            return
        case = self.against.cases[kind]
        self._hexes(value.get(TO, ()), (name, TO), case, formation)
        self._hexes(value.get(HEXES, ()), (name, HEXES), case, formation)
        members = formation if kind in self.against.members else ""
        for key in _NAMED:
            listed = value.get(key, ())
            words = list(written[key]) if isinstance(listed, Mapping) else range(len(listed))
            for word, unit in zip(words, listed, strict=True):
                path: Path = (name, key, word)
                self._unit(unit, path, case, kind, members)
                if isinstance(listed, Mapping):
                    self._wishes(unit, listed[unit], path, case)
        if kind == "advance" and value.get(WHEN, NEVER) == NEVER and (value.get(UNITS) or value.get(HEXES)):
            key = UNITS if value.get(UNITS) else HEXES
            text = "this counts only with when: always or when: safe"
            self._remark((name, key), Refusal(case, text))

    def _unit(self, unit: str, path: Path, case: str, kind: str, formation: str) -> None:
        piece: Piece = self.against.roster.units[unit]
        if formation and piece.formation != formation:
            whose = self.against.roster.formation_names[piece.formation]
            text = f"{piece.name} belongs to {whose}: write it below {kind}, under {piece.formation}"
            self.faults.append(PlacedRefusal(path, Refusal(case, text, unit, legal=(piece.formation,))))
            return
        gone = self.against.gone(unit)
        if gone:
            text = f"{piece.name} {gone}: leave it out"
            self.faults.append(PlacedRefusal(path, Refusal(case, text, unit, self._place(unit))))
        elif unit not in self.against.places:
            self._remark(path, Refusal(case, f"{piece.name} {self.against.absent(unit)}", unit))

    def _hexes(self, wishes: Sequence[str], path: Path, case: str, formation: str) -> None:
        """Hexes for a whole formation: somebody of it has to stand next to them."""
        field, roster = self.against.field, self.against.roster
        there = [at for unit, at in self.against.places.items() if roster.units[unit].formation == formation]
        for number, at in enumerate(wishes):
            if at not in field.neighbours or self._barred(at, (*path, number)):
                continue
            if not any(at in field.neighbours[start] for start in there):
                text = f"nobody of {roster.formation_names[formation]} stands next to {field.name(at)} now"
                self._remark((*path, number), Refusal(case, text, hex=at))

    def _wishes(self, unit: str, wishes: Sequence[str], path: Path, case: str) -> None:
        """Hexes for one unit, next to which it has to stand; a direction may lead somewhere from any other hex."""
        field, start = self.against.field, self._place(unit)
        for number, wish in enumerate(wishes):
            if (wish in field.neighbours and self._barred(wish, (*path, number))) or not start:
                continue
            text = self._out_of_reach(unit, start, wish)
            if text:
                to = {field.direction(start, near): near for near in field.neighbours[start]}.get(wish, wish)
                self._remark((*path, number), Refusal(case, text, unit, to if to in field.neighbours else ""))

    def _out_of_reach(self, unit: str, start: str, wish: str) -> str:
        """Why a wish leads nowhere from where a unit stands, "" where it does."""
        field, name = self.against.field, self.against.roster.units[unit].name
        near = {field.direction(start, to): to for to in field.neighbours[start]}
        to = near.get(wish, wish)
        if to not in near.values():
            what = f"{field.name(to)} is not next to it" if wish in field.neighbours else f"no hex lies {wish} of it"
            return f"{name} stands in {start} now: {what}"
        if self.against.steps(unit)[start][to] is None:
            return f"{name} cannot cross from {start} into {field.name(to)}, which the terrain bars"
        return ""

    def _barred(self, at: str, path: Path) -> bool:
        """Notes a hex that the terrain closes from every side; whether it is one."""
        field = self.against.field
        if not field.closed(at):
            return False
        text = f"{field.name(at)} can be entered from no side, as the terrain bars it: leave it out"
        self.faults.append(PlacedRefusal(path, Refusal(self.against.barred, text, hex=at)))
        return True

    def _remark(self, path: Path, refusal: Refusal) -> None:
        self.remarks.append(PlacedRefusal(path, refusal))

    def _place(self, unit: str) -> str:
        return self.against.places.get(unit, "")
