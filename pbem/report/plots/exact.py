"""Exact numbers on their way to paper: rounding, square roots and scales without a float."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import erfc, isqrt, sqrt
from typing import Final

# Beyond so many games nobody has a picture of a chance.
_RAREST: Final = 1000
_STEPS: Final = (1, 2, 5)


def decimal(value: Fraction | int, places: int = 1) -> str:
    """The value rounded to so many decimal places, halves away from zero; no sign before nothing."""
    scaled = abs(Fraction(value)) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign = "-" if value < 0 and whole else ""
    if not places:
        return f"{sign}{whole}"
    digits = str(whole).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def short(value: Fraction | int) -> str:
    """At most one decimal place: `3`, `3.2`."""
    return decimal(value).removesuffix(".0")


def root(value: Fraction) -> Fraction:
    """The square root, cut off behind the sixth decimal place."""
    return Fraction(isqrt(value.numerator * 10**12 // value.denominator), 10**6)


def one_game_in(luck: Fraction, variance: Fraction) -> int:
    """In one of how many games somebody is at least as lucky, by the normal curve; at most a thousand, at least two.

    This is where numbers leave exactness: the tail of the curve has no fraction.
    """
    if not variance:
        return 2
    tail = erfc(sqrt(luck * luck / (2 * variance))) / 2
    return max(2, round(1 / tail)) if tail * _RAREST > 1 else _RAREST


def scale(values: Iterable[Fraction | int], most: int = 6) -> list[int]:
    """Whole numbers at which an axis is marked: from below the least to above the greatest, nought among them."""
    found = [Fraction(value) for value in values]
    low, high = min([Fraction(0), *found]), max([Fraction(1), *found])
    step = next(size for size in _sizes() if -(-high // size) - low // size <= most)
    first, last = low // step, -(-high // step)
    return [step * number for number in range(first, last + 1)]


def _sizes() -> Iterable[int]:
    power = 1
    while True:
        yield from (power * step for step in _STEPS)
        power *= 10
