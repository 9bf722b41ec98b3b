"""The combat results table as a practice opponent reads it: exact chances of each column, and what a result means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final

from pbem.hexgame.fighting.odds import columns_of
from pbem.wargame.exchange import cheapest_payment

# Columns that odds are lowered by, at most, in search of a better one.
MOST_LOWERED = 3


class Outcome(Enum):
    """What a result does to those who fight."""

    ATTACKER_LOST = "attacker lost"
    DEFENDER_LOST = "defender lost"
    ATTACKER_BACK = "attacker back"
    DEFENDER_BACK = "defender back"
    EXCHANGE = "exchange"


MEANS: Final[Mapping[str, Outcome]] = {
    "Ae": Outcome.ATTACKER_LOST,
    "De": Outcome.DEFENDER_LOST,
    "Ex": Outcome.EXCHANGE,
    "Ar": Outcome.ATTACKER_BACK,
    "Dr": Outcome.DEFENDER_BACK,
}
"""What the usual codes of a combat results table do."""


class Table:
    """One table. chances: column -> outcome -> how many faces of the die give it; what means nothing is left out.

    names: the columns, the worst odds first. results: face -> result in each column. means: result -> outcome.
    """

    def __init__(
        self, names: tuple[str, ...], results: Mapping[int, Sequence[str]], means: Mapping[str, Outcome] = MEANS
    ) -> None:
        self.columns = columns_of(names)
        self.names = names
        self._known: dict[tuple[int, int, int], int] = {}
        self.chances: list[dict[Outcome, int]] = [{} for _ in names]
        for row in results.values():
            for index, result in enumerate(row):
                if result in means:
                    outcome = means[result]
                    self.chances[index][outcome] = self.chances[index].get(outcome, 0) + 1

    def column(self, attack: int, defence: int, shift: int = 0) -> int:
        """The index of the odds column after a shift."""
        key = (attack, defence, shift)
        if key not in self._known:
            found = self.columns.index(self.columns.column(attack, defence)) + shift
            self._known[key] = min(max(found, 0), len(self.names) - 1)
        return self._known[key]

    def best_column(self, gains: Mapping[Outcome, int], full: int) -> tuple[int, int]:
        """The best value of a column that may be used, over all faces together, and which; the best odds among equals.

        gains: what each outcome is worth. full: the column of the odds.
        """
        found = [
            (sum(gains[outcome] * faces for outcome, faces in self.chances[index].items()), index)
            for index in range(max(full - MOST_LOWERED, 0), full + 1)
        ]
        return max(found)


@lru_cache(maxsize=4096)
def payers(strengths: tuple[int, ...], owed: int) -> tuple[int, ...]:
    """Who of attackers with these strengths pays an exchange, by their places in the row; all where they are short."""
    paid = cheapest_payment([(str(index), strength) for index, strength in enumerate(strengths)], owed)
    return tuple(range(len(strengths))) if paid is None else tuple(map(int, paid))
