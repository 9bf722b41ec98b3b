"""The printed map: places with their ground and texture, and what is written in them. It never changes in a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import Board, Place
from pbem.report.picture.crop import Frame, extent
from pbem.report.picture.kept import ground_text
from pbem.report.picture.lettering import escaped, ident, number, points, titled
from pbem.report.picture.palette import HEXSIDE, HIGHEST, INK, SHADE, TERRAIN, TEXTURE
from pbem.report.picture.strokes import strokes
from pbem.report.picture.writing import NOBODY, Busy, writing

# Edge of a texture's tile in pixels.
_TILE: Final = 8
_TILES: Final = {
    "forest": '<circle cx="2" cy="2" r="1.1" stroke="none"/><circle cx="6" cy="6" r="1.1" stroke="none"/>',
    "rough": '<path d="M-1 9L9 -1M-1 1L1 -1M7 9L9 7" fill="none" stroke-width=".7"/>',
    "marsh": '<path d="M0 2h4M4 6h4" fill="none" stroke-width=".9"/>',
    "water": '<path d="M0 3q2 -2 4 0t4 0" fill="none" stroke-width=".7"/>',
    "slope": '<path d="M1 1v3M5 4v3" fill="none" stroke-width=".7"/>',
    "defensive": '<path d="M1 6l2 -3l2 3" fill="none" stroke-width=".8"/>',
    "mountain": '<path d="M0 7l2.5 -5l2.5 5z" stroke="none" fill-opacity=".55"/>',
    "brush": '<path d="M2 1v2M1 2h2M6 5v2M5 6h2" fill="none" stroke-width=".6"/>',
    "wetland": '<path d="M0 2h2.5M4.5 6h2.5" fill="none" stroke-width=".7"/>',
}


def ground(board: Board, frame: Frame, prefix: str = "", *, labels: bool | None = None, busy: Busy = NOBODY) -> str:
    """The layer of a board that lies below everything else, as an SVG group.

    prefix: of all ids, so that several boards live in one page. labels: the numbers of places, None for where they can
    be read; of boxes their ids in place of their names. busy: what lies above the ground and hides names, so that they
    keep off. A place is an element of class `place` with its id in `data-place`.
    """
    shown = near(board, frame)

    def unchanging() -> str:
        return "\n".join(filter(None, printed(board, shown, frame, prefix)))

    # A part of a map is another one each turn: to keep it costs more than it saves.
    whole = frame.window == extent(board)
    below = ground_text(board, (frame.scale, frame.counter, prefix), unchanging) if whole else unchanging()
    written = writing(board, shown, frame, labels, busy)
    return "\n".join(filter(None, [f'<g id="{prefix}ground" class="ground">', below, *written, "</g>"]))


def near(board: Board, frame: Frame) -> list[Place]:
    """The places of which something lies in the window."""
    return [place for place in board.places if frame.window.holds(place.centre, board.span * 2)]


def printed(board: Board, shown: Sequence[Place], frame: Frame, prefix: str) -> list[str]:
    """Places, textures and lines, without anything that is written."""
    lines = strokes(board, frame, board.strokes)
    # Boxes stand on the roads between them, hexes below them.
    middle = [_places(shown, frame, prefix), *_heights(shown, frame), _textures(shown, frame, prefix)]
    return [_patterns(shown, prefix), *(([*lines, *middle]) if board.grid != "hex" else [*middle, *lines])]


def place_id(prefix: str, place: str) -> str:
    """The id of the element of a place."""
    return f"{prefix}place-{ident(place)}"


def sign_edge(frame: Frame) -> float:
    """The edge of a box that is drawn as a sign only."""
    return frame.counter * 0.7


def _kind(place: Place) -> str:
    return place.terrain if place.terrain in TERRAIN else "clear"


def _places(shown: Iterable[Place], frame: Frame, prefix: str) -> str:
    drawn = [_place(place, frame, prefix) for place in shown]
    return "\n".join([f'<g class="places" stroke="{HEXSIDE}" stroke-width="0.7">', *drawn, "</g>"])


def _place(place: Place, frame: Frame, prefix: str) -> str:
    kind = _kind(place)
    named = f'id="{place_id(prefix, place.id)}" class="place {kind}" data-place="{escaped(place.id)}"'
    heading = " ".join(filter(None, (place.name, f"({place.label})" if place.name and place.label else place.label)))
    lines = [heading or place.id, *([f"worth {place.worth}"] if place.worth else []), *place.hover]
    return f'<path {named} d="{_shape(place, frame)}" fill="{TERRAIN[kind]}"{_border(place)}>{titled(lines)}</path>'


def _border(place: Place) -> str:
    """Of a box: ink, and double thickness around a city."""
    if place.outline:
        return ""
    return f' stroke="{INK}" stroke-width="{"3.2" if "city" in (place.terrain, *place.signs) else "1.1"}"'


def _shape(place: Place, frame: Frame) -> str:
    if place.outline:
        return f"M{points(frame.at(corner) for corner in place.outline)}Z"
    (x, y), half = frame.at(place.centre), sign_edge(frame) / 2
    round_, edge = half * 0.3, number(half * 1.4)
    corner = f"a{number(round_)} {number(round_)} 0 0 1"
    out, back = number(round_), f"-{number(round_)}"
    return (
        f"M{number(x - half + round_)} {number(y - half)}h{edge}{corner} {out} {out}v{edge}{corner} {back} {out}"
        f"h-{edge}{corner} {back} {back}v-{edge}{corner} {out} {back}Z"
    )


def _patterns(shown: Sequence[Place], prefix: str) -> str:
    kinds = [kind for kind in _TILES if any(kind == _kind(p) or kind in p.signs for p in shown)]
    tiles = [tile(kind, prefix) for kind in kinds]
    return f"<defs>{''.join(tiles)}</defs>" if tiles else ""


def tile(kind: str, prefix: str) -> str:
    """The pattern of a texture, `url(#PREFIXtexture-forest)`; "" for ground without one."""
    if kind not in _TILES:
        return ""
    colour = TEXTURE[kind]
    return (
        f'<pattern id="{prefix}texture-{kind}" width="{_TILE}" height="{_TILE}" patternUnits="userSpaceOnUse">'
        f'<g fill="{colour}" stroke="{colour}">{_TILES[kind]}</g>'
        "</pattern>"
    )


def shade(level: int) -> str:
    """How high ground is laid over with ink, as the attributes of a shape; "" for the lowest."""
    return f'fill="{INK}" fill-opacity="{number(min(level, HIGHEST) * SHADE / 100)}"' if level > 0 else ""


def _heights(shown: Iterable[Place], frame: Frame) -> Iterator[str]:
    """A darker shade for each step above the lowest ground, invisible to the pointer."""
    shapes: dict[int, list[str]] = {}
    for place in shown:
        if place.level > 0:
            shapes.setdefault(min(place.level, HIGHEST), []).append(_shape(place, frame))
    drawn = [f'<path class="height" d="{"".join(shapes[level])}" {shade(level)}/>' for level in sorted(shapes)]
    if drawn:
        yield f'<g class="heights" pointer-events="none">{"".join(drawn)}</g>'


def _textures(shown: Sequence[Place], frame: Frame, prefix: str) -> str:
    """Over all places of a kind at once, invisible to the pointer."""
    parts = []
    for kind in _TILES:
        shapes = [_shape(place, frame) for place in shown if kind == _kind(place) or kind in place.signs]
        if shapes:
            parts.append(f'<path class="texture" d="{"".join(shapes)}" fill="url(#{prefix}texture-{kind})"/>')
    for kind in _BLOCKS:
        houses = [
            house for place in shown if place.outline and place.terrain == kind for house in _houses(place, frame)
        ]
        if houses:
            parts.append(f'<path class="houses" d="{"".join(houses)}" fill="{TEXTURE[kind]}"/>')
    return f'<g class="textures" pointer-events="none">{"".join(parts)}</g>' if parts else ""


# Blocks about the middle of a hex by its terrain: left, top, width, height in hundredths of a counter. A chateau is a
# court with walls around it.
_TOWN: Final = (
    (-62, -22, 26, 18), (-30, -52, 20, 26), (0, -58, 30, 18), (36, -40, 18, 28),
    (-56, 8, 18, 26), (-28, 26, 28, 18), (10, 22, 20, 26), (38, 4, 24, 18),
)  # fmt: skip
_BLOCKS: Final[Mapping[str, Sequence[tuple[int, int, int, int]]]] = {
    "town": _TOWN,
    "city": _TOWN,
    "village": ((-52, -30, 20, 16), (8, -50, 22, 16), (34, -6, 20, 16), (-34, 20, 20, 18), (10, 30, 18, 16)),
    "chateau": ((-52, -52, 104, 9), (-52, 43, 104, 9), (-52, -43, 9, 86), (43, -43, 9, 86), (-20, -34, 40, 20)),
}


def _houses(place: Place, frame: Frame) -> Iterator[str]:
    x, y = frame.at(place.centre)
    unit = frame.counter / 100
    for left, top, width, height in _BLOCKS[place.terrain]:
        right, down = number(width * unit), number(height * unit)
        yield f"M{number(x + left * unit)} {number(y + top * unit)}h{right}v{down}h-{right}z"
