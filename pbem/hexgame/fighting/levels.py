"""Levels of losses: which books have come to theirs, in the order in which a rulebook lets them count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """Losses at which something befalls the units of a book: an army, a corps, a nation.

    points: strength points, 0 for never. strict: whether they have to be surpassed, not only reached.
    """

    book: str
    points: int
    strict: bool = False

    def reached(self, lost: int) -> bool:
        """Whether losses have come so far."""
        return bool(self.points) and (lost > self.points if self.strict else lost >= self.points)


def reached(levels: Iterable[Level], lost: Callable[[str], int], last: str = "") -> tuple[str, ...]:
    """The books that have come to their levels, as listed; of several at one instant `last` counts as the last.

    lost: strength points booked, by book.
    """
    books = [level.book for level in levels if level.reached(lost(level.book))]
    return tuple(sorted(books, key=lambda book: book == last))
