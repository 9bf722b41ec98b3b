"""Maps of hexes in plain characters: a cell for each hex, and between the cells what lies on the hexsides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pbem.engine.picture import Board, Place, Point, Scene
from pbem.report.picture.crop import pitch
from pbem.report.textmap.canvas import Canvas
from pbem.report.textmap.extract import Extract, Labels, combat_sign
from pbem.report.typesetting import Style

_GROUND: Final = {
    "clear": ".", "forest": "f", "town": "#", "city": "@", "rough": "^", "marsh": '"', "slope": ":", "water": "w",
    "defensive": "d", "mountain": "M", "village": "n", "chateau": "&", "brush": ",", "wetland": ";",
}  # fmt: skip
_SIGNS: Final = {
    "clear": "\u00b7", "forest": "\u2663", "town": "\u2302", "city": "\u25a0", "rough": "\u2234", "marsh": "\u2261",
    "slope": "\u25b5", "water": "\u2248", "defensive": "\u2227", "mountain": "\u25b2", "village": "\u25ab",
    "chateau": "\u25a3", "brush": "\u2056", "wetland": "\u2504",
}  # fmt: skip
_WATER: Final = ("river", "stream", "brook")
_WAYS: Final = ("road", "trail")
# Columns of characters from one column of hexes to the next, the best that fits is taken; the widest has room for a
# number beside the sign of the ground.
_PITCHES: Final = (4, 3, 2)
_FULL: Final = 6
_MARGIN: Final = 6
# Levels that one character tells.
_HIGHEST: Final = 9


@dataclass(frozen=True, slots=True)
class _Grid:
    """cells: place -> row and column. full: whether a number and a sign stand beside each other in a cell.

    begins: column -> what all numbers in it begin with, {} where columns are not straight.
    """

    cells: Mapping[str, tuple[int, int]]
    flat: bool
    full: bool
    begins: Mapping[int, str]


def hex_map(part: Extract, canvas: Canvas) -> str:
    """Draws the hexes, with the labels of the stacks in them; what the signs mean."""
    grid = _grid(part.board, part.shown, canvas.width - _MARGIN, part.style, labels=part.labels)
    used = _cells(canvas, grid, part.shown, part.named, part.style, labels=part.labels)
    _margins(canvas, grid, part.shown, part.style, labels=part.labels)
    fought = _combats(canvas, grid, part.board, part.scene, part.style)
    zones = _zones(canvas, grid, part)
    between = _hints(canvas, part.board, grid, part.style)
    words = [f"{sign} {kind}" for kind, sign in used.items()]
    halves = ["a hex's number is the head of its column and the digits in it"] * (part.labels and not grid.full)
    return "; ".join([*words, *between, *fought, *zones, *(halves if grid.begins else [])])


def _grid(board: Board, shown: Sequence[Place], room: int, style: Style, *, labels: bool) -> _Grid:
    """Columns of hexes one next to another; of flat-topped ones every row of cells is half a hex high."""
    across, down = _ranks([p.centre[0] for p in shown]), _ranks([p.centre[1] for p in shown])
    flat = board.top == "flat"
    count = max(across.values()) + 1
    # A cell of pointy-topped hexes is two half-steps wide.
    tried = ((_FULL, *_PITCHES) if labels else _PITCHES) if flat else (3, 2)
    fitting = [step for step in tried if (count - 1) * step + 4 <= room]
    step = fitting[0] if fitting else 2
    rows = 1 if flat else 2
    first = _MARGIN + 1 + labels
    cells = {p.id: (down[p.centre[1]] * rows, first + across[p.centre[0]] * step) for p in shown}
    return _Grid(cells, flat, step >= (_FULL if flat else _FULL // 2), _begins(cells, shown, style) if flat else {})


def _begins(cells: Mapping[str, tuple[int, int]], shown: Sequence[Place], style: Style) -> dict[int, str]:
    """Column -> the first half of the numbers in it; {} unless it is the same all the way down every column."""
    columns: dict[int, set[str]] = {}
    for place in shown:
        label = style.fit(place.label)
        columns.setdefault(cells[place.id][1], set()).add(label[: len(label) // 2])
    straight = all(len(begins) == 1 for begins in columns.values())
    return {column: min(begins)[:2] for column, begins in sorted(columns.items())} if straight else {}


def _ranks(values: Sequence[int]) -> dict[int, int]:
    """Coordinate -> which one it is from the first on, counted in the smallest step between two."""
    ordered = sorted(set(values))
    step = min((b - a for a, b in pairwise(ordered)), default=1)
    return {value: (value - ordered[0] + step // 2) // step for value in ordered}


def _cells(
    canvas: Canvas, grid: _Grid, shown: Sequence[Place], named: Labels, style: Style, *, labels: bool
) -> dict[str, str]:
    """Writes the cells; what the signs in them stand for comes back. Clear ground of another level than most of it
    bears that."""
    signs, used = _GROUND if style.ascii_only else _SIGNS, {}
    open_, heights = _commonest([place.level for place in shown if _kind(place) == "clear"]), set[int]()
    # What a number may not touch.
    stacks = Canvas(canvas.width, ())
    ordered = sorted(shown, key=lambda place: grid.cells[place.id])
    for one in (canvas, stacks):
        for place in ordered:
            _stack(one, grid.cells[place.id], named.get(place.id, {}))
    for place in ordered:
        if place.id not in named:
            kind, sign = _kind(place), signs.get(_kind(place), "?")
            if kind == "clear" and place.level != open_ and place.level <= _HIGHEST:
                heights.add(place.level)
                sign = str(place.level)
            else:
                used[kind] = sign
            _bare(canvas, stacks, grid, place, sign, style.fit(place.label)[:4] if labels else "")
    if not heights:
        return {kind: used[kind] for kind in signs if kind in used}
    found = {f"clear, height {open_}" if kind == "clear" else kind: used[kind] for kind in signs if kind in used}
    return {**found, "clear, so high": " ".join(map(str, sorted(heights)))}


def _commonest(levels: Sequence[int]) -> int:
    """The level of most hexes, of those the lowest."""
    counts = Counter(levels)
    return min(counts, key=lambda level: (-counts[level], level), default=0)


def _kind(place: Place) -> str:
    return "slope" if "slope" in place.signs and place.terrain == "clear" else place.terrain


def _bare(canvas: Canvas, taken: Canvas, grid: _Grid, place: Place, sign: str, label: str) -> None:
    """A hex in which nobody stands: the sign of its ground, and its number, which never hides it.

    Where cells are narrow the column's head has the first half of the number; where there is none a number stands on
    open ground only. What would run into another number, into a stack or over the edge is left out.
    """
    row, column = grid.cells[place.id]
    text, start = sign, column
    if label and grid.full:
        text, start = f"{label:>4}{sign}", column - 2
    elif label and grid.begins:
        text, start = f"{sign}{label[len(label) // 2 :]}", column - 1
    elif label and _kind(place) == "clear":
        text, start = label, column - 1
    if not taken.free(row, max(start - (text == label), 0), start + len(text)):
        text, start = sign, column
    canvas.put(row, start, text)
    if text != sign:
        taken.put(row, start, text)


def _stack(canvas: Canvas, cell: tuple[int, int], stacks: Mapping[str, str]) -> None:
    row, column = cell
    for army, label in stacks.items():
        canvas.put(row, column - (len(label) > 2), label, army)
        column += len(label)


def _margins(canvas: Canvas, grid: _Grid, shown: Sequence[Place], style: Style, *, labels: bool) -> None:
    """The number of the first hex of each row at its left; above straight columns what all their numbers begin with."""
    first: dict[int, tuple[int, str]] = {}
    for place in shown:
        row, column = grid.cells[place.id]
        first[row] = min(first.get(row, (column, "\uffff")), (column, style.fit(place.label)))
    for row, (_, label) in first.items():
        canvas.put(row, 0, label[: _MARGIN - 1])
    for column, begins in grid.begins.items():
        start = column - 2 * (labels and grid.full)
        # Where columns stand close, every second one is told.
        if canvas.free(-1, start - 1, start + 2):
            canvas.put(-1, start, begins)


# -- combats ------------------------------------------------------------------------------------


def _combats(canvas: Canvas, grid: _Grid, board: Board, scene: Scene, style: Style) -> Iterator[str]:
    """A sign between each attacker and the defender beside him; behind the defender where no attacker is beside him."""
    middles = {place.id: place.centre for place in board.places}
    near, sign, drawn = pitch(board) * 5 // 4, combat_sign(style), False
    for fight in scene.fights:
        for at in (at for at in fight.at if at in grid.cells):
            beside = [by for by in fight.by if by in grid.cells and _apart(middles[at], middles[by]) <= near * near]
            (row, column), spots = grid.cells[at], []
            for by in beside:
                to_row, to_column = grid.cells[by]
                spots.append(((row + to_row) // 2, (column + to_column) // 2))
            free = [spot for spot in spots if canvas.free(*spot, spot[1] + 1, over=sign)]
            behind = [(row, column + step) for step in (1, 2, -2) if canvas.free(row, column + step, column + step + 1)]
            for spot in free or behind[:1]:
                canvas.put(*spot, sign, fight.army)
                drawn = True
    return iter([f"{sign} a combat"] if drawn else [])


def _apart(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


# -- zones --------------------------------------------------------------------------------------

# Behind the sign of a hex: of the first area that is laid over it, of the second, and of both.
_ZONES: Final = ("'", ",", ";")


def _zones(canvas: Canvas, grid: _Grid, part: Extract) -> Iterator[str]:
    """Marks hexes of the first two areas, where there is room behind what stands in them; what the marks mean."""
    found = [area for overlay in part.scene.overlays for area in overlay.areas if area.kind == "zone"][:2]
    for at, (row, column) in grid.cells.items():
        inside = [number for number, area in enumerate(found) if at in area.places]
        if inside and at not in part.named and canvas.free(row, column + 1, column + 2):
            canvas.put(row, column + 1, _ZONES[-1 if len(inside) > 1 else inside[0]])
    both = [f"{_ZONES[-1]} both"] if len(found) > 1 else []
    return iter([*(f"{_ZONES[number]} {part.style.fit(area.text)}" for number, area in enumerate(found)), *both])


# -- hexsides -----------------------------------------------------------------------------------


def _hints(canvas: Canvas, board: Board, grid: _Grid, style: Style) -> Iterator[str]:
    """Marks water on hexsides and ways through them where there is room; what they mean comes back."""
    water = set(_wet(board))
    ways = set(_trodden(board))
    told: dict[str, None] = {}
    for a, b in sorted({*water, *ways}):
        if a in grid.cells and b in grid.cells:
            (row, column), (to_row, to_column) = sorted((grid.cells[a], grid.cells[b]))
            both = (a, b) in water and (a, b) in ways
            sign = "=" if both else "~" if (a, b) in water else _way(to_row - row, to_column - column)
            canvas.hint((row + to_row) // 2, (column + to_column) // 2, sign)
            told["=" if both else "~" if (a, b) in water else "-"] = None
    words = {"-": "/ \\ | - road", "~": "~ river or stream", "=": "= road over water"}
    return (words[sign] for sign in words if sign in told)


def _way(down: int, right: int) -> str:
    if right == 0:
        return "|"
    if down == 0:
        return "-"
    return "\\" if right > 0 else "/"


def _wet(board: Board) -> Iterator[tuple[str, str]]:
    """Pairs of hexes with water between them: their outlines share a piece of its course."""
    touching: dict[frozenset[Point], list[str]] = {}
    for place in board.places:
        for a, b in pairwise((*place.outline, place.outline[0]) if place.outline else ()):
            touching.setdefault(frozenset((a, b)), []).append(place.id)
    for stroke in board.strokes:
        if stroke.kind in _WATER:
            for piece in pairwise(stroke.points):
                pair = touching.get(frozenset(piece), [])
                if len(pair) == 2:
                    yield min(pair), max(pair)


def _trodden(board: Board) -> Iterator[tuple[str, str]]:
    """Pairs of hexes with a way from middle to middle."""
    middles = {place.centre: place.id for place in board.places}
    for stroke in board.strokes:
        if stroke.kind in _WAYS:
            for a, b in pairwise(stroke.points):
                if a in middles and b in middles:
                    yield min(middles[a], middles[b]), max(middles[a], middles[b])
