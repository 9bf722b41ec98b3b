"""How a hex sheet is numbered: which digits are the column, where numbers grow to, which lines are shifted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, Final, Literal

from pbem.wargame.faults import DataFaults

_WORDS: Final = {
    "top": ("flat", "pointy"),
    "numbering": ("CCRR", "RRCC"),
    "columns_grow": ("east", "west"),
    "rows_grow": ("north", "south"),
    "shifted": ("odd", "even"),
    "short": ("", "odd", "even"),
}

_SHEET: Final = re.compile(r"([0-9]{2})-([0-9]{2}) \+([0-9]{1,2})", re.ASCII)


class UnknownHex(ValueError):
    """A text that is not a hex number, or one that is not on the map."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of a map whose hexes are numbered sheet by sheet: "n0130" is hex 0130 of the sheet n.

    letter: before its numbers. first, last: its printed rows. offset: what a printed row lies behind the row of the
    whole map, so that 38 makes row 01 of this sheet row 39 of the map.
    """

    letter: str
    first: int
    last: int
    offset: int

    def holds(self, row: int) -> bool:
        """Whether a row of the whole map is printed on this sheet."""
        return self.first <= row - self.offset <= self.last


def read_sheets(listed: Mapping[str, str]) -> tuple[Sheet, ...]:
    """Sheets as map files write them: letter -> `01-39 +38`, its printed rows and its offset.

    Raises DataFaults for anything else.
    """
    found = []
    for letter, text in listed.items():
        read = _SHEET.fullmatch(text) if len(letter) == 1 and letter.isascii() and letter.islower() else None
        if read is None:
            raise DataFaults(
                [f"sheet {letter[:20]!r}: {text[:20]!r}; a letter and text such as 01-39 +38 were expected"]
            )
        found.append(Sheet(letter, int(read[1]), int(read[2]), int(read[3])))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Layout:
    """The numbering and stand of a hex sheet; its words are those of the map files.

    top: "flat" (columns stand straight, shifted half a hex against each other) or "pointy" (rows do).
    numbering: "CCRR" prints the column first, "RRCC" the row.
    columns_grow, rows_grow: the edge of the sheet towards which the numbers rise.
    shifted: parity of the printed column numbers whose hexes stand half a hex further south (flat), or of
        the row numbers whose hexes stand half a hex further east (pointy).
    digits: digits of each half of the number, 1 to 3.
    short: parity of the lines (columns of a flat sheet, rows of a pointy one) that end one hex earlier, "" for none.
    sheets: where a map is printed on several sheets, these, the one whose numbers count first where two overlap.

    Raises DataFaults for any other word, and for sheets that leave a row out.
    """

    top: Literal["flat", "pointy"]
    numbering: Literal["CCRR", "RRCC"]
    columns_grow: Literal["east", "west"]
    rows_grow: Literal["north", "south"]
    shifted: Literal["odd", "even"]
    digits: int = 2
    short: Literal["", "odd", "even"] = ""
    sheets: tuple[Sheet, ...] = ()

    def __post_init__(self) -> None:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        faults = [
            f"{name} is {given[name]!r}, not one of {', '.join(words)}"
            for name, words in _WORDS.items()
            if given[name] not in words
        ]
        if not 1 <= self.digits <= 3:
            faults.append(f"digits is {self.digits}, not 1 to 3")
        rows = sorted((sheet.first + sheet.offset, sheet.last + sheet.offset) for sheet in self.sheets)
        faults += [f"no sheet has row {end + 1}" for (_, end), (begin, _) in pairwise(rows) if begin > end + 1]
        if faults:
            raise DataFaults(faults)

    def parse(self, text: str) -> tuple[int, int]:
        """Column and row of a printed number, the row counted over all sheets.

        Raises UnknownHex for anything else than its digits, behind the letter of a sheet that has the row.
        """
        # Maps are read hex by hex at the beginning of every command.
        sheet = None
        for one in self.sheets:
            if text[:1] == one.letter:
                sheet = one
                break
        digits = text[1:] if sheet else text
        if len(digits) != 2 * self.digits or not (digits.isascii() and digits.isdigit()) or (self.sheets and not sheet):
            raise UnknownHex(f"{text[:20]!r} is not {self._form()}")
        first, second = int(digits[: self.digits]), int(digits[self.digits :])
        column, row = (first, second) if self.numbering == "CCRR" else (second, first)
        if sheet is None:
            return column, row
        if not sheet.holds(row + sheet.offset) and self._sheet(row + sheet.offset) is not sheet:
            # A number that no sheet has is still one, as on a map of one sheet; that of another sheet is not.
            raise UnknownHex(f"{text} is not on the sheet {sheet.letter}, whose rows are {sheet.first} to {sheet.last}")
        return column, row + sheet.offset

    def format(self, column: int, row: int) -> str:
        """The printed number of a column and row, that of the first sheet which has the row.

        Raises UnknownHex where one does not fit its digits.
        """
        sheet = self._sheet(row) if self.sheets else None
        printed = row - sheet.offset if sheet else row
        if not (0 <= column < 10**self.digits and 0 <= printed < 10**self.digits):
            raise UnknownHex(f"column {column}, row {row} do not fit {self.digits} digits each")
        first, second = (column, printed) if self.numbering == "CCRR" else (printed, column)
        return f"{sheet.letter if sheet else ''}{first:0{self.digits}}{second:0{self.digits}}"

    def spelled(self, text: str) -> str:
        """The one spelling of a hex that two sheets print: `s3930` -> `n0130`. Raises UnknownHex as `parse` does."""
        return self.format(*self.parse(text))

    def has(self, column: int, row: int, columns: tuple[int, int], rows: tuple[int, int]) -> bool:
        """Whether a map of these columns and rows, first and last, has a hex there: short lines end one earlier."""
        line = column if self.top == "flat" else row
        cut = int(bool(self.short) and line % 2 == int(self.short == "odd"))
        last_column, last_row = (columns[1], rows[1] - cut) if self.top == "flat" else (columns[1] - cut, rows[1])
        return columns[0] <= column <= last_column and rows[0] <= row <= last_row

    def _sheet(self, row: int) -> Sheet:
        """The sheet that numbers a row of the whole map; beyond them all the one that is nearest."""
        for sheet in self.sheets:
            if sheet.holds(row):
                return sheet
        return min(self.sheets, key=lambda sheet: self._beyond(sheet, row))

    @staticmethod
    def _beyond(sheet: Sheet, row: int) -> int:
        return max(sheet.first - (row - sheet.offset), (row - sheet.offset) - sheet.last, 0)

    def _form(self) -> str:
        number = f"a hex number of {2 * self.digits} digits"
        return f"{number} behind {' or '.join(sheet.letter for sheet in self.sheets)}" if self.sheets else number

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


def read_layout(given: Mapping[str, Any]) -> Layout:
    """The layout that a map file or a sketch describes; its members are those of `Layout`, sheets as in `read_sheets`.

    Members that are none of these are left alone. Raises DataFaults for a word that a layout does not know.
    """
    words = {name: given.get(name, "") for name in _WORDS}
    return Layout(**words, sheets=read_sheets(given.get("sheets", {})))


def layout_texts(layout: Layout) -> dict[str, str | dict[str, str]]:
    """The members of a layout as `read_layout` wants them; what is not set is left out."""
    texts: dict[str, str | dict[str, str]] = {name: getattr(layout, name) for name in _WORDS if getattr(layout, name)}
    if layout.sheets:
        texts["sheets"] = {s.letter: f"{s.first:02}-{s.last:02} +{s.offset}" for s in layout.sheets}
    return texts
