"""Dice for the movement and command of one unit or leader (16.1C, 16.18A)."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.board import INACTIVE, UNSUPPLIED
from rulesets.napoleons_last_battles.rules.march.march import Marches
from tests.rulesets.napoleons_last_battles.rules.turns import board, opened

SICK, Q = "sick-napoleon", "napoleon-q"


@pytest.mark.rule("nlb", "16.1C-1")
@pytest.mark.parametrize(("dice", "points"), [((6, 6), 10), ((2, 1), 3), ((5, 5), 10), ((1, 1), 2)])
def test_two_dice_give_the_points_of_the_sick_napoleon(dice: tuple[int, int], points: int) -> None:
    found = board("campaign", {Q: "2050"}, "16/1400", "french", SICK)
    turned = opened(found, *dice, 1)
    assert Marches(found).points(Q) == 2 * points
    assert Marches(found, (Q,)).points(Q) == points
    assert turned.of("allowance") == [
        {"kind": "allowance", "unit": Q, "dice": list(dice), "points": points, "case": "16.1C"}
    ]


@pytest.mark.rule("nlb", "16.1C-2")
@pytest.mark.parametrize(("die", "capacity"), [(5, 3), (2, 1), (1, 1), (6, 3), (3, 2)])
def test_half_a_die_is_his_command_capacity(die: int, capacity: int) -> None:
    found = board("campaign", {Q: "2050"}, "16/1400", "french", SICK)
    opened(found, 3, 3, die)
    assert found.position.capacities == {Q: capacity}


@pytest.mark.rule("nlb", "16.1C-1")
@pytest.mark.rule("nlb", "16.1C-2")
def test_nothing_is_rolled_for_who_is_not_there_or_may_not_use_it() -> None:
    night = opened(board("campaign", {Q: "2050"}, "16/2100", "french", SICK), 4)
    assert len(night.thrown) == 1
    assert not night.of("capacity")
    assert not opened(board("campaign", {Q: "2050"}, "16/1400", "coalition", SICK)).thrown
    assert not opened(board("campaign", {}, "16/1400", "french", SICK)).thrown
    asleep = board("campaign", {Q: "2050"}, "17/1000", "french", SICK, "late-start", marks={INACTIVE: {Q}})
    assert opened(asleep, 4).thrown == ["gt13.french.active.napoleon-q"]


@pytest.mark.rule("nlb", "16.1C-1")
def test_what_was_rolled_is_gone_with_the_turn() -> None:
    found = board("campaign", {Q: "2050"}, "16/1400", "french", SICK)
    opened(found, 1, 1, 1)
    found.position.army = "coalition"
    opened(found)
    assert not found.position.allowances
    assert not found.position.capacities


@pytest.mark.rule("nlb", "16.18A")
@pytest.mark.parametrize(("die", "points"), [(6, 4), (2, 2)])
def test_a_die_is_the_allowance_of_who_is_out_of_supply(die: int, points: int) -> None:
    at = {"huss-5": "2050", "camp-5": "2051", "12-1": "2040"}
    marks = {UNSUPPLIED: {"huss-5", "12-1"}}
    found = board("campaign", at, "17/1000", "french", "supply", "out-of-supply", marks=marks)
    turned = opened(found, die)
    assert turned.thrown == ["gt13.french.unsupplied.huss-5"]
    marches = Marches(found)
    assert [marches.points(unit) for unit in ("huss-5", "camp-5")] == [2 * points, 8]
