"""Leaders who advance with their stacks, and who take command of one in combat (15.6, 16.13)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from pbem.engine.requests import Choose
from rulesets.napoleons_last_battles.board import INACTIVE, Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.leading import NOBODY, could_lead, take_command
from tests.hexgame.fighting.skirmish import Played
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import combat, fought, order, phase
from tests.rulesets.napoleons_last_battles.rules.plain import board, plain

rule = pytest.mark.rule
DE, DR, AR, EX = 1, 2, 6, 6
ADVANTAGE, BONUS = "leader-advance", "leader-bonus"


def at(text: str) -> dict[str, str]:
    return dict(pair.split() for pair in text.split(", "))


def attack(found: Board, by: str, *dice: int, answers: Any = None, **more: Any) -> Played:
    return fought(phase(found), order("0404", by, **more), *dice, answers=answers)


def went(played: Played) -> dict[str, str]:
    return {event["unit"]: event["to"] for event in played.events if event["kind"] in ("advanced", "accompanied")}


# -- 15.6 --------------------------------------------------------------------------------

STACK = "huss-5 0405, camp-5 0405, ney 0405, opstl 0404, kempt 0909"


@rule("nlb", "15.6")
@pytest.mark.parametrize(
    ("options", "advance", "moved"),
    [
        (ADVANTAGE, [{"unit": "huss-5", "with": ["camp-5"]}], {"huss-5", "camp-5", "ney"}),
        (ADVANTAGE, [{"unit": "huss-5"}], {"huss-5"}),
        (ADVANTAGE, "no", set()),
        ("", [{"unit": "huss-5", "with": ["camp-5"]}], set()),
    ],
)
def test_a_stack_of_two_may_advance_with_its_leader(options: str, advance: Any, moved: set[str]) -> None:
    found = board(at(STACK), options=options)
    played = attack(found, "huss-5 camp-5", DE, advance=advance)
    assert went(played) == dict.fromkeys(moved, "0404")
    assert found.position.leaders["ney"] == ("0404" if "ney" in moved else "0405")


@rule("nlb", "15.6")
@pytest.mark.parametrize(
    "units",
    [
        "huss-5 0405, camp-5 0405, opstl 0404",
        "huss-5 0405, camp-5 0304, ney 0405, opstl 0404",
        "huss-5 0405, camp-5 0405, hq-french 0405, opstl 0404",
        "huss-5 0405, camp-5 0405, picton 0405, opstl 0404",
    ],
)
def test_nobody_advances_in_pairs_without_a_leader(units: str) -> None:
    options = f"{ADVANTAGE} headquarters"
    played = attack(board(at(units), options=options), "huss-5 camp-5", DE, advance="no")
    assert not [one for one in played.offered[-1]["answers"] if "with" in one]


@rule("nlb", "15.6", "8.1A-1")
def test_a_pair_finds_no_room_in_a_chateau_left_by_cavalry() -> None:
    found = board(at("baud-6 0405, gauth-9 0405, ney 0405, hake 0404"), options=ADVANTAGE, on=plain("0404 c"))
    played = attack(found, "baud-6 gauth-9", DR, advance="no")
    assert [one for one in played.offered[-1]["answers"] if one != "no" and "with" in one] == []


@rule("nlb", "15.6")
def test_defenders_may_too() -> None:
    found = board(at("huss-5 0405, kempt 0404, pack 0404, picton 0404, quiot-1 0909"), options=ADVANTAGE)
    answers = {"a1.advance": {"when": "always"}}
    played = attack(found, "huss-5", AR, answers=answers)
    assert {"unit": "kempt", "to": "0405", "with": ["pack"]} in played.offered[-1]["answers"]


@rule("nlb", "15.5", "15.6")
@pytest.mark.parametrize(("die", "pairs"), [(1, True), (3, False), (5, False)])
def test_the_impetus_of_cavalry_comes_first(die: int, pairs: bool) -> None:
    found = board(at("stal 0405, huss-5 0405, ney 0405, opstl 0404"), options=f"{ADVANTAGE} impetus")
    played = attack(found, "stal huss-5", DE, die, advance=[{"unit": "stal", "with": ["huss-5"]}])
    assert (set(went(played)) == {"stal", "huss-5", "ney"}) is pairs
    assert set(went(played)) == ({"stal", "huss-5", "ney"} if pairs else {"stal"} if die == 5 else set())


# -- 16.13 -------------------------------------------------------------------------------


def column(found: Board, by: str, answers: Any = None, **more: Any) -> tuple[str, str]:
    told = attack(found, by, DR, 1, 1, 1, 1, answers=answers, **more).kinds("combat")[0]["calculation"]
    return told["first"], told["column"]


@rule("nlb", "16.13-1")
@pytest.mark.parametrize(
    ("attacker", "defender", "used"),
    [
        ("ney", None, "5-1"),
        ("nobody", None, "3-1"),
        ("ney", "1", "3-1"),
        ("nobody", "1", "1-1"),
        ("reille", None, "5-1"),
    ],
)
def test_a_leader_shifts_the_column_by_two(attacker: str, defender: str | None, used: str) -> None:
    found = board(at("huss-5 0405, soye-6 0405, ney 0405, reille 0405, detm 0404, chasse 0404"), options=BONUS)
    answers = {"a1.lead.chasse": defender} if defender else {}
    assert column(found, "huss-5 soye-6", answers, leader=attacker) == ("3-1", used)


@rule("nlb", "16.13-1")
@pytest.mark.parametrize(
    ("said", "leads"), [("never", False), (4, True), (5, False), ("wellington", True), (None, False)]
)
def test_the_defender_says_from_which_strength_on_a_leader_joins(said: Any, leads: bool) -> None:
    found = board(at("gauth-9 0405, kempt 0404, wellington 0404"), options=BONUS)
    ledger = phase(found)
    answers = {} if said is None else {"a1.lead.wellington": said}
    played = fought(ledger, order("0404", "gauth-9"), AR, 1, 1, answers=answers)
    assert [event["unit"] for event in played.kinds("leads")] == (["wellington"] if leads else [])


@rule("nlb", "16.13-1")
def test_each_leader_of_the_defence_is_asked_by_the_slot_of_his_formation() -> None:
    found = board(at("gauth-9 0405, kempt 0404, pack 0404, wellington 0404, picton 0404, ney 0405"), options=BONUS)
    engagement = combat(found, "0404", "gauth-9", leader="ney")
    asked: list[Choose] = []
    steps = take_command(engagement)
    with suppress(StopIteration):
        while True:
            request = steps.send(NOBODY if asked else None)
            assert isinstance(request, Choose)
            asked.append(request)
    assert [(one.army, one.slot, one.said) for one in asked[:1]] == [("french", "", "ney")]
    assert [(one.army, one.slot) for one in asked[1:]] == [("coalition", "leader.al-hq"), ("coalition", "leader.al-5")]


@rule("nlb", "16.13-1")
@pytest.mark.parametrize(
    ("units", "change", "leaders"),
    [
        ("huss-5 0405, camp-5 0405, reille 0405, ney 0405", {}, ["ney", "reille"]),
        ("huss-5 0405, quiot-1 0405, reille 0405, ney 0405", {}, ["ney"]),
        ("huss-5 0405, camp-5 0405, reille 0405, ney 0405", {"idle": {"reille"}}, ["ney"]),
        ("huss-5 0405, camp-5 0405, reille 0405, ney 0405", {"marks": {INACTIVE: {"ney"}}}, ["reille"]),
        ("huss-5 0405, camp-5 0405, reille 0406", {}, []),
    ],
)
def test_who_may_take_command_of_a_stack(units: str, change: dict[str, Any], leaders: list[str]) -> None:
    found = board(at(units), options=BONUS, **change)
    fighting = [unit for unit in found.at if found.at[unit] == "0405"]
    assert list(could_lead(found, fighting)) == leaders
    assert could_lead(board(at(units), **change), fighting) == {}


@rule("nlb", "16.13-1")
@pytest.mark.parametrize(
    ("options", "leader", "cases"),
    [
        (BONUS, "ney", []),
        (BONUS, "nobody", []),
        (BONUS, "reille", ["16.13"]),
        (BONUS, 3, ["16.13"]),
        ("", "ney", ["16.13"]),
    ],
)
def test_the_leader_of_an_attack_is_judged_when_it_is_written(options: str, leader: Any, cases: list[str]) -> None:
    found = board(at("huss-5 0405, quiot-1 0405, reille 0405, ney 0405, kempt 0404"), options=options)
    listed = [{"on": ["0404"], "by": ["huss-5", "quiot-1"], "leader": leader}]
    faults = attack_list(found).faults(listed)
    assert [(path, refusal.case) for path, refusal in faults] == [((0, "leader"), case) for case in cases]


@rule("nlb", "16.13-1", "6.2C")
def test_odds_raised_by_a_leader_may_be_lowered_again() -> None:
    found = board(at("huss-5 0405, quiot-1 0405, ney 0405, kempt 0404"), options=BONUS)
    listed = [{"on": ["0404"], "by": ["huss-5", "quiot-1"], "leader": "ney", "reduce": "3-1"}]
    assert attack_list(found).faults(listed) == []
    played = attack(found, "huss-5 quiot-1", DR, 1, leader="ney", reduce="3-1")
    told = played.kinds("combat")[0]["calculation"]
    assert (told["first"], told["column"], told["used"]) == ("2-1", "4-1", "3-1")


@rule("nlb", "16.13-2")
def test_a_victorious_leader_has_to_advance_with_his_stack() -> None:
    found = board(at("huss-5 0405, camp-5 0405, baud-6 0304, ney 0405, reille 0405, opstl 0404"), options=BONUS)
    played = attack(found, "huss-5 camp-5 baud-6", DE, 1, leader="ney", advance=[{"unit": "baud-6"}])
    assert went(played) == {"huss-5": "0404", "camp-5": "0404", "ney": "0404"}
    assert found.position.leaders["reille"] == "0405" and found.at["baud-6"] == "0304"


@rule("nlb", "16.13-2")
@pytest.mark.parametrize(("pay", "moved"), [(["huss-5"], {"camp-5", "ney"}), (["huss-5", "camp-5"], set())])
def test_who_is_left_of_his_stack_advances(pay: list[str], moved: set[str]) -> None:
    found = board(at("huss-5 0405, camp-5 0405, baud-6 0304, ney 0405, opstl 0404, kempt 0909"), options=BONUS)
    # A die of 6 at 6-1 is an exchange; then 3 for a leader whose stack is gone (10.2), and 1 for one who led.
    played = attack(found, "huss-5 camp-5 baud-6", EX, 3, 1, leader="ney", pay=pay)
    assert set(went(played)) == moved and played.kinds("paid")


@rule("nlb", "16.13-3", "10.2-2")
@pytest.mark.parametrize(("die", "lives"), [(5, True), (6, False)])
def test_a_six_kills_who_took_command(die: int, lives: bool) -> None:
    found = board(at("gauth-9 0405, kempt 0404, pack 0404, wellington 0404"), options=BONUS)
    played = attack(found, "gauth-9", AR, die, answers={"a1.lead.wellington": "1"})
    assert [event["unit"] for event in played.kinds("leader-killed")] == ([] if lives else ["wellington"])
    assert ("wellington" in found.position.leaders) is lives


@rule("nlb", "16.13-3", "10.2-2")
def test_both_dice_fall_for_a_leader_whose_stack_retreats() -> None:
    found = board(at("huss-5 0405, ney 0405, kempt 0404, pack 0404"), options=BONUS)
    played = attack(found, "huss-5", AR, 3, 6, leader="ney")
    assert [event["case"] for event in played.events if event["kind"].startswith("leader-")] == ["10.2", "16.13"]
    assert found.position.dead == {"ney"}
