"""The march to the sound of the guns: 2-B3, 6.5.2."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.rules.fights.guns import Marchers, march_to_guns
from rulesets.jours_de_gloire.turn import Part, Turn
from tests.rulesets.jours_de_gloire.marches import BOTH, HIDDEN, OPEN, RULES, Run, place, play
from tests.rulesets.jours_de_gloire.world import World

GUNS = {"guns": "any"}


def marched(w: World, dice: list[int], plans: dict[str, Any], **more: Any) -> Run:
    return play(w, {}, dice, plans=plans, do=march_to_guns, **more)


@BOTH
@pytest.mark.rule(RULES, "2-B3")
def test_every_box_with_both_sides_is_a_battle(how: str) -> None:
    w = place({"linde": "i rus-1", "eiche": "napoleon rus-3", "garten": "rus-2", "fels": "cossacks kamenskoi"}, how)
    run = marched(w, [1, 1], {"rus-2": {"guns": ["linde"]}, "cossacks": {"guns": ["eiche"]}})
    assert run.told("battles")[0]["at"] == ["eiche", "linde"]
    ids = w.of("rus-2 cossacks")
    assert run.result == {
        "linde": [Marchers((ids[0],), 1, "garten", "garten")], "eiche": [Marchers((ids[1],), 2, "fels", "fels")]
    }  # fmt: skip
    assert run.boxes(*ids) == ["garten", "fels"] and set(run.board.at.marched) == set(ids)
    if how == HIDDEN:
        assert set(run.board.hidden("russian", "garten")) == {ids[0]}


@pytest.mark.rule(RULES, "6.5.2-1")
@pytest.mark.parametrize(("far", "asked"), [("rus-3", [("russian", "guns", "r3")]), ("", [])])
def test_it_is_asked_at_a_counter_that_lies_face_down_if_there_is_one(far: str, asked: list[tuple[str, ...]]) -> None:
    places = {"linde": "i rus-1^", "garten": "rus-2^", **({"nebel": far} if far else {})}
    w = place(places, HIDDEN)
    run = marched(w, [1], {"rus-2": GUNS})
    assert run.script.asked[: len(asked) + 1] == [*asked, ("russian", "look", "r2")]
    assert run.result == {"linde": [Marchers(("r2",), 1, "garten", "garten")]}


@pytest.mark.parametrize(
    ("places", "battle", "weather", "found"),
    [
        # A dotted line; two plain ones; a plain one with a ford in mud.
        pytest.param({"garten": "i rus-1", "fels": "rus-2"}, "garten", "clear", (2, "fels")),
        pytest.param({"linde": "i rus-1", "heide": "rus-2"}, "linde", "clear", (2, "garten")),
        pytest.param({"eiche": "i rus-1", "ahorn": "rus-2"}, "eiche", "mud", (2, "ahorn")),
        pytest.param({"eiche": "i rus-1", "ahorn": "rus-2"}, "eiche", "clear", (1, "ahorn")),
        # Too far; through the enemy; over a river.
        pytest.param({"castell": "i rus-1", "heide": "rus-2"}, "castell", "clear", (2, "garten")),
        pytest.param({"linde": "i rus-1", "heide": "rus-2", "garten": "ii"}, "linde", "clear", None),
        pytest.param({"linde": "i rus-1", "dachs": "rus-2"}, "linde", "clear", None),
        pytest.param({"moor": "i rus-1", "heide": "rus-2"}, "moor", "clear", None),
        pytest.param({"birke": "i rus-1", "eiche": "rus-2"}, "birke", "rain", None),
        # Fighting elsewhere.
        pytest.param({"linde": "i rus-1", "garten": "rus-2 ii"}, "linde", "clear", None),
    ],
)
@pytest.mark.rule(RULES, "6.5.2-1")
@pytest.mark.rule(RULES, "6.5-0")
def test_how_far_one_hears(places: dict[str, str], battle: str, weather: str, found: tuple[int, str] | None) -> None:
    for how in (HIDDEN, OPEN):
        w = place(places, how, weather)
        start = next(box for box, force in places.items() if "rus-2" in force)
        run = marched(w, [1], {"rus-2": {"guns": [battle]}})
        expected = {battle: [Marchers(w.of("rus-2"), found[0], start, found[1])]} if found and run.result else {}
        assert run.result == expected
        assert bool(run.told("guns")) == (found is not None)


@pytest.mark.parametrize(
    ("force", "mates", "die", "total", "value"),
    [
        ("rus-2 bennigsen", ["bennigsen"], 4, 3, 3),
        ("rus-2 bennigsen kamenskoi", ["bennigsen"], 5, 3, 3),
        ("rus-2 bennigsen kamenskoi", ["bennigsen", "kamenskoi"], 4, 2, 1),
        ("rus-2 bennigsen kamenskoi", [], 3, 1, 1),
        ("rus-2", [], 2, 2, 1),
    ],
)
@pytest.mark.rule(RULES, "6.5.2-2")
def test_the_die(force: str, mates: list[str], die: int, total: int, value: int) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"linde": "i rus-1", "garten": force}, how)
        plan = {**GUNS, "with": list(w.of(" ".join(mates)))}
        run = marched(w, [die], {"rus-2": plan})
        told = run.told("guns")[0]
        assert (told["sum"], told["value"], told["passed"]) == (total, value, total <= value)
        assert bool(run.result) == (total <= value)
        stack = [*w.of("rus-2"), *plan["with"]]
        assert run.board.at.marched == sorted(stack) and bool(run.board.at.moved) == (total <= value)


@BOTH
@pytest.mark.rule(RULES, "6.5.2-1")
def test_once_a_turn_and_not_after_digging(how: str) -> None:
    w = place({"linde": "i rus-1", "garten": "rus-2 rus-3 kamenskoi"}, how)
    ids = w.of("rus-2 rus-3")
    for member in ("marched", "dug"):
        setattr(w.board.at, member, [ids[0]])
        run = marched(w, [1], {"rus-2": GUNS})
        assert run.told("guns") == [] and run.result == {}
        setattr(w.board.at, member, [])


@BOTH
@pytest.mark.rule(RULES, "6.5.2-1")
def test_several_stacks_of_a_box_may_march(how: str) -> None:
    w = place({"linde": "i rus-1", "heide": "ii", "garten": "rus-2 russian:infantry rus-3 kamenskoi cossacks"}, how)
    w.board.move(w.of("ii")[0], "eiche")
    run = marched(w, [6, 1], {"rus-2": GUNS, "rus-3": GUNS, "russian:infantry": GUNS})
    assert [event["stack"] for event in run.told("guns")] == [list(w.of("rus-2")), list(w.of("rus-3"))]
    assert [marchers.counters for marchers in run.result["linde"]] == [w.of("rus-3")]


@BOTH
@pytest.mark.rule(RULES, "6.5.1-8")
@pytest.mark.rule(RULES, "8.8-9")
def test_where_nobody_may_march_to(how: str) -> None:
    w = place({"castell": "i rus-1", "garten": "rus-2 kamenskoi"}, how)
    assert marched(w, [1], {"rus-2": GUNS}, intercepted={"castell": ["r1"]}).result == {}
    siege = {"castell": {"by": "french", "step": 1, "turn": 1, "own": True}}
    w = place({"castell": "i rus-1", "garten": "rus-2 kamenskoi"}, how, sieges=siege)
    assert marched(w, [1], {"rus-2": GUNS}).result == {}


@BOTH
@pytest.mark.rule(RULES, "6.5.2-1")
@pytest.mark.parametrize(
    ("orders", "came", "heard"),
    [({}, "", False), ({"sortie": "no"}, "", False), ({"sortie": "yes"}, "", True), ({}, "ii", True)],
)
def test_friends_march_to_a_besieger_who_is_attacked(how: str, orders: dict[str, Any], came: str, heard: bool) -> None:
    """A siege in which nobody comes out or up is no battle; the dice for the march are for nothing else."""
    siege = {"castell": {"by": "russian", "step": 1, "turn": 1, "own": True}}
    w = place({"castell": "i ii rus-1", "garten": "rus-2 kamenskoi"}, how, sieges=siege)
    w.board.at.inside = {"castell": [w.ids["i"], *([] if came else [w.ids["ii"]])]}

    def march(turn: Turn) -> Part:
        turn.came |= dict.fromkeys(w.of(came), "birke")
        return march_to_guns(turn)

    battles = {"battles": {"castell": orders}}
    run = play(w, battles, [1], plans={"rus-2": GUNS}, do=march)
    assert list(run.result) == (["castell"] if heard else [])


@pytest.mark.rule(RULES, "6.5.2-1")
@pytest.mark.parametrize(
    ("plan", "battle"), [({"guns": ["linde", "heide"]}, "linde"), ({"guns": ["heide"]}, "heide"), (GUNS, "heide")]
)
def test_where_one_goes(plan: dict[str, Any], battle: str) -> None:
    w = place({"linde": "i rus-1", "heide": "ii rus-3", "garten": "rus-2 kamenskoi"})
    assert list(marched(w, [1], {"rus-2": plan}).result) == [battle]


@pytest.mark.rule(RULES, "6.5.2-1")
@pytest.mark.parametrize("named", ["", "r3"])
def test_a_pointer_to_nobody_who_planned_it_is_none(named: str) -> None:
    w = place({"linde": "i rus-1", "garten": "rus-2 kamenskoi"})
    run = marched(w, [], {"rus-2": GUNS}, says={"guns": [named]})
    assert run.result == {} and run.told("guns") == []


@pytest.mark.rule(RULES, "6.5.2-1")
def test_generals_alone_do_not_march() -> None:
    w = place({"linde": "i rus-1", "garten": "rus-2 kamenskoi"}, OPEN)
    run = marched(w, [1], {"kamenskoi": GUNS, "rus-2": GUNS})
    assert [event["stack"] for event in run.told("guns")] == [["r2"]]
    w = place({"linde": "i rus-1", "garten": "kamenskoi"}, OPEN)
    assert marched(w, [], {"kamenskoi": GUNS}).told("no-reaction")[0]["case"] == "6.5.1-1"
