"""A combat that was fought, calculated over again for the reader."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.hexgame.fighting.reckoning import Wording
from pbem.hexgame.fighting.reckoning import reckoning as lines
from pbem.hexgame.telling.wording import Event
from rulesets.campaign_1806.telling.named import RESULTS, CampaignNames


def reckoning(names: CampaignNames, event: Event) -> Iterator[str]:
    """osg 11.3, 11.41-1: the event of a combat, a line for each step, and what its code counts as."""
    wording = Wording(names.unit, names.hex, RESULTS, bombarding="", lowered="11.32")
    chances = names.setting.charts.table.distribution(event["calculation"]["used"])
    yield from lines({**event, "result": event["rolled"]}, wording, chances)
    if event["result"] != event["rolled"]:
        yield f"counts as {event['result'] or 'no result'}: {names.results[event['result']]} (11.41)"
