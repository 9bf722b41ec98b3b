"""Exchanges: which units may be given up to cover a loss, and which are cheapest to give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

Strength = int | Fraction


def covers(given_up: Iterable[Strength], owed: Strength) -> bool:
    """Whether the strengths given up cover the debt; each rulebook says which of a unit's figures counts."""
    return sum(given_up) >= owed


def cheapest_payment(units: Sequence[tuple[str, Strength]], owed: Strength) -> tuple[str, ...] | None:
    """The units that cover what is owed with least overpayment, then with fewest units, then those listed
    first; None where all together do not. They come in the order listed.

    units: pairs of unit and strength; the work grows with the number of different sums below `owed`, so both
    are a rulebook's small numbers. Raises ValueError for a strength below zero.
    """
    if any(strength < 0 for _, strength in units):
        raise ValueError("a strength is below zero")
    # The best way to make each sum: fewest units, then the earliest. A sum that covers is not added to.
    best: dict[Strength, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for index, (_, strength) in enumerate(units):
        for total, (count, chosen) in list(best.items()):
            if total >= owed or strength == 0:
                continue
            way, known = (count + 1, (*chosen, index)), best.get(total + strength)
            if known is None or way < known:
                best[total + strength] = way
    enough = [total for total in best if total >= owed]
    return tuple(units[index][0] for index in best[min(enough)][1]) if enough else None
