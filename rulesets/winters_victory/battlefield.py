"""The ground: what hexes and hexsides cost each class of mover and do to its formation (5, 6, 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pbem.hexgame.field.chart import HexChart, HexKind, SideKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.field.part import cut_out
from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import DISORDERED, GENERAL_ORDER
from rulesets.winters_victory.charts import span

SCALE: Final = 6
"""6.6-1: costs are sixths of a movement point, for a road hex may cost a half or two thirds."""
MOVERS: Final = ("formed", "extended", "open", "light", "heavy", "guns", "skirmish", "command")
"""6.21, 8.65A.2, 16.11: classes of movers. `open` is infantry in General Order, disordered or routed."""
STAYS: Final = ""
_EFFECTS: Final = {"go": GENERAL_ORDER, "disorder": DISORDERED}
"""What a step does to a formation, as data write it, in the words of the counters."""
TOWN, VILLAGE, WOODS, FARMETTE = "town", "village", "woods", "farmette"
LIGHT_COVER, WETLANDS, CLEAR = "light-cover", "frozen-wetlands", "clear"
COVER_SIDE, BROOK, STREAM, MAJOR_STREAM, STEEP = "light-cover-side", "brook", "stream", "major-stream", "steep"
MAJOR, MINOR = "major-road", "minor-road"
WHOLE: Final = "whole"
MAP: Final = "maps/eylau.yaml"


@dataclass(frozen=True, slots=True)
class Cost:
    """One way to make a step. points: sixths of a movement point. effect: STAYS, GENERAL_ORDER or DISORDERED. guns:
    what the die for loss of a gun is changed by, None where nobody rolls (6.32)."""

    points: int
    effect: str
    guns: int | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the chart. choices: ways between which the owner chooses, none where the step is prohibited. mark:
    `text` or `inferred`."""

    choices: tuple[Cost, ...]
    mark: str

    @property
    def barred(self) -> bool:
        """Whether the step is prohibited."""
        return not self.choices


@dataclass(frozen=True, slots=True)
class Sort:
    """wv 10.11-1, 10.11-2, 10.12: what a kind of hex or hexside is. cover: `hard`, `soft`, `light` or
    `none`. blocks_sight, water: whether it is so; hexsides never block sight, hexes are never water."""

    obstructed: bool
    cover: str
    blocks_sight: bool
    water: bool


@dataclass(frozen=True, slots=True)
class Road:
    """wv 6.52-1, 6.52-3, 6.52-4, 6.52-5, 6.52-6: along a road, in tactical movement. water: what a hexside of water
    adds that the road crosses, without effect. next: of every obstructed hex behind the first. prohibited: horse and
    foot in a hex that bars them otherwise. guns: batteries in any obstructed hex; those of more than `long_guns` guns
    fill two hexes."""

    water: int
    next: int
    prohibited: Cost
    guns: Cost
    long_guns: int


@dataclass(frozen=True, slots=True)
class GrandTactical:
    """wv 6.4, 6.41-1, 6.41-3, 6.42-1: bonus: added to the allowance. distance: hexes from the enemy in which nobody
    moves so. The other two are what a stream crossed by a road adds, and a hex by a road that is barred to guns or
    horse otherwise."""

    bonus: int
    distance: int
    stream_by_road: int
    barred_by_road: int


