"""What a throw promised, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.figures import Fortune


@pytest.mark.parametrize(
    ("worths", "expected", "variance"),
    [
        (range(1, 7), Fraction(7, 2), Fraction(35, 12)),
        ((-2, 0, 2), Fraction(0), Fraction(8, 3)),
        ((5,), Fraction(5), Fraction(0)),
    ],
)
def test_mean_and_mean_square_of_a_throw(worths: range, expected: Fraction, variance: Fraction) -> None:
    chances = tuple((Fraction(worth), Fraction(1, len(worths))) for worth in worths)
    throw = Fortune("an attack", "red", Fraction(1), chances)
    assert (throw.expected, throw.variance) == (expected, variance)
