"""What follows a battle, and what takes its place (8.7, 6.4-3, 8.4-5 to 8.4-12, 6.3-5, 6.3-6, 9-4 to 9-8)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.rules.battle.aftermath import (
    crossing,
    demolition,
    pursuit,
    why_no_demolition,
    why_no_pursuit,
)
from rulesets.jours_de_gloire.rules.battle.ground import advances, retreats
from rulesets.jours_de_gloire.rules.battle.overrun import overrun, why_no_overrun
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, Force
from rulesets.jours_de_gloire.rules.battle.points import capture_points
from rulesets.jours_de_gloire.rules.battle.withdrawal import withdrawal
from tests.rulesets.jours_de_gloire.rules.battle.charts import CHARTS
from tests.rulesets.jours_de_gloire.rules.battle.playing import fighter, force, leader, outcome, play


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jours-de-gloire", case)


@pytest.mark.parametrize(
    ("role", "exits", "origins", "held", "expected"),
    [
        pytest.param(DEFENDER, "w y", "w", "", "y", marks=rule("8.7-4")),
        pytest.param(DEFENDER, "w y", "", "y", "w", marks=rule("8.6-5")),
        pytest.param(DEFENDER, "w x y", "w x", "", "y", marks=rule("8.7-4")),
        pytest.param(DEFENDER, "w y", "w", "y", "", marks=rule("8.7-4")),
        pytest.param(ATTACKER, "w y", "w", "", "w", marks=rule("8.1-P5-2")),
        pytest.param(ATTACKER, "w x y", "w x", "", "w x", marks=rule("8.7-3")),
        pytest.param(ATTACKER, "w x y", "w x", "x", "w", marks=rule("8.7-3")),
        pytest.param(ATTACKER, "w y", "w", "w", "y", marks=rule("8.7-4")),
        pytest.param(ATTACKER, "w", "w", "w", "", marks=rule("8.4-8")),
    ],
)
def test_retreats(role: str, exits: str, origins: str, held: str, expected: str) -> None:
    assert retreats(role, exits.split(), origins.split(), held.split()) == tuple(expected.split())


@rule("8.7-7")
@pytest.mark.parametrize(("water", "lost"), [("ford", 1), ("bridge", 1), ("none", 0), ("", 0)])
def test_retreat_over_water(water: str, lost: int) -> None:
    played = play(crossing(force("a 5, b 3"), water, "x"), {})
    assert played.result.total == lost
    assert len(played.told("crossing")) == lost


BRIDGE = [(1, True, 1), (2, True, 0), (3, True, 1), (4, True, 0), (5, True, 1), (6, False, 0)]


@rule("6.4-3")
@pytest.mark.parametrize(("die", "destroyed", "lost"), BRIDGE)
def test_blowing_a_bridge_behind_a_retreat(die: int, destroyed: bool, lost: int) -> None:
    played = play(demolition(CHARTS, force("a 5"), "x"), {"bridge": die})
    assert (played.result.destroyed, played.result.paid.total) == (destroyed, lost)
    assert played.told("demolition")[0]["destroyed"] is destroyed


@pytest.mark.parametrize(
    ("chits", "dice", "water", "allowed"),
    [
        pytest.param("offensive offensive", 6, "bridge", True, marks=rule("6.4-3")),
        pytest.param("offensive offensive", 6, "ford", False, marks=rule("6.4-3")),
        pytest.param("screen screen", 6, "bridge", False, marks=rule("6.4-3")),
        pytest.param("offensive offensive", 1, "bridge", False, id="indecisive", marks=rule("6.4-3")),
    ],
)
def test_who_may_blow_a_bridge(chits: str, dice: int, water: str, allowed: bool) -> None:
    rolls = {f"r{n}.a": dice for n in range(1, 4)} | {f"r{n}.d": 1 for n in range(1, 4)}
    over = outcome(force("a 16"), force("d 12"), rolls | {f"r{n}.morale.d": 1 for n in (1, 2, 3)}, chits)
    assert (why_no_demolition(over, water) is None) is allowed


@pytest.mark.parametrize(
    ("bc", "die", "weather", "loss"),
    [
        pytest.param(6, 5, "clear", 1, marks=rule("8.1-P6")),
        pytest.param(10, 6, "clear", 2, marks=rule("8.4-5")),
        pytest.param(5, 3, "rain", 0, marks=rule("8.4-5")),
        pytest.param(5, 3, "rain", 0, marks=rule("3.1-R3")),
        pytest.param(5, 3, "snow", 0, marks=rule("3.1-S4")),
        pytest.param(3, 4, "clear", 0, marks=rule("T-PUR")),
        pytest.param(7, 3, "clear", 1, marks=rule("T-PUR")),
        pytest.param(12, 1, "snow", 0, marks=rule("T-PUR")),
    ],
)
def test_pursuit(bc: int, die: int, weather: str, loss: int) -> None:
    played = play(pursuit(CHARTS, force("w 9", bc=bc), force("a 5, b 5"), weather, "x"), {"pursuit": die})
    assert played.result.total == loss
    assert played.told("pursuit")[0]["loss"] == loss


@pytest.mark.parametrize(
    ("bc", "die", "weather", "case", "at"),
    [
        pytest.param(6, 6, "clear", "", {}, marks=rule("8.4-5")),
        pytest.param(0, 6, "clear", "8.4-5", {}, marks=rule("8.4-5")),
        pytest.param(6, 6, "mud", "3.1-M2", {}, marks=rule("3.1-M2")),
        pytest.param(6, 1, "clear", "8.1-P6", {}, marks=rule("8.1-P6")),
        pytest.param(6, 6, "clear", "8.4-5", {"encircled": True}, marks=rule("8.4-5")),
    ],
)
def test_who_pursues(bc: int, die: int, weather: str, case: str, at: dict[str, Any]) -> None:
    over = outcome(force("a 8", bc=bc), force("d 8"), {"r1.a": die, "r1.d": 1}, weather=weather, **at)
    found = why_no_pursuit(CHARTS, over, weather)
    assert (found.case if found else "") == case


@rule("8.4-5")
def test_a_defender_who_wins_pursues_too() -> None:
    over = outcome(force("a 8"), force("d 8", bc=5), {"r1.a": 1, "r1.d": 6, "r1.morale.a": 1})
    assert over.winner == DEFENDER
    assert why_no_pursuit(CHARTS, over, "clear") is None


@pytest.mark.parametrize(
    ("by", "on", "more", "case"),
    [
        pytest.param("a 12", "d 2", {}, "", marks=rule("8.4-6")),
        pytest.param("a 11", "d 2", {}, "8.4-6", marks=rule("8.4-6")),
        pytest.param("a 12", "d 1", {"citadel": True}, "8.4-9", marks=rule("8.4-9")),
        pytest.param("a 12", "d 2", {"role": DEFENDER}, "8.4-10", marks=rule("8.4-10")),
    ],
)
def test_overrun_condition(by: str, on: str, more: dict[str, Any], case: str) -> None:
    found = why_no_overrun(CHARTS, force(by), force(on), **more)
    assert (found.case if found else "") == case


@rule("8.4-6")
def test_an_overrun_looks_at_bare_strength() -> None:
    assert why_no_overrun(CHARTS, force("a* 12", fatigued=True), force("d 2")) is None


@pytest.mark.parametrize(
    ("by", "on", "die", "result", "lost", "advance"),
    [
        pytest.param("a 12, b* 1", "d 2", 4, "eliminated", 2, True, marks=rule("8.4-7")),
        pytest.param("a 18", "d 3", 3, "halved", 1, True, marks=rule("8.4-7")),
        pytest.param("a 18", "d 3", 4, "halved", 1, True, marks=rule("8.4-7")),
        pytest.param("a 12", "d 2", 1, "retreat", 0, False, marks=rule("8.4-7")),
        pytest.param("a 12", "d 2", 2, "retreat", 0, False, marks=rule("8.4-7")),
        pytest.param("a 12, b* 1", "d 2", 2, "halved", 1, True, marks=rule("8.4-7")),
        pytest.param("a 12, b* 1", "d 2", 6, "eliminated", 2, True, marks=rule("8.4-7")),
        pytest.param("a 30", "d 5", 3, "halved", 2, True, marks=rule("8.4-3")),
    ],
)
def test_overrun(by: str, on: str, die: int, result: str, lost: int, advance: bool) -> None:
    played = play(overrun(CHARTS, force(by), force(on, "x 1 0"), "x"), {"overrun": die})
    found = played.result
    assert (found.result, found.paid.total, found.may_advance) == (result, lost, advance)
    assert [general.id for general in found.force.leaders] == ["x"]
    assert played.told("overrun")[0]["result"] == result


@rule("8.4-8")
@pytest.mark.parametrize(("die", "advance"), [(1, False), (3, True)])
def test_overrun_of_a_force_without_a_way_out(die: int, advance: bool) -> None:
    found = play(overrun(CHARTS, force("a 18"), force("d 3"), "x", way_out=False), {"overrun": die}).result
    assert (found.result, found.force.pf, found.may_advance) == ("eliminated", 0, advance)


@rule("8.4-8")
def test_no_advance_among_enemies() -> None:
    assert advances(("w", "y"), ("y",)) == ("w",)
    assert advances(("y",), ("y",)) == ()


@pytest.mark.parametrize(
    ("chased", "french", "die", "lost"),
    [
        pytest.param(True, True, 4, 0, marks=rule("6.3-5")),
        pytest.param(False, False, 5, 1, marks=rule("6.3-5")),
        pytest.param(True, False, 4, 1, marks=rule("6.3-5")),
        pytest.param(True, False, 3, 0, marks=rule("6.3-5")),
        pytest.param(True, True, 5, 1, marks=rule("6.3-5")),
        pytest.param(False, False, 4, 0, marks=rule("6.3-5")),
        pytest.param(False, True, 5, 0, marks=rule("6.3-5")),
        pytest.param(False, True, 6, 1, marks=rule("6.3-5")),
        pytest.param(False, False, 3, 0, marks=rule("6.3-6")),
        pytest.param(False, False, 2, 0, marks=rule("8.4-12")),
    ],
)
def test_withdrawal(chased: bool, french: bool, die: int, lost: int) -> None:
    run = withdrawal(CHARTS, force("c* 4"), enemy_cavalry=chased, french=french, label="x")
    played = play(run, {"1": die})
    assert played.result.total == lost
    assert played.told("withdrawal")[0]["dice"][0]["lost"] == lost


@rule("6.3-6")
def test_each_cavalry_unit_tests_for_itself() -> None:
    run = withdrawal(CHARTS, force("c* 4, b* 1, e* 2"), enemy_cavalry=True, french=False, label="x")
    played = play(run, {"1": 3, "2": 4, "3": 6})
    assert played.labels == ["x.1", "x.2", "x.3"]
    assert (dict(played.result.losses), played.result.dead) == ({"b": 1, "e": 1}, ("b",))


@pytest.mark.parametrize(
    ("leaders", "points", "ends"),
    [
        pytest.param((leader("x 2 1"), leader("y 2 1")), 2, False, marks=rule("9-7")),
        pytest.param((leader("x 4 1", chief=True), leader("y 2 1")), 4, False, marks=rule("9-7")),
        pytest.param((leader("x 4 1", chief=True),), 3, False, marks=rule("8.7-5")),
        pytest.param((leader("n 4 4", chief=True, emperor=True),), 3, True, marks=rule("9-8")),
        pytest.param((), 0, False, marks=rule("9-7")),
    ],
)
def test_captures(leaders: Any, points: int, ends: bool) -> None:
    found = capture_points(CHARTS, leaders)
    assert (found.points, found.ends) == (points, ends)


@rule("9-7")
def test_generals_taken_with_the_encircled() -> None:
    defender = Force("russian", (fighter("d 9"), fighter("e 9")), (leader("x 2 0"),))
    won = outcome(force("a 8"), defender, {"r1.a": 3, "r1.d": 1}, encircled=True)
    assert won.eliminated is not None
    assert capture_points(CHARTS, won.eliminated.captured).points == 1


@rule("8.4-11")
def test_an_overrun_is_told_without_points() -> None:
    played = play(overrun(CHARTS, force("a 12"), force("d 2"), "x"), {"overrun": 5})
    assert played.result.result == "eliminated"
    assert "points" not in played.told("overrun")[0]
