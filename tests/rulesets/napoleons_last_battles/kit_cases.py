"""What the kit of all rulesets cannot know of Napoleon's Last Battles: see `tests.rulesets.kit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.desk import Combat
from pbem.engine.odds_query import WhatIf
from tests.rulesets.napoleons_last_battles import desk_cases

DESK = desk_cases.DESK


def question(document: Any, combat: Combat, moved: Sequence[tuple[str, str]]) -> WhatIf | None:
    """The combat as `pbem odds` asks for it, with the lower column that its entry wants, and of cavalry that charges.

    Nobody can be supposed to fall back before combat of his own will (15.3).
    """
    if document.get("mounted"):
        return None
    entry = document[combat.at[0]][combat.at[1]] if combat.at else {}
    charging = {unit for move in document.get("orders", ()) if move.get("charge") for unit in _named(move)}
    tactic = "charge" if combat.by and charging.issuperset(combat.by) else ""
    return WhatIf(combat.on, combat.by, combat.far, tuple(moved), entry.get("reduce", ""), tactic)


def _named(move: Mapping[str, Any]) -> Sequence[str]:
    units: Sequence[str] = move.get("units") or [move["unit"]]
    return units


def foreseen(told: Any) -> Sequence[Any]:
    """Who attacks where at which odds, as a preview has it."""
    return [_odds(attack["on"], manner) for attack in told["attacks"] for manner in attack["manners"]]


def happened(events: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
    """The first combat: those behind it hang on what came of it, and all on who fell back before it (15.3)."""
    if any(event["kind"] == "fell-back" for event in events):
        return []
    return [_odds(event["on"], event) for event in events if event["kind"] == "combat"][:1]


def _odds(on: Sequence[str], manner: Mapping[str, Any]) -> Any:
    return [list(on), manner["attackers"], manner["calculation"]["used"]]
