"""The chain of command: who leads what, how far, how fast, and in which book its morale is kept (14.0, 16, 17.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from pbem.hexgame.board.figures import Figure, figure
from pbem.lean import dataclass
from rulesets.winters_victory.board.chain import (
    ARMY,
    BRIGADE,
    CORPS,
    DETACHMENT,
    DIVISION,
    MOBILIZED,
    STANDING,
    Officer,
)
from rulesets.winters_victory.board.chain import Chain as CommandChain
from rulesets.winters_victory.board.pieces import ALLIED, CAVALRY, FRENCH, LEADER, Unit
from rulesets.winters_victory.roster import Forces

WING: Final = "wing"
LEVELS: Final = (ARMY, CORPS, WING, DETACHMENT, DIVISION, BRIGADE)
"""16.1, 16.21: levels of command, the highest first. Wings are the corps of the Russians."""
INDEPENDENT, CHARGES, LIGHT = "independent", "charges", "light"
TRAITS: Final = frozenset({INDEPENDENT, CHARGES, LIGHT})


@dataclass(frozen=True, slots=True)
class Leader:
    """wv 2.32-1, 2.4-5, 16.0, 16.1, 16.11, 16.12-1, 16.13: a command unit. level: of LEVELS. superior: id, "" for an
    army's commander. radius, moves: by state, STANDING or MOBILIZED; a brigade's leader has the same for both. bonus:
    command bonus. corps: to whose book he counts, "" for army commanders. traits: of TRAITS. brigade: which he leads,
    "" for none."""

    id: str
    name: str
    army: str
    level: str
    superior: str
    corps: str
    radius: Mapping[str, int]
    moves: Mapping[str, int]
    bonus: int
    traits: frozenset[str]
    brigade: str

    @property
    def stateless(self) -> bool:
        """wv 16.15, 16.23: whether he has no command state, as leaders of brigades have none."""
        return self.level == BRIGADE

    @property
    def unit(self) -> Unit:
        """What stands on the map for him, with the movement points of his mobilized side."""
        nation = "french" if self.army == FRENCH else "prussian" if self.corps == "prussian" else "russian"
        moves = {"": self.moves[MOBILIZED]}
        return Unit(self.id, self.name, self.army, nation, LEADER, self.level, 0, 0, 0, 0, moves, self.brigade)


@dataclass(frozen=True)
class Chain:
    """wv 16.31-1, 16.32-4, 16.33-2: leaders by id, and the books of morale: corps or army -> name and army. order: army
    -> levels in the order in which they act in its command phase (4.1.2, 4.1.7)."""

    leaders: Mapping[str, Leader]
    books: Mapping[str, tuple[str, str]]
    order: Mapping[str, tuple[str, ...]]
    forces: Forces
    figures: tuple[Figure, ...]

    @cached_property
    def led(self) -> Mapping[str, str]:
        """Brigade -> who leads it; groups of batteries are led by their superior."""
        own = {leader.brigade: leader.id for leader in self.leaders.values() if leader.brigade}
        return {uid: own.get(uid, one.superior) for uid, one in self.forces.brigades.items()}

    def leader_of(self, unit: str) -> Leader:
        """wv 16.31-1: who leads the brigade of a combat unit."""
        return self.leaders[self.led[self.forces.units[unit].brigade]]

    def superiors(self, leader: str) -> tuple[str, ...]:
        """wv 16.31-1: those above a leader, the nearest first."""
        found: list[str] = []
        above = self.leaders[leader].superior
        while above:
            found.append(above)
            above = self.leaders[above].superior
        return tuple(found)

    def subordinates(self, leader: str) -> tuple[str, ...]:
        """wv 16.31-1: leaders directly under one."""
        return self._under.get(leader, ())

    @cached_property
    def _under(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for one in self.leaders.values():
            if one.superior:
                found[one.superior] = (*found.get(one.superior, ()), one.id)
        return found

    def brigades(self, leader: str) -> tuple[str, ...]:
        """Brigades and groups of batteries under a leader, through all levels."""
        below = {leader, *(one for one in self.leaders if leader in self.superiors(one))}
        return tuple(uid for uid in self.forces.brigades if self.led[uid] in below)

    def book(self, unit: str) -> str:
        """wv 14.0, 14.12: the book in which the losses of a combat unit or a leader are kept; that of an army's
        commander is the first of his army (a reading)."""
        if unit in self.leaders:
            own = self.leaders[unit]
            return own.corps or next(name for name, (_, army) in self.books.items() if army == own.army)
        # A company counts as its battalion (8.62.1), whose id its own begins with.
        one = self.forces.units.get(unit) or self.forces.units[unit.rpartition(".")[0]]
        return self.forces.brigades[one.brigade].corps

    def commander(self, army: str) -> Leader:
        """wv 16.2: the commander of an army."""
        return next(one for one in self.leaders.values() if one.army == army and one.level == ARMY)

    @cached_property
    def command(self) -> CommandChain:
        """wv 16.3, 16.32-1, 17.11-7: the chain as the rules of command read it: wings are corps. LC are leaders of
        French light horse, and of French brigades that are nothing else (inferred: by their regiments)."""
        return CommandChain(
            officers={uid: self._officer(one) for uid, one in self.leaders.items()},
            brigades=self.led,
            units={uid: brigade.id for brigade in self.forces.brigades.values() for uid in brigade.units},
        )

    def _officer(self, one: Leader) -> Officer:
        units = self.forces.of(one.brigade) if one.brigade else ()
        light = bool(units) and one.army == FRENCH and all(unit.kind == CAVALRY and unit.light_horse for unit in units)
        return Officer(
            id=one.id,
            name=one.name,
            army=one.army,
            level=CORPS if one.level == WING else one.level,
            superior=one.superior,
            radius=one.radius,
            bonus=one.bonus,
            light_horse=light or LIGHT in one.traits,
            independent=INDEPENDENT in one.traits,
        )

    def with_superiors(self, changes: Mapping[str, str]) -> Chain:
        """wv 2.32-2, 16.31-2: the chain as a scenario has it: leader -> superior. Raises KeyError for an
        unknown one."""
        leaders = dict(self.leaders)
        for uid, superior in changes.items():
            leaders[uid] = replace(leaders[uid], superior=leaders[superior].id)
        return Chain(leaders, self.books, self.order, self.forces, self.figures)

    def with_commanders(self, changes: Mapping[str, str]) -> Chain:
        """wv 16.2, 16.21: the chain of a battle in which another leader commands an army: army -> leader; he whose
        place he takes is below him then. Raises KeyError for an unknown one."""
        leaders = dict(self.leaders)
        for army, uid in changes.items():
            former = self.commander(army).id
            leaders[former] = replace(leaders[former], level=WING, superior=uid)
            leaders[uid] = replace(leaders[uid], level=ARMY, superior="")
        return Chain(leaders, self.books, self.order, self.forces, self.figures)

    def marks(self) -> Counter[str]:
        """How many figures come from where."""
        return Counter(one.mark.partition(":")[0] for one in self.figures)


def read_chain(data: Mapping[str, Any], forces: Forces) -> Chain:
    """wv 16.21, 16.22, 16.23, 16.3: data/chain.yaml. Raises KeyError or ValueError for a superior, level or
    trait that there is none of."""
    reader = _Reader(data)
    leaders = {uid: reader.leader(uid, row) for uid, row in data["leaders"].items()}
    for brigade, row in data["brigades"].items():
        one = reader.of_brigade(forces.brigades[brigade].superior, brigade, row, forces)
        leaders[one.id] = one
    for one in leaders.values():
        if one.superior and leaders[one.superior].army != one.army:
            raise ValueError(f"{one.id} has a superior of the other army")
    return Chain(
        leaders=leaders,
        books={name: (row["name"], row["army"]) for name, row in data["books"].items()},
        order={army: tuple(data["order"][army].split()) for army in (FRENCH, ALLIED)},
        forces=forces,
        figures=tuple(reader.figures),
    )


class _Reader:
    def __init__(self, data: Mapping[str, Any]) -> None:
        self._levels, self._marks = data["levels"], data["marks"]
        self.figures: list[Figure] = []

    def _number(self, text: str | None) -> int:
        found = figure(text, self._marks)
        if found is None:
            return 0
        self.figures.append(found)
        return found.value

    def _sides(self, level: str, names: tuple[str, str]) -> dict[str, int]:
        row = self._levels[level]
        return {STANDING: self._number(row[names[0]]), MOBILIZED: self._number(row[names[1]])}

    def leader(self, uid: str, row: Mapping[str, str]) -> Leader:
        level, traits = row["level"], frozenset(row.get("traits", "").split())
        if level not in LEVELS or traits - TRAITS:
            raise ValueError(f"{uid} has the level {level} and the traits {' '.join(sorted(traits))}")
        return Leader(
            id=uid,
            name=row["name"],
            army=row["army"],
            level=level,
            superior=row.get("superior", ""),
            corps=row.get("corps", ""),
            radius=self._sides(level, (STANDING, MOBILIZED)),
            moves=self._sides(level, ("moves", "mobile")),
            bonus=self._number(row.get("bonus")),
            traits=traits,
            brigade="",
        )

    def of_brigade(self, superior: str, brigade: str, row: Mapping[str, str], forces: Forces) -> Leader:
        one = forces.brigades[brigade]
        return Leader(
            id=row["leader"],
            name=row["name"],
            army=one.army,
            level=BRIGADE,
            superior=superior,
            corps=one.corps,
            radius=self._sides(BRIGADE, (STANDING, MOBILIZED)),
            moves=self._sides(BRIGADE, ("moves", "mobile")),
            bonus=self._number(row.get("bonus")),
            traits=frozenset(),
            brigade=brigade,
        )
