"""Odds beyond the table change the die (24.5C)."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, fought, order, phase, sheet

LONG = {"long-odds": True}
rule = pytest.mark.rule


@rule("nlb", "24.5C")
@pytest.mark.parametrize(
    ("attack", "defence", "column", "bonus"),
    [
        (12, 2, "6-1", 0),
        (13, 2, "6-1", 0),
        (14, 2, "6-1", -1),
        (16, 2, "6-1", -2),
        (10, 2, "5-1", 0),
        (2, 10, "1-5", 0),
        (2, 11, "1-5", 1),
        (2, 14, "1-5", 2),
        (2, 8, "1-4", 0),
    ],
)
def test_each_ratio_beyond_the_table_changes_the_die_by_one(attack: int, defence: int, column: str, bonus: int) -> None:
    found = board(f"fi{attack} 0403, ai{defence} 0404", **LONG)
    odds = odds_of(found, [f"fi{attack}"], [], [f"ai{defence}"])
    assert (odds.column, odds.bonus) == (column, bonus)
    bare = board(f"fi{attack} 0403, ai{defence} 0404")
    assert odds_of(bare, [f"fi{attack}"], [], [f"ai{defence}"]).modifiers == ()


@rule("nlb", "24.5C")
@pytest.mark.parametrize(
    ("attack", "defence", "die", "counted"),
    [
        pytest.param(16, 2, 4, 2, id="8-1, die 4: line 2 of 6-1"),
        pytest.param(16, 2, 1, 1, id="no line before the first"),
        pytest.param(2, 14, 5, 6, id="1-7, die 5 would be 7: line 6"),
    ],
)
def test_the_die_is_read_in_another_line_of_the_table(attack: int, defence: int, die: int, counted: int) -> None:
    found = board(f"fi{attack} 0403, ai{defence} 0404", **LONG)
    played = fought(phase(found), order("0404", f"fi{attack}"), die)
    (event,) = played.kinds("combat")
    table = found.setting.results[counted]
    assert (event["die"], event["counted"]) == (die, counted)
    assert event["result"] == table[found.setting.columns.index(event["calculation"]["used"])]


@rule("nlb", "24.5C")
def test_who_lowers_his_odds_adds_nothing_and_a_chateau_neither() -> None:
    found = board("fi16 0403, ai2 0404", **LONG)
    (event,) = fought(phase(found), order("0404", "fi16", reduce="5-1"), 4).kinds("combat")
    assert event["calculation"]["modifiers"] == [] and "counted" not in event
    assert event["result"] == found.setting.results[4][found.setting.columns.index("5-1")]
    walled = odds_of(board("fi48 0403, ai2 0404", sheet("0404 c"), **LONG), ["fi48"], [], ["ai2"])
    assert (walled.first, walled.column, walled.bonus) == ("6-1", "4-1", 0)
