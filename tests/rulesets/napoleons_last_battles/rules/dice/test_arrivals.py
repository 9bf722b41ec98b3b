"""Dice about who comes, who may move, and who begins reduced (18.5, 19.5, 24.1B)."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.rules.approach import approached
from rulesets.napoleons_last_battles.rules.march.entry import due_units
from rulesets.napoleons_last_battles.rules.march.march import Marches
from tests.rulesets.napoleons_last_battles.rules.turns import board, opened, played

SIXTH, FIRST = "sixth-corps", "first-corps"
HELD = {"lf-ds": "1451", "lher": "1553", "durb": "1454", "marc": "1356"}


@pytest.mark.rule("nlb", "18.5A")
@pytest.mark.parametrize(("dice", "reduced"), [((5, 2, 3, 6, 4, 1), {"24-1", "2w-2"}), ((3,), set())])
def test_dice_say_which_prussians_begin_reduced(dice: tuple[int, ...], reduced: set[str]) -> None:
    at = {"12-1": "3256", "24-1": "3256", "1w-1": "3457", "6-2": "3253", "28-2": "3453", "2w-2": "3155"}
    turned = opened(board("ligny", at, "", "french", "rolled-losses"), *dice)
    assert turned.board.position.reduced == reduced
    assert [event["unit"] for event in turned.of("start-die")] == list(at)
    assert not opened(board("ligny", at, "", "coalition", "rolled-losses")).thrown
    assert not opened(board("ligny", at, "16/1500", "french", "rolled-losses")).thrown


@pytest.mark.rule("nlb", "18.5B-1")
@pytest.mark.rule("nlb", "18.5-0")
@pytest.mark.parametrize(
    ("turn", "die", "comes"),
    [("16/1500", 1, None), ("16/1600", 3, False), ("16/1600", 2, True), ("16/1700", 2, True), ("16/2000", 1, True)],
)
def test_the_sixth_corps_comes_on_a_one_or_two(turn: str, die: int, comes: bool | None) -> None:
    found = board("ligny", {}, turn, "french", SIXTH)
    turned = opened(found, die)
    assert [event["comes"] for event in turned.of("arrival")] == ([] if comes is None else [comes])
    due = due_units(found)
    assert (list(due["bell-19"].hexes) if due else []) == (["3167"] if comes else [])
    assert not opened(board("ligny", {}, turn)).thrown


@pytest.mark.rule("nlb", "18.5B-1")
def test_who_has_been_called_is_not_rolled_for_again() -> None:
    found = board("ligny", {}, "16/1600", "french", SIXTH)
    opened(found, 1)
    found.position.turn += 1
    assert not opened(found).thrown
    assert "bell-19" in due_units(found)


@pytest.mark.rule("nlb", "18.5C-1")
@pytest.mark.parametrize(
    ("turn", "die", "comes"), [("16/1600", 1, None), ("16/1700", 3, True), ("16/1700", 5, False), ("16/1800", 6, True)]
)
def test_the_first_corps_comes_at_five_or_at_six(turn: str, die: int, comes: bool | None) -> None:
    found = board("ligny", {}, turn, "french", FIRST, memos={"first-corps": "yes"})
    turned = opened(found, die)
    assert [event["comes"] for event in turned.of("arrival")] == ([] if comes is None else [comes])
    assert len(turned.thrown) == (turn == "16/1700")
    due = due_units(found)
    assert (list(due["quiot-1"].hexes) if due else []) == (["2952"] if comes else [])
    assert not due or due["quiot-1"].group.unstacked


@pytest.mark.rule("nlb", "18.5C-1")
def test_the_first_corps_never_comes_where_nobody_has_written_so() -> None:
    turned = opened(board("ligny", {}, "16/1800", "french", FIRST, memos={"first-corps": "no"}))
    assert not turned.events


@pytest.mark.rule("nlb", "19.5D-1")
@pytest.mark.rule("nlb", "19.5-0")
@pytest.mark.parametrize(("turn", "die", "comes"), [("16/1600", 1, True), ("16/1600", 2, False), ("16/2000", 1, True)])
def test_the_first_corps_appears_at_villers_perwin_on_a_one(turn: str, die: int, comes: bool) -> None:
    found = board("quatre-bras", {}, turn, "french", FIRST)
    turned = opened(found, die)
    assert [event["comes"] for event in turned.of("arrival")] == [comes]
    due = due_units(found)
    assert bool(due) == comes
    assert not due or (due["quiot-1"].hexes, due["quiot-1"].group.each_pays) == (("2152",), 1)
    assert not opened(board("quatre-bras", {}, "16/1500", "french", FIRST)).thrown


@pytest.mark.rule("nlb", "19.5C")
def test_each_restrained_unit_is_rolled_for_until_it_is_free() -> None:
    found = board("quatre-bras", HELD, "16/1500", "french", "restrained-cavalry")
    turned = opened(found, 1, 2, 6, 1)
    assert [(e["units"], e["free"]) for e in turned.of("release")] == [
        (["lf-ds"], True),
        (["lher"], False),
        (["durb"], False),
        (["marc"], True),
    ]
    marches = Marches(found)
    assert [unit for unit in HELD if marches.frozen(unit)] == ["lher", "durb"]
    found.position.turn += 1
    assert len(opened(found, 3).thrown) == 2


@pytest.mark.rule("nlb", "19.5C")
@pytest.mark.parametrize(
    ("foe", "at", "free"),
    [
        ("mrln", "1653", {"lher"}),
        ("mrln", "1453", {"lher", "durb"}),
        ("mrln", "1550", set()),
        ("perponcher", "1653", set()),
    ],
)
def test_an_enemy_in_its_zone_frees_a_unit(foe: str, at: str, free: set[str]) -> None:
    options = ("restrained-cavalry", "leaders")
    found = board("quatre-bras", {**HELD, foe: at}, "16/1500", "coalition", *options)
    turned = played(found, approached(found, (foe,)))  # type: ignore[arg-type]
    assert found.position.released == free
    assert {unit for event in turned.of("release") for unit in event["units"]} == free
    assert not opened(found).thrown


@pytest.mark.rule("nlb", "24.1B")
@pytest.mark.parametrize(
    ("turn", "die", "free"),
    [("16/1400", 1, True), ("16/1400", 2, False), ("16/1500", 2, True), ("16/1600", 4, False), ("16/1700", 6, True)],
)
def test_the_first_corps_is_set_free_as_a_whole(turn: str, die: int, free: bool) -> None:
    found = board("grand-ligny", {"quiot-1": "1563", "bourg-1": "1564", "derlon": "1563"}, turn)
    turned = opened(found, die)
    assert [event["free"] for event in turned.of("release")] == [free]
    assert len(turned.thrown) == (turn < "16/1700")
    marches = Marches(found)
    assert [marches.frozen(unit) is None for unit in ("quiot-1", "derlon")] == [free, free]
    assert ("pegot-4" in due_units(found)) == free
    assert len(opened(found, 6).thrown) == (not free)
