"""Whether a map file is sound: every fault of a map at once, as sentences for the one who makes it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from pbem.hexgame.field.mapmaking.facts import Facts
from pbem.hexgame.field.mapmaking.mapfile import BattleMap
from pbem.hexgame.field.mapmaking.sketch import MapPlan, span
from pbem.wargame.hexgrid import HexGrid, Hexside, hexside

_WATER = ("lake", "river", "stream")
_EDGES = ("north", "east", "south", "west")


class Checker:
    """One map against what the rulebook says of it."""

    def __init__(self, battle: BattleMap, plan: MapPlan, facts: Facts) -> None:
        self.battle, self.plan, self.told = battle, plan, facts
        self.grid = HexGrid.rectangle(battle.layout, battle.columns, battle.rows)
        self.slopes = frozenset(battle.slopes())
        self.features = {kind: frozenset(hexsides) for kind, hexsides in battle.hexsides.items()}
        self.road = frozenset(hexside(a, b) for path in battle.paths() for a, b in pairwise(path))
        self.on_ways = frozenset(at for path in battle.paths() for at in path)

    def faults(self) -> list[str]:
        """All of them; those of passage only when the parts they rest on are sound."""
        found = [*self.letters(), *self.places(), *self.paths(), *self.hexsides()]
        if not found:
            found = [
                *self.slope_hexes(),
                *self.borders(),
                *self.facts(),
                *self.terrain(),
                *self.starts(),
                *self.passage(),
                *self.reach(),
                *self.supply(),
            ]
        return [f"{self.battle.id}: {fault}" for fault in found]

    def letters(self) -> Iterator[str]:
        """Every hex has a mark of the legend."""
        for at in self.grid.hexes:
            if not self.battle.ground(at):
                yield f"{at} has no terrain of the legend"

    def places(self) -> Iterator[str]:
        """All hexes that the map or the rulebook names are on the map."""
        told = self.told
        named = (self.battle.names, told.fixed, told.named, told.gates, told.open, *told.terrain.values())
        openings = (*told.entries.values(), *(starts for armies in told.starts.values() for starts in armies.values()))
        for at in dict.fromkeys(chain(*named, *openings)):
            if at not in self.grid:
                yield f"{at} is named but not on the map"

    def paths(self) -> Iterator[str]:
        """Roads and trails are chains of two or more neighbours."""
        for path in self.battle.paths():
            if len(path) < 2:
                yield f"a road of one hex: {' '.join(path)}"
            for a, b in pairwise(path):
                if not self._touch(a, b):
                    yield f"a road jumps from {a} to {b}"

    def hexsides(self) -> Iterator[str]:
        """Hexsides lie between neighbours, once each, and bear one water at most; bridges stand over running water."""
        for kind, hexsides in self.battle.hexsides.items():
            for a, b in hexsides:
                if not self._touch(a, b) or a > b:
                    yield f"{kind} {a}-{b} is no hexside in its one spelling"
            if len(set(hexsides)) < len(hexsides):
                yield f"{kind} names a hexside twice"
        for a, b in sorted(self._sides("bridge") - self._sides("river") - self._sides("stream")):
            yield f"the bridge {a}-{b} stands over no water"
        for i, kind in enumerate(_WATER):
            for other in _WATER[i + 1 :]:
                for a, b in sorted(self._sides(kind) & self._sides(other)):
                    yield f"{a}-{b} is both {kind} and {other}"
        for a, b in sorted(self.road & (self._sides("lake") | self._sides("river")) - self._sides("bridge")):
            yield f"a road crosses {a}-{b} without a bridge"

    def slope_hexes(self) -> Iterator[str]:
        """A slope hexside has one slope hex, its low side; a slope hex has such a hexside."""
        for a, b in sorted(self._sides("slope")):
            if (a in self.slopes) == (b in self.slopes):
                yield f"of the slope hexside {a}-{b} not exactly one hex bears the slope symbol"
        climbed = {at for between in self._sides("slope") for at in between}
        for at in sorted(self.slopes - climbed):
            yield f"the slope hex {at} has no slope hexside"

    def borders(self) -> Iterator[str]:
        """Edges are the outermost hexes; the sections of a transit track divide their edge; areas lie on the map."""
        outer = self.battle.outer()
        for edge, hexes in outer.items():
            if self.battle.edges.get(edge) != hexes:
                yield f"the {edge} edge is not its outermost hexes"
        if self.plan.transit_edge:
            sections = self.battle.transit.get("western", ()) + self.battle.transit.get("eastern", ())
            if sections != outer[self.plan.transit_edge] or len(self.battle.transit) != 2:
                yield "the Western and the Eastern section do not divide the edge towards the transit track"
        for area, (columns, rows) in self.battle.areas.items():
            if not (_inside(span(columns), self.battle.columns) and _inside(span(rows), self.battle.rows)):
                yield f"the area {area} reaches beyond the map"

    def facts(self) -> Iterator[str]:
        """What the rulebook says of entries, set-ups, hilltops and towns."""
        told = self.told
        for edge in _EDGES:
            for at in told.entries.get(edge, ()):
                if at not in self.battle.edges[edge]:
                    yield f"the entry hex {at} is not on the {edge} edge"
        yield from (f"the entry hex {at} has neither road nor trail" for at in told.gates if at not in self.on_ways)
        for at in told.fixed:
            if self.battle.kind(at) == told.closed:
                yield f"{at} is {told.closed}: no place to set up or to enter by night"
        for top in told.hilltops:
            around = {hexside(top, near) for near in self.grid.neighbours(top)}
            if not around <= self._sides("slope") or top in self.slopes:
                yield f"the hilltop {top} has not a slope hexside all round"
        for name in told.towns:
            if not any(self.battle.kind(at) == "town" for at, given in self.battle.names.items() if given == name):
                yield f"{name} is no town of the map"

    def terrain(self) -> Iterator[str]:
        """What the rulebook says of the ground of single hexes and hexsides."""
        for kind, hexes in self.told.terrain.items():
            yield from (f"{at} is {self.battle.kind(at)}, not {kind}" for at in hexes if self.battle.kind(at) != kind)
        for feature, sides in self.told.sides.items():
            yield from (f"{a}-{b} is no {feature}" for a, b in sides if (a, b) not in self._sides(feature))
        for at in self.told.open:
            barred = [near for near in self.grid.neighbours(at) if self._barred(hexside(at, near))]
            yield from (f"{at} cannot be entered from {near}" for near in barred)

    def starts(self) -> Iterator[str]:
        """No two enemies touch at the start of a scenario, but for the contacts that the rulebook's set-up has."""
        for scenario, armies in self.told.starts.items():
            found = set()
            for army, hexes in armies.items():
                others = {at for other, theirs in armies.items() if other != army for at in theirs}
                found |= {hexside(at, near) for at in hexes for near in self.grid.neighbours(at) if near in others}
            for a, b in sorted(found):
                if not self._barred((a, b)) and (a, b) not in self.told.contacts:
                    yield f"{scenario}: enemies touch at the start, {a} and {b}"

    def passage(self) -> Iterator[str]:
        """Every hex can be reached from every other, by day and, closed terrain apart, by night."""
        if not self.told.fixed:
            return
        by_night = frozenset(at for at in self.grid.hexes if self.battle.kind(at) != self.told.closed)
        start = min(self.told.fixed)
        for when, ground in (("day", frozenset(self.grid.hexes)), ("night", by_night)):
            cut = sorted(ground - self._flooded(start, ground))
            if cut:
                yield f"by {when} these hexes cannot be reached from {start}: {' '.join(cut)}"

    def reach(self) -> Iterator[str]:
        """A unit gets from its entry hex to a town by road alone; entering costs half a point, and so does each hex."""
        for start, town, points in self.told.reach:
            ends = [at for at, name in self.battle.names.items() if name == town]
            spent = self._costs(start)
            if not any(spent.get(at, 2 * points + 1) <= 2 * points for at in ends):
                yield f"{town} cannot be reached with {points} movement points by way of {start}"

    def supply(self) -> Iterator[str]:
        """From every set-up and entry hex a few free hexes and then roads and trails lead to each army's edge."""
        for army, edges in self.told.supply.items():
            ends = {at for edge in edges for at in self.battle.edges[edge]} & self.on_ways
            linked = self._along_ways(ends)
            near = self._within(linked, self.told.free)
            cut = [at for at in self.told.fixed if at not in near]
            if cut:
                yield f"no line of supply leads to the {army} edge from {' '.join(cut)}"

    def _sides(self, feature: str) -> frozenset[Hexside]:
        return self.features.get(feature, frozenset())

    def _touch(self, a: str, b: str) -> bool:
        return a in self.grid and b in self.grid and self.grid.adjacent(a, b)

    def _barred(self, between: Hexside) -> bool:
        return between in self._sides("lake") or between in self._sides("river") - self._sides("bridge")

    def _flooded(self, start: str, ground: frozenset[str]) -> set[str]:
        seen, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            for near in self.grid.neighbours(at):
                if near in ground and near not in seen and not self._barred(hexside(at, near)):
                    seen.add(near)
                    waiting.append(near)
        return seen

    def _along_ways(self, starts: Iterable[str]) -> set[str]:
        """The hexes from which roads and trails lead to one of some hexes."""
        seen = set(starts)
        waiting = list(seen)
        while waiting:
            at = waiting.pop()
            new = [near for near in self.grid.neighbours(at) if near not in seen and hexside(at, near) in self.road]
            seen.update(new)
            waiting += new
        return seen

    def _within(self, starts: Iterable[str], steps: int) -> set[str]:
        """The hexes at most so many steps from one of some hexes, never over barred hexsides."""
        seen = set(starts)
        rim = set(seen)
        for _ in range(steps):
            rim = {
                near
                for at in rim
                for near in self.grid.neighbours(at)
                if near not in seen and not self._barred(hexside(at, near))
            }
            seen |= rim
        return seen

    def _costs(self, start: str) -> dict[str, int]:
        """Half movement points along roads alone from off the map by way of an entry hex."""
        quick = {hexside(a, b) for path in self.battle.ways.get("roads", ()) for a, b in pairwise(path)}
        spent: dict[str, int] = {}
        queue = [(1, start)]
        while queue:
            cost, at = heapq.heappop(queue)
            if at not in spent:
                spent[at] = cost
                for near in self.grid.neighbours(at):
                    if hexside(at, near) in quick:
                        heapq.heappush(queue, (cost + 1, near))
        return spent


def _inside(part: tuple[int, int], whole: tuple[int, int]) -> bool:
    return whole[0] <= part[0] <= part[1] <= whole[1]
