"""Colours: letters can be read on what they stand on, and sides stay apart for every eye and on grey paper."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import pytest

from pbem.report.picture.palette import (
    BURST,
    FAINT,
    INK,
    LIVERIES,
    NEUTRAL,
    PAPER,
    TERRAIN,
    TEXTURE,
    liveries,
)

Colour = tuple[float, float, float]
# Linear RGB as people see it who lack the red or the green cones (Viénot, Brettel and Mollon 1999).
_SEEN = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def linear(colour: str) -> Colour:
    """Linear RGB of `#rrggbb`, each 0 to 1."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` as WCAG 2 defines it, 0 to 1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: str, eye: str) -> Colour:
    """Linear RGB of `#rrggbb` for an eye."""
    rows = [sum(part * channel for part, channel in zip(row, linear(colour), strict=True)) for row in _SEEN[eye]]
    return rows[0], rows[1], rows[2]


def apart(one: str, other: str, eye: str) -> float:
    return sqrt(sum((a - b) ** 2 for a, b in zip(seen(one, eye), seen(other, eye), strict=True)))


def test_the_ratio_is_that_of_the_definition() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_letters_can_be_read() -> None:
    for livery in (*LIVERIES, NEUTRAL):
        assert contrast(livery.ink, livery.fill) >= 4.5, livery
        # Borders and arrows on the ground.
        assert contrast(livery.line, TERRAIN["clear"]) >= 4.5, livery
    for fill in TERRAIN.values():
        assert contrast(INK, fill) >= 7
    assert contrast(FAINT, TERRAIN["clear"]) >= 4.5 and contrast(INK, BURST) >= 4.5


@pytest.mark.parametrize("eye", list(_SEEN))
def test_two_sides_are_told_apart_by_every_eye(eye: str) -> None:
    for one, other in combinations(LIVERIES[:2], 2):
        assert apart(one.fill, other.fill, eye) > 0.5
        assert apart(one.line, other.line, eye) > 0.15


def test_sides_are_told_apart_without_any_colour() -> None:
    first, second = LIVERIES[:2]
    assert abs(luminance(first.fill) - luminance(second.fill)) > 0.5
    assert len({(livery.ink, livery.dash, livery.border) for livery in LIVERIES}) == len(LIVERIES)


def test_textures_stand_off_from_their_ground() -> None:
    for kind, colour in TEXTURE.items():
        assert contrast(colour, TERRAIN[kind]) >= 2, kind
    assert contrast(PAPER, TERRAIN["clear"]) < 1.2


def test_every_side_has_a_livery() -> None:
    looks = liveries([f"s{n}" for n in range(6)])
    assert looks["s0"] is LIVERIES[0] and looks["s5"] is NEUTRAL
