"""What the kit of all rulesets cannot know of Winter's Victory: see `tests.rulesets.kit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.desk import Combat
from pbem.engine.odds_query import WhatIf


def question(document: Any, combat: Combat, moved: Sequence[tuple[str, str]]) -> WhatIf:
    """The combat as `pbem odds` asks for it: attacks come before moves (4.1)."""
    return WhatIf(combat.on, combat.by)


def foreseen(told: Any) -> Sequence[Any]:
    """Who attacks where at which odds, as a preview has it."""
    return [
        [one["at"], one["to"], one["calculation"]]
        for entry in told["attacks"]
        for one in entry["attacks"]
        if one["calculation"]
    ]


def happened(events: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
    """The first attack, where nothing was thrown before it: those behind it hang on what came of it."""
    first = next((number for number, event in enumerate(events) if event["kind"] == "shock-result"), len(events))
    if any("die" in event or event["kind"] in ("shock-void", "move") for event in events[:first]):
        return []
    keys = ("strengths", "row", "effectiveness", "attacker", "defender", "differential")
    return [[one["at"], one["to"], {key: one[key] for key in keys}] for one in events[first : first + 1]]
