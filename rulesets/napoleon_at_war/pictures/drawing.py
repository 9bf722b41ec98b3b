"""The printed maps as boards: hexes with their ground, water and slopes on hexsides, roads from hex to hex."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from pbem.engine.picture import Board, Place, Point, Stroke
from pbem.wargame.hexgrid import HexGrid, Hexside
from rulesets.napoleon_at_war.battlefield import Battlefield
from rulesets.napoleon_at_war.pictures.polylines import lines
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.reading import points_text
from rulesets.napoleon_at_war.rules.march.entry import arrival
from rulesets.napoleon_at_war.setting import Group, Setting

# In parts of the distance between opposite sides of a hex: the edge of a counter, and the length of a bridge.
_SPAN = (62, 100)
_BRIDGE = (36, 100)
# How thick a line is drawn.
_WATER = {"river": 3, "stream": 1}
_WAYS = {"road": 2, "trail": 1}


def boards(setting: Setting) -> tuple[Board, ...]:
    """One board for each map of the scenario, in its order; lengths in fractions of a hex that are whole numbers."""
    return tuple(_Sheet(setting, battle).board() for battle in setting.field.titles)


class _Sheet:
    """One map while it is drawn. The lattice of the grid is stretched so that hexes come out regular."""

    def __init__(self, setting: Setting, battle: str) -> None:
        self.setting = setting
        self.battle = battle
        self.field: Battlefield = setting.field
        self.grid: HexGrid = setting.field.grids[battle]
        self.flat = self.grid.layout.top == "flat"
        self.wide, self.high = self.grid.proportion
        # Two units of the lattice lie between opposite sides.
        self.hexside_distance = 2 * (self.high if self.flat else self.wide)
        # From the middle of any hex to its corners.
        first = self.grid.hexes[0]
        (x, y), corners = self.centre(first), self.grid.corners(first)
        self._corners = [(a - x, b - y) for a, b in map(self.spot, corners)]
        self._grounds = {kind: self._ground(kind) for kind in set(self.field.terrain.values())}
        self._notes = self._noted()

    def board(self) -> Board:
        """The map."""
        return Board(
            self.battle,
            self.field.titles[self.battle],
            tuple(self._place(at) for at in self.grid.hexes),
            tuple(self._strokes()),
            _part(self.hexside_distance, _SPAN),
            "hex",
            self.grid.layout.top,
        )

    def spot(self, point: Point) -> Point:
        """A point of the lattice as one of the board."""
        return point[0] * self.wide, point[1] * self.high

    def centre(self, at: str) -> Point:
        """The middle of a hex."""
        return self.spot(self.grid.centre(at))

    def _place(self, at: str) -> Place:
        x, y = centre = self.centre(at)
        outline = tuple([(x + dx, y + dy) for dx, dy in self._corners])
        signs = ("slope",) if at in self.field.slopes else ()
        name, terrain = self.field.names.get(at, ""), self.field.terrain[at]
        hover = (self._grounds[terrain], *self._notes.get(at, ()))
        return Place(at, centre, outline, at, name, terrain, signs, "", hover)

    def _ground(self, terrain: str) -> str:
        """What the chart says of a hex."""
        kind = self.field.chart.hexes[terrain]
        return f"{terrain}: {_cost(kind.enter)}{', doubles the defender' if kind.doubled else ''} (9.0)"

    def _noted(self) -> dict[str, list[str]]:
        """What else there is to say of hexes: slopes and ways, where an edge leads, and who comes in there."""
        field, found = self.field, defaultdict[str, list[str]](list)
        if field.slopes:
            uphill = f"low side of a slope: {_cost(field.chart.hexsides['slope'].enter)} more uphill (5.26)"
            for at in field.slopes:
                found[at].append(uphill)
        for way, cost in field.chart.ways.items():
            along = f"{way}: {_cost(cost)} along it (9.0)"
            for at in field.way_hexes.get(way, ()):
                found[at].append(along)
        for edge, hexes in field.edges[self.battle].items():
            for at in set(hexes):
                found[at].append(f"{edge} edge of the map")
        adjoining = {
            at: name for name, hexes in reversed(list(field.transit.get(self.battle, {}).items())) for at in hexes
        }
        for at, section in adjoining.items():
            found[at].append(f"adjoins the {section} section of the transit track (17.1)")
        for group in self.setting.groups:
            found[group.at].append(due_text(self.setting, group))
        return found

    def _strokes(self) -> Iterator[Stroke]:
        """Water first, then slopes, roads and what leads roads over water."""
        for kind, weight in _WATER.items():
            pieces = [self._ends(pair) for pair in self._hexsides(self.field.hexsides[kind])]
            yield from (Stroke(kind, line, weight) for line in lines(pieces))
        for a, b in self._hexsides(self.field.hexsides["slope"]):
            low, high = (a, b) if a in self.field.slopes else (b, a)
            yield Stroke("slope", self._ends((low, high)), 1, (low, high))
        for way, weight in _WAYS.items():
            yield from self._way(way, weight)
        for pair in self._hexsides(self.field.hexsides["bridge"]):
            yield Stroke("bridge", self._across(pair), 2, pair)

    def _hexsides(self, hexsides: Iterable[Hexside]) -> list[Hexside]:
        return sorted(pair for pair in hexsides if pair[0] in self.grid)

    def _ends(self, pair: Hexside) -> tuple[Point, Point]:
        """The two corners between which a hexside lies."""
        a, b = self.grid.edge(pair[0], self.field.direction[pair])
        return self.spot(a), self.spot(b)

    def _across(self, pair: Hexside) -> tuple[Point, Point]:
        """A short line over the middle of a hexside, as the road runs."""
        (ax, ay), (bx, by) = self.centre(pair[0]), self.centre(pair[1])
        dx, dy = (_part(distance, _BRIDGE) // 2 for distance in (bx - ax, by - ay))
        x, y = (ax + bx) // 2, (ay + by) // 2
        return (x - dx, y - dy), (x + dx, y + dy)

    def _way(self, way: str, weight: int) -> Iterator[Stroke]:
        """Roads or trails through the middles of their hexes, and over the edge where they leave the map."""
        hexsides = self._hexsides(self.field.ways[way])
        through = {at: self.centre(at) for pair in hexsides for at in pair}
        pieces = [(through[a], through[b]) for a, b in hexsides]
        for at in sorted(self.field.way_ends & through.keys()):
            if outside := self._over_the_edge(at, [b if a == at else a for a, b in hexsides if at in (a, b)]):
                pieces.append((through[at], outside))
        yield from (Stroke(way, line, weight) for line in lines(pieces))

    def _over_the_edge(self, at: str, near: list[str]) -> Point | None:
        """Where a road that ends in a hex of the edge leaves it: through the outer side farthest from whence it came.

        None for a hex inside the map.
        """
        outer = [word for word in self.grid.directions if self.grid.neighbour(at, word) is None]
        if not outer or not near or not self.field.edges_of(at):
            return None
        x, y = self.centre(near[0])

        def far(middle: Point) -> int:
            return (middle[0] - x) ** 2 + (middle[1] - y) ** 2

        return max((self._middle(at, word) for word in outer), key=far)

    def _middle(self, at: str, word: str) -> Point:
        (ax, ay), (bx, by) = (self.spot(corner) for corner in self.grid.edge(at, word))
        return (ax + bx) // 2, (ay + by) // 2


def due_text(setting: Setting, group: Group, choice: str = "") -> str:
    """naw 14.0-1, 15.1-1: when and where a group comes in, and who: `French reinforcements of Game-Turn 4: ...`."""
    roster = setting.roster
    formations = dict.fromkeys(roster.units[unit].formation for unit in group.units)
    who = "; ".join(roster.formation_names[formation] for formation in formations)
    option = f" under Option {group.option}" if group.option else ""
    turn = arrival(group, Position(1, group.army, choice))
    return f"{setting.names.get(group.army, group.army)} reinforcements of Game-Turn {turn}{option}: {who}"


def _cost(half_points: int | None) -> str:
    """Movement points in words."""
    if half_points is None:
        return "prohibited"
    return f"{points_text(half_points)} movement point{'s' if half_points > 2 else ''}"


def _part(whole: int, share: tuple[int, int]) -> int:
    return whole * share[0] // share[1]
