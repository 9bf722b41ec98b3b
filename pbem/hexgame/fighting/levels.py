"""Levels of losses: at how many strength points something befalls a book."""

from __future__ import annotations

from pbem.lean import dataclass


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
