"""The pieces of a scenario: who there is, what he can do, and to which formation he belongs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter with a strength. strength in strength points, allowance in movement points a turn, both as printed.

    kind: what the rulebook tells apart, such as `infantry`. order: place on the roster, the tie-break of last resort.
    """

    id: str
    name: str
    kind: str
    strength: int
    allowance: int
    army: str
    formation: str
    order: int


P = TypeVar("P", bound=Piece)


@dataclass(frozen=True)
class Roster(Generic[P]):
    """All pieces of a scenario: by id, and the formations of each army in the order of the file."""

    units: Mapping[str, P]
    formations: Mapping[str, tuple[str, ...]]
    formation_names: Mapping[str, str]

    def of(self, army: str) -> tuple[P, ...]:
        """The pieces of an army in roster order."""
        return tuple(u for u in self.units.values() if u.army == army)

    def strength(self, units: Iterable[str], army: str) -> int:
        """Printed strength points of those of some pieces who are of an army, wherever they are."""
        return sum(self.units[u].strength for u in units if self.units[u].army == army)
