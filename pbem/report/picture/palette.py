"""Colours that people with any colour vision tell apart, and that stay apart on a printer without colours.

The first side's counters are dark with white letters, the second's light with dark ones and a strong border; a third
and a fourth differ by their borders as well. The hues follow the set of Okabe and Ito.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

INK: Final = "#1a1a1a"
PAPER: Final = "#ffffff"
FAINT: Final = "#666666"
# What is laid over all else: bursts of combats.
BURST: Final = "#f0e442"
ALARM: Final = "#a30000"

TERRAIN: Final[Mapping[str, str]] = {
    "clear": "#fbf9f2",
    "forest": "#d5e7c8",
    "town": "#e7ded6",
    "city": "#d8cbc0",
    "rough": "#ecdcc0",
    "marsh": "#d9ebe8",
    "slope": "#f1e6cf",
    "water": "#c4dff0",
    "defensive": "#ecdcc0",
    "mountain": "#d9c7ad",
}
# What textures are drawn in, a darker shade of their ground.
TEXTURE: Final[Mapping[str, str]] = {
    "forest": "#5c8a4a",
    "town": "#6b4a3a",
    "city": "#4a3328",
    "rough": "#a07c45",
    "marsh": "#3f8580",
    "slope": "#a07c45",
    "water": "#4f94bd",
    "defensive": "#8f6a34",
    "mountain": "#7a5a33",
}
HEXSIDE: Final = "#c9c2b2"
WATER: Final = "#2f7fb8"
ROAD: Final = "#8a5a2b"
SLOPE: Final = "#7d5a2a"


@dataclass(frozen=True, slots=True)
class Livery:
    """How the counters of one side look. ink: letters on `fill`. line: the side's own colour, for borders and arrows.

    dash: of the border, "" for a solid one. border: its thickness in hundredths of a counter's edge.
    """

    fill: str
    ink: str
    line: str
    dash: str
    border: int


LIVERIES: Final[Sequence[Livery]] = (
    Livery("#00588f", "#ffffff", "#00588f", "", 4),
    Livery("#ffdcc2", "#1a1a1a", "#b84a00", "", 9),
    Livery("#ffffff", "#1a1a1a", "#00664d", "4 2", 8),
    Livery("#7b2d61", "#ffffff", "#7b2d61", "2 2", 6),
)
# For what belongs to nobody, and for sides beyond the fourth.
NEUTRAL: Final = Livery("#eeeeee", "#1a1a1a", "#555555", "1 2", 6)


def liveries(sides: Sequence[str]) -> dict[str, Livery]:
    """Army id -> livery, in the order of the sides."""
    return {side: LIVERIES[number] if number < len(LIVERIES) else NEUTRAL for number, side in enumerate(sides)}


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` as WCAG 2 defines it, 0 to 1."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
