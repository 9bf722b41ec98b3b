"""The arithmetic of the notes on Hougoumont (17.0, 16.11): what it takes to throw Byng out of it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.telling.reckoning import chances
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.test_board import part_of

HOUGOUMONT, BYNG = "0617", "byng"
TAKEN = ("De", "Ex")
"""Results after which nobody holds the chateau any more: a retreat is the defender's to refuse (8.2C)."""


@cache
def now() -> Setting:
    return setting("la-belle-alliance")


def strongest(number: int) -> list[str]:
    """The strongest French combat units that the scenario has on the map at the beginning, as they are printed."""
    here = [now().roster.units[unit] for unit in now().start]
    french = {one.id: one.strength.value for one in here if one.army == "french" and one.fights and one.strength}
    return sorted(french, key=lambda unit: (-french[unit], unit))[:number]


def around(units: list[str]) -> Board:
    """Two to a hex around Byng, who is in Hougoumont."""
    field = part_of(now().area)
    at = {unit: field.neighbours[HOUGOUMONT][place // 2] for place, unit in enumerate(units)}
    return Board(Position(1, "french", at={**at, BYNG: HOUGOUMONT}), field, pieces_of(now()), now())


@pytest.mark.rule("nlb", "17.0", "6.3A", "8.2B", "8.2C")
@pytest.mark.parametrize(("number", "strength", "column", "chance"), [(12, 75, "4-1", "1/3"), (11, 69, "3-1", "0")])
def test_twelve_of_the_strongest_have_one_chance_in_three_and_eleven_none(
    number: int, strength: int, column: str, chance: str
) -> None:
    units = strongest(number)
    odds = odds_of(around(units), units, [], [BYNG])
    assert [str(one.counts) for one in odds.strengths] == [str(strength), "18"]
    assert odds.used == column
    found = chances(now(), column)
    assert sum((found.get(result, Fraction(0)) for result in TAKEN), Fraction(0)) == Fraction(chance)
