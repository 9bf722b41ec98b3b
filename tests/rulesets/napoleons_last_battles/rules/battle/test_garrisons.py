"""Attacks on chateaux that are being garrisoned, on garrisons, and on those who stand with them (16.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import GARRISON, Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.rules.marks import FORMING
from rulesets.napoleons_last_battles.theatre import chart_of
from tests.hexgame.fighting.skirmish import Played
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, combat, fought, order, phase, sheet

rule = pytest.mark.rule
WALLS = "0404"


def walled(units: str, marks: str, unit: str = "ai4", **sides: str) -> Board:
    """A chateau in 0404 under 16.11, and a unit that bears a mark."""
    bare = board("", garrisons=True)
    on = sheet(f"{WALLS} c", **sides)
    found = board(units, replace(on, chart=chart_of(bare.setting, on.chart), _tables={}), garrisons=True)
    found.remark(marks, unit, on=True)
    return found


def attacked(found: Board, by: str, die: int, result: str, answers: Any = None, **more: Any) -> Played:
    """The attack on the chateau with a die that gives a result."""
    played = fought(phase(found), order(WALLS, by, **more), die, answers=answers)
    assert played.kinds("combat")[0]["result"] == result
    return played


def where(found: Board) -> dict[str, str]:
    return {unit: at for unit, at in found.at.items() if unit[0] == "a"}


@rule("nlb", "16.11-1")
@pytest.mark.parametrize(
    ("attackers", "options", "strengths"),
    [
        ("fi6 0403", {}, (6, 4)),
        ("fc6 0403", {}, (3, 4)),
        ("fg6 0403", {}, (6, 4)),
        ("fg6 0403", {"modified-terrain": True}, (3, 4)),
        ("fi6 0403", {"modified-terrain": True}, (6, 4)),
    ],
)
def test_a_chateau_without_a_garrison_is_attacked_as_a_forest(
    attackers: str, options: dict[str, bool], strengths: tuple[int, int]
) -> None:
    """Cavalry is halved, by 16.4 artillery as well, and nobody is tripled."""
    bare = board("", garrisons=True, **options)
    on = sheet(f"{WALLS} c")
    field = replace(on, chart=chart_of(bare.setting, on.chart), _tables={})
    found = board(f"{attackers}, ai4 0404", field, garrisons=True, **options)
    odds = odds_of(found, [attackers.split()[0]], [], ["ai4"])
    assert (odds.attack, odds.defence) == strengths and not found.sheltered("ai4")


@rule("nlb", "16.11A-2")
def test_who_forms_and_its_mate_defend_at_half() -> None:
    found = walled("fi9 0403, ai6 0404, ai4 0404", FORMING, "ai6")
    assert odds_of(found, ["fi9"], [], ["ai6", "ai4"]).defence == 5


@rule("nlb", "16.11A-2")
@pytest.mark.parametrize(
    ("by", "die", "result", "forms"), [("fi9", 1, "Dr", False), ("fi3", 6, "Ar", False), ("fi1", 6, "Ae", True)]
)
def test_any_result_but_ae_ends_the_forming_of_a_garrison(by: str, die: int, result: str, forms: bool) -> None:
    found = walled(f"{by} 0403, ai4 0404, ai2 0404", FORMING)
    played = attacked(found, by, die, result)
    assert found.marked(FORMING, "ai4") is forms and bool(played.kinds("garrison-left")) is not forms
    assert (WALLS in where(found).values()) is (result != "Dr")


@rule("nlb", "16.11B")
@pytest.mark.parametrize(("die", "result"), [(1, "De"), (2, "Dr")])
def test_a_garrison_does_not_share_the_fate_of_those_on_top(die: int, result: str) -> None:
    found = walled("fi9 0403, ai1 0404, ai1b 0404, ai4 0404", GARRISON)
    played = attacked(found, "fi9", die, result, advance=[{"unit": "fi9"}])
    assert found.at["ai4"] == WALLS and found.marked(GARRISON, "ai4")
    assert found.units_in(WALLS) == ("ai4",) and not played.kinds("advanced")


@rule("nlb", "16.11D-1")
def test_only_those_on_top_are_attacked() -> None:
    found = walled("fi9 0403, ai4 0404, ai2 0404", GARRISON)
    assert combat(found, WALLS, "fi9").targets == ("ai2",)


@rule("nlb", "16.11D-1")
@pytest.mark.parametrize(
    ("attackers", "strengths", "column"),
    [
        ("fi6 0403, fg6 0405", (9, 4), "2-1"),
        ("fi6 0403, fc6 0405", (9, 4), "2-1"),
        ("fi6 0403", (6, 4), "1-1"),
        ("fi8 0403", (8, 4), "2-1"),
    ],
)
def test_cavalry_and_artillery_are_halved_against_a_garrison(
    attackers: str, strengths: tuple[int, int], column: str
) -> None:
    """A stream around the walls neither doubles it nor halves anybody."""
    for sides in ({}, {"stream": "0404-0403 0404-0405"}):
        found = walled(f"{attackers}, ai4 0404", GARRISON, **sides)
        odds = odds_of(found, [unit for unit in found.at if unit[0] == "f"], [], ["ai4"])
        assert (odds.attack, odds.defence, odds.column) == (*strengths, column)


@rule("nlb", "16.11D-1")
def test_a_garrison_is_not_bombarded_and_need_not_be_attacked() -> None:
    found = walled("fg6 0406, fi6 0403, ai4 0404", GARRISON)
    assert attack_list(found).default() == []
    refusal = attack_list(found).why_not([{"on": [WALLS], "bombard": ["fg6"]}])
    assert refusal is not None and (refusal.case, refusal.unit, refusal.hex) == ("16.11D", "fg6", WALLS)
    assert attack_list(found).why_not([{"on": [WALLS], "by": ["fi6"]}]) is None


@rule("nlb", "16.11D-2")
@pytest.mark.parametrize("said", ["hold", "leave"])
def test_a_garrison_retreats_only_if_its_owner_wishes(said: str) -> None:
    found = walled("fi8 0403, ai4 0404", GARRISON)
    played = attacked(found, "fi8", 1, "Dr", {"a1.chateau.ai4": said}, advance=[{"unit": "fi8"}])
    assert (found.at["ai4"] == WALLS) is found.marked(GARRISON, "ai4") is (said == "hold")
    assert bool(played.kinds("held-chateau")) is (said == "hold") and not played.kinds("advanced")


@rule("nlb", "16.11D-2")
@pytest.mark.parametrize(("die", "result"), [(1, "De"), (5, "Ex")])
def test_nobody_advances_into_the_hex_of_a_garrison(die: int, result: str) -> None:
    found = walled("fi9 0403, fi9b 0405, ai1 0404", GARRISON, "ai1")
    played = attacked(found, "fi9 fi9b", die, result, advance=[{"unit": "fi9b"}], pay=["fi9"])
    assert "ai1" not in found.at and not found.marked(GARRISON, "ai1") and not played.kinds("advanced")
