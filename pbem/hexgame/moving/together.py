"""The march of several pieces that go together: where all of them get to by the same path.

Each pays by its own steps and has its own allowance, so that the cheapest way of one may be too dear for another.
Costs are half movement points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from pbem.hexgame.field.field import StepTable
from pbem.hexgame.moving.marching import held_in_place
from pbem.hexgame.moving.rules import MoveRules

Company = Mapping[str, MoveRules]
"""Pieces that go together, one at least, in the order in which they are named: each with how it moves beside the
others."""
Starts = Mapping[str, Mapping[str, int]]
"""Hex in which a march may begin -> piece -> half points that it has spent on being there."""
Paid = tuple[int, ...]
Path = tuple[str, ...]
Way = tuple[Paid, Path]
"""What each payer has spent at the end of a path."""


@dataclass(frozen=True, slots=True)
class Common:
    """Where a company gets to.

    payers: of those who pay alike the first, the slowest of all before the others. ways: hex -> the cheapest way for
    the slowest, then for the next, and so on; each goes on from that of the hex before its end. In order of cost, then
    steps, then name. aside: the same of hexes to which all get only by a way that parts from those.
    """

    payers: tuple[str, ...]
    ways: Mapping[str, Way]
    aside: Mapping[str, Way]

    def way(self, at: str) -> Way | None:
        """One to a hex, None where the company does not get there."""
        return self.ways.get(at) or self.aside.get(at)


def common_reach(company: Company, starts: Starts) -> Common:
    """Where a company gets to with the half points of each, in any direction, through friends.

    Who is in the last hex, and whether there is room, is not asked.
    """
    search = _Search(company, starts)
    alike = len(search.payers) == 1
    best: dict[str, Way] = {}
    # Where all pay alike, of equal ways that from the first hex counts; else what one way leaves decides on the next.
    for begun in [{at: spent} for at, spent in starts.items()] if alike else [starts]:
        for at, way in (search.cheapest(begun) if alike else _first(search.ways(begun, _seen))).items():
            if at not in best or way[0] < best[at][0]:
                best[at] = way
    ranked = dict(sorted(best.items(), key=lambda item: item[1][0]))
    every = {} if alike else _first(search.ways(starts, _surpassed))
    return Common(search.payers, ranked, {at: way for at, way in every.items() if at not in best})


def _first(found: Mapping[str, Sequence[Way]]) -> dict[str, Way]:
    return {at: ways[0] for at, ways in found.items()}


def zones_that_end(company: Company) -> Sequence[Mapping[str, int]]:
    """The enemy zones that end the march of a company that enters one of their hexes."""
    return [rules.zone(unit) for unit, rules in company.items() if not rules.zones(unit).through]


_Known = Callable[[Sequence[Way], Paid], bool]
"""Whether a way to a hex, told by what it takes, adds nothing to those that are known."""


def _seen(known: Sequence[Way], paid: Paid) -> bool:
    return bool(known)


def _surpassed(known: Sequence[Way], paid: Paid) -> bool:
    return any(all(a <= b for a, b in zip(other, paid, strict=True)) for other, _ in known)


class _Search:
    """Ways are looked at in order of cost for the first payer, then for the next; so the first one to a hex is the
    cheapest, and whoever surpasses another comes before him."""

    def __init__(self, company: Company, starts: Starts) -> None:
        self.company = company
        self.first = company[next(iter(company))]
        self.enemy = self.first.board.enemy[self.first.army]
        steps: dict[str, StepTable] = {unit: rules.steps(unit) for unit, rules in company.items()}
        self.payers = self._payers(steps, starts)
        self.limits = tuple(company[unit].points(unit) for unit in self.payers)
        self.tables = [steps[unit] for unit in self.payers]
        self.barred = [rules.zone(unit) for unit, rules in company.items() if not rules.zones(unit).enter]
        self.ending = zones_that_end(company)

    def _payers(self, steps: Mapping[str, StepTable], starts: Starts) -> tuple[str, ...]:
        # Tables that are made for the moment are equal where they are not the same.
        kinds: list[tuple[int, Paid, StepTable]] = []
        found: list[str] = []
        for unit, rules in self.company.items():
            kind = rules.points(unit), tuple(costs[unit] for costs in starts.values()), steps[unit]
            if kind not in kinds:
                kinds.append(kind)
                found.append(unit)
        return tuple(sorted(found, key=lambda unit: self.company[unit].points(unit)))

    def ways(self, starts: Starts, known: _Known) -> dict[str, list[Way]]:
        """Hex -> what ways there take, each with its path; as many of them as are worth knowing."""
        found: dict[str, list[Way]] = {}
        heap: list[tuple[Paid, int, str, Path]] = [(paid, 1, at, (at,)) for at, paid in self._begin(starts)]
        heapify(heap)
        while heap:
            paid, length, at, path = heappop(heap)
            there = found.setdefault(at, [])
            if known(there, paid):
                continue
            there.append((paid, path))
            for to, now in self._further(at, paid, entered=length > 1):
                if not known(found.get(to, ()), now):
                    heappush(heap, (now, length + 1, to, (*path, to)))
        return found

    def cheapest(self, starts: Starts) -> dict[str, Way]:
        """Hex -> the first of its `ways` where all pay alike, and nothing but the cost is to be known of one.

        Pages ask this of everybody on the map. No way is kept that costs more, or is longer, than one already seen.
        """
        found: dict[str, Way] = {}
        best: dict[str, tuple[int, int]] = {}
        heap: list[tuple[int, int, str, Path]] = [(paid[0], 1, at, (at,)) for at, paid in self._begin(starts)]
        heapify(heap)
        (table,), (limit,), neighbours = self.tables, self.limits, self.first.field.neighbours
        while heap:
            paid, length, at, path = heappop(heap)
            if at in found:
                continue
            found[at] = (paid,), path
            if any(zone.get(at) for zone in self.ending) if length > 1 else self._held(at):
                continue
            row, longer = table[at], length + 1
            for to in neighbours[at]:
                step = row[to]
                if step is None or to in found or paid + step > limit:
                    continue
                way = paid + step, longer
                if way > best.get(to, way) or self._closed(to):
                    continue
                best[to] = way
                heappush(heap, (*way, to, (*path, to)))
        return found

    def _begin(self, starts: Starts) -> Iterator[tuple[str, Paid]]:
        for at, spent in starts.items():
            paid = tuple(spent[unit] for unit in self.payers)
            if self._affordable(paid):
                yield at, paid

    def _further(self, at: str, paid: Paid, *, entered: bool) -> Iterator[tuple[str, Paid]]:
        if any(zone.get(at) for zone in self.ending) if entered else self._held(at):
            return
        rows = [table[at] for table in self.tables]
        for to in self.first.field.neighbours[at]:
            now = []
            for spent, row, limit in zip(paid, rows, self.limits, strict=True):
                step = row[to]
                if step is None or spent + step > limit:
                    break
                now.append(spent + step)
            else:
                if not self._closed(to):
                    yield to, tuple(now)

    def _closed(self, at: str) -> bool:
        """Whether an enemy is in a hex, or a zone that one of them may not enter."""
        board = self.first.board
        if at in board.here and board.holder(at) == self.enemy:
            return True
        return any(zone.get(at) for zone in self.barred)

    def _held(self, at: str) -> bool:
        return any(held_in_place(rules, unit, at) for unit, rules in self.company.items())

    def _affordable(self, paid: Paid) -> bool:
        return all(a <= b for a, b in zip(paid, self.limits, strict=True))
