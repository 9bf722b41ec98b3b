"""What names keep off: counters, signs, lines and the edge of the picture, looked up by where they lie."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Final

Box = tuple[float, float, float, float]
Spot = tuple[float, float]
Line = tuple[Sequence[Spot], float]

# Edge of the fields in which what lies near is looked up, in pixels.
_FIELD: Final = 96
# Edge of the squares in which lines are counted, and parts of what they cost: whole numbers, so that no sum depends on
# what is far off.
_SQUARE: Final = 4
_PARTS: Final = 100


class Surroundings:
    """What names keep off: boxes, and lines that they had better not lie on.

    lines: each with what a pixel of it costs that runs through a name.
    """

    def __init__(self, width: float, height: float, solid: Iterable[Box], lines: Iterable[Line] = ()) -> None:
        self.width, self.height = width, height
        self._solid: dict[tuple[int, int], list[Box]] = {}
        self._lines = list(lines)
        for box in solid:
            for field in fields(box):
                self._solid.setdefault(field, []).append(box)

    def near(self, box: Box) -> list[Box]:
        """The boxes that share something with a box, each once."""
        return meeting(dict.fromkeys(one for field in fields(box) for one in self._solid.get(field, ())), box)

    @cached_property
    def _ink(self) -> _Ink:
        return _Ink(self.width, self.height, self._lines)

    @cached_property
    def _courses(self) -> dict[tuple[int, int], list[int]]:
        """The numbers of the lines that may run through each field."""
        found: dict[tuple[int, int], list[int]] = {}
        for number, (line, _) in enumerate(self._lines):
            across, down = [x for x, _ in line], [y for _, y in line]
            for field in fields((min(across), min(down), max(across), max(down))):
                found.setdefault(field, []).append(number)
        return found

    @cached_property
    def _told(self) -> list[bytes]:
        """All there is to know of each line."""
        return [array("d", [cost, *chain.from_iterable(line)]).tobytes() for line, cost in self._lines]

    def lines_near(self, box: Box) -> bytes:
        """All there is to know of the lines that may run through a box."""
        courses = self._courses
        numbers = {number for field in fields(box) for number in courses.get(field, ())}
        return b"".join([self._told[number] for number in sorted(numbers)])

    def crossed(self, box: Box) -> float:
        """What the lines cost that run through a box."""
        return self._ink.within(box)

    def beyond(self, box: Box) -> float:
        """How far a box reaches over the edge of the picture, in pixels."""
        left, top, right, bottom = box
        if left >= 1 and top >= 1 and right <= self.width - 1 and bottom <= self.height - 1:
            return 0.0
        over = max(1 - left, 0.0) + max(right - self.width + 1, 0.0)
        return over + max(1 - top, 0.0) + max(bottom - self.height + 1, 0.0)


class _Ink:
    """What lines cost, in small squares: for each row of them what lies in it up to each column."""

    def __init__(self, width: float, height: float, lines: Iterable[Line]) -> None:
        self.columns, self.rows = int(width // _SQUARE) + 1, int(height // _SQUARE) + 1
        drawn: dict[int, dict[int, int]] = {}
        for line, cost in lines:
            for (ax, ay), (bx, by) in pairwise(line):
                steps = max(int(max(abs(bx - ax), abs(by - ay)) // _SQUARE), 1)
                for step in range(steps):
                    part = (2 * step + 1) / (2 * steps)
                    row = drawn.setdefault(int((ay + (by - ay) * part) // _SQUARE), {})
                    column = int((ax + (bx - ax) * part) // _SQUARE)
                    row[column] = row.get(column, 0) + round(cost * _SQUARE * _PARTS)
        self._upto = {number: self._summed(row) for number, row in drawn.items()}

    def _summed(self, row: Mapping[int, int]) -> list[int]:
        costs = [0] * self.columns
        for column, cost in row.items():
            if 0 <= column < self.columns:
                costs[column] = cost
        return list(accumulate(costs, initial=0))

    def within(self, box: Box) -> float:
        last = self.columns - 1
        left, right = min(max(int(box[0] // _SQUARE), 0), last), min(max(int(box[2] // _SQUARE), 0), last) + 1
        rows = map(self._upto.get, range(int(box[1] // _SQUARE), int(box[3] // _SQUARE) + 1))
        return sum([row[right] - row[left] for row in rows if row]) / _PARTS


def fields(box: Box) -> Iterator[tuple[int, int]]:
    """The fields that a box lies in."""
    left, top, right, bottom = (int(edge // _FIELD) for edge in box)
    for column in range(left, right + 1):
        for row in range(top, bottom + 1):
            yield column, row


def meeting(boxes: Iterable[Box], one: Box) -> list[Box]:
    """Those that share something with a box."""
    left, top, right, bottom = one
    return [box for box in boxes if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes share anything."""
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]
