"""A combat that was fought, calculated over again for the reader: strengths, odds, shifts, chances, die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.calculation import column_text, unit_text
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.preview import chances
from rulesets.napoleon_at_war.telling.wording import RESULTS as RESULT_WORDS

Event = Mapping[str, Any]


def reckoning(setting: Setting, event: Event) -> Iterator[str]:
    """The event of a combat, a line for each step."""
    yield f"Attack {event['id']}"
    yield from (_attacker(setting, one) for one in event["attackers"])
    told = event["calculation"]
    for one in told["strengths"][1]["units"]:
        yield f"against {unit_text(one, lambda unit: setting.roster.units[unit].name, setting.field.name)}"
    yield column_text(told, lowered="7.9")
    yield "chances: " + ", ".join(f"{result} {chance}" for result, chance in chances(setting, told["used"]).items())
    yield f"die {event['die']}: {event['result']}, {RESULT_WORDS[event['result']]}"


def _attacker(setting: Setting, one: Event) -> str:
    text = f"{setting.roster.units[one['unit']].name} {one['strength']} from {setting.field.name(one['hex'])}"
    if one["bombards"]:
        return f"{text}, bombarding (8.1)"
    return f"{text}, through a {one['via']} hexside" if one["via"] else text
