"""Odds columns: from two strengths to a column, and along the columns by shifts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from pbem.lean import dataclass
from pbem.wargame.faults import DataFaults

Strength = int | Fraction

_NAME: Final = re.compile(r"([1-9][0-9]{0,3})[-:]([1-9][0-9]{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shift:
    """One modifier of an attack.

    columns: how far, above zero to the attacker's good. case: of the rulebook. reason: in a few words.
    """

    columns: int
    case: str
    reason: str


@dataclass(frozen=True, slots=True)
class ColumnFound:
    """How a column was reached, for the report.

    start: the column of the bare odds. beyond: -1 where these lay below the first column, 1 where above the
    last, else 0. shifts: in the order given. final: the column after them.
    """

    start: str
    beyond: int
    shifts: tuple[Shift, ...]
    final: str


class OddsColumns:
    """The columns of a combat table, worst for the attacker first.

    names: "a-d" or "a:d" with whole numbers above zero, a ratio each, rising.

    Raises DataFaults with every name that is none or does not rise. Methods that take a column raise
    ValueError for one that is not there.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names: tuple[str, ...] = tuple(names)
        faults = [] if self.names else ["there is at least one column"]
        ratios: list[tuple[int, int]] = []
        for name in self.names:
            read = _NAME.fullmatch(name)
            if read is None:
                faults.append(f"{name[:20]!r} is not odds such as 3-1")
                continue
            attack, defence = int(read[1]), int(read[2])
            if ratios and attack * ratios[-1][1] <= ratios[-1][0] * defence:
                faults.append(f"{name} is not above the column before it")
            ratios.append((attack, defence))
        if faults:
            raise DataFaults(faults)
        self._ratios = tuple(ratios)
        self._index = {name: index for index, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """Place of a column, 0 for the worst."""
        try:
            return self._index[name]
        except KeyError:
            raise ValueError(f"{name} is not one of {', '.join(self.names)}") from None

    def column(self, attack: Strength, defence: Strength) -> str:
        """The column of bare odds: the best one not above them, so rounded for the defender.

        Worse odds than the first column's count as the first, better than the last one's as the last; so do
        odds against nothing. Raises ValueError for a strength below zero, and for nothing against nothing.
        """
        return self.names[max(self._rank(attack, defence), 0)]

    def beyond(self, attack: Strength, defence: Strength) -> int:
        """-1 for odds worse than the first column, 1 for odds strictly better than the last one, else 0."""
        return self._beyond(self._rank(attack, defence), attack, defence)

    def _beyond(self, rank: int, attack: Strength, defence: Strength) -> int:
        if rank < 0:
            return -1
        a, d = self._ratios[-1]
        return 1 if attack * d > a * defence else 0

    def shifted(self, name: str, shifts: Iterable[Shift]) -> str:
        """The column after all shifts together; past an end it is the column at that end."""
        place = self.index(name) + sum(shift.columns for shift in shifts)
        return self.names[min(max(place, 0), len(self.names) - 1)]

    def find(self, attack: Strength, defence: Strength, shifts: Iterable[Shift] = ()) -> ColumnFound:
        """The column of an attack with all that led to it. Raises as `column` does."""
        listed, rank = tuple(shifts), self._rank(attack, defence)
        start = self.names[max(rank, 0)]
        return ColumnFound(start, self._beyond(rank, attack, defence), listed, self.shifted(start, listed))

    def reductions(self, name: str) -> tuple[str, ...]:
        """The columns to which an attacker may lower his odds of his own will: best first, `name` left out."""
        return tuple(reversed(self.names[: self.index(name)]))

    def _rank(self, attack: Strength, defence: Strength) -> int:
        if attack < 0 or defence < 0 or attack == defence == 0:
            raise ValueError(f"{attack} against {defence} has no odds")
        rank = -1
        for index, (a, d) in enumerate(self._ratios):
            if attack * d < a * defence:
                break
            rank = index
        return rank
