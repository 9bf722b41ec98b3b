"""Maps of boxes in plain characters: names where the boxes lie, with the stacks in them, and lines for the roads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from pbem.engine.picture import Board, Place, Point, Scene, Stroke
from pbem.report.textmap.canvas import Canvas
from pbem.report.textmap.extract import Extract, combat_sign
from pbem.report.typesetting import Style

Spot = tuple[int, int]

_GROUND: Final = {
    "forest": "f", "town": "#", "city": "@", "rough": "^", "marsh": '"', "slope": "/", "water": "w", "defensive": "d",
    "mountain": "M", "village": "n", "chateau": "&", "brush": ",", "wetland": ";",
}  # fmt: skip
_CROSSINGS: Final = {"bridge": "=", "ford": "%", "pontoon": "+", "broken": "x"}
# How far from its box, in rows and columns, a name may move.
_ROWS: Final = (0, 1, -1, 2, -2)
_LONGEST: Final = 16
# Pieces into which a stretch of river is cut to see what lies in the map.
_PARTS: Final = 16


def box_map(part: Extract, canvas: Canvas) -> str:
    """Draws the boxes at places in scale; what the signs mean."""
    spots, named, style = _spots(part.shown, canvas.width), part.named, part.style
    taken = Canvas(canvas.width, canvas.armies)
    fought = {at: fight.army for fight in part.scene.fights for at in fight.at}
    ends = {place.id: _box(taken, spots[place.id], place, named.get(place.id, {})) for place in part.shown}
    for place in part.shown:
        if place.id in fought:
            row, column = spots[place.id][0], ends[place.id]
            taken.put(row, column, combat_sign(style), fought[place.id])
            ends[place.id] += 1
    for place in sorted(part.shown, key=lambda place: (place.id not in named, *spots[place.id])):
        text = place.id if part.labels else place.name or place.label or place.id
        _name(taken, spots[place.id], style.fit(text), ends[place.id])
    _lines(canvas, part.board, part.scene, spots, style)
    canvas.lay(taken)
    grounds = dict.fromkeys(_ground(place) for place in part.shown if place.id not in named)
    return _meanings(part, grounds, spots, fought=any(place.id in fought for place in part.shown))


def _ground(place: Place) -> tuple[str, str]:
    """The sign of a box in which nobody stands, and what it means; a city before the ground around it."""
    kinds = [kind for kind in ("city", place.terrain, *place.signs) if kind in (place.terrain, *place.signs)]
    return next(((_GROUND[kind], f"{kind} box") for kind in kinds if kind in _GROUND), ("o", "box"))


def _meanings(
    part: Extract, grounds: Mapping[tuple[str, str], None], spots: Mapping[str, Spot], *, fought: bool
) -> str:
    """What the signs mean, of what there is near the boxes shown."""
    style, strokes = part.style, (*part.board.strokes, *part.scene.strokes)
    kinds = {stroke.kind for stroke in strokes if not stroke.ends or any(at in spots for at in stroke.ends)}
    words = [(_road(style), "road"), (_trail(style), "trail"), (_river(style), "river"), (_river(style), "stream")]
    words += [(sign, kind) for kind, sign in _CROSSINGS.items()]
    signs: dict[str, list[str]] = {}
    for sign, kind in words:
        if kind in kinds:
            signs.setdefault(sign, []).append({"broken": "broken bridge"}.get(kind, kind))
    boxes = [f"{sign} {word}" for sign, word in sorted(grounds, key=lambda pair: (pair[0] != "o", pair))]
    combat = [f"{combat_sign(style)} a combat"] if fought else []
    return "; ".join([*boxes, *(f"{sign} {' or '.join(told)}" for sign, told in signs.items()), *combat])


def _road(style: Style) -> str:
    return ":" if style.ascii_only else "\u2022"


def _trail(style: Style) -> str:
    return "." if style.ascii_only else "\u00b7"


def _river(style: Style) -> str:
    return "~" if style.ascii_only else "\u2591"


def _spots(shown: Sequence[Place], width: int) -> dict[str, Spot]:
    """Row and column of each box: in scale, a row for two columns' worth of ground, two boxes never in one spot."""
    left, right = min(p.centre[0] for p in shown), max(p.centre[0] for p in shown)
    top = min(p.centre[1] for p in shown)
    room = max(width - 18, 1)
    across = max(right - left, 1)
    found: dict[str, Spot] = {}
    for place in sorted(shown, key=lambda place: (place.centre[1], place.centre[0], place.id)):
        column = 3 + (place.centre[0] - left) * room // across
        # Names lie along the rows: a little more than true height keeps them apart.
        row = (place.centre[1] - top) * room * 5 // (across * 8)
        while any(row == other and abs(column - at) < 2 for other, at in found.values()):
            row += 1
        found[place.id] = (row, column)
    return found


