"""The counters: who there is, what stands on him, and where each figure comes from (1.3, 5.1, 12.1, 13.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from pbem.hexgame.board.figures import Figure, figure
from pbem.hexgame.board.pieces import Piece, Roster

FOOT: Final = ("infantry", "light-troops")
"""osg 11.51, 8.11-2: kinds that count as infantry and pay the costs of foot."""
HORSE: Final = ("cavalry-division", "cavalry-brigade", "vedette")
TRAINS: Final = ("bridge-train", "baggage-train")
LEADERS: Final = ("commander", "officer", "head-of-state")
VEDETTE: Final = "vedette"
FACE_DOWN: Final = "counter"
"""osg 1.5: what lies face down and may be anything; a zone is presumed of it, and it goes where anything could."""
BRIGADES: Final = ("cavalry-brigade", "vedette", FACE_DOWN)
"""osg 8.22B-EX: horse that columns of march need not keep away from, and what could be such."""
REPLACEMENT: Final = "replacement"
_FIGHTING: Final = frozenset({*FOOT, *HORSE, FACE_DOWN})


@dataclass(frozen=True, slots=True)
class Unit(Piece):
    """osg 1.31-2, 1.32, 1.4-LightTroops: a counter. kind: one of FOOT, HORSE, TRAINS or LEADERS; army: its side, Saxons
    being Prussian.

    weak: strength of its reduced counter, 0 for one that has none. initiative, weak_initiative: the number at most
    which a die succeeds, 0 for none. command: command rating. vedettes: its asterisks. parent: of a vedette. traits:
    `guard`, `saxon`, `independent`, `replacement`. half: whether its strength is half a point (13.1). figures: all its
    numbers with their marks.
    """

    weak: int
    initiative: int
    weak_initiative: int
    command: int
    vedettes: int
    parent: str
    traits: frozenset[str]
    half: bool
    figures: tuple[Figure, ...]

    @property
    def fights(self) -> bool:
        """osg 1.4-CombatUnit: whether it attacks and defends; trains are combat units without strength (9.13)."""
        return self.kind in _FIGHTING

    @property
    def leads(self) -> bool:
        """osg 5.1, 1.4-Leaders, 5.0: whether it is a leader."""
        return self.kind in LEADERS

    @property
    def may_lead(self) -> bool:
        """Whether it is a leader, or could be one for all that others know."""
        return self.leads or self.kind == FACE_DOWN

    @property
    def mover(self) -> str:
        """osg 8.11-2, 1.4-TrainUnits, 9.1-1: the class of costs that it pays: leaders, vedettes and trains pay those of
        horse."""
        return "foot" if self.kind in FOOT else "horse"

    def points(self, *, reduced: bool) -> Fraction:
        """osg 1.4-CombatStrength, 1.4-Vedettes: strength points now; a vedette has half a point."""
        if self.half:
            return Fraction(1, 2)
        return Fraction(self.weak if reduced else self.strength)

    def rating(self, *, reduced: bool) -> int:
        """osg 1.31-2: the initiative that it has now."""
        return self.weak_initiative if reduced else self.initiative


@dataclass(frozen=True)
class Forces(Roster[Unit]):
    """osg 1.3, 12.1-1: all counters of the game. levels: formation -> demoralization level, of those that have one."""

    levels: Mapping[str, Figure]

    @cached_property
    def unarmed(self) -> Mapping[str, tuple[str, ...]]:
        """osg 5.0, 9.11-2: leaders and trains of each army, who do not fight."""
        found: dict[str, list[str]] = {army: [] for army in ("french", "prussian")}
        for uid, one in self.units.items():
            if not one.fights:
                found[one.army].append(uid)
        return {army: tuple(units) for army, units in found.items()}

    def marks(self) -> Counter[str]:
        """How many figures come from where: the mark up to its colon -> number."""
        listed = [one for unit in self.units.values() for one in unit.figures]
        return Counter(one.mark.partition(":")[0] for one in (*listed, *self.levels.values()))


def read_forces(data: Mapping[str, Any]) -> Forces:
    """osg 1.31-2, 1.32, 5.13, 12.1-1, 13.1, 1.31-1, 17.1: the counters of data/units.yaml, vedettes behind their
    parents, the replacement leaders of each side last. Raises ValueError for an id that stands twice or a mark nobody
    explains."""
    marks = data["marks"]
    units: dict[str, Unit] = {}
    formations: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    levels: dict[str, Figure] = {}
    for entry in data["nations"].values():
        for formation, body in entry["formations"].items():
            members: list[str] = []
            for uid, row in body["units"].items():
                unit = _unit(uid, row, entry["side"], formation, marks, len(units))
                for one in (unit, *_vedettes(unit, data["vedette"], marks)):
                    if one.id in units:
                        raise ValueError(f"unit {one.id} stands twice in the roster")
                    units[one.id] = one
                    members.append(one.id)
            formations[formation], names[formation] = tuple(members), body["name"]
            if level := figure(body.get("level"), marks):
                levels[formation] = level
    for unit in _replacements(data["replacements"], marks, len(units)):
        units[unit.id] = unit
    return Forces(units, formations, names, levels)


def _unit(uid: str, row: Mapping[str, Any], army: str, formation: str, marks: Mapping[str, str], order: int) -> Unit:
    found = {name: figure(row.get(name), marks) for name in _FIGURES}
    value = {name: one.value if one else 0 for name, one in found.items()}
    return Unit(
        id=uid,
        name=row["name"],
        kind=row["kind"],
        strength=value["strength"],
        allowance=value["allowance"],
        army=army,
        formation=formation,
        order=order,
        weak=value["reduced"],
        initiative=value["initiative"],
        weak_initiative=value["reduced-initiative"],
        command=value["command"],
        vedettes=value["vedettes"],
        parent="",
        traits=frozenset(row.get("traits", "").split()),
        half=False,
        figures=tuple(one for one in found.values() if one),
    )


_FIGURES: Final = ("strength", "reduced", "initiative", "reduced-initiative", "command", "allowance", "vedettes")


def _vedettes(parent: Unit, row: Mapping[str, str], marks: Mapping[str, str]) -> Iterable[Unit]:
    """osg 13.1, 13.23: as many as the parent has asterisks, with its name and its initiative."""
    allowance = figure(row["allowance"], marks) or Figure(0, "")
    for number in range(1, parent.vedettes + 1):
        yield Unit(
            id=f"{parent.id}-v{number}",
            name=f"{parent.name}'s vedette {number}",
            kind=VEDETTE,
            strength=0,
            allowance=allowance.value,
            army=parent.army,
            formation=parent.formation,
            order=parent.order + number,
            weak=0,
            initiative=parent.initiative,
            weak_initiative=0,
            command=0,
            vedettes=0,
            parent=parent.id,
            traits=frozenset(),
            half=True,
            figures=(allowance, Figure(0, row["from"])),
        )


def _replacements(row: Mapping[str, str], marks: Mapping[str, str], order: int) -> Iterable[Unit]:
    """osg 5.13: leaders without a formation until one of them takes a captured leader's place; officers all (5.15)."""
    for army in ("french", "prussian"):
        count, initiative = figure(row[army], marks), figure(row[f"initiative-{army}"], marks)
        for number in range(1, (count.value if count else 0) + 1):
            yield Unit(
                id=f"{REPLACEMENT}-{army[0]}{number}",
                name=f"{army.title()} replacement {number}",
                kind="officer",
                strength=0,
                allowance=10,
                army=army,
                formation="",
                order=order,
                weak=0,
                initiative=initiative.value if initiative else 0,
                weak_initiative=0,
                command=0,
                vedettes=0,
                parent="",
                traits=frozenset({REPLACEMENT}),
                half=False,
                figures=(initiative,) if initiative else (),
            )
            order += 1
