"""What the kit of all rulesets cannot know of 1806: see `tests.rulesets.kit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.engine.desk import Combat
from pbem.engine.odds_query import WhatIf

_OTHERWISE: Final = {"held-back", "left", "undone", "stopped", "captured", "flew", "reduced", "damage", "repair"}
"""What a die, or the other army, can have made otherwise than a preview supposes."""

OPENED: Final = ("turned-up", "nightfall", "reorganized", "replaced")
"""Events that tell who somebody is."""


def begins(game: Any) -> Any:
    """What is known before anything lies face down: that somebody is with an army says nothing of where he lies."""
    return ()


def named(at: Any) -> Sequence[str]:
    """Whom a position names without a place: that he has come (15.0)."""
    return list(at["came"])


def question(document: Any, combat: Combat, moved: Sequence[tuple[str, str]]) -> WhatIf | None:
    """The combat as `pbem odds` asks for it, with the lower column that its entry wants.

    Nobody can be asked about whose repulse has failed, or is off the map (10.22).
    """
    if any("repulse" in str(word) for entry in document.get("orders", ()) for word in entry.get("path", ())):
        return None
    entry = document[combat.at[0]][combat.at[1]] if combat.at else {}
    return WhatIf(combat.on, combat.by, combat.far, tuple(moved), entry.get("reduce", ""))


def foreseen(told: Any) -> Sequence[Any]:
    """Who attacks where at which odds, as a preview has it."""
    return [_odds(attack["on"], manner["calculation"]) for attack in told["attacks"] for manner in attack["manners"]]


def happened(events: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
    """The first combat, where all dice before it fell well: those behind it hang on what came of it. None where an
    enemy was turned up before it whose strength the attacker could only suppose (1.5)."""
    first = next((number for number, event in enumerate(events) if event["kind"] == "combat"), len(events))
    before = events[:first]
    failed = any(set(event["dice"]) - set(event["passed"]) for event in before if event["kind"] == "command")
    ours = {event["army"] for event in before if event["kind"] == "officers"}
    failed |= any(event["kind"] == "turned-up" and event["army"] not in ours for event in before)
    if failed or any(event["kind"] in _OTHERWISE for event in before):
        return []
    return [_odds(event["on"], event["calculation"]) for event in events[first : first + 1]]


def _odds(on: Sequence[str], calculation: Mapping[str, Any]) -> Any:
    """Who lies face down under a number may stand in another order than under his name."""
    sides = [{**side, "units": sorted(side["units"], key=lambda one: one["unit"])} for side in calculation["strengths"]]
    return [list(on), sides, calculation["used"]]
