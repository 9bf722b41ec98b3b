"""What can be counted of a position and weighed of a combat, as data for figures: losses, ground held, luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Protocol

from pbem.engine.options import Json
from pbem.lean import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """Army -> a whole number, of what everybody can see of a position.

    lost: strength gone so far. held: hexes or boxes of worth in its hands. points: victory points as they stand.
    What a game does not count is an empty map; `units` names what is counted, `lost` -> `strength points`.
    """

    lost: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fortune:
    """One throw that mattered: how much good it did to an army, against what its column promised.

    name: what was thrown for, in words. army: the one that is better off the higher the numbers. actual: what the
    result was worth. chances: worth -> its exact chance before the throw; they add up to one.
    """

    name: str
    army: str
    actual: Fraction
    chances: tuple[tuple[Fraction, Fraction], ...]

    @property
    def expected(self) -> Fraction:
        """The mean worth."""
        return sum((worth * chance for worth, chance in self.chances), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The mean square of what a throw differs from `expected`."""
        mean = self.expected
        return sum(((worth - mean) ** 2 * chance for worth, chance in self.chances), Fraction(0))


class GameFigures(Protocol):
    """`Telling.figures`: what a ruleset counts of a position, and what it weighs of dice."""

    def tally(self, at: Json) -> Tally:
        """What has been lost and is held at a position."""

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The throws of a segment's events, in order."""

    def decided(self, label: str, events: Sequence[Mapping[str, Json]]) -> Mapping[str, Json] | None:
        """The event of a segment that tells what the die with this label decided; None where no more is known than that
        an event's label begins that of its dice."""
        return None
