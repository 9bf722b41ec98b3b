"""Snow in the interphase: where it begins, and how it changes (4.1.1B; the tables are stand-ins of ours for 18)."""

from __future__ import annotations

from rulesets.winters_victory.playbook import NONE, Snow
from rulesets.winters_victory.rules.dice import Part, event, ten


def snowed(snow: Snow, rate: str, turn: int, label: str) -> Part:
    """wv 4.1.1B: segment B: at the turns of the track that have a mark an event may begin while no snow falls; while it
    falls a die changes it every turn. Returns the rate."""
    if rate == NONE and turn not in snow.begins_at:
        return rate
    name = f"{label}.snow"
    die = yield from ten(name, "4.1.1B")
    now = snow.begun(die) if rate == NONE else snow.changed(rate, die)
    yield event("snow", rate=now, before=rate, die=die, label=name, case="4.1.1B")
    return now
