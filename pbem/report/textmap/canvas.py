"""A field of characters that is written on in any order, and given out line by line, with colours or without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

# Letters on a ground, so that they can be read on a dark terminal and on a light one; one for each army in order.
_PAINTS: Final = ("\033[1;37;44m", "\033[30;43m", "\033[30;42m", "\033[1;37;45m")
_PLAIN: Final = "\033[0m"


class Canvas:
    """Characters by row and column. armies: in the order that gives them their colours."""

    def __init__(self, width: int, armies: Sequence[str] = ()) -> None:
        self.width, self.armies = width, armies
        self._paints = dict(zip(armies, _PAINTS, strict=False))
        self._rows: dict[int, dict[int, tuple[str, str]]] = {}

    def put(self, row: int, column: int, text: str, army: str = "") -> None:
        """Writes over what is there; what lies outside the width is lost."""
        line = self._rows.setdefault(row, {})
        for number, char in enumerate(text):
            if 0 <= column + number < self.width:
                line[column + number] = (char, army)

    def hint(self, row: int, column: int, char: str) -> None:
        """Writes a character only where nothing else stands."""
        if self.free(row, column, column + 1):
            self.put(row, column, char)

    def at(self, row: int, column: int) -> str:
        """The character there, "" where none was written."""
        return self._rows.get(row, {}).get(column, ("", ""))[0]

    def free(self, row: int, first: int, beyond: int, over: str = "") -> bool:
        """Whether nothing stands in these columns of a row, or only characters of `over`; outside nothing is free."""
        if first < 0 or beyond > self.width:
            return False
        line = self._rows.get(row, {})
        return all(column not in line or line[column][0] in over for column in range(first, beyond))

    def line(self, start: tuple[int, int], end: tuple[int, int], char: str) -> None:
        """A line of one character from (row, column) to another, on what is free."""
        (y, x), (to_y, to_x) = start, end
        steps = max(abs(to_y - y), abs(to_x - x))
        for step in range(steps + 1):
            row, column = (y * (steps - step) + to_y * step, x * (steps - step) + to_x * step)
            self.hint(_rounded(row, steps), _rounded(column, steps), char)

    def lay(self, other: Canvas) -> None:
        """Writes over it what stands on another field."""
        for row, line in other._rows.items():
            self._rows.setdefault(row, {}).update(line)

    def lines(self, *, colour: bool = False) -> list[str]:
        """The field from its first row to its last, without blanks at the ends of lines."""
        if not self._rows:
            return []
        return [self._text(row, colour) for row in range(min(self._rows), max(self._rows) + 1)]

    def _text(self, row: int, colour: bool) -> str:
        line = self._rows.get(row, {})
        text, now = "", ""
        for column in range(max(line, default=-1) + 1):
            char, army = line.get(column, (" ", ""))
            paint = self._paints.get(army, "") if colour else ""
            if paint != now:
                text += (_PLAIN if now else "") + paint
                now = paint
            text += char
        return (text + _PLAIN if now else text).rstrip(" ")


def painted(text: str, army: str, armies: Sequence[str], *, colour: bool) -> str:
    """A text in the colours of an army, or as it is."""
    paint = dict(zip(armies, _PAINTS, strict=False)).get(army, "") if colour else ""
    return f"{paint}{text}{_PLAIN}" if paint else text


def _rounded(value: int, whole: int) -> int:
    return (2 * value + whole) // (2 * whole) if whole else value
