"""What `status` and reports tell of a position: corps, leaders, ground, points, who comes."""

from __future__ import annotations

import json
from functools import cache

import pytest

from rulesets.winters_victory import sequence
from rulesets.winters_victory.board.pieces import ROUTED
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.telling.facts import facts
from rulesets.winters_victory.telling.named import WinterNames, names_of
from rulesets.winters_victory.telling.strengths import forces
from rulesets.winters_victory.telling.telling import WintersTelling
from tests.rulesets.winters_victory.battles import at_random, battle, setting
from tests.rulesets.winters_victory.winter import ID


def play(uid: str) -> Play:
    return Play(setting(uid), sequence.start(setting(uid)))


@cache
def names(uid: str) -> WinterNames:
    return names_of(setting(uid))


def lines(board: Play) -> dict[str, str]:
    return dict(facts(names(board.setting.scenario.id), board)["standing"])


@pytest.mark.parametrize("uid", ["learning-serpallen", "davout", "eylau", "first-day", "two-days"])
def test_every_scenario_begins_with_facts_that_are_plain_data(uid: str) -> None:
    found = facts(names(uid), play(uid))
    assert json.loads(json.dumps(found)) == found
    told = [book for army in found["armies"].values() for book in army["books"].values()]
    assert all(book["lost"] == book["guns-lost"] == 0 and book["morale"] == book["start"] for book in told)
    assert all(label and text for label, text in found["standing"])


@pytest.mark.rule(ID, "14.0")
def test_losses_are_told_by_corps_with_their_morale() -> None:
    board = play("learning-serpallen")
    before = forces(board)["iii"]
    board.board.piece("f-33-1").strength -= 3
    board.board.remove("f-b3-2")
    board.books["iii"].level, board.books["iii"].demoralized = -1, True
    after = forces(board)["iii"]
    assert (after.points, after.lost, after.guns, after.guns_lost) == (before.points - 3, 3, 0, before.guns)
    text = lines(board)["III Corps"]
    assert text == f"{before.points - 3} points and 0 guns; 3 points and 6 guns lost; morale -1 of 4, DEMORALIZED"


@pytest.mark.rule(ID, "7.22-3")
def test_who_is_routed_is_named() -> None:
    board = play("learning-serpallen")
    assert "French disorder" not in lines(board)
    board.board.piece("f-33-1").state = ROUTED
    assert lines(board)["French disorder"] == "routed: 33rd Line, battalion 1"
    assert facts(names("learning-serpallen"), board)["armies"]["french"]["routed"] == ["f-33-1"]


@pytest.mark.rule(ID, "17.34-1")
def test_commanders_are_told_with_their_orders() -> None:
    board = play("eylau")
    post = board.command.post("soult")
    post.received, post.state = False, "mobilized"
    post = board.command.post("augereau")
    post.delay, post.carries = 2, "A"
    text = lines(board)["French command"]
    assert text.startswith("6 command points; Soult mobilized; Augereau an order in 2 turns; ")
    assert text.endswith("13 commanders Standing without orders")
    found = facts(names("eylau"), board)["armies"]["french"]["leaders"]["augereau"]
    assert (found["state"], found["delay"], found["ordered"]) == ("standing", 2, False)


@pytest.mark.rule(ID, "14.13")
def test_ground_and_points() -> None:
    board = play("eylau")
    assert lines(board)["Allied ground"].split(", ")[0] == "Serpallen"
    assert lines(board)["Points"] == "French 17 (objectives 17); Allied 22 (objectives 22)"


@pytest.mark.rule(ID, "6.7")
def test_the_next_to_come_are_told_with_their_road() -> None:
    found = lines(play("eylau"))
    assert found["French arrivals"].startswith("turn 8 (08:00) on 8 February at 5788: Marulaz' light horse, ")
    assert found["Allied arrivals"].startswith("turn 26 (12:30)")


def test_a_battle_that_is_over_has_facts_too() -> None:
    of = setting("learning-serpallen")
    telling = WintersTelling(of)
    at = battle(of, at_random(1), seed=1)[0].to_json()
    assert telling.headline(at) == "The battle is over" and telling.phase_name(at).endswith("over")
    assert [label for label, _ in telling.facts(at)["standing"]][:2] == ["III Corps", "Russian army"]
