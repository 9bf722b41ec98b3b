"""Leaders in combat: dice, flight before and after an advance, and who succeeds a chief (10.2, 10.1E, 16.1C)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.leader_losses import kill
from tests.hexgame.fighting.skirmish import Played
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import fought, order, phase
from tests.rulesets.napoleons_last_battles.rules.plain import board

rule = pytest.mark.rule
AR, DR, DE, EX = 6, 1, 1, 6
"""Dice: Ar and Dr at 1-1, De and Ex at 4-1 and better."""
LEADERS = ("leader-killed", "leader-unhurt", "fled", "leader_lost")


def attack(found: Board, on: str, by: str, *dice: int, **more: Any) -> Played:
    answers = more.pop("answers", None)
    return fought(phase(found), order(on, by, **more), *dice, answers=answers)


def of_leaders(played: Played) -> list[tuple[str, str]]:
    return [(event["kind"], event["unit"]) for event in played.events if event["kind"] in LEADERS]


@rule("nlb", "10.0", "10.2-1")
@pytest.mark.parametrize("army", ["french", "coalition"])
def test_a_leader_alone_neither_attacks_nor_is_attacked(army: str) -> None:
    found = board({"napoleon": "0405", "kempt": "0404"}, army=army)
    options = attack_list(found)
    assert options.default() == [] and options.pressed == () and options.contacts == {}
    assert options.faults([{"on": ["0404"], "by": ["napoleon"]}])


@rule("nlb", "10.2-1")
def test_a_leader_adds_nothing() -> None:
    at = {"baud-6": "0405", "kempt": "0404", "pack": "0404"}
    strengths = []
    for more in ({}, {"ney": "0405", "picton": "0404"}):
        told = attack(board({**at, **more}), "0404", "baud-6", DR, 6, 6).kinds("combat")[0]["calculation"]
        strengths.append([one["counts"] for one in told["strengths"]])
    assert strengths == [[7, 8]] * 2


@rule("nlb", "10.2-2", "10.2-3")
@pytest.mark.parametrize(
    ("die", "events", "at"),
    [
        (1, [("leader-killed", "reille")], None),
        (2, [("leader-killed", "reille")], None),
        (3, [("leader-unhurt", "reille"), ("fled", "reille")], "0406"),
    ],
)
def test_a_die_falls_for_a_leader_whose_units_all_retreat(
    die: int, events: list[tuple[str, str]], at: str | None
) -> None:
    found = board({"huss-5": "0405", "camp-5": "0405", "reille": "0405", "kempt": "0404", "pack": "0404"})
    retreat = [{"unit": unit, "to": ["0406"]} for unit in ("huss-5", "camp-5")]
    played = attack(found, "0404", "huss-5 camp-5", AR, die, retreat=retreat)
    assert of_leaders(played) == events and found.position.leaders.get("reille") == at
    assert ("reille" in found.position.dead) is (at is None)


@rule("nlb", "10.2-2")
def test_no_die_where_one_of_the_stack_remains() -> None:
    found = board({"huss-5": "0405", "gauth-9": "0405", "camp-5": "0304", "reille": "0405", "opstl": "0404"})
    played = attack(found, "0404", "huss-5 gauth-9 camp-5", EX, pay=["huss-5"])
    assert [one["unit"] for one in played.kinds("eliminated")] == ["opstl", "huss-5"] and of_leaders(played) == []


@rule("nlb", "10.2-2", "10.2-3")
def test_a_die_falls_where_the_stack_pays_an_exchange() -> None:
    found = board({"huss-5": "0405", "gauth-9": "0304", "reille": "0405", "opstl": "0404"})
    played = attack(found, "0404", "huss-5 gauth-9", EX, 4, pay=["huss-5"])
    assert of_leaders(played) == [("leader-unhurt", "reille"), ("fled", "reille")]
    assert found.position.leaders == {"reille": "0304"}


@rule("nlb", "10.2-2", "10.2-3")
def test_who_defends_is_looked_after_before_the_enemy_comes() -> None:
    found = board({"baud-6": "0405", "gauth-9": "0305", "kempt": "0404", "picton": "0404", "wellington": "0404"})
    played = attack(found, "0404", "baud-6 gauth-9", 3, 5, 2, advance=[{"unit": "baud-6"}])
    kinds = [event["kind"] for event in played.events]
    assert kinds == ["combat", "retreated", "leader-unhurt", "fled", "leader-killed", "advanced"]
    assert found.position.leaders == {"wellington": found.at["kempt"]} and found.position.dead == {"picton"}


@rule("nlb", "10.1E-2")
def test_a_leader_whose_only_unit_advances_flees_without_a_die() -> None:
    found = board({"baud-6": "0405", "ney": "0405", "opstl": "0404", "kempt": "0305", "gauth-9": "0507"})
    played = attack(found, "0404", "baud-6", DE, advance=[{"unit": "baud-6"}])
    assert of_leaders(played) == [("fled", "ney")] and found.position.leaders == {"ney": "0404"}


@rule("nlb", "10.1E-2")
def test_a_leader_flees_from_the_zone_of_units_that_retreat_toward_him() -> None:
    found = board({"baud-6": "0405", "gauth-9": "0505", "kempt": "0404", "drouot": "0402", "guyot": "0909"})
    played = attack(found, "0404", "baud-6 gauth-9", 3, answers={"a1.retreat.kempt": ["n"]})
    assert found.at["kempt"] == "0403" and of_leaders(played) == [("fled", "drouot")]


@rule("nlb", "10.2-2")
def test_bombarders_retreat_of_their_own_will() -> None:
    found = board({"baud-6": "0405", "pell": "0406", "reille": "0406", "kempt": "0404", "pack": "0404"})
    retreat = [{"unit": "pell", "to": ["0407"]}, {"unit": "baud-6", "to": ["0305"]}]
    played = attack(found, "0404", "baud-6", AR, bombard="pell", retreat=retreat)
    assert found.at["pell"] == "0407" and of_leaders(played) == []


@rule("nlb", "10.2-2")
def test_a_leader_is_rolled_for_once_though_friends_come_to_his_hex() -> None:
    """Both attackers retreat, one of them into the hex that the other has left."""
    found = board({"baud-6": "0405", "reille": "0405", "gauth-9": "0505", "kempt": "0404", "pack": "0404"})
    retreat = [{"unit": "baud-6", "to": ["0406"]}, {"unit": "gauth-9", "to": ["0506"]}]
    answers = {"a1.advance": {"when": "always"}}
    played = attack(found, "0404", "baud-6 gauth-9", 4, 5, retreat=retreat, answers=answers)
    assert [kind for kind, _ in of_leaders(played)] == ["leader-unhurt", "fled"]


@rule("nlb", "10.1E-2")
def test_without_friends_a_leader_is_out_of_play() -> None:
    found = board({"baud-6": "0405", "gauth-9": "0305", "opstl": "0404", "picton": "0404"})
    played = attack(found, "0404", "baud-6 gauth-9", DE, 6)
    assert of_leaders(played) == [("leader-unhurt", "picton"), ("leader_lost", "picton")]
    assert found.position.dead == {"opstl", "picton"}


@rule("nlb", "16.1C-5")
@pytest.mark.parametrize(
    ("chief", "second", "heir"), [("blucher", "bulow", "bulow-c"), ("wellington", "uxbridge", "uxbridge-c")]
)
def test_the_second_in_command_succeeds(chief: str, second: str, heir: str) -> None:
    found = board({chief: "0405", second: "0909", "18-15": "0909"}, options="seconds", idle={second})
    events = [one.event["kind"] for one in kill(found, chief, 1, "10.2")]
    assert events == ["leader-killed", "succeeded"]
    assert found.position.leaders == {heir: "0909"} and found.position.dead == {chief, second}
    assert found.setting.roster.units[heir].capacity and not found.position.idle


@rule("nlb", "16.1C-5")
@pytest.mark.parametrize(("options", "second"), [("", "bulow"), ("seconds", "thielmann")])
def test_nobody_succeeds_without_the_option_or_the_second(options: str, second: str) -> None:
    found = board({"blucher": "0405", second: "0909"}, options=options)
    assert [one.event["kind"] for one in kill(found, "blucher", 1, "10.2")] == ["leader-killed"]
    assert found.position.leaders == {second: "0909"}
