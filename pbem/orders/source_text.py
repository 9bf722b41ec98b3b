"""The text of a file as its author typed it, and changes of it that leave everything else alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pbem.orders.loader import Document, Mark, Path

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BOM: Final = "\ufeff"


class Unfit(Exception):
    """A change that cannot be made where it is wanted without touching what stands around it."""


@dataclass
class SourceText:
    """Lines with their own ends, and the changes gathered so far. Lines count from 1, as marks do."""

    text: str
    starts: list[int] = field(default_factory=list)
    _changes: list[tuple[int, int, str]] = field(default_factory=list)

    @classmethod
    def of(cls, source: bytes) -> SourceText:
        """Of a file that the loader has read."""
        found = cls(source.decode("utf-8").removeprefix(_BOM))
        at = 0
        for line in _LINE.findall(found.text):
            found.starts.append(at)
            at += len(line)
        return found

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.starts)

    @property
    def line_end(self) -> str:
        """How lines end here: as the first one does."""
        found = re.search(r"\r\n|\r|\n", self.text)
        return found.group() if found else "\n"

    def line(self, number: int) -> str:
        """A line without its end; "" for one behind the last."""
        return self._whole(number).rstrip("\r\n") if 0 < number <= self.count else ""

    def _whole(self, number: int) -> str:
        return self.text[self.starts[number - 1] : self._after(number)]

    def _after(self, number: int) -> int:
        return self.starts[number] if number < self.count else len(self.text)

    def at(self, mark: Mark) -> int:
        """Where in the text a mark is."""
        line, column = mark
        return self.starts[line - 1] + column - 1 if line <= self.count else len(self.text)

    def replace(self, start: Mark, end: Mark, text: str) -> None:
        """Puts `text` in the place of what stands between two marks."""
        self._changes.append((self.at(start), self.at(end), text))

    def drop_lines(self, first: int, last: int) -> None:
        """Takes lines away, the last one included."""
        self._changes.append((self.starts[first - 1], self._after(last), ""))

    def replace_lines(self, first: int, last: int, lines: Sequence[str]) -> None:
        """Puts other lines in their place. The last one ends as the last one did."""
        ends = self._whole(last)[len(self.line(last)) :]
        self._changes.append((self.starts[first - 1], self._after(last), self.line_end.join(lines) + ends))

    def insert_after(self, number: int, lines: Sequence[str]) -> None:
        """Puts lines behind a line; 0: before the first one. A file that ends without a line end goes on doing so."""
        if not lines:
            return
        if number == 0:
            self._changes.append((0, 0, "".join(f"{line}{self.line_end}" for line in lines)))
            return
        at = self._after(number)
        if self._whole(number).endswith(("\r", "\n")):
            self._changes.append((at, at, "".join(f"{line}{self.line_end}" for line in lines)))
        else:
            self._changes.append((at, at, "".join(f"{self.line_end}{line}" for line in lines)))

    def changed(self) -> str:
        """The text with all changes. Raises Unfit where two of them overlap."""
        parts, at = [], 0
        # Of those that begin in one place what is put in comes before what is taken away.
        for start, end, text in sorted(self._changes, key=lambda change: (change[0], change[1] > change[0])):
            if start < at:
                raise Unfit
            parts += [self.text[at:start], text]
            at = end
        return "".join([*parts, self.text[at:]])


def region(document: Document, path: Path) -> tuple[int, int]:
    """First and last line of a member with its key, or of an entry with what stands behind its dash."""
    first = document.keys[path][0] if path in document.keys else document.values[path][0]
    return first, document.ends[path][0]


def comment_of(source: SourceText, key: str, indent: int, lines: range, taken: Collection[int]) -> int:
    """The line of these in which a member stands behind a comment sign, as templates have them; 0 where none does.

    taken: lines that belong to values, in which a `#` is text.
    """
    wanted = re.compile(rf" {{{indent}}}# ?{re.escape(key)}:(?: |\Z)")
    return next((n for n in lines if n not in taken and wanted.match(source.line(n))), 0)
