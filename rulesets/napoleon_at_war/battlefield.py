"""The board: all maps of a scenario as one graph of hexes, with what the Terrain Effects Chart says of each step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pbem.wargame.hexgrid import HexGrid, Hexside, hexside


@dataclass(frozen=True)
class Terrain:
    """naw 9.0-T: one line of the chart. enter, cross: half movement points, None where prohibited."""

    enter: int | None
    doubled: bool
    blocks_sight: bool = False


@dataclass(frozen=True)
class Chart:
    """naw 9.0-T: hex kinds, flat costs of ways (half movement points), hexside kinds."""

    hexes: Mapping[str, Terrain]
    ways: Mapping[str, int]
    hexsides: Mapping[str, Terrain]


@dataclass(frozen=True)
class Battlefield:
    """Maps of one scenario. Hexes are the printed numbers; no two maps share one.

    neighbours: hex -> existing neighbours in compass order. direction: (hex, hex) -> `n`, `ne`, ...
    map_of: hex -> map id. terrain: hex -> kind. slopes: hexes with the slope symbol (the low side, 5.26).
    ways: `road`, `trail` -> hexsides. hexsides: `river`, `stream`, `slope`, `bridge` -> hexsides.
    edges: map id -> edge -> hexes along it. transit: map id -> section -> edge hexes that adjoin it.
    centres: hex -> exact integer picture coordinates, for distances on paper and drawing.
    grids: map id -> its hex grid. way_ends: hexes in which a road or trail ends; on an edge it leaves the map there.
    """

    chart: Chart
    neighbours: Mapping[str, tuple[str, ...]]
    direction: Mapping[Hexside, str]
    map_of: Mapping[str, str]
    terrain: Mapping[str, str]
    slopes: frozenset[str]
    ways: Mapping[str, frozenset[Hexside]]
    hexsides: Mapping[str, frozenset[Hexside]]
    edges: Mapping[str, Mapping[str, tuple[str, ...]]]
    transit: Mapping[str, Mapping[str, tuple[str, ...]]]
    names: Mapping[str, str]
    centres: Mapping[str, tuple[int, int]]
    titles: Mapping[str, str]
    grids: Mapping[str, HexGrid] = field(default_factory=dict)
    way_ends: frozenset[str] = frozenset()

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """All hexes in ascending order."""
        return tuple(sorted(self.neighbours))

    def kind(self, at: str) -> Terrain:
        """The chart's line for a hex."""
        return self.chart.hexes[self.terrain[at]]

    def has(self, feature: str, a: str, b: str) -> bool:
        """Whether the hexside between two neighbours bears a river, stream, slope or bridge."""
        return hexside(a, b) in self.hexsides[feature]

    def on_way(self, way: str, a: str, b: str) -> bool:
        """Whether a road or trail runs through the hexside between two neighbours."""
        return hexside(a, b) in self.ways[way]

    def crossed_by_zones(self, a: str, b: str) -> bool:
        """naw 6.6: a zone of control passes every hexside but a river without a bridge."""
        return not self.has("river", a, b) or self.has("bridge", a, b)

    def closed(self, at: str) -> bool:
        """naw 7.72: whether the terrain bars a hex from every neighbour."""
        return all(self.steps[near][at] is None for near in self.neighbours[at])

    @cached_property
    def zone_neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """naw 6.0-1, 6.6: the hexes that a unit in a hex controls."""
        return {at: tuple(n for n in near if self.crossed_by_zones(at, n)) for at, near in self.neighbours.items()}

    @cached_property
    def costs(self) -> Mapping[Hexside, int | None]:
        """Half movement points from a hex into its neighbour (ordered pair), None where prohibited."""
        enter = {at: self.kind(at).enter for at in self.hexes}
        # Where nothing runs along or through a hexside, the ground alone decides: of most of them.
        marked = frozenset().union(*self.ways.values(), *self.hexsides.values())
        return {
            (a, b): self.step_cost(a, b) if hexside(a, b) in marked else enter[b]
            for a in self.hexes
            for b in self.neighbours[a]
        }

    def step_cost(self, a: str, b: str) -> int | None:
        """naw 5.21, 5.22, 5.23, 5.24, 5.25, 5.26, 9.0-5, 9.0-6, 9.0-7, 9.0-N1: half movement points of one step.

        A way through the hexside is a flat cost (ruling 4), else hex and hexsides add up.
        """
        ways = [cost for way, cost in self.chart.ways.items() if self.on_way(way, a, b)]
        barred = self.has("river", a, b) and not self.has("bridge", a, b)
        if ways and not barred:
            return min(ways)
        enter = self.kind(b).enter
        if enter is None or barred:
            return None
        return enter + self.surcharge(a, b)

    def surcharge(self, a: str, b: str) -> int:
        """naw 5.25, 5.26: half movement points that streams and slopes add; a bridge adds none (ruling 20)."""
        more = 0
        if self.has("stream", a, b) and not self.has("bridge", a, b):
            more += self.chart.hexsides["stream"].enter or 0
        if self.uphill(a, b):
            more += self.chart.hexsides["slope"].enter or 0
        return more

    def uphill(self, a: str, b: str) -> bool:
        """naw 5.26: out of a slope hex through a slope hexside into a hex without the symbol."""
        return a in self.slopes and b not in self.slopes and self.has("slope", a, b)

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, int | None]]:
        """Hex -> neighbour -> half movement points, None where prohibited."""
        return {at: {n: self.costs[at, n] for n in near} for at, near in self.neighbours.items()}

    @cached_property
    def way_hexes(self) -> Mapping[str, frozenset[str]]:
        """`road`, `trail` -> hexes that it runs through."""
        return {way: frozenset(at for pair in hexsides for at in pair) for way, hexsides in self.ways.items()}

    def outside_cost(self, at: str, along_way: bool) -> int | None:
        """naw 14.13, 17.0-6: half movement points of a step over the map's edge at a hex, None where prohibited.

        The ground beyond is like the hex itself. along_way: whether a way of that hex may be used.
        """
        flat = [cost for way, cost in self.chart.ways.items() if along_way and at in self.way_hexes.get(way, ())]
        return min(flat) if flat else self.kind(at).enter

    def distance(self, a: str, b: str) -> int:
        """Hexes from one to the other of the same map."""
        return self.grids[self.map_of[a]].distance(a, b)

    def section_of(self, at: str) -> str:
        """The section of the transit track that an edge hex adjoins, empty if none."""
        sections = self.transit.get(self.map_of[at], {})
        return next((section for section, hexes in sections.items() if at in hexes), "")

    def edges_of(self, at: str) -> tuple[str, ...]:
        """The map edges that a hex lies on."""
        return tuple(edge for edge, hexes in self.edges[self.map_of[at]].items() if at in hexes)

    def name(self, at: str) -> str:
        """`0610 (Closwitz)`, or the bare number."""
        return f"{at} ({self.names[at]})" if at in self.names else at
