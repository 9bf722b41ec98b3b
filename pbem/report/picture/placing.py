"""Where names stand: beside what they name, on no other name, no counter and no sign, and within the picture.

Each name tries one spot after another and takes the first that is free; where none is, it breaks into two lines or
becomes smaller, and at last stands where it covers least. The crowded ones choose first.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from math import inf, sqrt
from operator import attrgetter
from typing import Final

from pbem.lean import dataclass
from pbem.report.picture.kept import digest, memory
from pbem.report.picture.lettering import wide
from pbem.report.picture.surroundings import Box, Spot, Surroundings, meeting

# What a square pixel of something covered costs: another name, what must stay visible, what is better not touched.
_NAME: Final = 12.0
_SOLID: Final = 3.0
# How much room two names keep between them, side by side and one above the other, in pixels: two of them are not taken
# for the lines of one.
_GAP: Final = 2.5
_LINE_GAP: Final = 1.6
# What a pixel beyond the edge of the picture costs.
_OUTSIDE: Final = 400.0
# What it costs that one cannot tell of which of two places it is the name: more than that its letters become small.
_DOUBT: Final = 60.0
# How much nearer than to anything else a name has to stand to what it names, in pixels.
_CLEARLY: Final = 1.5
# What it costs that a name is harder to read by a size of its letters.
_READING: Final = 16.0
# At less than this a name covers nothing that matters.
_FREE: Final = 16.0
# So many of its spots are close by, and the others a little farther off.
_NEAR: Final = 16
# How much smaller a name becomes where there is no room, and between two of its lines.
_SMALLER: Final = 0.86
_LEADING: Final = 1.02
# How much farther than `_reach` says the spots of a name may lie, in font sizes.
_SPARE: Final = 2


@dataclass(frozen=True, slots=True)
class Label:
    """A name to be placed. x, y: the middle of what it names, half: how far that reaches from there.

    below: whether it stands rather below than above.
    """

    text: str
    x: float
    y: float
    half: float
    below: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A name in one or two lines: left edge, upper edge and width of all of them, and the size of its letters.

    leader: the two ends of a line to what it names, where it stands nearer to something else; ().
    """

    lines: tuple[str, ...]
    left: float
    top: float
    width: float
    size: float
    leader: tuple[Spot, ...] = ()

    @property
    def box(self) -> Box:
        """What the letters cover: left, top, right and bottom."""
        return self.left, self.top, self.left + self.width, self.top + _height(len(self.lines), self.size)

    def baselines(self) -> Iterator[tuple[str, float]]:
        """Each line with its baseline."""
        for number, line in enumerate(self.lines):
            yield line, self.top + self.size * (0.78 + number * _LEADING)


def placed(labels: Sequence[Label], size: float, about: Surroundings) -> list[Placed]:
    """Each name at its place, in the order in which they came. size: of the letters, where there is room."""
    found: dict[int, Placed] = {}
    costs: dict[int, float] = {}
    boxes: dict[int, Box] = {}
    near, notes = _neighbours(labels, size), memory()
    everything = digest(size, about.width, about.height, list(map(_LABEL, labels)))
    settled: dict[int, tuple[Box, list[Box], bytes]] = {}

    def put(number: int) -> None:
        if number not in settled:
            around = _reach(labels[number], size)
            beside, lines = about.near(around), about.lines_near(_grown(around, size * _SPARE))
            told = b"".join([everything, number.to_bytes(4), _bytes(beside), lines])
            settled[number] = around, beside, told
        around, beside, told = settled[number]
        names = [boxes[one] for one in _others(boxes, number, around)]
        key = sha256(b"".join([len(names).to_bytes(4), _bytes(names), told])).digest()
        known = _read(notes.note(key))
        if known is None:
            known = _best(labels[number], size, about, (names, beside), near[number])
            notes.write_down(key, _noted(*known))
        found[number], costs[number] = known
        boxes[number] = found[number].box

    for number in sorted(range(len(labels)), key=lambda number: (-len(near[number]), number)):
        put(number)
    for number in [number for number in found if costs[number] > _FREE] * 2:
        # Others may have left room meanwhile, or may make some.
        for other in (*_others(boxes, number, boxes[number]), number):
            put(other)
    return [_led(found[number], labels[number], near[number]) for number in range(len(labels))]


