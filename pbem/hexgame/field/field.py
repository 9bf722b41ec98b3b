"""The map of a scenario: all its sheets as one graph of hexes, with what the chart says of each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pbem.hexgame.field.chart import HexChart, HexKind
from pbem.wargame.hexgrid import HexGrid, Hexside, hexside

StepTable = Mapping[str, Mapping[str, int | None]]
"""Hex -> neighbour -> half movement points, None where prohibited."""
_NONE: frozenset[Hexside] = frozenset()


@dataclass(frozen=True)
class HexField:
    """Sheets of one scenario. Hexes are the printed numbers; no two sheets share one.

    neighbours: hex -> existing neighbours in compass order.
    map_of: hex -> map id. terrain: hex -> kind. marks: mark -> hexes that bear it besides their terrain.
    ways, sides: kind -> hexsides. edges: map id -> edge -> hexes along it.
    sections: map id -> name -> hexes, for whatever else a map file groups.
    grids: map id -> its hex grid. way_ends: hexes in which a way ends; on an edge it leaves the map there.
    levels: hex -> level of elevation, empty where maps have none.
    """

    chart: HexChart
    neighbours: Mapping[str, tuple[str, ...]]
    map_of: Mapping[str, str]
    terrain: Mapping[str, str]
    marks: Mapping[str, frozenset[str]]
    ways: Mapping[str, frozenset[Hexside]]
    sides: Mapping[str, frozenset[Hexside]]
    edges: Mapping[str, Mapping[str, tuple[str, ...]]]
    sections: Mapping[str, Mapping[str, tuple[str, ...]]]
    names: Mapping[str, str]
    titles: Mapping[str, str]
    grids: Mapping[str, HexGrid] = field(default_factory=dict)
    way_ends: frozenset[str] = frozenset()
    levels: Mapping[str, int] = field(default_factory=dict)
    _tables: dict[str, StepTable] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """All hexes in ascending order."""
        return tuple(sorted(self.neighbours))

    @cached_property
    def found(self) -> dict[Any, Any]:
        """What a rulebook has found out about the map alone, under keys of its own; rules may keep it here."""
        return {}

    def kind(self, at: str) -> HexKind:
        """The chart's line for a hex."""
        return self.chart.hexes[self.terrain[at]]

    @cached_property
    def hexes_of(self) -> Mapping[str, frozenset[str]]:
        """Terrain -> its hexes."""
        found: dict[str, set[str]] = {}
        for at, kind in self.terrain.items():
            found.setdefault(kind, set()).add(at)
        return {kind: frozenset(hexes) for kind, hexes in found.items()}

    def marked(self, mark: str) -> frozenset[str]:
        """The hexes that bear a mark."""
        return self.marks.get(mark, frozenset())

    # -- hexsides --------------------------------------------------------------------------

    def has(self, feature: str, a: str, b: str) -> bool:
        """Whether the hexside between two neighbours bears a feature."""
        return hexside(a, b) in self.sides.get(feature, _NONE)

    def bridged(self, a: str, b: str) -> bool:
        """Whether a bridge leads over the hexside between two neighbours."""
        return self.has(self.chart.bridge, a, b)

    def on_way(self, way: str, a: str, b: str) -> bool:
        """Whether a road or another way runs through the hexside between two neighbours."""
        return hexside(a, b) in self.ways[way]

    def crossed_by_zones(self, a: str, b: str) -> bool:
        """Whether a zone of control passes the hexside between two neighbours."""
        stops = any(kind.stops_zones and self.has(name, a, b) for name, kind in self.chart.sides.items())
        return not stops or (self.chart.zones_over_bridges and self.bridged(a, b))

    @cached_property
    def zone_neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes that somebody in a hex controls."""
        stopping = [self.sides.get(name, _NONE) for name, kind in self.chart.sides.items() if kind.stops_zones]
        closed: frozenset[Hexside] = frozenset().union(*stopping)
        if self.chart.zones_over_bridges:
            closed -= self.sides.get(self.chart.bridge, _NONE)
        return {at: tuple(n for n in near if hexside(at, n) not in closed) for at, near in self.neighbours.items()}

    def climbs(self, kind: str, a: str, b: str) -> bool:
        """Whether a step goes out of a hex with the mark that the kind of hexside asks for into one without it."""
        low = self.marked(self.chart.sides[kind].out_of)
        return a in low and b not in low and self.has(kind, a, b)

    # -- costs -----------------------------------------------------------------------------

    @cached_property
    def steps(self) -> StepTable:
        """The steps of the commonest class of movers."""
        return self.steps_for(self.chart.movers[0])

    @cached_property
    def costs(self) -> Mapping[Hexside, int | None]:
        """The same by ordered pair: half movement points from a hex into its neighbour, None where prohibited."""
        return {(a, b): cost for a, near in self.steps.items() for b, cost in near.items()}

    def steps_for(self, mover: str) -> StepTable:
        """The steps of a class of movers."""
        table = self._tables.get(mover)
        if table is None:
            table = self._tables[mover] = self._table(mover)
        return table

    def steps_off_ways(self, mover: str) -> StepTable:
        """The same of steps along ways, if these may not be used."""
        name = f"{mover} off ways"
        if name not in self._tables:
            self._tables[name] = {
                a: {b: self.step_cost(a, b, mover, by_way=False) for b in self.way_neighbours[a]}
                for a in self.way_neighbours
            }
        return self._tables[name]

    @cached_property
    def way_neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Hex that ways run through -> the neighbours to which they lead, in compass order."""
        return {
            a: tuple(b for b in self.neighbours[a] if any(self.on_way(way, a, b) for way in self.ways))
            for a in sorted(frozenset().union(*self.way_hexes.values()))
            if a in self.neighbours
        }

    def _table(self, mover: str) -> StepTable:
        enter = {kind: line.enter[mover] for kind, line in self.chart.hexes.items()}
        ground = {at: enter[kind] for at, kind in self.terrain.items()}
        # Where nothing runs along or through a hexside, the ground alone decides: of most of them.
        special = frozenset().union(*self.ways.values(), *self.sides.values())
        return {
            a: {b: self.step_cost(a, b, mover) if hexside(a, b) in special else ground[b] for b in near}
            for a, near in self.neighbours.items()
        }

    def step_cost(self, a: str, b: str, mover: str | None = None, *, by_way: bool = True) -> int | None:
        """Half movement points of one step, None where prohibited; of the commonest movers unless others are named.

        A way through the hexside is a flat cost, else hex and hexsides add up; a bridge lifts what it can.
        by_way: whether ways may be used.
        """
        mover = self.chart.movers[0] if mover is None else mover
        crossed = [self.chart.sides[kind].cross[mover] for kind in self._crossed(a, b)]
        if None in crossed:
            return None
        pair = hexside(a, b)
        ways = [cost for way, cost in self.chart.ways.items() if by_way and pair in self.ways[way]]
        if ways:
            return min(ways)
        enter = self.kind(b).enter[mover]
        return None if enter is None else enter + sum(cost or 0 for cost in crossed)

    def _crossed(self, a: str, b: str) -> list[str]:
        """The kinds of hexside that cost something, or bar the way, on a step."""
        features, sides = self._features.get(hexside(a, b), ()), self.chart.sides
        if not features:
            return []
        bridged = self.bridged(a, b)
        return [
            name
            for name in features
            if (not sides[name].out_of or self.climbs(name, a, b)) and not (sides[name].bridged and bridged)
        ]

    @cached_property
    def _features(self) -> Mapping[Hexside, Sequence[str]]:
        """Hexside -> what it bears, in the order of the chart."""
        found: dict[Hexside, list[str]] = {}
        for name in self.chart.sides:
            for pair in self.sides.get(name, ()):
                found.setdefault(pair, []).append(name)
        return found

    def barring(self, a: str, b: str) -> str:
        """The kind of hexside that bars a step to the commonest movers, "" for none."""
        mover = self.chart.movers[0]
        return next((kind for kind in self._crossed(a, b) if self.chart.sides[kind].cross[mover] is None), "")

    def closed(self, at: str) -> bool:
        """Whether the terrain bars a hex from every neighbour."""
        return all(self.steps[near][at] is None for near in self.neighbours[at])

    @cached_property
    def way_hexes(self) -> Mapping[str, frozenset[str]]:
        """Way -> hexes that it runs through."""
        return {way: frozenset(at for pair in hexsides for at in pair) for way, hexsides in self.ways.items()}

    def outside_cost(self, at: str, along_way: bool, mover: str | None = None) -> int | None:
        """Half movement points of a step over the map's edge at a hex, None where prohibited.

        The ground beyond is like the hex itself. along_way: whether a way of that hex may be used.
        """
        flat = [cost for way, cost in self.chart.ways.items() if along_way and at in self.way_hexes.get(way, ())]
        return min(flat) if flat else self.kind(at).enter[self.chart.movers[0] if mover is None else mover]

    # -- places ----------------------------------------------------------------------------

    def direction(self, a: str, b: str) -> str:
        """`n`, `ne`, ... from a hex to its neighbour. Raises KeyError where they do not touch."""
        return {to: name for name, to in self.grids[self.map_of[a]].around(a)}[b]

    def distance(self, a: str, b: str) -> int:
        """Hexes from one to the other of the same map."""
        return self.grids[self.map_of[a]].distance(a, b)

    def edges_of(self, at: str) -> tuple[str, ...]:
        """The map edges that a hex lies on."""
        return tuple(edge for edge, hexes in self.edges[self.map_of[at]].items() if at in hexes)

    def name(self, at: str) -> str:
        """`0610 (Name)`, or the bare number."""
        return f"{at} ({self.names[at]})" if at in self.names else at
