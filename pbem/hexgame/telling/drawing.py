"""The sheets of a field as boards: hexes with their ground, lines along and across hexsides, ways from hex to hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, Literal

from pbem.engine.picture import Board, Place, Point, Stroke
from pbem.hexgame.field.chart import HexChart
from pbem.hexgame.field.field import HexField
from pbem.hexgame.telling.grounds import ground_text
from pbem.hexgame.telling.polylines import lines
from pbem.lean import dataclass
from pbem.wargame.hexgrid import HexGrid, Hexside

# In parts of the distance between opposite sides of a hex: the edge of a counter, and the length of a bridge.
_SPAN: Final = (62, 100)
_BRIDGE: Final = (36, 100)


@dataclass(frozen=True, slots=True)
class Ground:
    """How a kind of terrain is drawn. word: one of `engine.picture.TERRAINS`. says: the first hover line of a hex."""

    word: str
    says: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """How a way or a kind of hexside of the chart is drawn. word: one of `engine.picture.STROKES`.

    how: `through` the middles of hexes, for ways; `joined` hexsides, in lines as long as they go; each hexside `apart`,
    with the hexes that it parts, the one that bears the mark of the chart's `out_of` first, else the lower one;
    `across` the middle of a hexside, for what leads a way over it; `rises`, the contours where levels of the map
    change, in lines as long as they go, whatever the kind. weight: 1 thin to 3 thick.
    """

    kind: str
    word: str
    how: Literal["through", "joined", "apart", "across", "rises"]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class MapLook:
    """How a field is drawn. grounds: kind of terrain -> its look. drawn: what is drawn above it, in this order.

    signs: mark of a hex -> the word for its sign, one of `engine.picture.TERRAINS`. notes: hex -> further hover lines.
    part: the hexes that are played on, None for all; ways that leave them end at their edge. heights: whether levels of
    the map are shown.
    """

    grounds: Mapping[str, Ground]
    drawn: Sequence[Drawn]
    signs: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    part: frozenset[str] | None = None
    heights: bool = False


def grounds(
    chart: HexChart, case: str, words: Mapping[str, str] | None = None, movers: Mapping[str, str] | None = None
) -> dict[str, Ground]:
    """The look of each kind of terrain of a chart. case: of the rulebook. words: those that are drawn by another word
    than their own. movers: classes of movers whose costs are told -> what they are called, None for all."""
    words = words or {}
    return {
        name: Ground(words.get(name, name), ground_text(name, kind, case, movers)) for name, kind in chart.hexes.items()
    }


def boards(field_: HexField, look: MapLook) -> tuple[Board, ...]:
    """One board for each sheet that is played on, in their order; lengths in fractions of a hex that are whole."""
    sheets = [_Sheet(field_, look, name) for name in field_.titles]
    return tuple(sheet.board() for sheet in sheets if sheet.shown)


def spot(grid: HexGrid, point: Point) -> Point:
    """A point of the lattice of a sheet as one of its board."""
    wide, high = grid.proportion
    return point[0] * wide, point[1] * high


def across(grid: HexGrid, a: str, b: str) -> tuple[Point, Point]:
    """A short line over the middle of a hexside of a sheet, as the way runs from a hex to its neighbour."""
    (ax, ay), (bx, by) = spot(grid, grid.centre(a)), spot(grid, grid.centre(b))
    dx, dy = (_part(distance, _BRIDGE) // 2 for distance in (bx - ax, by - ay))
    x, y = (ax + bx) // 2, (ay + by) // 2
    return (x - dx, y - dy), (x + dx, y + dy)


class _Sheet:
    """One sheet while it is drawn. The lattice of the grid is stretched so that hexes come out regular."""

    def __init__(self, field_: HexField, look: MapLook, name: str) -> None:
        self.field = field_
        self.look = look
        self.name = name
        self.grid: HexGrid = field_.grids[name]
        self.shown = [at for at in self.grid.hexes if look.part is None or at in look.part]
        self._there = frozenset(self.shown)
        self._wide, self._high = self.grid.proportion
        # From the middle of any hex to its corners.
        first = self.grid.hexes[0]
        (x, y), corners = self._centre(first), self.grid.corners(first)
        self._corners = [(a - x, b - y) for a, b in map(self._spot, corners)]

    def board(self) -> Board:
        """The map."""
        top = self.grid.layout.top
        # Two units of the lattice lie between opposite sides.
        span = _part(2 * (self._high if top == "flat" else self._wide), _SPAN)
        places = tuple(self._place(at) for at in self.shown)
        strokes = tuple(stroke for drawn in self.look.drawn for stroke in self._strokes(drawn))
        return Board(self.name, self.field.titles[self.name], places, strokes, span, "hex", top)

    def _spot(self, point: Point) -> Point:
        return spot(self.grid, point)

    def _centre(self, at: str) -> Point:
        return spot(self.grid, self.grid.centre(at))

    def _place(self, at: str) -> Place:
        x, y = centre = self._centre(at)
        outline = tuple([(x + dx, y + dy) for dx, dy in self._corners])
        signs = tuple(sign for mark, sign in self.look.signs.items() if at in self.field.marked(mark))
        ground = self.look.grounds[self.field.terrain[at]]
        hover = (ground.says, *self.look.notes.get(at, ()))
        level = self.field.levels.get(at, 0) if self.look.heights else 0
        return Place(at, centre, outline, at, self.field.names.get(at, ""), ground.word, signs, "", hover, level)

    def _strokes(self, drawn: Drawn) -> Iterator[Stroke]:
        if drawn.how == "through":
            return self._ways(drawn)
        pairs = self._rising() if drawn.how == "rises" else self._near(self.field.sides[drawn.kind])
        if drawn.how in ("joined", "rises"):
            joined = lines([self._ends(pair) for pair in pairs])
            return (Stroke(drawn.word, line, drawn.weight) for line in joined)
        apart = [self._lower_first(drawn.kind, pair) for pair in pairs if self._there.issuperset(pair)]
        spots = self._across if drawn.how == "across" else self._ends
        return (Stroke(drawn.word, spots(pair), drawn.weight, pair) for pair in apart)

    def _near(self, hexsides: Iterable[Hexside]) -> list[Hexside]:
        """Those of hexes of this sheet that are shown, one of the two at least."""
        return sorted(pair for pair in hexsides if not self._there.isdisjoint(pair))

    def _rising(self) -> list[Hexside]:
        """The hexsides between shown hexes of different levels."""
        level, near = self.field.levels, self.field.neighbours
        return sorted(
            (at, to)
            for at in self.shown
            for to in near[at]
            if at < to and to in self._there and level.get(at, 0) != level.get(to, 0)
        )

    def _lower_first(self, kind: str, pair: Hexside) -> Hexside:
        a, b = pair
        mark, level = self.field.chart.sides[kind].out_of, self.field.levels
        if mark:
            return (a, b) if a in self.field.marked(mark) else (b, a)
        return (b, a) if level.get(a, 0) > level.get(b, 0) else (a, b)

    def _ends(self, pair: Hexside) -> tuple[Point, Point]:
        """The two corners between which a hexside lies."""
        a, b = self.grid.edge(pair[0], self.field.direction(*pair))
        return self._spot(a), self._spot(b)

    def _across(self, pair: Hexside) -> tuple[Point, Point]:
        return across(self.grid, *pair)

    def _ways(self, drawn: Drawn) -> Iterator[Stroke]:
        """Through the middles of hexes, and over the edge where a way leaves the map or the part that is shown."""
        hexsides = self._near(self.field.ways[drawn.kind])
        through = {at for pair in hexsides for at in pair}
        pieces = [self._piece(a, b) for a, b in hexsides]
        for at in sorted(self.field.way_ends & through & self._there):
            if outside := self._over_the_edge(at, [b if a == at else a for a, b in hexsides if at in (a, b)]):
                pieces.append((self._centre(at), outside))
        yield from (Stroke(drawn.word, line, drawn.weight) for line in lines(pieces))

    def _piece(self, a: str, b: str) -> tuple[Point, Point]:
        """From middle to middle; to the hexside only where the hex behind it is not shown."""
        if self._there.issuperset((a, b)):
            return self._centre(a), self._centre(b)
        inner, outer = (a, b) if a in self._there else (b, a)
        return self._centre(inner), self._middle(inner, self.field.direction(inner, outer))

    def _over_the_edge(self, at: str, near: Sequence[str]) -> Point | None:
        """Where a way that ends in a hex of the edge leaves it: through the outer side farthest from whence it came.

        None for a hex inside the map.
        """
        outer = [word for word in self.grid.directions if self.grid.neighbour(at, word) is None]
        if not outer or not near or not self.field.edges_of(at):
            return None
        x, y = self._centre(near[0])

        def far(middle: Point) -> int:
            return (middle[0] - x) ** 2 + (middle[1] - y) ** 2

        return max((self._middle(at, word) for word in outer), key=far)

    def _middle(self, at: str, word: str) -> Point:
        (ax, ay), (bx, by) = (self._spot(corner) for corner in self.grid.edge(at, word))
        return (ax + bx) // 2, (ay + by) // 2


def _part(whole: int, share: tuple[int, int]) -> int:
    return whole * share[0] // share[1]
