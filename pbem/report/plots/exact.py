"""Exact numbers on their way to paper: rounding, square roots and scales without a float."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt
from typing import Final

# Beyond so many games nobody has a picture of a chance.
_RAREST: Final = 1000
_STEPS: Final = (1, 2, 5)
_ONE: Final = 10**40
_PI: Final = 31415926535897932384626433832795028841971


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

    The tail of the curve is no fraction: it is reckoned in whole numbers to more than thirty places, so that the answer
    is the nearest number, and the same everywhere.
    """
    if not variance:
        return 2
    square = luck * luck / (2 * variance)
    # Behind this square the tail is less than one in a thousand.
    if square > 5:
        return _RAREST
    twice = _ONE - _erf_of_root(square)
    return min(max(2, (4 * _ONE + twice) // (2 * twice)), _RAREST)


def _erf_of_root(square: Fraction) -> int:
    """The error function of the square root of this, from 0 to 5, times `_ONE`.

    erf(x) is 2x/sqrt(pi) times the sum of (-x*x)^n / (n! (2n + 1)) over n from 0.
    """
    term, sum_, n = _ONE, _ONE, 0
    while term:
        n += 1
        # Cut off towards nothing, so that the terms come to an end.
        term = term * square.numerator // (square.denominator * n)
        sum_ += (-1) ** n * (term // (2 * n + 1))
    return isqrt(4 * square.numerator * sum_ * sum_ * _ONE // (square.denominator * _PI))


def scale(values: Iterable[Fraction | int], most: int = 6) -> list[int]:
    """Whole numbers at which an axis is marked: from below the least to above the greatest, nought among them."""
    found = [Fraction(value) for value in values]
    low, high = min([Fraction(0), *found]), max([Fraction(1), *found])
    step = next(size for size in sizes() if -(-high // size) - low // size <= most)
    first, last = low // step, -(-high // step)
    return [step * number for number in range(first, last + 1)]


def sizes() -> Iterable[int]:
    """1, 2, 5, 10, 20 and so on: the steps in which people count."""
    power = 1
    while True:
        yield from (power * step for step in _STEPS)
        power *= 10
