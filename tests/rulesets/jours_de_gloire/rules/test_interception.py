"""Reactions to a step of the enemy: 6.5.1."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.hidden.signs import Sign
from rulesets.jours_de_gloire.rules.march.interception import leaders, texts
from tests.rulesets.jours_de_gloire.marches import BOTH, HIDDEN, OPEN, RULES, moved, place, play

INTO_LINDE = {"intercept": ["linde"]}


def signed(text: str) -> Any:
    return pytest.mark.rule(RULES, text)


@BOTH
@pytest.mark.rule(RULES, "6.5.1-1")
@pytest.mark.rule(RULES, "6.5.1-6")
@pytest.mark.rule(RULES, "6.5.1-8")
def test_whoever_passes_his_die_stops_the_stack(how: str) -> None:
    w = place({"kiefer": "i napoleon", "garten": "rus-3 rus-2 kamenskoi"}, how)
    orders = moved(w, "i", "linde", "moor")
    run = play(w, orders, [3], plans={"rus-2": INTO_LINDE})
    assert run.boxes("f1", "r1", "r2", "r3") == ["linde", "garten", "linde", "garten"]
    assert run.turn.intercepted == {"linde": ["r2"]} and run.turn.came["r2"] == "garten"
    assert run.board.at.moved == ["f1", "r2"] and run.turn.bridged == {"r2"}
    told = run.told("interception")[0]
    assert (told["die"], told["sum"], told["value"], told["passed"]) == (3, 1, 1, True)
    assert run.told("halted")[0]["why"] == "intercepted"
    if how == HIDDEN:
        assert run.script.asked == [("russian", "leader", "r1"), ("russian", "look", "r2")]


@pytest.mark.parametrize(
    ("places", "names", "plan", "die", "total", "value"),
    [
        # Nobody leads, linked to the chief, a link of 1 PM.
        pytest.param({"garten": "rus-2 kamenskoi"}, "rus-2", {}, 3, 1, 1, marks=signed("6.5.1-4")),
        pytest.param({"garten": "rus-2 kamenskoi"}, "rus-2", {}, 4, 2, 1, marks=signed("6.5.1-4")),
        # VC 2, linked, over a link of 2 PM.
        pytest.param({"fels": "rus-2 kamenskoi essen"}, "rus-2", {"with": ["r3"]}, 5, 4, 2, marks=signed("6.5.1-4")),
        pytest.param({"fels": "rus-2 kamenskoi essen"}, "rus-2", {"with": ["r3"]}, 3, 2, 2, marks=signed("6.5.1-5")),
        # A line to a general who has none to his chief, a link of 2 PM.
        pytest.param({"fels": "rus-2 essen", "dachs": "kamenskoi"}, "rus-2", {}, 2, 2, 1, marks=signed("6.5.1-5")),
        # Nobody at all near.
        pytest.param({"fels": "rus-2"}, "rus-2", {}, 1, 2, 1, marks=signed("6.5.1-5")),
        # The highest rank counts, not the best VC.
        pytest.param(
            {"garten": "rus-2 bennigsen kamenskoi"}, "rus-2", {"with": ["r2", "r3"]}, 4, 2, 1, marks=signed("6.5.1-4")
        ),
        pytest.param({"garten": "rus-2 bennigsen"}, "rus-2", {"with": ["r2"]}, 5, 4, 3, marks=signed("6.5.1-4")),
    ],
)  # fmt: skip
def test_the_die(places: dict[str, str], names: str, plan: dict[str, Any], die: int, total: int, value: int) -> None:
    for how in (HIDDEN, OPEN):
        target = "garten" if "fels" in places else "linde"
        start = "heide" if target == "garten" else "kiefer"
        w = place({start: "i napoleon", **places}, how)
        run = play(w, moved(w, "i", target), [die], plans={names: {"intercept": [target], **plan}})
        told = run.told("interception")[0]
        assert (told["sum"], told["value"], told["passed"]) == (total, value, total <= value)
        assert run.boxes("f1") == [target] and (run.boxes("r1") == [target]) == (total <= value)


@pytest.mark.rule(RULES, "6.5-0")
@pytest.mark.parametrize(("weather", "total"), [("clear", 1), ("rain", 2), ("snow", 1)])
def test_a_ford_in_rain_makes_a_link_long(weather: str, total: int) -> None:
    w = place({"birke": "i napoleon", "eiche": "rus-2 kamenskoi"}, HIDDEN, weather)
    run = play(w, moved(w, "i", "ahorn"), [3], plans={"rus-2": {"intercept": ["ahorn"]}})
    assert run.told("interception")[0]["sum"] == total


@pytest.mark.rule(RULES, "6.5.1-1")
def test_it_is_asked_at_a_counter_that_lies_face_down() -> None:
    """Counters may come onto the map face up, and then nothing is committed to for them that a claim could hang on."""
    w = place({"kiefer": "i napoleon", "garten": "rus-2^ kamenskoi^", "heide": "rus-3"}, HIDDEN)
    run = play(w, moved(w, "i", "linde"), [3], plans={"rus-2": INTO_LINDE})
    assert run.script.asked == [("russian", "leader", "r3"), ("russian", "look", "r1")]
    assert run.boxes("r1") == ["linde"]


@pytest.mark.rule(RULES, "6.5.1-1")
def test_where_everything_lies_face_up_the_signs_tell() -> None:
    w = place({"kiefer": "i napoleon", "garten": "rus-2^ kamenskoi^"}, HIDDEN)
    run = play(w, moved(w, "i", "linde"), [3], plans={"rus-2": INTO_LINDE})
    assert run.script.asked == [("russian", "look", "r1"), ("russian", "look", "r2")]
    assert run.boxes("r1") == ["linde"] and run.told("claimed") == []


@BOTH
@pytest.mark.rule(RULES, "6.5.1-2")
def test_one_try_from_each_box_at_each_box_entered(how: str) -> None:
    w = place({"iller": "i napoleon", "garten": "rus-2 rus-3 kamenskoi", "moor": "rus-1"}, how)
    plans = {name: {"intercept": ["linde", "kiefer"]} for name in ("rus-2", "rus-3")}
    run = play(w, moved(w, "i", "kiefer", "linde", "kiefer"), [6], plans=plans)
    assert [event["at"] for event in run.told("interception")] == ["linde"]
    assert run.boxes("f1") == ["kiefer"]
    run = play(w, moved(w, "i", "linde", "kiefer", "linde"), [6, 6], plans=plans)
    assert len(run.told("interception")) == 2


@BOTH
@pytest.mark.rule(RULES, "6.5.1-3")
@pytest.mark.parametrize(
    "places",
    [
        {"kiefer": "i napoleon", "linde": "rus-1", "garten": "rus-2 kamenskoi"},
        {"kiefer": "i napoleon", "garten": "rus-2 kamenskoi ii"},
        {"kiefer": "i napoleon", "heide": "rus-2 kamenskoi"},
    ],
)
def test_who_may_not(how: str, places: dict[str, str]) -> None:
    w = place(places, how)
    run = play(w, moved(w, "i", "linde"), plans={"rus-2": INTO_LINDE})
    assert run.told("interception", "intercepted") == []


@BOTH
@pytest.mark.rule(RULES, "6.2-2")
def test_who_dug_does_not_react(how: str) -> None:
    w = place({"kiefer": "i napoleon", "garten": "rus-2 rus-3 kamenskoi"}, how, dug=["r1"])
    assert play(w, moved(w, "i", "linde"), plans={"rus-2": INTO_LINDE}).told("interception") == []
    w = place({"kiefer": "i napoleon", "garten": "rus-2 rus-3 kamenskoi"}, how, dug=["r1"])
    run = play(w, moved(w, "i", "linde"), [1], plans={"rus-3": {"intercept": ["linde"], "with": ["r1"]}})
    assert run.boxes("r1", "r2") == ["garten", "linde"]


@BOTH
@pytest.mark.rule(RULES, "6.5-0")
def test_dummies_do_not_react(how: str) -> None:
    w = place({"kiefer": "i napoleon", "garten": "russian:infantry rus-2 kamenskoi"}, how)
    plans = {"russian:infantry": INTO_LINDE}
    assert play(w, moved(w, "i", "linde"), plans=plans).told("interception") == []
    w = place({"kiefer": "i napoleon", "garten": "russian:infantry rus-2 kamenskoi"}, how)
    run = play(w, moved(w, "i", "linde"), [1], plans={"rus-2": {"intercept": ["linde"], "with": ["r1"]}})
    assert run.boxes("r1", "r2") == ["garten", "linde"]


@BOTH
@pytest.mark.rule(RULES, "6.5.1-1")
def test_generals_alone_do_not_react(how: str) -> None:
    w = place({"kiefer": "i napoleon", "garten": "kamenskoi"}, how)
    run = play(w, moved(w, "i", "linde"), plans={"kamenskoi": INTO_LINDE})
    assert run.told("no-reaction")[0]["case"] == "6.5.1-1" and run.told("interception") == []


@BOTH
@pytest.mark.rule(RULES, "6.5.1-7")
@pytest.mark.parametrize(
    ("force", "mates", "case"),
    [
        ("rus-1 rus-2 cossacks kamenskoi", ["r2", "r3", "r4"], ""),
        ("rus-1 rus-2 rus-3 kamenskoi", ["r2", "r3", "r4"], "6.5.1-7"),
    ],
)
def test_a_reacting_stack_has_its_limit(how: str, force: str, mates: list[str], case: str) -> None:
    w = place({"kiefer": "i napoleon", "garten": force}, how)
    run = play(w, moved(w, "i", "linde"), [1], plans={"rus-1": {"intercept": ["linde"], "with": mates}})
    assert [event["case"] for event in run.told("no-reaction")] == ([case] if case else [])
    assert run.boxes("r1", *mates) == ["garten" if case else "linde"] * 4


@BOTH
@pytest.mark.rule(RULES, "6.5.1-6")
@pytest.mark.parametrize(
    ("back", "die", "to", "case"),
    [
        ("heide", 3, "heide", ""),
        ("heide", 6, "garten", ""),
        ("fels", 1, "garten", "6.5.1-6"),
        ("eiche", 1, "garten", "6.5.1-6"),
    ],
)  # fmt: skip
def test_falling_back_lets_the_enemy_follow(how: str, back: str, die: int, to: str, case: str) -> None:
    w = place({"kiefer": "i napoleon", "fels": "ii", "garten": "rus-2 kamenskoi"}, how)
    plans = {"rus-2": {"intercept": ["linde"], "back": back}}
    run = play(w, moved(w, "i", "linde", "moor"), [die], plans=plans)
    assert run.boxes("f1", "r1") == ["moor", to] and run.turn.intercepted == {}
    assert [event["case"] for event in run.told("no-reaction")] == ([case] if case else [])
    assert run.board.at.moved == (["f1", "r1"] if to == "heide" else ["f1"])


@BOTH
@pytest.mark.rule(RULES, "6.5.1-6")
def test_one_may_fall_back_though_a_friend_is_met(how: str) -> None:
    w = place({"kiefer": "i napoleon", "linde": "rus-1", "garten": "rus-2 kamenskoi"}, how)
    run = play(w, moved(w, "i", "linde"), [1], plans={"rus-2": {"intercept": ["linde"], "back": "heide"}})
    assert run.boxes("r2") == ["heide"] and run.told("halted")[0]["why"] == "contact"


@BOTH
@pytest.mark.rule(RULES, "6.5.1-10")
def test_two_interceptions_of_one_stack(how: str) -> None:
    w = place({"kiefer": "i napoleon", "garten": "rus-2 kamenskoi", "moor": "rus-3"}, how)
    run = play(w, moved(w, "i", "linde"), [1, 1], plans={"rus-2": INTO_LINDE, "rus-3": INTO_LINDE})
    assert run.turn.intercepted == {"linde": ["r1", "r3"]}
    assert (run.turn.came["r1"], run.turn.came["r3"]) == ("garten", "moor")
    assert run.kinds()[-5:] == ["interception", "interception", "intercepted", "intercepted", "halted"]


@pytest.mark.rule(RULES, "7.1-3")
def test_dummies_who_are_intercepted_are_found() -> None:
    w = place({"kiefer": "french:infantry", "garten": "rus-2 kamenskoi"}, OPEN)
    run = play(w, moved(w, "french:infantry", "linde"), [1], plans={"rus-2": INTO_LINDE})
    assert run.boxes("f1", "r1") == ["", "linde"] and run.board.at.out["french"]["infantry"] == 1
    w = place({"kiefer": "french:infantry", "garten": "rus-2 kamenskoi"})
    run = play(w, moved(w, "french:infantry", "linde"), [1], plans={"rus-2": INTO_LINDE})
    assert run.boxes("f1", "r1") == ["linde", "linde"]


@pytest.mark.rule(RULES, "6.5.1-1")
@pytest.mark.parametrize("named", ["r1", "r3", ""])
def test_a_pointer_to_nobody_who_planned_it_is_none(named: str) -> None:
    w = place({"kiefer": "i napoleon", "garten": "rus-3 rus-2 russian:infantry"})
    plans = {"rus-2": INTO_LINDE, "russian:infantry": INTO_LINDE}
    run = play(w, moved(w, "i", "linde"), plans=plans, says={"leader": [named]})
    assert run.told("interception") == [] and run.boxes("f1") == ["linde"]


@pytest.mark.rule(RULES, "6.5.1-1")
@pytest.mark.parametrize("plan", [{}, {"intercept": "linde"}, {"intercept": [7, None]}, {"intercept": {"linde": 1}}])
def test_what_is_no_plan_does_nothing(plan: dict[str, Any]) -> None:
    assert leaders({"r1": Sign("infantry", plan=plan)}, "linde") == []
    assert texts(plan, "with") == ()
    w = place({"kiefer": "i napoleon", "garten": "rus-2 kamenskoi"})
    run = play(w, moved(w, "i", "linde"), plans={"rus-2": plan}, says={"leader": ["r1"]})
    assert run.told("interception", "no-reaction") == []
