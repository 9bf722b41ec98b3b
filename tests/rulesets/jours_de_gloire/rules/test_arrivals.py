"""Reinforcements in the Events Phase (jdg 3.3, 2-A4) and who makes room for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.jours_de_gloire.position import Waiting
from rulesets.jours_de_gloire.rules import arrivals
from rulesets.jours_de_gloire.setting import Setting
from tests.rulesets.jours_de_gloire.rules.test_setup import play, told
from tests.rulesets.jours_de_gloire.world import public, small, world

RULES = "jours-de-gloire"
OPEN = small(hiding="open")


def certain(setting: Setting) -> Setting:
    """The small war without the die of the Russian reinforcements."""
    rows = setting.scenario.reinforcements
    plain = (rows[0], replace(rows[1], delay=0), rows[2])
    return replace(setting, scenario=replace(setting.scenario, reinforcements=plain))


@pytest.mark.rule(RULES, "3.3-1")
@pytest.mark.rule(RULES, "3.3-2")
@pytest.mark.rule(RULES, "2-A4")
@pytest.mark.parametrize(
    ("number", "dice", "left", "due"),
    [
        (1, [], [0, 1, 2], []),
        (2, [2], [0, 1, 2], [0]),
        (2, [4], [0, 2], [0]),
        (3, [3], [0, 1], [0]),
        (3, [5], [0], [0]),
    ],
)
@pytest.mark.parametrize("setting", [small(), OPEN])
def test_what_is_due(setting: Setting, number: int, dice: list[int], left: list[int], due: list[int]) -> None:
    w = world({"eiche": "i^"}, setting=setting, turn=number)
    outcome = play(w, arrivals.arrive, dice=dice)
    assert (w.board.at.arrivals, w.board.at.due) == (left, due)
    assert [arrivals.may_enter(w.board, n) for n in range(3)] == [0 in due, False, False]
    assert [event["comes"] for event in told(outcome, "delay")] == ([1 not in left] if dice else [])
    came = [w.board.content(counter) for counter in w.board.counters("russian", "castell")]
    assert came == ([] if 1 in left else [{"general": "essen"}, {"unit": "late-rus", "pf": 4, "lag": 0}])
    assert w.board.present("essen") is (1 not in left)
    assert w.board.at.pool["french"] == ([] if 2 in left else [Waiting("grande-armee", 3)])


def test_nobody_comes_twice() -> None:
    w = world({"eiche": "i^"}, setting=certain(small()), turn=3)
    play(w, arrivals.arrive)
    before = w.board.position()
    play(w, arrivals.arrive)
    assert w.board.position() == before


def test_the_dead_do_not_come() -> None:
    w = world({"eiche": "i^"}, setting=certain(small()), turn=3, dead=["late-rus"], gone=["essen"])
    outcome = play(w, arrivals.arrive)
    assert w.board.counters("russian") == () and not told(outcome, "arrived") and w.board.at.arrivals == [0]


def test_units_take_the_flag_of_a_fortress() -> None:
    w = world({}, setting=certain(small()), turn=2, control={"castell": "french"})
    play(w, arrivals.arrive)
    assert w.board.at.control["castell"] == "russian"
    w = world({}, setting=certain(small()), turn=2, control={"castell": "french"}, dead=["late-rus"])
    play(w, arrivals.arrive)
    assert w.board.at.control["castell"] == "french"


@pytest.mark.rule(RULES, "B.7.1")
def test_who_has_gone_over_comes_for_the_other_side() -> None:
    w = world({}, setting=certain(small()), turn=3, turned={"russian-army": "french", "grande-armee": "russian"})
    play(w, arrivals.arrive)
    assert len(w.board.counters("french", "castell")) == 2
    assert w.board.at.pool == {"french": [], "russian": [Waiting("grande-armee", 3)]}


@pytest.mark.rule(RULES, "3.3-3")
@pytest.mark.parametrize(
    ("places", "slot", "to"),
    [
        pytest.param({}, ["garten", "birke"], "garten", id="his choice"),
        pytest.param({}, ["heide", "dachs"], "dachs", id="the first that is adjacent"),
        pytest.param({}, [], "birke", id="nothing said"),
        pytest.param({"garten": "i ii"}, [], "garten", id="to friends"),
        pytest.param({"garten": "rus-2"}, ["garten"], "birke", id="not to enemies"),
        pytest.param({"garten": "rus-2", "birke": "rus-1", "dachs": "rus-3"}, ["eiche"], "nebel", id="the nearest box"),
        pytest.param(
            {"garten": "rus-2", "birke": "rus-1", "dachs": "rus-3"},
            ["linde", "nebel"],
            "linde",
            id="one of the nearest",
        ),
    ],
)
@pytest.mark.parametrize("phasing", ["french", "russian"])
def test_squatters_step_aside(places: dict[str, str], slot: list[str], to: str, phasing: str) -> None:
    siege = {"castell": {"by": "french", "step": 2, "turn": 1, "own": True}}
    w = world({"castell": "iii ney^ french:cavalry", **places}, setting=certain(small()), turn=2, sieges=siege)
    said, slots = ({"squatter": slot}, {}) if phasing == "french" else ({"squatter": ["birke"]}, {"squatter": slot})
    outcome = play(w, arrivals.arrive, said, phasing, standing=slots)
    assert {w.board.box(counter) for counter in ("f1", "f2", "f3")} == {to}
    assert w.board.counters("french", "castell") == () and len(w.board.counters("russian", "castell")) == 2
    assert [event["to"] for event in told(outcome, "stepped-aside")] == [to] and w.board.at.sieges == {}


def test_nobody_has_to_step_aside_for_those_who_do_not_come() -> None:
    w = world({"castell": "iii"}, turn=2)
    play(w, arrivals.arrive, dice=[3])
    assert w.board.counters("french", "castell") == ("f1",)


def test_a_siege_that_has_both_its_sides_goes_on() -> None:
    siege: Any = {"by": "french", "step": 2, "turn": 1, "own": True}
    places = {"castell": "iii rus-1", "garten": "rus-2", "heide": "i"}
    w = world(places, sieges=dict.fromkeys(places, siege), inside={"castell": ["r1"], "garten": ["r2"]})
    play(w, lambda turn: arrivals.raise_sieges(turn.board))
    assert public(w.board)["sieges"] == {"castell": siege} and w.board.at.inside == {"castell": ["r1"]}