_LABEL: Final = attrgetter(*Label.__slots__)


def _bytes(boxes: Iterable[Box]) -> bytes:
    return array("d", chain.from_iterable(boxes)).tobytes()


def _noted(one: Placed, cost: float) -> bytes:
    return json.dumps([one.lines, one.left, one.top, one.width, one.size, cost]).encode("utf-8")


def _read(note: bytes | None) -> tuple[Placed, float] | None:
    """What `_noted` wrote, None for anything else."""
    with suppress(ValueError, TypeError):
        lines, *numbers = json.loads(note or b"[]")
        left, top, width, size, cost = map(float, numbers)
        if all(isinstance(line, str) for line in lines):
            return Placed(tuple(lines), left, top, width, size), cost
    return None


def _grown(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def _others(boxes: Mapping[int, Box], number: int, area: Box) -> list[int]:
    """Which boxes but one share something with an area, by their numbers."""
    left, top, right, bottom = area
    return [
        one
        for one, (west, north, east, south) in boxes.items()
        if west < right and east > left and north < bottom and south > top and one != number
    ]


def _led(one: Placed, label: Label, near: Sequence[Label]) -> Placed:
    """A name with a line to what it names, where that would not be clear."""
    if not _doubtful(one.box, label, near):
        return one
    left, top, right, bottom = one.box
    start = (min(max(label.x, left), right), min(max(label.y, top), bottom))
    half = label.half * 0.8
    end = (
        min(max(start[0], label.x - half), label.x + half),
        min(max(start[1], label.y - half), label.y + half),
    )
    return replace(one, leader=(start, end))


def least_covered(
    spots: Sequence[tuple[Spot, Box]], taken: Sequence[Box], width: float, height: float
) -> tuple[Spot, Box]:
    """The first of the spots at which least is covered, and least is lost beyond the edges of the picture."""
    about, best, least = Surroundings(width, height, ()), spots[0], inf
    lefts, tops, rights, bottoms = zip(*(box for _, box in spots), strict=True)
    boxes = meeting(taken, (min(lefts), min(tops), max(rights), max(bottoms)))
    for spot in spots:
        outside = about.beyond(spot[1]) * _OUTSIDE
        cost = _covered(spot[1], boxes, least - outside) + outside
        if cost < least:
            best, least = spot, cost
        if not cost:
            break
    return best


def _neighbours(labels: Sequence[Label], size: float) -> list[list[Label]]:
    """Of each name what else is named so near that their names might meet, from west to east."""
    found: list[list[Label]] = [[] for _ in labels]
    # A name in one line reaches as far as it is long.
    reach = max([size * 10, *(wide(label.text) * size + label.half * 2 + size * 3 for label in labels)])
    ordered = sorted(range(len(labels)), key=lambda number: (labels[number].x, number))
    for start, number in enumerate(ordered):
        one = labels[number]
        for other in ordered[start + 1 :]:
            if labels[other].x - one.x >= reach:
                break
            if abs(labels[other].y - one.y) < size * 4 + 2 * one.half:
                found[number].append(labels[other])
                found[other].append(one)
    return found


def _reach(label: Label, size: float) -> Box:
    """In what box the spots of a name lie."""
    room, reach = wide(label.text) * size, label.half * 1.2 + size * 3
    return label.x - room - reach, label.y - reach, label.x + room + reach, label.y + reach


def _best(
    label: Label,
    size: float,
    about: Surroundings,
    standing: tuple[Sequence[Box], Sequence[Box]],
    near: Sequence[Label],
) -> tuple[Placed, float]:
    """The first free spot, or that which costs least; and what it costs.

    standing: other names round about, and what is solid. near: what else is named there.
    """
    names, boxes = standing
    best, least = Placed((), 0, 0, 0, 0), inf
    for lines, letters, dearer in _shapes(label.text, size):
        width, height = max(map(wide, lines)) * letters, _height(len(lines), letters)
        for rank, (left, top) in enumerate(_spots(label, width, height)):
            cost = dearer + rank * 0.05
            if cost >= least or (rank == _NEAR and least < _FREE + dearer):
                break
            box = (left - _GAP, top - _LINE_GAP, left + width + _GAP, top + height + _LINE_GAP)
            if names:
                cost += _covered(box, names, (least - cost) / _NAME) * _NAME
            if boxes and cost < least:
                cost += _covered(box, boxes, (least - cost) / _SOLID) * _SOLID
            if cost < least:
                cost += about.beyond(box) * _OUTSIDE + about.crossed(box) * size
                if cost < least:
                    cost += _doubtful(box, label, near)
                if cost < least:
                    best, least = Placed(lines, left, top, width, letters), cost
                    if cost < 1:
                        return best, cost
        if least < _FREE + dearer:
            break
    return best, least


def _doubtful(box: Box, label: Label, near: Sequence[Label]) -> float:
    """What it costs that a name lies hardly nearer to what it names than to something else."""
    clear, (left, top, right, bottom) = gap(box, label) + _CLEARLY, box
    doubts = 0.0
    for other in near:
        # Most stand farther off in one direction alone.
        x, y, edge = other.x, other.y, clear + other.half
        if left - x < edge and x - right < edge and top - y < edge and y - bottom < edge and gap(box, other) < clear:
            doubts += _DOUBT
    return doubts


def gap(box: Box, label: Label) -> float:
    """How far what is named lies from a box, edge to edge."""
    across = max(box[0] - label.x, label.x - box[2], 0.0) - label.half
    along = max(box[1] - label.y, label.y - box[3], 0.0) - label.half
    return sqrt(max(across, 0.0) ** 2 + max(along, 0.0) ** 2)


def _covered(one: Box, others: Iterable[Box], most: float) -> float:
    """The area of a box that others cover, counted for each of them; a part of it, where it is more than `most`."""
    left, top, right, bottom = one
    area = 0.0
    # Never so near that rounding could decide.
    most += 0.001 + abs(most) * 1e-9
    # The innermost loop of all: comparisons rather than calls.
    for west, north, east, south in others:
        if west < right and east > left and north < bottom and south > top:
            width = (right if right < east else east) - (left if left > west else west)
            area += width * ((bottom if bottom < south else south) - (top if top > north else north))
            if area > most:
                break
    return area


def _shapes(text: str, size: float) -> Iterator[tuple[tuple[str, ...], float, float]]:
    """A name in one line, in two, and both of them smaller and smaller still; and what that costs."""
    broken = _broken(text)
    for step in range(3):
        letters, dearer = size * _SMALLER**step, step * _READING
        yield (text,), letters, dearer
        if broken:
            yield broken, letters, dearer + _READING / 4


def _broken(text: str) -> tuple[str, str] | None:
    """The text in two lines of about one length; None where it is one word."""
    cuts = [number for number, char in enumerate(text) if char in " -" and 2 < number < len(text) - 3]
    if not cuts:
        return None
    cut = min(cuts, key=lambda number: (abs(2 * number - len(text)), number))
    return text[: cut + (text[cut] == "-")], text[cut + 1 :]


def _height(lines: int, size: float) -> float:
    return size * (1 + (lines - 1) * _LEADING)


def _spots(label: Label, width: float, height: float) -> list[Spot]:
    """Upper left corners above, below, at the right and the left of what is named, then towards its corners."""
    x, y, half = label.x, label.y, label.half
    # Stacks reach up a little higher than a counter.
    above, below = y - half * 1.2 - _LINE_GAP - height, y + half + _LINE_GAP
    first, second = (below, above) if label.below else (above, below)
    right, left = x + half + 3, x - half - 3 - width
    spots = [(x - width / 2, first), (x - width / 2, second), (right, y - height / 2), (left, y - height / 2)]
    for start in (x - half * 0.4, x + half * 0.4 - width, x - width * 0.25, x - width * 0.75):
        spots += [(start, first), (start, second)]
    spots += [(start, top) for top in (y - half - height * 0.4, y + half - height * 0.6) for start in (right, left)]
    # A little farther off, where all that is crowded.
    further = height * 0.5
    spots += [(start, top) for top in (y - height, y) for start in (right, left)]
    starts = (x - width / 2, x - width * 0.25, x - width * 0.75, x, x - width)
    return spots + [(start, top) for start in starts for top in (above - further, below + further)]
