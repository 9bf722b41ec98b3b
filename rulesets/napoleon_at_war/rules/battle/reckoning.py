"""A combat that was fought, calculated over again for the reader: strengths, odds, shifts, chances, die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.hexgame.fighting.reckoning import Wording
from pbem.hexgame.fighting.reckoning import reckoning as lines
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.outlooks import chances
from rulesets.napoleon_at_war.telling.wording import RESULTS as RESULT_WORDS


def reckoning(setting: Setting, event: Mapping[str, Any]) -> Iterator[str]:
    """The event of a combat, a line for each step."""
    names = {unit: counter.name for unit, counter in setting.roster.units.items()}
    wording = Wording(names.__getitem__, setting.field.name, RESULT_WORDS, bombarding="8.1", lowered="7.9")
    return lines(event, wording, chances(setting, event["calculation"]["used"]))
