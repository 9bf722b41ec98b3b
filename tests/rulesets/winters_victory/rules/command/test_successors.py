"""Leaders who are lost: what it costs, who is off the map until when, and who commands where the commander is away."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.chain import ARMY
from rulesets.winters_victory.board.fates import FALLEN, LEADER
from rulesets.winters_victory.board.leaders import DISPLAY, GONE, MAP, Attack
from rulesets.winters_victory.playbook import read_special
from rulesets.winters_victory.rules.command import activation
from rulesets.winters_victory.rules.command.points import gain
from rulesets.winters_victory.rules.command.successors import lost, succeed
from rulesets.winters_victory.rules.firing.losses import wound
from tests.rulesets.winters_victory.battles import setting
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.staffs import staff
from tests.rulesets.winters_victory.winter import data

WHEN = read_special(data("playbook/special")).loss
STANDING = {"nap": "0303", "cor": "0505", "fdiv": "0605", "fbde": "0705", "f1": "0705"}


@pytest.mark.parametrize(
    ("words", "die", "noted", "reduced"),
    [
        row("11.44-2 14.12", "0505", 7, [], False),
        row("11.44-2 14.12", "0505", 8, [LEADER], True),
        row("11.44-2 14.12", "0505 reduced", 8, [LEADER, FALLEN], True),
        row("11.44-2", "0505 reduced", 7, [], True),
    ],
)
def test_a_leader_is_reduced_and_then_falls(words: str, die: int, noted: list[str], reduced: bool) -> None:
    at = scene({"f1": "0505", "fdiv": words})
    assert wound(at, "fdiv", 8, die) is bool(noted)
    assert at.board.fates == [("fdiv", one) for one in noted]
    assert ("reduced" in at.piece("fdiv").marks) is reduced


@pytest.mark.parametrize(
    ("uid", "where", "hour", "at"),
    [
        row("14.12 16.23", "fbde", GONE, DISPLAY, ""),
        row("14.12 16.22", "fdiv", MAP, MAP, "0605"),
        row("14.12 16.22", "cor", GONE, MAP, "0605"),
        row("14.12 16.2", "nap", GONE, MAP, "0505"),
    ],
)
def test_successors_come_at_once_or_with_the_hour(uid: str, where: str, hour: str, at: str) -> None:
    of = staff(STANDING, {"fbde": "attack-A"})
    of.command.attacks["french"] = {"A": Attack("division", "fdiv", begun=True)}
    awaited, events = play(lost(of, [(uid, LEADER), (uid, FALLEN)], WHEN), ())
    assert of.where(uid) == where and awaited == ([uid] if where == GONE else [])
    assert [(one["leader"], one["returns"]) for one in events] == [(uid, WHEN[of.officer(uid).level])]
    assert of.command.attacks["french"]["A"].violations == (1 if uid == "fbde" else 0)
    left, _ = play(succeed(of, awaited), ())
    assert left == [] and of.where(uid) == hour and of.at(uid) == at
    assert uid == "fdiv" or of.reduced(uid)


@pytest.mark.rule("wv", "16.22", "14.12")
def test_nobody_succeeds_where_none_of_his_is() -> None:
    of = staff({"cor": "0505"})
    awaited, _ = play(lost(of, [("cor", FALLEN), ("f1", LEADER)], WHEN), ())
    assert play(succeed(of, awaited), ()) == (["cor"], []) and of.where("cor") == GONE


@pytest.mark.rule("wv", "17.5", "14.12")
def test_a_brigade_without_leader_is_not_activated_before_the_hour() -> None:
    of = staff(STANDING, {"fbde": "received"})
    play(lost(of, [("fbde", FALLEN)], WHEN), ())
    of.post("fbde").received = True
    assert activation.called(of, "french", "brigade") == ()
    play(succeed(of, ["fbde"]), ())
    assert activation.called(of, "french", "brigade") == ("fbde",)


@pytest.mark.parametrize(
    ("uid", "names"),
    [
        row("16.2 16.21", "first-day", {"french": "napoleon", "allied": "bagration"}),
        row("16.2 16.21", "eylau", {"french": "napoleon", "allied": "bennigsen"}),
    ],
)
def test_bagration_commands_the_first_day(uid: str, names: Mapping[str, str]) -> None:
    chain = setting(uid).chain
    assert {army: chain.command.commander(army) for army in names} == names
    assert {army: chain.commander(army).id for army in names} == names
    assert [one for one in chain.leaders.values() if one.level == ARMY and not one.superior] == [
        chain.leaders[one] for one in chain.leaders if one in names.values()
    ]


@pytest.mark.rule("wv", "17.21-2", "17.21-1")
def test_points_of_an_army_whose_commander_has_fallen() -> None:
    of = staff({"nap": "0303", "ben": "0808"}, points={"french": 0, "allied": 0})
    assert (gain(of, "french"), gain(of, "allied")) == (6, 3)
    of.command.points = {"french": 0, "allied": 0}
    play(lost(of, [("nap", FALLEN), ("ben", FALLEN)], WHEN), ())
    assert (gain(of, "french"), gain(of, "allied")) == (0, 2)
