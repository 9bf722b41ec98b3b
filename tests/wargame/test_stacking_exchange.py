"""Stacks at the end of a phase, and what covers an exchange."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.wargame.exchange import MOST_UNITS, cheapest_payment, covers, minimal_payments
from pbem.wargame.stacking import Stack, overstacked, stacks

PLACES = [("c", "0610"), ("a", "0508"), ("b", "0610"), ("d", "0301"), ("e", "0301"), ("f", "0301")]


def test_stacks_come_by_hex_with_units_as_listed() -> None:
    assert stacks(PLACES) == (
        Stack("0301", ("d", "e", "f"), 3),
        Stack("0508", ("a",), 1),
        Stack("0610", ("c", "b"), 2),
    )


@pytest.mark.parametrize(
    ("limit", "hexes"), [(1, ["0301", "0610"]), (2, ["0301"]), (3, []), (0, ["0301", "0508", "0610"])]
)
def test_stacks_above_the_limit(limit: int, hexes: list[str]) -> None:
    assert [stack.at for stack in overstacked(PLACES, limit)] == hexes


def test_units_may_count_differently() -> None:
    sizes = {"a": 3, "b": 0, "c": 2}
    found = overstacked(PLACES, 2, lambda unit: sizes.get(unit, 0))
    assert found == (Stack("0508", ("a",), 3),)


@pytest.mark.parametrize(
    ("strengths", "owed", "paid", "all_minimal"),
    [
        ([8, 4], 6, (0,), [(0,)]),
        ([4, 4], 4, (0,), [(0,), (1,)]),
        ([8, 4, 2], 6, (1, 2), [(1, 2), (0,)]),  # exact before few
        ([3, 3, 6], 6, (2,), [(2,), (0, 1)]),  # few before first
        ([2, 3, 3, 2], 5, (0, 1), [(0, 1), (0, 2), (1, 3), (2, 3), (1, 2)]),
        ([1, 1], 3, None, []),
        ([], 0, (), [()]),
        ([5], 0, (), [()]),
        ([], 1, None, []),
        ([0, 5], 5, (1,), [(1,)]),  # a unit that pays nothing is not given up
        ([Fraction(5, 2), Fraction(3, 2), 1], 3, (0, 2), [(0, 2), (0, 1)]),
    ],
)
def test_what_an_exchange_costs(
    strengths: list[int | Fraction],
    owed: int,
    paid: tuple[int, ...] | None,
    all_minimal: list[tuple[int, ...]],
) -> None:
    units = [(f"u{number}", strength) for number, strength in enumerate(strengths)]
    assert cheapest_payment(units, owed) == (None if paid is None else tuple(f"u{number}" for number in paid))
    named = tuple(tuple(f"u{number}" for number in chosen) for chosen in all_minimal)
    assert minimal_payments(units, owed) == named
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
    minimal = minimal_payments(units, owed)
    assert cheapest_payment(units, owed) == best
    assert (minimal[0] if minimal else None) == best
    wanted = [chosen for total, _, chosen in ranked if not any(total - strengths[number] >= owed for number in chosen)]
    assert minimal == tuple(tuple(f"u{number}" for number in chosen) for chosen in wanted)


def test_many_units_are_paid_for_quickly_and_not_listed() -> None:
    units = [(f"u{number}", 3 + number % 4) for number in range(60)]
    paid = cheapest_payment(units, 100)
    assert paid is not None
    assert sum(dict(units)[unit] for unit in paid) == 100
    with pytest.raises(ValueError, match="more than"):
        minimal_payments(units[: MOST_UNITS + 1], 10)
    for call in (cheapest_payment, minimal_payments):
        with pytest.raises(ValueError, match="below zero"):
            call([("a", -1)], 1)
