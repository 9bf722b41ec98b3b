"""What is written on the printed map: numbers, names of places and rivers, and what places are worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pbem.engine.picture import Board, Place, Stroke
from pbem.lean import dataclass
from pbem.report.picture.crop import Frame, inside
from pbem.report.picture.lettering import lettered, number, wide
from pbem.report.picture.palette import FAINT, INK, PAPER, WATER
from pbem.report.picture.placing import Label, Placed, least_covered, placed
from pbem.report.picture.surroundings import Box, Line, Spot, Surroundings, meet

# Pixels between the upper and the lower end of a hex from which on it bears its number; where hexes are smaller, those
# along the edges of the picture do, one in every few.
ROOM_FOR_NUMBERS: Final = 26
# What names had better not lie on, and what a pixel of it costs: their white rim keeps them legible on it.
_WAYS: Final = {
    "road": 0.2, "trail": 0.1, "river": 0.2, "stream": 0.15, "bridge": 0.5, "ford": 0.5, "pontoon": 0.5, "broken": 0.5,
}  # fmt: skip
# An arrow lies above the names.
_ARROW: Final = 0.6
_RIVER_SIZE: Final = 8.5


@dataclass(frozen=True, slots=True)
class Busy:
    """What lies on the map and hides what is written there: counters and the like, and arrows."""

    boxes: Sequence[Box] = ()
    arrows: Sequence[Sequence[Spot]] = ()


NOBODY: Final = Busy()


def writing(board: Board, shown: Sequence[Place], frame: Frame, labels: bool | None, busy: Busy) -> list[str]:
    """All that is written, as a group. labels: as for `ground.ground`."""
    hexes, drawn = board.grid == "hex", _composed(board, shown, frame, labels, busy)
    numbers = [_number_drawn(one) for one in (*drawn.numbers, *drawn.edges)]
    worth = [_worth(text, x, y, drawn.size) for text, x, y in drawn.worth]
    rivers = [_river(*one) for one in drawn.rivers]
    letters = [part for one in drawn.names for part in _lettered(one, italic=hexes)]
    return ['<g class="writing" pointer-events="none">', *numbers, *worth, *rivers, *letters, "</g>"]


@dataclass(frozen=True, slots=True)
class _Number:
    """The number of a hex: the middle of its baseline, the size of its letters, and what it covers."""

    text: str
    x: float
    y: float
    size: float
    plain: bool
    box: Box


@dataclass(frozen=True, slots=True)
class _Composed:
    """What is written where. numbers: of all hexes, edges: of some at the edges instead. worth, rivers: text, x, y."""

    numbers: Sequence[_Number]
    edges: Sequence[_Number]
    worth: Sequence[tuple[str, float, float]]
    rivers: Sequence[tuple[str, float, float]]
    names: Sequence[Placed]
    size: float


def numbered(board: Board, frame: Frame, labels: bool | None) -> bool:
    """Whether every hex bears its number. labels: as for `ground.ground`."""
    return board.grid == "hex" and bool(labels or (labels is None and across(board, frame) >= ROOM_FOR_NUMBERS))


def _composed(board: Board, shown: Sequence[Place], frame: Frame, labels: bool | None, busy: Busy) -> _Composed:
    hexes, told = board.grid == "hex", numbered(board, frame, labels)
    numbers = list(_numbers(board, shown, frame)) if told else []
    edges = _along_edges(board, shown, frame) if hexes and not told and labels is None else []
    kept = Busy([*busy.boxes, *(one.box for one in (*numbers, *edges))], busy.arrows)
    names = named_places(board, frame, kept, ids=bool(labels) and not hexes)
    here, size = inside(board, frame), name_size(frame)
    worth = [(place.worth, *_worth_spot(board, place, frame)) for place in here if place.worth]
    rivers = _rivers(board, frame, [*kept.boxes, *_standing(board, here, frame), *(one.box for one in names)])
    return _Composed(numbers, edges, worth, rivers, names, size)


def ground_numbers(board: Board, shown: Sequence[Place], frame: Frame) -> list[str]:
    """The numbers of these hexes: they stand in the same place whatever else is written."""
    return [_number_drawn(one) for one in _numbers(board, shown, frame)]


def covered_numbers(board: Board, held: Collection[str], frame: Frame) -> list[tuple[str, Box, Spot]]:
    """The numbers of hexes with counters, drawn once more above these: as `written`; none where they cannot be read."""
    if not numbered(board, frame, None):
        return []
    places = [place for place in inside(board, frame) if place.id in held]
    found = []
    for one in _numbers(board, places, frame):
        reach, high = wide(one.text) * one.size / 2 + 2, one.size
        body = lettered(one.text, 0.0, 0.0, one.size, halo=1.8)
        found.append((body, (-reach, -high - 1, reach, high * 0.3 + 1), (one.x, one.y)))
    return found


def written(
    board: Board, shown: Sequence[Place], frame: Frame, labels: bool | None, busy: Busy
) -> Iterator[tuple[str, Box, Spot]]:
    """What `writing` writes but for `ground_numbers`: each drawn about (0, 0), what it covers there, and its place."""
    drawn = _composed(board, shown, frame, labels, busy)
    for number_ in drawn.edges:
        left, top, right, bottom = number_.box
        box = (left - number_.x - 3, top - number_.y - 4, right - number_.x + 3, bottom - number_.y + 3)
        yield _number_drawn(replace(number_, x=0.0, y=0.0)), box, (number_.x, number_.y)
    for text, x, y in drawn.worth:
        edge = drawn.size * 0.62 + 2
        yield _worth(text, 0.0, 0.0, drawn.size), (-edge, -edge, edge, edge), (x, y)
    for text, x, y in drawn.rivers:
        half = wide(text) * _RIVER_SIZE / 2 + 3
        yield _river(text, 0.0, 0.0), (-half, -_RIVER_SIZE - 2, half, _RIVER_SIZE * 0.4 + 2), (x, y)
    for name in drawn.names:
        x, y = name.left, name.top
        local = replace(name, left=0.0, top=0.0, leader=tuple((a - x, b - y) for a, b in name.leader))
        spots = [(0.0, 0.0), (local.box[2], local.box[3]), *local.leader]
        across_, down = [a for a, _ in spots], [b for _, b in spots]
        box = (min(across_) - 3, min(down) - 3, max(across_) + 3, max(down) + 3)
        yield "".join(_lettered(local, italic=board.grid == "hex")), box, (x, y)


def named_places(board: Board, frame: Frame, busy: Busy = NOBODY, *, ids: bool = False) -> list[Placed]:
    """The names of the places in the window where they stand; ids: of boxes, their ids instead."""
    hexes, named = board.grid == "hex", inside(board, frame)
    lines = [*((arrow, _ARROW) for arrow in busy.arrows), *([] if hexes else _lines(board, frame))]
    solid = [*busy.boxes, *_standing(board, named, frame)]
    about = Surroundings(frame.width, frame.height, solid, lines)
    return placed(_labels(named, frame, ids=ids, hexes=hexes), name_size(frame), about)


def across(board: Board, frame: Frame) -> float:
    """Pixels between the upper and the lower end of a place."""
    first = board.places[0].outline if board.places else ()
    return (max(y for _, y in first) - min(y for _, y in first)) * frame.scale if first else 0.0


def name_size(frame: Frame) -> float:
    """The font size of place names: with the counters, but never too small to read."""
    return max(8.0, min(11.0, frame.counter * 0.3))


def _numbers(board: Board, shown: Sequence[Place], frame: Frame) -> Iterator[_Number]:
    """Of hexes: small in the upper corner, with no ground of their own; on textures with a rim."""
    half = across(board, frame) / 2
    size = max(5.5, min(8.0, half * 0.24))
    # A hex that stands on its point has no room in the point itself.
    inset = half * (0.3 if board.top == "pointy" else 0)
    for place in shown:
        x, y = frame.at(place.centre)
        plain = place.terrain == "clear" and not place.signs
        base, reach = y - half + inset + size, wide(place.label) * size / 2
        # A name may come close to it from above.
        yield _Number(place.label, x, base, size, plain, (x - reach, base - size * 0.75 + 3, x + reach, base))


def _number_drawn(one: _Number) -> str:
    fill, halo = (FAINT, 0.0) if one.plain else (INK, 1.6)
    return lettered(one.text, one.x, one.y, one.size, fill=fill, halo=halo)


def _along_edges(board: Board, shown: Sequence[Place], frame: Frame) -> list[_Number]:
    """The numbers of the hexes at the four edges of the picture, as many as keep clear of each other."""
    reach = across(board, frame)
    outer = []
    for place in shown:
        x, y = frame.at(place.centre)
        if frame.shows(place) and (min(x, frame.width - x) < reach or min(y, frame.height - y) < reach):
            outer.append(place)
    found: list[_Number] = []
    for one in _numbers(board, outer, frame):
        left, top, right, bottom = one.box
        box = (left - 4, top - 8, right + 4, bottom + 8)
        inside = left >= 0 and top >= 0 and right <= frame.width
        if inside and not any(meet(box, other.box) for other in found):
            found.append(one)
    return found


def _worth_spot(board: Board, place: Place, frame: Frame) -> Spot:
    (x, y), half = frame.at(place.centre), frame.counter * 0.52
    if board.grid == "hex":
        reach = across(board, frame) / 2
        return x - reach * 0.72, y - reach * 0.62
    return x - half * 1.3, y - half * 1.3


def _worth(text: str, x: float, y: float, size: float) -> str:
    """Victory points in a small round sign."""
    edge = size * 0.62
    ring = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(edge)}" fill="{PAPER}" stroke="{INK}"/>'
    return f'<g class="worth">{ring}{lettered(text, x, y + size * 0.28, size * 0.8, bold=True, room=edge * 1.7)}</g>'


def _standing(board: Board, named: Sequence[Place], frame: Frame) -> Iterator[Box]:
    """What no name may lie on: boxes, and what they are worth."""
    edge = name_size(frame) * 0.7
    worth = [_worth_spot(board, place, frame) for place in named if place.worth]
    yield from ((x - edge, y - edge, x + edge, y + edge) for x, y in worth)
    if board.grid == "hex":
        return
    # A counter that comes to lie on a box must not hide names, nor the flag that is put to what is worth something.
    half, flag = frame.counter * 0.52, max(frame.counter * 0.36, 7.0)
    for place in named:
        x, y = frame.at(place.centre)
        yield x - half, y - half, x + half, y + half
        if place.worth:
            left, top = x + frame.counter * 0.38, y + frame.counter * 0.4
            yield left, top, left + flag, top + flag


def _lines(board: Board, frame: Frame) -> list[Line]:
    kept = [(one.points, _WAYS[one.kind]) for one in board.strokes if one.kind in _WAYS]
    return [([frame.at(point) for point in points], cost) for points, cost in kept]


def _labels(named: Sequence[Place], frame: Frame, *, ids: bool, hexes: bool) -> list[Label]:
    """The name of each place that has one; ids: its id in place of it."""
    half, found = frame.counter * (0.5 if hexes else 0.52), []
    for place in named:
        text = place.id if ids else place.name or ("" if hexes else place.label)
        if text:
            x, y = frame.at(place.centre)
            found.append(Label(text, x, y, half, below=hexes))
    return found


def _lettered(one: Placed, *, italic: bool) -> Iterator[str]:
    if one.leader:
        (ax, ay), (bx, by) = one.leader
        way = f'x1="{number(ax)}" y1="{number(ay)}" x2="{number(bx)}" y2="{number(by)}"'
        yield f'<line class="leader" {way} stroke="{PAPER}" stroke-width="2.4"/>'
        yield f'<line {way} stroke="{INK}" stroke-width="0.8"/>'
    for text, base in one.baselines():
        middle = one.left + one.width / 2
        yield lettered(text, middle, base, one.size, halo=2.2, room=one.width, italic=italic)


# -- rivers ---------------------------------------------------------------------------------


def _river(text: str, x: float, y: float) -> str:
    return lettered(text, x, y, _RIVER_SIZE, fill=WATER, italic=True, halo=2)


def _rivers(board: Board, frame: Frame, taken: Sequence[Box]) -> list[tuple[str, float, float]]:
    """The names of rivers and the like, each once, where along its course it covers least: middle and baseline."""
    boxes, found = list(taken), list[tuple[str, float, float]]()
    for stroke in board.strokes:
        spots = list(_along(stroke, frame)) if stroke.name else []
        if spots:
            (x, y), box = least_covered(spots, boxes, frame.width, frame.height)
            boxes.append(box)
            found.append((stroke.name, x, y))
    return found


def _along(stroke: Stroke, frame: Frame) -> Iterator[tuple[Spot, Box]]:
    """Where a name may stand by a course: above its points and the middles between them, from its middle on."""
    inside = [frame.at(point) for point in stroke.points if frame.window.holds(point)]
    spots = [*inside, *(((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(inside))]
    half = wide(stroke.name) * _RIVER_SIZE / 2
    if spots:
        mx, my = inside[len(inside) // 2]
        for x, y in sorted(spots, key=lambda spot: ((spot[0] - mx) ** 2 + (spot[1] - my) ** 2, spot)):
            for middle in (x, x + half + 3, x - half - 3):
                for base in (y - 3, y + _RIVER_SIZE):
                    reach = (middle - half, base - _RIVER_SIZE * 0.8, middle + half, base + _RIVER_SIZE * 0.2)
                    yield (middle, base), reach
