"""A picture as a PNG: pieces laid on the printed map, each of them drawn by resvg once and kept.

The bytes of a picture are the same with what is kept and without.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import Final

from pbem.engine.picture import Board, Stroke
from pbem.lean import dataclass
from pbem.report.picture.crop import Frame, extent
from pbem.report.picture.ground import printed
from pbem.report.picture.kept import PictureCache, board_digest, digest, put, taken
from pbem.report.picture.lettering import number
from pbem.report.picture.palette import INK, PAPER
from pbem.report.picture.pieces import Piece, bare
from pbem.report.picture.pixels import Canvas, Sprite, nearest, sprites
from pbem.report.picture.png import png
from pbem.report.picture.surroundings import Box
from pbem.report.picture.writing import ground_numbers

# Edge of the squares in which a printed map is drawn, in pixels of the PNG.
_SQUARE: Final = 512
# Of a sheet on which missing pieces are drawn together.
_SHEET: Final = 1024
# Bytes that are kept together; what was not used last goes first.
_PIECES_LIMIT: Final = 3 * 2**20
_GROUND_LIMIT: Final = 12 * 2**20
_LARGEST: Final = 2**24


@dataclass(frozen=True, slots=True)
class Chart:
    """A map in a picture: its upper left corner, and what lies on it. numbers: whether each hex bears its own."""

    board: Board
    frame: Frame
    numbers: bool
    x: float
    y: float
    pieces: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Picture:
    """Charts, and what stands above, between and below them. Sizes in pixels of the layout."""

    width: float
    height: float
    charts: Sequence[Chart]
    pieces: Sequence[Piece]


def painted(picture: Picture, zoom: int, cache: PictureCache | None = None) -> bytes:
    """The picture as a PNG. zoom: its pixels for each of the layout. Raises ValueError where it is too large."""
    width, height = round(picture.width * zoom), round(picture.height * zoom)
    if width * height > _LARGEST:
        raise ValueError(f"a picture of {width} by {height} pixels is too large")
    canvas = Canvas(width, height)
    drawn = _drawn([*picture.pieces, *(piece for chart in picture.charts for piece in chart.pieces)], zoom, cache)
    for chart in picture.charts:
        left, top = round(chart.x * zoom), round(chart.y * zoom)
        clip = (left, top, left + round(chart.frame.width * zoom), top + round(chart.frame.height * zoom))
        _lay_ground(canvas, chart, zoom, cache, clip)
        for piece in chart.pieces:
            _lay(canvas, piece, drawn, zoom, (left, top), clip)
        _frame(canvas, clip, zoom)
    for piece in picture.pieces:
        _lay(canvas, piece, drawn, zoom, (0, 0), None)
    return canvas.png()


def _lay(
    canvas: Canvas,
    piece: Piece,
    drawn: Mapping[bytes, Sprite],
    zoom: int,
    origin: tuple[int, int],
    clip: tuple[int, int, int, int] | None,
) -> None:
    left, top, _, _ = _pixels(piece, zoom)
    x, y = origin[0] + round(piece.x * zoom) + left, origin[1] + round(piece.y * zoom) + top
    canvas.lay(drawn[_key(piece, zoom)], x, y, clip)


def _frame(canvas: Canvas, box: tuple[int, int, int, int], zoom: int) -> None:
    """A line of ink inside the edges of a map."""
    left, top, right, bottom = box
    ink = bytes([nearest(int(INK[1:], 16))])
    for x, y, width, height in (
        (left, top, right - left, zoom),
        (left, bottom - zoom, right - left, zoom),
        (left, top, zoom, bottom - top),
        (right - zoom, top, zoom, bottom - top),
    ):
        canvas.lay(Sprite(width, height, ink * (width * height)), x, y)


# -- pieces ------------------------------------------------------------------------


def _pixels(piece: Piece, zoom: int) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is shown of a piece, in whole pixels about its (0, 0)."""
    left, top = (int(edge * zoom // 1) for edge in piece.box[:2])
    right, bottom = (ceil(edge * zoom) for edge in piece.box[2:])
    return left, top, max(right - left, 1), max(bottom - top, 1)


@lru_cache(maxsize=2048)
def _key(piece: Piece, zoom: int) -> bytes:
    return digest(zoom, piece.box, piece.solid, bare(piece.body))


def _drawn(pieces: Iterable[Piece], zoom: int, cache: PictureCache | None) -> dict[bytes, Sprite]:
    """Every piece by its key: from the cache, and what is missing there from one sheet."""
    wanted = {_key(piece, zoom): piece for piece in pieces}
    name = f"pieces-{zoom}"
    kept = taken(cache, name)
    found = _sprites({key: kept[key] for key in wanted if key in kept})
    missing = {key: piece for key, piece in wanted.items() if key not in found}
    if missing:
        fresh = _sheet(missing, zoom)
        found |= fresh
        if cache is not None:
            used = {key: kept[key] for key in wanted if key in kept and key not in fresh}
            rest = {key: data for key, data in kept.items() if key not in used and key not in fresh}
            put(cache, name, {**{k: one.packed() for k, one in fresh.items()}, **used, **rest}, _PIECES_LIMIT)
    return found


def _sprites(packed: Mapping[bytes, bytes]) -> dict[bytes, Sprite]:
    found = {}
    for key, data in packed.items():
        try:
            found[key] = Sprite.unpacked(data)
        except ValueError:
            continue
    return found


def _sheet(missing: Mapping[bytes, Piece], zoom: int) -> dict[bytes, Sprite]:
    """Pieces drawn beside each other, the high ones first, in rows."""
    sizes = {key: _pixels(piece, zoom) for key, piece in missing.items()}
    across = max(_SHEET, *(width for _, _, width, _ in sizes.values()))
    x = y = row = 0
    boxes: dict[bytes, tuple[int, int, int, int]] = {}
    parts = []
    for key in sorted(missing, key=lambda one: (-sizes[one][3], one)):
        left, top, width, height = sizes[key]
        if x + width > across:
            x, y, row = 0, y + row, 0
        boxes[key] = (x, y, width, height)
        paper = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{PAPER}"/>'
        parts.append(
            f'{paper if missing[key].solid else ""}<svg x="{x}" y="{y}" width="{width}" height="{height}" '
            f'viewBox="{left / zoom} {top / zoom} {width / zoom} {height / zoom}">{bare(missing[key].body)}</svg>'
        )
        x, row = x + width, max(row, height)
    data = _rendered("".join(parts), across, y + row)
    found = {}
    for key, one in zip(boxes, sprites(data, boxes.values()), strict=True):
        found[key] = replace(one, solid=b"") if missing[key].solid else one
    return found


def _rendered(body: str, width: int, height: int) -> bytes:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return png(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>', 1, background=None)


# -- the printed map ---------------------------------------------------------------


def _lay_ground(
    canvas: Canvas, chart: Chart, zoom: int, cache: PictureCache | None, clip: tuple[int, int, int, int]
) -> None:
    """The squares of the board that are in the window."""
    whole, scale = extent(chart.board), chart.frame.scale * zoom
    left = round((chart.frame.window.left - whole.left) * scale)
    top = round((chart.frame.window.top - whole.top) * scale)
    columns = range(left // _SQUARE, (left + clip[2] - clip[0] - 1) // _SQUARE + 1)
    rows = range(top // _SQUARE, (top + clip[3] - clip[1] - 1) // _SQUARE + 1)
    squares = _squares(chart, zoom, [(column, row) for row in rows for column in columns], cache)
    for (column, row), square in squares.items():
        canvas.lay(square, clip[0] + column * _SQUARE - left, clip[1] + row * _SQUARE - top, clip)


def _squares(
    chart: Chart, zoom: int, wanted: Sequence[tuple[int, int]], cache: PictureCache | None
) -> dict[tuple[int, int], Sprite]:
    source = digest(zoom, chart.frame.scale, chart.frame.counter, chart.numbers, board_digest(chart.board))
    name = f"ground-{source.hex()[:32]}"
    kept = taken(cache, name)
    keys = {square: struct.pack(">16sii8s", b"square", *square, b"") for square in wanted}
    found = _sprites({key: kept[key] for key in keys.values() if key in kept})
    missing = [square for square, key in keys.items() if key not in found]
    if missing:
        fresh = {keys[square]: one for square, one in _drawn_ground(chart, zoom, missing).items()}
        found |= fresh
        if cache is not None:
            put(cache, name, {**{key: one.packed() for key, one in fresh.items()}, **kept}, _GROUND_LIMIT)
    return {square: found[key] for square, key in keys.items()}


def _drawn_ground(chart: Chart, zoom: int, missing: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Sprite]:
    """Squares of the printed map, drawn in the coordinates of the whole board, so that textures meet at their edges."""
    board, edge = chart.board, _SQUARE / zoom
    frame = Frame(extent(board), chart.frame.scale, chart.frame.counter)
    beyond = board.span * 2 * frame.scale
    found = {}
    for column, row in missing:
        left, top = column * edge, row * edge
        shown = [
            place
            for place in board.places
            if left - beyond <= frame.at(place.centre)[0] <= left + edge + beyond
            and top - beyond <= frame.at(place.centre)[1] <= top + edge + beyond
        ]
        here = replace(board, strokes=tuple(_crossing(board, frame, (left, top, left + edge, top + edge), beyond)))
        numbers = ground_numbers(board, shown, frame) if chart.numbers else []
        body = bare("".join([*printed(here, shown, frame, ""), *numbers]))
        paper = f'<rect width="{_SQUARE}" height="{_SQUARE}" fill="{PAPER}"/>'
        box = f'viewBox="{number(left)} {number(top)} {number(edge)} {number(edge)}"'
        part = f'{paper}<svg width="{_SQUARE}" height="{_SQUARE}" {box}>{body}</svg>'
        data = _rendered(part, _SQUARE, _SQUARE)
        found[column, row] = next(sprites(data, [(0, 0, _SQUARE, _SQUARE)], solid=True))
    return found


def _crossing(board: Board, frame: Frame, box: Box, beyond: float) -> Iterator[Stroke]:
    """The strokes that may be seen in a part of the board."""
    left, top, right, bottom = box
    for stroke in board.strokes:
        across, down = zip(*(frame.at(point) for point in stroke.points), strict=True)
        beside = max(across) < left - beyond or min(across) > right + beyond
        if not beside and max(down) >= top - beyond and min(down) <= bottom + beyond:
            yield stroke
