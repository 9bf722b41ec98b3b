"""Maps laid out for a PNG as `svg` lays them out for a page: the same frames, headings, legends and lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pbem.engine.picture import Board, Scene
from pbem.report.picture.crop import MAIL_WIDTH, Window, frame
from pbem.report.picture.ground import tile
from pbem.report.picture.lettering import lettered, shortened
from pbem.report.picture.painter import Chart, Picture
from pbem.report.picture.palette import TERRAIN, Livery, liveries
from pbem.report.picture.pieces import Piece, scene_pieces, written_pieces
from pbem.report.picture.svg import HEADING, MARGIN, ROOM_BELOW, above, busy, hatches, underneath
from pbem.report.picture.symbols import hatching
from pbem.report.picture.writing import numbered


def laid_out(
    board: Board,
    scene: Scene,
    armies: Mapping[str, str],
    *,
    window: Window | None = None,
    width: int = MAIL_WIDTH,
    labels: bool | None = None,
    title: str = "",
    off_map: bool = False,
) -> tuple[Chart, list[Piece], float]:
    """What `drawing` draws, as pieces: the map, what stands around it, and the height of all of it."""
    shown = frame(board, window, width)
    looks, patterned = liveries(list(armies)), hatches(armies, "")
    pieces = [Piece(above(board, shown, title), (0.0, 0.0, shown.width, HEADING + 8), solid=True)]
    lying = list(scene_pieces(board, scene, shown, looks, patterned))
    names = list(written_pieces(board, shown, labels, busy(board, scene, shown)))
    chart = Chart(board, shown, numbered(board, shown, labels), 0.0, HEADING + 8, [*names, *lying])
    y = HEADING + 8 + shown.height + ROOM_BELOW
    for block in underneath(board, scene, armies, shown, "", off_map=off_map):
        body = _patterns(block.body, looks, patterned) + block.body
        pieces.append(Piece(body, (0.0, 0.0, shown.width, block.height), 0.0, y, solid=True))
        y += block.height + 4
    return chart, pieces, y


def _patterns(body: str, looks: Mapping[str, Livery], patterned: Mapping[str, str]) -> str:
    """The patterns that a block uses, which in an SVG stand with the ground and the counters."""
    tiles = [tile(kind, "") for kind in TERRAIN if f"url(#texture-{kind})" in body]
    down = [hatching(name, looks[army]) for army, name in patterned.items() if f"url(#{name})" in body]
    return "".join([*tiles, *down])


def spread(placed: Iterable[tuple[Chart, list[Piece], float]], title: str = "") -> Picture:
    """What `sheet` writes, as a picture to be painted."""
    charts, pieces, y, width = list[Chart](), list[Piece](), float(MARGIN), float(MAIL_WIDTH)
    laid = list(placed)
    width = max((chart.frame.width for chart, _, _ in laid), default=width)
    if title:
        head = lettered(shortened(title, 16, width, bold=True), 0, 16, 16, anchor="start", bold=True)
        pieces.append(Piece(head, (0.0, 0.0, width, 22.0), MARGIN, y, solid=True))
        y += 28
    for chart, around, height in laid:
        charts.append(replace(chart, x=MARGIN, y=y + chart.y))
        pieces += [replace(piece, x=MARGIN + piece.x, y=y + piece.y) for piece in around]
        y += height + ROOM_BELOW
    return Picture(width + 2 * MARGIN, y, charts, pieces)
