"""A combat that was fought, calculated over again for the reader, and the chances of its die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pbem.hexgame.fighting.reckoning import Wording
from pbem.hexgame.fighting.reckoning import reckoning as lines
from pbem.hexgame.telling.foresight import shares_of
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.telling.named import RESULTS, DispatchNames


def chances(setting: Setting, column: str, bonus: int = 0) -> dict[str, Fraction]:
    """nlb 6.4, 24.5C: the exact chance of each result in a column; they add up to one. bonus: of the die."""
    return shares_of(setting.columns, setting.results, tuple(RESULTS), column, bonus)


def reckoning(names: DispatchNames, event: Mapping[str, Any]) -> Iterator[str]:
    """The event of a combat, a line for each step."""
    wording = Wording(names.unit, names.hex, RESULTS, bombarding="7.1", lowered="6.2C")
    told = event["calculation"]
    bonus = sum(int(one["by"]) for one in told["modifiers"])
    return lines(event, wording, chances(names.setting, told["used"], bonus))
