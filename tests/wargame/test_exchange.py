"""Stacks at the end of a phase, and what covers an exchange."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.wargame.exchange import cheapest_payment, covers

PLACES = [("c", "0610"), ("a", "0508"), ("b", "0610"), ("d", "0301"), ("e", "0301"), ("f", "0301")]


@pytest.mark.parametrize(
    ("strengths", "owed", "paid"),
    [
        ([8, 4], 6, (0,)),
        ([4, 4], 4, (0,)),
        ([8, 4, 2], 6, (1, 2)),  # exact before few
        ([3, 3, 6], 6, (2,)),  # few before first
        ([2, 3, 3, 2], 5, (0, 1)),
        ([1, 1], 3, None),
        ([], 0, ()),
        ([5], 0, ()),
        ([], 1, None),
        ([0, 5], 5, (1,)),  # a unit that pays nothing is not given up
        ([Fraction(5, 2), Fraction(3, 2), 1], 3, (0, 2)),
    ],
)
def test_what_an_exchange_costs(
    strengths: list[int | Fraction],
    owed: int,
    paid: tuple[int, ...] | None,
) -> None:
    units = [(f"u{number}", strength) for number, strength in enumerate(strengths)]
    assert cheapest_payment(units, owed) == (None if paid is None else tuple(f"u{number}" for number in paid))
    assert covers([strengths[number] for number in paid or ()], owed) == (paid is not None)


@given(st.lists(st.integers(0, 9), max_size=7), st.integers(0, 30))
def test_payments_equal_those_found_by_trying_every_set(strengths: list[int], owed: int) -> None:
    units = [(f"u{number}", strength) for number, strength in enumerate(strengths)]
    ranked = sorted(
        (sum(strengths[number] for number in chosen), count, chosen)
        for count in range(len(units) + 1)
        for chosen in combinations(range(len(units)), count)
        if covers([strengths[number] for number in chosen], owed)
    )
    best = tuple(f"u{number}" for number in ranked[0][2]) if ranked else None
    assert cheapest_payment(units, owed) == best


def test_many_units_are_paid_for_quickly() -> None:
    units = [(f"u{number}", 3 + number % 4) for number in range(60)]
    paid = cheapest_payment(units, 100)
    assert paid is not None
    assert sum(dict(units)[unit] for unit in paid) == 100
    with pytest.raises(ValueError, match="below zero"):
        cheapest_payment([("a", -1)], 1)
