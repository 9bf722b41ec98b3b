"""A combat that was fought, calculated over again for the reader: strengths, odds, shifts, chances, die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.preview import chances
from rulesets.napoleon_at_war.telling.wording import RESULTS as RESULT_WORDS

Event = Mapping[str, Any]


def reckoning(setting: Setting, event: Event) -> Iterator[str]:
    """The event of a combat, a line for each step."""
    yield f"Attack {event['id']}"
    yield from (_attacker(setting, one) for one in event["attackers"])
    yield from (f"against {_defender(setting, one)}" for one in event["defenders"])
    yield f"{event['attack']} : {event['defence']} is {event['odds']} (7.6)"
    for shift in event["shifts"]:
        yield f"{shift['text']}: {shift['columns']:+d} column ({shift['case']})"
    if event["shifts"]:
        yield f"column {event['column']}"
    if event["reduced"]:
        yield f"reduced by the attacker to {event['used']} (7.9)"
    yield "chances: " + ", ".join(f"{result} {chance}" for result, chance in chances(setting, event["used"]).items())
    yield f"die {event['die']}: {event['result']}, {RESULT_WORDS[event['result']]}"


def _attacker(setting: Setting, one: Event) -> str:
    text = f"{setting.roster.units[one['unit']].name} {one['strength']} from {setting.field.name(one['hex'])}"
    if one["bombards"]:
        return f"{text}, bombarding (8.1)"
    return f"{text}, through a {one['via']} hexside" if one["via"] else text


def _defender(setting: Setting, one: Event) -> str:
    text = f"{setting.roster.units[one['unit']].name} {one['strength']} in {setting.field.name(one['hex'])}"
    why = "; ".join(f"{reason['text']} ({reason['case']})" for reason in one["why"])
    return f"{text}, doubled to {one['effective']}: {why}" if why else text
