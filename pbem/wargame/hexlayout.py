"""How a hex sheet is numbered: which digits are the column, where numbers grow to, which lines are shifted."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Literal

from pbem.wargame.faults import DataFaults

_WORDS: Final = {
    "top": ("flat", "pointy"),
    "numbering": ("CCRR", "RRCC"),
    "columns_grow": ("east", "west"),
    "rows_grow": ("north", "south"),
    "shifted": ("odd", "even"),
}


class UnknownHex(ValueError):
    """A text that is not a hex number, or one that is not on the map."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The numbering and stand of a hex sheet; its words are those of the map files.

    top: "flat" (columns stand straight, shifted half a hex against each other) or "pointy" (rows do).
    numbering: "CCRR" prints the column first, "RRCC" the row.
    columns_grow, rows_grow: the edge of the sheet towards which the numbers rise.
    shifted: parity of the printed column numbers whose hexes stand half a hex further south (flat), or of
        the row numbers whose hexes stand half a hex further east (pointy).
    digits: digits of each half of the number, 1 to 3.

    Raises DataFaults for any other word.
    """

    top: Literal["flat", "pointy"]
    numbering: Literal["CCRR", "RRCC"]
    columns_grow: Literal["east", "west"]
    rows_grow: Literal["north", "south"]
    shifted: Literal["odd", "even"]
    digits: int = 2

    def __post_init__(self) -> None:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        faults = [
            f"{name} is {given[name]!r}, not one of {', '.join(words)}"
            for name, words in _WORDS.items()
            if given[name] not in words
        ]
        if not 1 <= self.digits <= 3:
            faults.append(f"digits is {self.digits}, not 1 to 3")
        if faults:
            raise DataFaults(faults)

    def parse(self, text: str) -> tuple[int, int]:
        """Column and row of a printed number. Raises UnknownHex for anything else than its digits."""
        if len(text) != 2 * self.digits or not (text.isascii() and text.isdigit()):
            raise UnknownHex(f"{text[:20]!r} is not a hex number of {2 * self.digits} digits")
        first, second = int(text[: self.digits]), int(text[self.digits :])
        return (first, second) if self.numbering == "CCRR" else (second, first)

    def format(self, column: int, row: int) -> str:
        """The printed number of a column and row. Raises UnknownHex where one does not fit its digits."""
        if not (0 <= column < 10**self.digits and 0 <= row < 10**self.digits):
            raise UnknownHex(f"column {column}, row {row} do not fit {self.digits} digits each")
        first, second = (column, row) if self.numbering == "CCRR" else (row, column)
        return f"{first:0{self.digits}}{second:0{self.digits}}"

    def axial(self, column: int, row: int) -> tuple[int, int]:
        """The hex as (q, r), q growing to the east and r to the south."""
        x = column if self.columns_grow == "east" else -column
        y = row if self.rows_grow == "south" else -row
        # Turning an axis round keeps the parity of its numbers, so `shifted` means the same on every sheet.
        if self.top == "flat":
            return x, y - self._half(x)
        return x - self._half(y), y

    def offset(self, q: int, r: int) -> tuple[int, int]:
        """Column and row of (q, r): the way back from `axial`. They may be negative, hence unprintable."""
        if self.top == "flat":
            x, y = q, r + self._half(q)
        else:
            x, y = q + self._half(r), r
        return x if self.columns_grow == "east" else -x, y if self.rows_grow == "south" else -y

    def _half(self, line: int) -> int:
        """Half the number of a line, rounded down where odd lines are shifted and up where even ones are."""
        return (line - (line & 1)) // 2 if self.shifted == "odd" else (line + (line & 1)) // 2
