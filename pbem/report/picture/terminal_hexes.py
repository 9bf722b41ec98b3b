"""Maps of hexes in plain characters: a cell for each hex, and between the cells what lies on the hexsides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pbem.engine.picture import Board, Place, Point
from pbem.report.picture.canvas import Canvas
from pbem.report.picture.extract import Extract, Labels
from pbem.report.typesetting import Style

# Place -> side -> label of its stack there.

_GROUND: Final = {
    "clear": ".", "forest": "f", "town": "#", "city": "@", "rough": "^", "marsh": '"', "slope": ":", "water": "w",
    "defensive": "d", "mountain": "M",
}  # fmt: skip
_SIGNS: Final = {
    "clear": "\u00b7", "forest": "\u2663", "town": "\u2302", "city": "\u25a0", "rough": "\u2234", "marsh": "\u2261",
    "slope": "\u25b5", "water": "\u2248", "defensive": "\u2227", "mountain": "\u25b2",
}  # fmt: skip
_WATER: Final = ("river", "stream")
_WAYS: Final = ("road", "trail")
# Columns of characters from one column of hexes to the next, the best that fits is taken; with numbers in them.
_PITCHES: Final = (4, 3, 2)
_MARGIN: Final = 6


@dataclass(frozen=True, slots=True)
class _Grid:
    """Place -> row and column of its cell."""

    cells: Mapping[str, tuple[int, int]]
    flat: bool


def hex_map(part: Extract, canvas: Canvas) -> str:
    """Draws the hexes, with the labels of the stacks in them; what the signs mean."""
    grid = _grid(part.board, part.shown, canvas.width - _MARGIN)
    used = _cells(canvas, grid, part.shown, part.named, part.style, labels=part.labels)
    _margins(canvas, grid, part.shown, part.style)
    between = _hints(canvas, part.board, grid, part.style)
    words = [f"{sign} {kind}" for kind, sign in used.items()]
    return "; ".join([*words, *between])


def _grid(board: Board, shown: Sequence[Place], room: int) -> _Grid:
    """Columns of hexes one next to another; of flat-topped ones every row of cells is half a hex high."""
    across, down = _ranks([p.centre[0] for p in shown]), _ranks([p.centre[1] for p in shown])
    flat = board.top == "flat"
    count = max(across.values()) + 1
    # A cell of pointy-topped hexes is two half-steps wide.
    fitting = [pitch for pitch in (_PITCHES if flat else (3, 2)) if (count - 1) * pitch + 4 <= room]
    step = fitting[0] if fitting else 2
    rows = 1 if flat else 2
    cells = {p.id: (down[p.centre[1]] * rows, _MARGIN + 1 + across[p.centre[0]] * step) for p in shown}
    return _Grid(cells, flat)


def _ranks(values: Sequence[int]) -> dict[int, int]:
    """Coordinate -> which one it is from the first on, counted in the smallest step between two."""
    ordered = sorted(set(values))
    step = min((b - a for a, b in pairwise(ordered)), default=1)
    return {value: (value - ordered[0] + step // 2) // step for value in ordered}


def _cells(
    canvas: Canvas, grid: _Grid, shown: Sequence[Place], named: Labels, style: Style, *, labels: bool
) -> dict[str, str]:
    """Writes the cells; what the signs in them stand for comes back."""
    signs, used = _GROUND if style.ascii_only else _SIGNS, {}
    # What a number may not touch.
    stacks = Canvas(canvas.width, ())
    ordered = sorted(shown, key=lambda place: grid.cells[place.id])
    for place in ordered:
        row, column = grid.cells[place.id]
        if place.id in named:
            continue
        kind = "slope" if "slope" in place.signs and place.terrain == "clear" else place.terrain
        sign = signs.get(kind, "?")
        used[kind] = sign
        canvas.put(row, column, sign)
    for one in (canvas, stacks):
        for place in ordered:
            _stack(one, grid.cells[place.id], named.get(place.id, {}))
    if labels:
        _numbers(canvas, stacks, grid, [place for place in ordered if place.id not in named], style)
    return {kind: used[kind] for kind in signs if kind in used}


def _stack(canvas: Canvas, cell: tuple[int, int], stacks: Mapping[str, str]) -> None:
    row, column = cell
    for side, label in stacks.items():
        canvas.put(row, column - (len(label) > 2), label, side)
        column += len(label)


def _numbers(canvas: Canvas, taken: Canvas, grid: _Grid, bare: Sequence[Place], style: Style) -> None:
    """The numbers of places, but for those that would run into another number, into a stack or over the edge."""
    for place in bare:
        (row, column), label = grid.cells[place.id], style.fit(place.label)[:4]
        if label and taken.free(row, column - 2, min(column + len(label), canvas.width)):
            taken.put(row, column - 1, label)
            canvas.put(row, column - 1, label)


def _margins(canvas: Canvas, grid: _Grid, shown: Sequence[Place], style: Style) -> None:
    """The number of the first hex of each row at its left; above straight columns what all their numbers begin with."""
    first: dict[int, tuple[int, str]] = {}
    columns: dict[int, set[str]] = {}
    for place in shown:
        row, column = grid.cells[place.id]
        label = style.fit(place.label)
        first[row] = min(first.get(row, (column, label)), (column, label))
        columns.setdefault(column, set()).add(label[: len(label) // 2])
    for row, (_, label) in first.items():
        canvas.put(row, 0, label[: _MARGIN - 1])
    if grid.flat and all(len(begins) == 1 for begins in columns.values()):
        for column, begins in sorted(columns.items()):
            # Where columns stand close, every second one is told.
            if canvas.free(-1, column - 1, column + 2):
                canvas.put(-1, column, min(begins)[:2])


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
