"""Slugs of the charts in words: modifiers of dice, targets, results, formations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.engine.calculation import effects_text
from rulesets.winters_victory.charts import Modifiers

FORMATIONS: Final[Mapping[str, str]] = {
    "column": "column",
    "line": "line",
    "extended": "extended line",
    "square": "square",
    "general-order": "General Order",
    "skirmish": "skirmish order",
    "mounted": "mounted order",
    "limbered": "limbered",
    "unlimbered": "unlimbered",
    "road-column": "road column",
}
"""wv 7.3, 7.4, 7.5-1: formation -> words behind `in`, but for the two of guns."""
STATES: Final[Mapping[str, str]] = {"good": "in good order", "disordered": "disordered", "routed": "routed"}
CORNERS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
"""wv 5.0-1: corners clockwise from the northern one."""
TARGETS: Final[Mapping[str, str]] = {
    "column": "a column",
    "square": "a square",
    "road-column": "a road column",
    "line": "a line",
    "extended": "an extended line",
    "cavalry": "cavalry",
    "limbered": "limbered guns",
    "unlimbered": "unlimbered guns",
    "loose-1": "skirmishers or General Order of 1 to 4 points",
    "loose-5": "skirmishers or General Order of 5 to 7 points",
    "loose-8": "skirmishers or General Order of 8 points and more",
    "routed": "routed",
    "enfiladed": "enfiladed",
    "massed": "massed",
    "screened": "screened",
    "fired-through": "fired through",
    "light-cover-side": "behind light cover",
    "light-cover-few": "few in light cover",
    "soft-cover": "in soft cover",
    "hard-cover": "in hard cover",
}
"""wv 11.0-F3-TC1: row of the chart of targets -> words."""
BANDS: Final[Mapping[str, str]] = {
    "minimum": "minimum range",
    "medium": "medium range",
    "maximum": "maximum range",
    "extended": "extended range",
}
FIRE: Final[Mapping[str, str]] = {
    "0": "no effect",
    "M": "a morale check",
    "1": "1 point lost",
    "2": "2 points lost",
    "3": "3 points lost",
}
"""wv 11.8: result of fire -> words."""
_MODIFIERS: Final[Mapping[str, str]] = {
    "own": "of its own",
    "charge": "by the charge",
    "elimination-here": "a friend eliminated here",
    "elimination-near": "a friend eliminated beside it",
    "formed-fire": "Cossacks under fire of formed units",
    "flank-fire": "fire from flank or rear",
    "lonely": "no battalion near",
    "depleted": "out of ammunition",
    "regiment": "its regiment beside it",
    "light-battery": "a light battery beside it",
    "disordered": "disordered",
    "disordered-loose": "disordered",
    "leader": "a leader",
    "snow": "snow in its face",
    "light-snow": "light snow in its face",
    "heavy-snow": "heavy snow in its face",
    "below-1:3": "less than 1:3",
    "at-3:1": "odds of 3:1",
    "at-4:1": "odds of 4:1",
    "russian-infantry": "Russian infantry",
    "impetus": "the impetus of a charge",
    "routed": "routed",
    "steep-slope": "a steep slope",
    "stream": "a stream",
    "light-cover-few": "few in light cover",
    "light-cover": "light cover",
    "soft-cover": "soft cover",
    "hard-cover": "hard cover",
    "square": "a square",
    "massed": "a massed target",
    "extended-centre": "the centre of an extended line",
    "enemy-movement": "while the enemy moves",
    "displaced": "displaced skirmishers",
    "battery": "a battery",
    "comrades": "comrades in good order",
    "cover": "in town, village or wood",
    "enemy": "the enemy near",
    "bonus": "his command bonus",
    "french-brigade": "a French brigade",
    "sender-ordered": "its sender under orders",
    "adjacent": "side by side",
    "urgent": "sent as urgent",
    "army": "of the army commander",
    "waited": "waited for",
    "division-away": "divisions out of reach",
    "brigade-away": "brigades out of reach",
    "brigade-far": "brigades far away",
    "evening": "the evening",
    "near-corps": "near his superior",
    "corps-acts": "his superior mobilized",
    "french-light-horse": "French light horse",
    "attack-order": "his Attack Order",
}
_UNCHARTED: Final[Mapping[str, str]] = {"own": "13.2", "charge": "12.63", "bonus": "16.13", "formed-fire": "13.13"}
"""Modifiers that no row of a chart has -> case."""


def modifier_word(slug: str) -> str:
    """A modifier in words; the slug itself where there are none."""
    return _MODIFIERS.get(slug, slug)


def modifiers_text(charts: Modifiers, found: Iterable[Sequence[Any]]) -> str:
    """`-1 of its own (13.2), +1 fire from flank or rear (13.13-l)`; "" for none. found: pairs of a slug and what it
    adds. charts: where their cases stand."""
    return effects_text(
        [
            {
                "by": add,
                "why": modifier_word(slug),
                "case": charts[slug].case if slug in charts else _UNCHARTED.get(slug, ""),
            }
            for slug, add in found
        ]
    )


def formation_text(formation: str) -> str:
    """`in line`, `limbered`."""
    word = FORMATIONS.get(formation, formation)
    return word if formation in ("limbered", "unlimbered") else f"in {word}"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 point`, `2 points`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
