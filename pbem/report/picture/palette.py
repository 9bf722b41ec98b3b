"""Colours that people with any colour vision tell apart, and that stay apart on a printer without colours.

The first army's counters are dark with white letters, the second's light with dark ones and a strong border; a third
and a fourth differ by their borders as well. The hues follow the set of Okabe and Ito.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.lean import dataclass

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
    "village": "#efe6dc",
    "chateau": "#e4d3da",
    "brush": "#e3ecc9",
    "wetland": "#e2efe4",
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
    "village": "#6b4a3a",
    "chateau": "#6a3348",
    "brush": "#7d944f",
    "wetland": "#5b9684",
}
HEXSIDE: Final = "#c9c2b2"
WATER: Final = "#2f7fb8"
# Greyer than the second army, whose arrows run along them.
ROAD: Final = "#978a7a"
SLOPE: Final = "#7d5a2a"
CONTOUR: Final = "#b08a58"
HEDGE: Final = "#4f7a3a"
# How much darker each step of height makes the ground, in hundredths, and the highest that is told apart.
SHADE: Final = 4
HIGHEST: Final = 9


@dataclass(frozen=True, slots=True)
class Livery:
    """How the counters of one army look. ink: letters on `fill`. line: the army's own colour, for borders and arrows.

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
# Colours of formations, for a stripe on counters, told apart as well as twelve can be.
BANDS: Final[Sequence[str]] = (
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00",
    "#cc79a7", "#999999", "#000000", "#8fd14f", "#8b4513", "#9467bd",
)  # fmt: skip
# For what belongs to nobody, and for armies beyond the fourth.
NEUTRAL: Final = Livery("#eeeeee", "#1a1a1a", "#555555", "1 2", 6)


def liveries(armies: Sequence[str]) -> dict[str, Livery]:
    """Army id -> livery, in the order of the armies."""
    return {army: LIVERIES[number] if number < len(LIVERIES) else NEUTRAL for number, army in enumerate(armies)}