def _box(canvas: Canvas, spot: Spot, place: Place, stacks: Mapping[str, str]) -> int:
    """Writes a box or the stacks in it; the column behind it comes back."""
    row, column = spot
    for army, sign in list(stacks.items()) or [("", _ground(place)[0])]:
        canvas.put(row, column, sign, army)
        column += len(sign) + 1
    return column - 1


def _name(canvas: Canvas, spot: Spot, text: str, end: int) -> None:
    """Writes a name to the right of its box, to the left or in the next rows, where there is room."""
    row, first = spot
    for short in dict.fromkeys((text[:_LONGEST], text[:8], text[:5])):
        for shift in _ROWS:
            # Beside the box with a blank between, or above and below it from its first or to its last column.
            starts = (end + 1, first - len(short) - 1) if shift == 0 else (first, end - len(short))
            for start in starts:
                begin = start if shift == 0 else start - 1
                if canvas.free(row + shift, begin, start + len(short) + (start != starts[1] or shift != 0)):
                    canvas.put(row + shift, start - 1, f" {short} ")
                    return


def _lines(canvas: Canvas, board: Board, scene: Scene, spots: Mapping[str, Spot], style: Style) -> None:
    """Ways over water, then roads, then rivers, each on what is still free."""
    for stroke in (*scene.strokes, *board.strokes):
        if stroke.kind in _CROSSINGS and all(at in spots for at in stroke.ends) and len(stroke.ends) == 2:
            (row, column), (to_row, to_column) = (spots[at] for at in stroke.ends)
            canvas.hint((row + to_row) // 2, (column + to_column) // 2, _CROSSINGS[stroke.kind])
    for stroke in board.strokes:
        if stroke.kind in ("road", "trail") and len(stroke.ends) == 2 and all(at in spots for at in stroke.ends):
            a, b = (spots[at] for at in stroke.ends)
            canvas.line(a, b, _road(style) if stroke.kind == "road" else _trail(style))
    scaled = _scale(board, spots)
    for stroke in board.strokes:
        if stroke.kind in ("river", "stream") and scaled:
            for a, b in _course(stroke, scaled):
                canvas.line(a, b, _river(style))


Scale = tuple[Point, Spot, Point, Spot]


def _scale(board: Board, spots: Mapping[str, Spot]) -> Scale | None:
    """Two corners of the map in its units, and in rows and columns."""
    middles = {place.id: place.centre for place in board.places if place.id in spots}
    xs, ys = [x for x, _ in middles.values()], [y for _, y in middles.values()]
    rows, columns = [row for row, _ in spots.values()], [column for _, column in spots.values()]
    if min(xs) == max(xs) or min(ys) == max(ys):
        return None
    return (min(xs), min(ys)), (min(rows), min(columns)), (max(xs), max(ys)), (max(rows), max(columns))


def _course(stroke: Stroke, scale: Scale) -> Iterator[tuple[Spot, Spot]]:
    """Short pieces of a river, those that lie within the map."""
    (left, top), (row, column), (right, bottom), (last_row, last_column) = scale
    for (ax, ay), (bx, by) in pairwise(stroke.points):
        points = [(ax + (bx - ax) * part // _PARTS, ay + (by - ay) * part // _PARTS) for part in range(_PARTS + 1)]
        inside = [left <= x <= right and top <= y <= bottom for x, y in points]
        spots = [
            (
                row + (y - top) * (last_row - row) // (bottom - top),
                column + (x - left) * (last_column - column) // (right - left),
            )
            for x, y in points
        ]
        for part, piece in enumerate(pairwise(spots)):
            if inside[part] and inside[part + 1]:
                yield piece