@dataclass(frozen=True, slots=True)
class RoadColumn:
    """wv 6.6-1, 6.61-1, 6.61-2: step: kind of road -> cost of a hex. enter: kind of road -> cost of forming it.
    enter_guns: of batteries. infantry_hex, other_hex: strength points that a hex of road holds."""

    step: Mapping[str, int]
    enter: Mapping[str, int]
    enter_guns: int
    infantry_hex: int
    other_hex: int

    def length(self, strength: int, *, infantry: bool) -> int:
        """wv 6.62-1, 6.62-2, 6.65-1, 6.65-2: hexes of road that a unit fills, and movement points (of six sixths) that
        leaving costs."""
        room = self.infantry_hex if infantry else self.other_hex
        return max(1, -(-strength // room))


@dataclass(frozen=True)
class Terrain:
    """wv 10.0, 10.2: the terrain effects chart. hexes, sides: kind -> class of movers -> cell. kinds, side_kinds: what
    each kind is; `steep` stands there for both of its directions."""

    hexes: Mapping[str, Mapping[str, Cell]]
    sides: Mapping[str, Mapping[str, Cell]]
    kinds: Mapping[str, Sort]
    side_kinds: Mapping[str, Sort]
    road: Road
    grand_tactical: GrandTactical
    road_column: RoadColumn

    def enter(self, kind: str, mover: str) -> Cell:
        """wv 6.2-1, 6.2-2, 6.21-1, 6.21-2, 6.21-3, 6.21-4, 6.21-5, 6.21-6, 6.21-7, 6.3-1, 6.3-2: what entering a hex
        costs."""
        return self.hexes[kind][mover]

    def cross(self, kind: str, mover: str) -> Cell:
        """wv 6.22-1, 6.22-2, 6.22-3, 6.22-4, 6.22-5, 6.23-1, 6.23-2, 6.31.1, 6.31.2: what crossing a hexside adds.
        kind: besides those of maps `slope-up`, `slope-down`, `steep-up` and `steep-down`."""
        return self.sides[kind][mover]

    def marks(self) -> Counter[str]:
        """How many cells come from where."""
        return Counter(
            cell.mark for table in (self.hexes, self.sides) for row in table.values() for cell in row.values()
        )

    def chart(self) -> HexChart:
        """The form in which the toolkit reads maps: the least cost of every cell; ways cost what they do in Road
        Column. It does not know what steps do to formations, nor roads in tactical movement."""
        columns = self.road_column.step
        return HexChart(
            hexes={
                kind: HexKind(
                    {mover: _least(row[mover]) for mover in MOVERS}, blocks_sight=self.kinds[kind].blocks_sight
                )
                for kind, row in self.hexes.items()
            },
            ways=columns,
            sides={
                kind: SideKind({mover: _least(self.sides[_uphill(kind)][mover]) for mover in MOVERS})
                for kind in self.side_kinds
            },
            movers=MOVERS,
        )


def _uphill(kind: str) -> str:
    return "steep-up" if kind == STEEP else kind


def _least(cell: Cell) -> int | None:
    return min((one.points for one in cell.choices), default=None)


def read_terrain(data: Mapping[str, Any]) -> Terrain:
    """wv 10.1, 10.11-1, 10.12: data/terrain.yaml. Raises ValueError for a cell that is none, KeyError for what is
    missing."""
    movers = tuple(data["movers"])
    if movers != MOVERS:
        raise ValueError(f"the classes of movers are {', '.join(MOVERS)}")
    road, grand, column = data["road"], data["grand-tactical"], data["road-column"]
    return Terrain(
        hexes={kind: _row(kind, row) for kind, row in data["hexes"].items()},
        sides={kind: _row(kind, row) for kind, row in data["hexsides"].items()},
        kinds={kind: _sort(row) for kind, row in data["kinds"].items()},
        side_kinds={kind: _sort(row) for kind, row in data["side-kinds"].items()},
        road=Road(
            sixths(road["water"]),
            sixths(road["next"]),
            _cost(road["prohibited"]),
            _cost(road["guns"]),
            int(road["long-guns"]),
        ),
        grand_tactical=GrandTactical(
            sixths(grand["bonus"]),
            int(grand["distance"]),
            sixths(grand["stream-by-road"]),
            sixths(grand["barred-by-road"]),
        ),
        road_column=RoadColumn(
            {MAJOR: sixths(column["major"]), MINOR: sixths(column["minor"])},
            {MAJOR: sixths(column["enter-major"]), MINOR: sixths(column["enter-minor"])},
            sixths(column["enter-guns"]),
            int(column["infantry-hex"]),
            int(column["other-hex"]),
        ),
    )


def _row(kind: str, cells: Sequence[str]) -> dict[str, Cell]:
    if len(cells) != len(MOVERS):
        raise ValueError(f"{kind} has {len(cells)} cells for {len(MOVERS)} classes of movers")
    return {mover: _cell(text) for mover, text in zip(MOVERS, cells, strict=True)}


def _cell(text: str) -> Cell:
    """`2 go or 1 disorder *`: see data/terrain.yaml."""
    open_ = text.endswith("*")
    plain = text.removesuffix("*").strip()
    choices = () if plain == "-" else tuple(_cost(part) for part in plain.split(" or "))
    return Cell(choices, "inferred" if open_ else "text")


def _cost(text: str) -> Cost:
    points, *words = text.split()
    effect, guns = STAYS, None
    while words:
        word = words.pop(0)
        if word in _EFFECTS:
            effect = _EFFECTS[word]
        elif word == "guns" and words:
            guns = int(words.pop(0))
        else:
            raise ValueError(f"{text!r} is no cell of the terrain chart")
    return Cost(sixths(points), effect, guns)


def sixths(text: str) -> int:
    """Movement points as data write them, such as `2`, `1/2` or `2/3`, in sixths. Raises ValueError for others."""
    points = Fraction(text) * SCALE
    if points.denominator != 1 or points < 0:
        raise ValueError(f"{text!r} is no number of movement points")
    return points.numerator


def _sort(row: Mapping[str, str]) -> Sort:
    return Sort(
        obstructed=row["obstructed"] == "yes",
        cover=row["cover"],
        blocks_sight=row.get("sight") == "blocked",
        water=row.get("water") == "yes",
    )


def read_ground(data: Mapping[str, Any], terrain: Terrain, overlay: Sequence[Any] = ()) -> HexField:
    """wv 2.1, 10.13-1: the map of data/maps/eylau.yaml, a player's corrections applied; levels of elevation are
    `HexField.levels`. Raises DataFaults with everything that is wrong."""
    return read_field([data], terrain.chart(), overlay)


def climb(field: HexField, a: str, b: str) -> str:
    """wv 10.13-1, 10.13-2: the contour that a step crosses, as `Terrain.cross` has it: `slope-up`, `slope-down`,
    `steep-up`, `steep-down`, or "" for none."""
    rise = field.levels[b] - field.levels[a]
    if not rise:
        return ""
    return f"{STEEP if field.has(STEEP, a, b) else 'slope'}-{'up' if rise > 0 else 'down'}"


def window(field: HexField, areas: Mapping[str, Mapping[str, str]], name: str) -> HexField:
    """wv 1.0: the part of the map that a scenario is played on, with its own edges. areas: those of the map file; WHOLE
    is all of it. Raises KeyError for another name."""
    if name == WHOLE:
        return field
    columns, rows = span(areas[name]["columns"]), span(areas[name]["rows"])
    hexes = [at for at in field.hexes if int(at[:2]) in columns and int(at[2:]) in rows]
    edges = {
        "north": tuple(at for at in hexes if int(at[2:]) == rows[0]),
        "east": tuple(at for at in hexes if int(at[:2]) == columns[-1]),
        "south": tuple(at for at in hexes if int(at[2:]) == rows[-1]),
        "west": tuple(at for at in hexes if int(at[:2]) == columns[0]),
    }
    return cut_out(field, hexes, dict.fromkeys(field.edges, edges))


def points_text(points: int) -> str:
    """wv 6.11-1: sixths of a movement point for a reader: `2 1/3`."""
    whole, part = divmod(points, SCALE)
    if not part:
        return str(whole)
    rest = Fraction(part, SCALE)
    return f"{whole} {rest}" if whole else str(rest)


def points_words(points: int) -> str:
    """wv 6.11-1: sixths of a movement point with the noun: `1 movement point`, `2 1/3 movement points`."""
    return f"{points_text(points)} movement point{'' if 0 < points <= SCALE else 's'}"
