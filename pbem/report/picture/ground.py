"""The printed map: places with their ground and texture, and what is written in them. It never changes in a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pbem.engine.picture import Board, Place
from pbem.report.picture.crop import Frame
from pbem.report.picture.lettering import escaped, ident, lettered, number, points, titled, wide
from pbem.report.picture.palette import FAINT, HEXSIDE, INK, PAPER, TERRAIN, TEXTURE
from pbem.report.picture.strokes import strokes

# Pixels between opposite sides of a hex from which on its number can be read.
_ROOM_FOR_NUMBERS: Final = 38
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
}


def ground(board: Board, frame: Frame, prefix: str = "", *, labels: bool | None = None) -> str:
    """The layer of a board that lies below everything else, as an SVG group.

    prefix: of all ids, so that several boards live in one page. labels: the numbers of places, None for where they can
    be read. A place is an element of class `place` with its id in `data-place`.
    """
    margin = board.span * 2
    shown = [place for place in board.places if frame.window.holds(place.centre, margin)]
    told = labels if labels is not None else board.grid == "hex" and _across(board, frame) >= _ROOM_FOR_NUMBERS
    lines = strokes(board, frame, board.strokes)
    # Boxes stand on the roads between them, hexes below them.
    middle = [_places(shown, frame, prefix), _textures(shown, frame, prefix)]
    parts = [*lines, *middle] if board.grid != "hex" else [*middle, *lines]
    return "\n".join(
        part
        for part in [
            f'<g id="{prefix}ground" class="ground">',
            _patterns(shown, prefix),
            *parts,
            *_writing(board, shown, frame, told),
            "</g>",
        ]
        if part
    )


def place_id(prefix: str, place: str) -> str:
    """The id of the element of a place."""
    return f"{prefix}place-{ident(place)}"


def sign_edge(frame: Frame) -> float:
    """The edge of a box that is drawn as a sign only."""
    return frame.counter * 0.7


def _across(board: Board, frame: Frame) -> float:
    """Pixels between the upper and the lower end of a place."""
    first = board.places[0].outline if board.places else ()
    return (max(y for _, y in first) - min(y for _, y in first)) * frame.scale if first else 0.0


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
    round_, side = half * 0.3, number(half * 1.4)
    corner = f"a{number(round_)} {number(round_)} 0 0 1"
    out, back = number(round_), f"-{number(round_)}"
    return (
        f"M{number(x - half + round_)} {number(y - half)}h{side}{corner} {out} {out}v{side}{corner} {back} {out}"
        f"h-{side}{corner} {back} {back}v-{side}{corner} {out} {back}Z"
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


def _textures(shown: Sequence[Place], frame: Frame, prefix: str) -> str:
    """Over all places of a kind at once, invisible to the pointer."""
    parts = []
    for kind in _TILES:
        shapes = [_shape(place, frame) for place in shown if kind == _kind(place) or kind in place.signs]
        if shapes:
            parts.append(f'<path class="texture" d="{"".join(shapes)}" fill="url(#{prefix}texture-{kind})"/>')
    houses = [house for place in shown if place.outline for house in _houses(place, frame)]
    if houses:
        parts.append(f'<path class="houses" d="{"".join(houses)}" fill="{TEXTURE["town"]}"/>')
    return f'<g class="textures" pointer-events="none">{"".join(parts)}</g>' if parts else ""


# Blocks of a town about the middle of its hex: left, top, width, height in hundredths of a counter.
_BLOCKS: Final = (
    (-62, -22, 26, 18), (-30, -52, 20, 26), (0, -58, 30, 18), (36, -40, 18, 28),
    (-56, 8, 18, 26), (-28, 26, 28, 18), (10, 22, 20, 26), (38, 4, 24, 18),
)  # fmt: skip


def _houses(place: Place, frame: Frame) -> Iterator[str]:
    if place.terrain not in ("town", "city"):
        return
    x, y = frame.at(place.centre)
    unit = frame.counter / 100
    for left, top, width, height in _BLOCKS:
        right, down = number(width * unit), number(height * unit)
        yield f"M{number(x + left * unit)} {number(y + top * unit)}h{right}v{down}h-{right}z"


# -- writing -----------------------------------------------------------------------------


def _writing(board: Board, shown: Sequence[Place], frame: Frame, labels: bool) -> Iterator[str]:
    yield '<g class="writing" pointer-events="none">'
    if board.grid == "hex":
        yield from _hex_writing(board, shown, frame, labels)
    else:
        yield from _box_writing(shown, frame, labels)
    yield "</g>"


def name_size(frame: Frame) -> float:
    """The font size of place names: with the counters, but never too small to read."""
    return max(8.0, min(11.0, frame.counter * 0.3))


def _hex_writing(board: Board, shown: Sequence[Place], frame: Frame, labels: bool) -> Iterator[str]:
    half, size = _across(board, frame) / 2, name_size(frame)
    small = max(5.5, min(8.0, half * 0.24))
    # A hex that stands on its point has no room in the point itself.
    inset = half * (0.3 if board.top == "pointy" else 0)
    for place in shown:
        x, y = frame.at(place.centre)
        if labels and place.label:
            yield lettered(place.label, x, y - half + inset + small, small, fill=FAINT)
        if place.worth:
            yield _worth(place.worth, x - half * 0.72, y - half * 0.62, size)
    for place in shown:
        x, y = frame.at(place.centre)
        if place.name:
            yield lettered(place.name, x, y + half - inset - size * 0.25, size, halo=2.2, italic=True)


def _worth(text: str, x: float, y: float, size: float) -> str:
    """Victory points in a small round sign."""
    edge = size * 0.62
    ring = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(edge)}" fill="{PAPER}" stroke="{INK}"/>'
    return f'<g class="worth">{ring}{lettered(text, x, y + size * 0.28, size * 0.8, bold=True, room=edge * 1.7)}</g>'


Box = tuple[float, float, float, float]


def _box_writing(shown: Sequence[Place], frame: Frame, labels: bool) -> Iterator[str]:
    """Names beside their boxes, on the side on which they cover the least of others."""
    # A counter that comes to lie on a box must not hide its name.
    size, half = name_size(frame), frame.counter * 0.52
    taken: list[Box] = []
    for place in shown:
        x, y = frame.at(place.centre)
        taken.append((x - half, y - half, x + half, y + half))
    for place in shown:
        x, y = frame.at(place.centre)
        if place.worth:
            yield _worth(place.worth, x - half * 1.1, y - half * 1.1, size)
        text = place.name or place.label
        text += f" {place.label or place.id}" if labels and place.name else ""
        if text:
            left, base, box = _best(_spots(text, x, y, half, size), taken)
            taken.append(box)
            yield lettered(text, left, base, size, anchor="start", halo=2.2, room=box[2] - box[0])


def _spots(text: str, x: float, y: float, half: float, size: float) -> Iterator[tuple[float, float, Box]]:
    """Left edge, baseline and outline of a name above, below, right and left of its box, and at the corners."""
    room = wide(text) * size
    # Stacks reach up a little higher than a counter.
    rows = (y - half * 1.2 - 3, y + half + size * 0.85, y + size * 0.35)
    beside = ((x + half + 3, rows[2]), (x - half - 3 - room, rows[2]))
    corners = [(left, base) for base in rows[:2] for left in (x - half * 0.4, x + half * 0.4 - room)]
    for left, base in ((x - room / 2, rows[0]), (x - room / 2, rows[1]), *beside, *corners):
        yield left, base, (left, base - size * 0.8, left + room, base + size * 0.22)


def _best(spots: Iterable[tuple[float, float, Box]], taken: Sequence[Box]) -> tuple[float, float, Box]:
    """The first of the spots on which least is covered. Only what lies round about is looked at more than once."""
    spots = list(spots)
    left, top = (min(box[side] for _, _, box in spots) for side in (0, 1))
    right, bottom = (max(box[side] for _, _, box in spots) for side in (2, 3))
    near = [box for box in taken if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]
    return min(spots, key=lambda spot: round(sum(_shared(spot[2], box) for box in near)))


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes both cover."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
