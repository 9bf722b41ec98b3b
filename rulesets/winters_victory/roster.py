"""The counters: battalions, regiments, batteries with their crews, and the brigades they make up (2.3, 2.4, 8.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from pbem.hexgame.board.figures import Figure, figure
from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import (
    ALLIED,
    ARTILLERY,
    CAVALRY,
    COLUMN,
    CREW,
    FRENCH,
    INFANTRY,
    LIMBERED,
    LINE,
    MOUNTED,
    SKIRMISH,
    SKIRMISHERS,
    UNLIMBERED,
    Unit,
)
from rulesets.winters_victory.charts import mark

MEN: Final = {INFANTRY: 55, CAVALRY: 45}
"""2.5: men of a strength point; a point of artillery is a gun, whose gunners are not counted."""
CREW_GUNS: Final = 3
TOLERANCE: Final = Fraction(1, 20)
_FORMATIONS: Final = {INFANTRY: (COLUMN, LINE), CAVALRY: (MOUNTED,), ARTILLERY: (LIMBERED,)}


@dataclass(frozen=True, slots=True)
class Brigade:
    """wv 2.4-10, 15.1: a brigade, or a group of batteries of a division or corps, which nobody leads but its superior.

    corps: whose totals and skirmishers it counts to. superior: leader above its own. units: its counters in the order
    of the roster, crews not among them.
    """

    id: str
    name: str
    corps: str
    superior: str
    army: str
    units: tuple[str, ...]
    guns: bool


@dataclass(frozen=True, slots=True)
class Pool:
    """wv 8.61-1, 8.63: company counters of a corps or army, of two strength points and of one."""

    two: int
    one: int


@dataclass(frozen=True, slots=True)
class Total:
    """Men and guns of a corps or army on the field, against whom counters are held."""

    men: int
    guns: int


@dataclass(frozen=True)
class Forces:
    """wv 2.31-1: all combat units, crews included, and their brigades. companies: firing class and movement points of
    skirmishers. figures: all numbers with their marks."""

    units: Mapping[str, Unit]
    brigades: Mapping[str, Brigade]
    pools: Mapping[str, Pool]
    totals: Mapping[str, Total]
    companies: tuple[int, int]
    figures: tuple[Figure, ...]

    def of(self, brigade: str) -> tuple[Unit, ...]:
        """The counters of a brigade."""
        return tuple(self.units[uid] for uid in self.brigades[brigade].units)

    def men(self, corps: str) -> int:
        """wv 2.5: men that the counters of a corps or army stand for."""
        return sum(MEN.get(unit.kind, 0) * unit.strength for unit in self._of_corps(corps))

    def guns(self, corps: str) -> int:
        """Guns of a corps or army."""
        return sum(unit.strength for unit in self._of_corps(corps) if unit.kind == ARTILLERY)

    def _of_corps(self, corps: str) -> Iterator[Unit]:
        for brigade in self.brigades.values():
            if brigade.corps == corps:
                yield from self.of(brigade.id)

    def company(self, battalion: str, number: int, points: int) -> Unit:
        """wv 2.31-2, 2.35-1, 8.63: the counter of a company out of a battalion, by its number there. points: 1 or 2."""
        unit = self.units[battalion]
        firing, allowance = self.companies
        return replace(
            unit,
            id=f"{battalion}.s{number}",
            name=f"{unit.name}, company {number}",
            kind=SKIRMISHERS,
            strength=points,
            firing=firing,
            allowance={SKIRMISH: allowance},
            serves=battalion,
        )

    def marks(self) -> Counter[str]:
        """How many figures come from where: the mark up to its colon -> number."""
        return Counter(one.mark.partition(":")[0] for one in self.figures)

    def faults(self) -> list[str]:
        """Corps and armies whose counters stand for more or fewer men than were there, by more than a twentieth, or
        for other numbers of guns."""
        found = []
        for corps, total in self.totals.items():
            men, guns = self.men(corps), self.guns(corps)
            if abs(men - total.men) > total.men * TOLERANCE:
                found.append(f"{corps}: counters for {men} men, there were {total.men}")
            if guns != total.guns:
                found.append(f"{corps}: counters for {guns} guns, there were {total.guns}")
        return found


def read_forces(data: Mapping[str, Any]) -> Forces:
    """wv 2.31-1, 2.31-2, 2.34, 2.4-2, 2.4-3, 2.4-4, 2.4-6, 2.4-9: the counters of data/units.yaml, crews behind their
    batteries. Raises KeyError or ValueError for an id that stands twice, or a mark that nobody explains."""
    reader = _Reader(data)
    brigades = {uid: reader.brigade(uid, body) for uid, body in data["brigades"].items()}
    mark(data["pools"]["from"])
    mark(data["totals"]["from"])
    row = data["companies"]
    return Forces(
        units=reader.units,
        brigades=brigades,
        pools={name: Pool(int(row["two"]), int(row["one"])) for name, row in data["pools"].items() if name != "from"},
        totals={
            name: Total(int(row["men"]), int(row["guns"])) for name, row in data["totals"].items() if name != "from"
        },
        companies=(reader.number(row["firing"]), reader.number(row["skirmish"])),
        figures=tuple(reader.figures),
    )


class _Reader:
    """What is read so far."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._kinds, self._marks = data["kinds"], data["marks"]
        self._weaker, self._crew = data["exhausted"], data["crews"]
        self.units: dict[str, Unit] = {}
        self.figures: list[Figure] = []

    def number(self, text: str) -> int:
        """A figure's value; it is kept with its mark."""
        found = figure(text, self._marks)
        if found is None:
            raise ValueError("a counter lacks a figure")
        self.figures.append(found)
        return found.value

    def brigade(self, uid: str, body: Mapping[str, Any]) -> Brigade:
        about = body["is"]
        members: list[str] = []
        for regiment_id, row in body.items():
            if regiment_id != "is":
                members += self._regiment(uid, about["superior"], regiment_id, row)
        units = [self.units[one] for one in members]
        guns = all(unit.kind == ARTILLERY for unit in units)
        return Brigade(uid, about["name"], about["corps"], about["superior"], units[0].army, tuple(members), guns)

    def _regiment(self, brigade: str, division: str, uid: str, row: Mapping[str, str]) -> list[str]:
        """Its counters: numbered ones of infantry, and of a regiment of horse that has several."""
        count, kind = int(row.get("counters", "1")), self._kinds[row["kind"]]
        numbered = kind["kind"] == INFANTRY or count > 1
        ids = [f"{uid}-{number}" for number in range(1, count + 1)] if numbered else [uid]
        what = "battalion" if kind["kind"] == INFANTRY else "part"
        for number, one in enumerate(ids, 1):
            name = f"{row['name']}, {what} {number}" if numbered else row["name"]
            unit = self._unit(one, name, brigade, row)
            self._add(replace(unit, regiment=uid if numbered else "", division=division))
            if kind["kind"] == ARTILLERY:
                self._add(self._crew_of(self.units[one]))
        return ids

    def _add(self, unit: Unit) -> None:
        if unit.id in self.units:
            raise ValueError(f"unit {unit.id} stands twice in the roster")
        self.units[unit.id] = unit

    def _unit(self, uid: str, name: str, brigade: str, row: Mapping[str, str]) -> Unit:
        kind = self._kinds[row["kind"]]
        allowance = {one: self.number(kind[one]) for one in _FORMATIONS[kind["kind"]]}
        if kind["kind"] == ARTILLERY:
            allowance[UNLIMBERED] = 0
        rating = self.number(kind["rating"])
        horse = kind["kind"] == CAVALRY
        return Unit(
            id=uid,
            name=name,
            army=FRENCH if kind["nation"] == "french" else ALLIED,
            nation=kind["nation"],
            kind=kind["kind"],
            sort=kind["sort"],
            strength=self.number(row["strength"]),
            rating=rating,
            modifier=-self.number(kind["modifier"]),
            firing=self.number(kind["firing"]),
            allowance=allowance,
            brigade=brigade,
            weak_rating=rating - self.number(self._weaker) if horse else 0,
        )

    def _crew_of(self, battery: Unit) -> Unit:
        """wv 7.62-0: a step for every three guns."""
        return replace(
            battery,
            id=f"{battery.id}.c",
            name=f"Crew of {battery.name}",
            kind=CREW,
            sort="",
            strength=-(-battery.strength // CREW_GUNS),
            firing=0,
            allowance={SKIRMISH: self.number(self._crew["skirmish"])},
            serves=battery.id,
        )
