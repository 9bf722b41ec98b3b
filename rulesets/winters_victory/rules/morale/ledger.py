"""What befell units is entered into the books of morale, and what the interphase makes of low ones (4.1.1A, 14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.lean import dataclass
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.morale.army import Values, must_roll
from rulesets.winters_victory.rules.morale.books import Book, check, disintegrate, enter

LEVEL = 0
"""wv 14.21: the level at which an army or corps has to roll."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """wv 14.0: the books with what is booked in them. book_of: counter -> its book, "" for none. half, divide: from
    which part of its start below zero on a book may fall apart, and how many points of its level are one of the die
    (14.22B)."""

    books: Mapping[str, Book]
    values: Values
    book_of: Callable[[str], str]
    half: int = 0
    divide: int = 1

    def enter(self, board: Board) -> Part:
        """wv 14.11-1, 14.11-2, 14.11-3, 14.12: books what has befallen the counters of a board, in the order in which
        it did, and tells what it cost."""
        fates, board.fates = board.fates, []
        for uid, what in fates:
            name = self.book_of(uid)
            if name not in self.books:
                continue
            change = enter(self.books[name], self.values, board.unit(uid), what)
            if change:
                book = self.books[name]
                told = {"unit": uid, "cause": what, "change": change, "level": book.level}
                yield event("morale-points", book=name, case="14.11", **told)

    def interphase(self, label: str) -> Part:
        """wv 4.1.1A, 14.21, 14.22B: the dice of all books that are at zero or less, and of those at half of their start
        below zero."""
        for name, book in sorted(self.books.items()):
            if must_roll(book.level, LEVEL, book.demoralized):
                yield from self._die(name, "demoralization", f"{label}.demoralized.{name}", "14.21")
            if book.demoralized and not book.disintegrated and self.half and book.level * self.half <= -book.start:
                yield from self._die(name, "disintegration", f"{label}.disintegrated.{name}", "14.22B")

    def _die(self, name: str, kind: str, label: str, case: str) -> Part:
        book = self.books[name]
        die = yield from ten(label, case)
        broken = check(book, LEVEL, die) if case == "14.21" else disintegrate(book, die, self.half, self.divide)
        yield event(kind, book=name, level=book.level, die=die, broken=broken, label=label, case=case)
