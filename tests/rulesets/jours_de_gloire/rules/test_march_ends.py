"""The Movement Phase from where somebody is met: contact, forced marches, rest, entering, flags, solitaire."""

from __future__ import annotations

import pytest

from rulesets.jours_de_gloire.rules.march.moves import rest
from rulesets.jours_de_gloire.rules.march.steps import passes_flag
from tests.rulesets.jours_de_gloire.marches import (
    ALONE,
    BOTH,
    HIDDEN,
    OPEN,
    RULES,
    Json,
    moved,
    place,
    play,
    refused,
)
from tests.rulesets.jours_de_gloire.world import content, public

# -- contact -------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "5.2-1")
def test_units_stop_a_stack(how: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "russian:infantry rus-1"}, how)
    run = play(w, moved(w, "i", "kiefer", "linde"))
    assert run.boxes("f1") == ["kiefer"] and run.told("halted")[0]["why"] == "contact"
    if how == HIDDEN:
        assert run.script.asked == [("russian", "real", "r1"), ("russian", "look", "r2")]
        assert run.board.hidden("russian") == ("r1", "r2")


@BOTH
@pytest.mark.rule(RULES, "5.2-2")
@pytest.mark.rule(RULES, "7.1-3")
@pytest.mark.parametrize(("path", "left"), [(["kiefer", "linde"], 2), (["kiefer"], 0)])
def test_dummies_let_it_pass_and_are_found_where_it_ends(how: str, path: list[str], left: int) -> None:
    w = place({"iller": "i napoleon", "kiefer": "russian:infantry russian:cavalry"}, how)
    run = play(w, moved(w, "i", *path))
    assert run.boxes("f1") == [path[-1]]
    assert len(run.board.counters("russian")) == left and run.board.hidden("russian") == ()
    out = run.board.at.out["russian"]
    assert (out["infantry"], out["cavalry"]) == ((0, 0) if left else (1, 1))


@pytest.mark.rule(RULES, "5.2-2")
@pytest.mark.parametrize("named", ["", "r1"])
def test_a_false_claim_does_not_let_it_pass(named: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "russian:infantry rus-1"})
    run = play(w, moved(w, "i", "kiefer", "linde"), says={"real": [named]})
    assert run.boxes("f1") == ["kiefer"] and run.board.hidden("russian") == ()


@pytest.mark.rule(RULES, "7.1-3")
def test_in_an_open_game_dummies_find_no_dummies() -> None:
    w = place({"iller": "french:infantry", "kiefer": "russian:infantry"}, OPEN)
    run = play(w, moved(w, "french:infantry", "kiefer"))
    assert run.boxes("f1", "r1") == ["kiefer", "kiefer"]


@pytest.mark.rule(RULES, "4.2-3")
@pytest.mark.parametrize(("wish", "to"), [(["iller", "linde"], "linde"), ([], "eiche"), (["eiche"], "eiche")])
def test_a_general_alone_goes_to_the_nearest_friends(wish: list[str], to: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"fels": "i napoleon", "garten": "kamenskoi", "linde": "rus-1", "heide": "rus-2"}, how)
        goal = {"eiche": "linde", "linde": "linde"}[to] if to != "linde" else to
        goal = "heide" if wish == [] or wish == ["eiche"] else goal
        run = play(w, moved(w, "i", "garten"), slots={"stranded": wish})
        assert run.boxes("r1") == [goal] and ("russian", "slot", "stranded") in run.script.asked
        assert run.told("stranded")[0]["from"] == "garten"


@pytest.mark.rule(RULES, "4.2-3")
def test_he_is_asked_nothing_where_one_box_is_nearest_and_may_pass_enemies() -> None:
    w = place({"fels": "i napoleon", "garten": "kamenskoi", "linde": "ii", "moor": "rus-1"})
    run = play(w, moved(w, "i", "garten"))
    assert run.boxes("r1") == ["moor"] and not any(what == "slot" for _, what, _ in run.script.asked)
    w = place({"fels": "napoleon i", "garten": "rus-2"}, OPEN)
    run = play(w, moved(w, "napoleon", "garten"))
    assert run.boxes("f1") == ["fels"]


# -- stragglers, fatigue, rest ----------------------------------------------------------------


@pytest.mark.rule(RULES, "5.4-3")
@pytest.mark.rule(RULES, "2-B2-2")
@pytest.mark.rule(RULES, "8.5-1")
def test_a_forced_march_costs_men_everybody_sees_the_dice_of() -> None:
    w = place({"iller": "i napoleon davout"})
    run = play(w, moved(w, "i davout", "kiefer", forced=True), [6, 3])
    assert run.board.log("f1") == [["march", 6, "clear", []]] and run.board.log("f3") == [["march", 3, "clear", []]]
    assert run.board.marked("f1", "lag") and run.board.marked("f1", "fatigued") and run.board.marked("f3", "fatigued")
    run = play(place({"iller": "i napoleon davout"}), moved(w, "i davout", "kiefer", forced=True, lead="f3"), [6, 3])
    assert run.board.log("f1") == [["march", 6, "clear", [3]]] and ("french", "look", "f3") in run.script.asked


@pytest.mark.rule(RULES, "5.4-3")
@pytest.mark.rule(RULES, "5.3-6")
@pytest.mark.rule(RULES, "5.4-1")
def test_open_games_do_the_sums_at_once() -> None:
    w = place({"iller": "i ii iv davout napoleon"}, OPEN)
    orders = moved(w, "i ii iv davout napoleon", "kiefer", forced=True, concentrate=True)
    # Forced: I, II (CO 4), IV (CO 3) with good generals: 6 - 2, 5 - 2, 6 - 1; then concentrated.
    run = play(w, orders, [6, 5, 6, 6, 1, 5])
    assert [(run.board.content(c)["pf"], run.board.content(c)["lag"]) for c in ("f1", "f2", "f3")] == [  # type: ignore[index]
        (5, 2), (7, 0), (10, 2),
    ]  # fmt: skip
    assert [event["cause"] for event in run.told("stragglers")] == ["march"] * 3 + ["mass"] * 3
    assert run.script.rolled[0] == "t1.french.move.0.march.f1" and not run.board.marked("f2", "lag")


@pytest.mark.rule(RULES, "5.4-3")
def test_a_unit_may_march_itself_to_nothing() -> None:
    w = place({"iller": "guard=1 napoleon"}, OPEN, "mud")
    run = play(w, moved(w, "guard", "kiefer", forced=True), [6])
    assert run.boxes("f1") == [""] and run.board.at.dead == ["guard"]
    assert run.kinds()[-1] == "worn-away"


@pytest.mark.rule(RULES, "5.4-3")
def test_dummies_throw_too_as_long_as_they_lie_face_down() -> None:
    w = place({"iller": "french:infantry napoleon", "kiefer": "french:cavalry^"})
    run = play(w, moved(w, "french:infantry", "kiefer", forced=True), [6])
    assert len(run.board.log("f1")) == 1
    run = play(w, moved(w, "french:cavalry", "linde", forced=True))
    assert run.told("stragglers") == []


@pytest.mark.rule(RULES, "5.4-4")
@pytest.mark.rule(RULES, "2-B2-2")
def test_who_rested_gets_men_back() -> None:
    w = place({"iller": "i=4/3 ii iii=5/1 napoleon", "garten": "rus-1=3/1"}, OPEN, moved=["f3"])
    run = play(w, {}, [5], do=rest)
    assert run.board.content("f1") == content(w.setting, "i=6/1")[1] and run.board.marked("f1", "lag")
    assert [(event["counter"], event["back"]) for event in run.told("rested")] == [("f1", 2)]


@pytest.mark.rule(RULES, "5.4-4")
def test_rest_of_those_who_lie_face_down_is_in_their_logs() -> None:
    w = place({"iller": "i=4/3 ii=5/1 iii napoleon"})
    w.board.mark("f1", "lag")
    w.board.write("f2", ["march", 6, "clear", []])
    run = play(w, {}, [4, 6], do=rest)
    assert run.board.log("f1") == [["rest", 4]] and run.board.log("f2")[-1] == ["rest", 6]
    assert len(run.script.rolled) == 2 and all("back" not in event for event in run.told("rested"))


# -- entering, flags, solitaire ---------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "3.3-4")
def test_reinforcements_enter_by_their_road(how: str) -> None:
    w = place({"eiche": "napoleon i"}, how, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {"f3": content(w.setting, "late-foot")[1], "f4": content(w.setting, "late-horse")[1]}
    first = {"stack": ["f4"], "enter": "north-road", "holds": ["late-horse"], "path": ["birke", "ahorn", "birke"]}
    if how == HIDDEN:
        del first["holds"]
    run = play(w, {"orders": [first]})
    # One point for the road, then four: four are left to cavalry.
    assert run.cases == [] and run.boxes("f4") == ["birke"] and run.turn.came["f4"] == "ahorn"
    assert run.board.at.arrivals == [1, 2] and run.board.at.due == [0] and run.board.at.entering == {"0": 1}
    run = play(w, {"orders": [{"stack": ["f3"], "enter": "north-road", "path": ["birke"], "forced": True}]})
    assert run.boxes("f3") == [""] and run.cases == ["3.3-4"]
    run = play(w, {"orders": [{"stack": ["f3"], "enter": "north-road", "path": ["birke"]}]})
    assert run.boxes("f3") == ["birke"] and run.board.at.due == [] and "entering" not in public(run.board)
    if how == OPEN:
        assert run.board.content("f3") == w.known["f3"] and run.board.at.signs["f3"]["kind"] == "infantry"
        assert run.board.at.pc["grande-armee"] == 20


@BOTH
@pytest.mark.rule(RULES, "3.3-4")
def test_who_enters_may_stay_where_the_road_ends(how: str) -> None:
    w = place({"eiche": "napoleon i"}, how, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {"f3": content(w.setting, "late-foot")[1]}
    entry = {"stack": ["f3"], "enter": "north-road", **({"holds": ["late-foot"]} if how == OPEN else {})}
    run = play(w, {"orders": [entry]})
    assert run.boxes("f3") == ["nebel"] and run.cases == []


@pytest.mark.rule(RULES, "3.3-4")
@pytest.mark.parametrize(
    ("stack", "path", "case"),
    [
        (["late-foot"], ["birke", "ahorn", "eiche", "iller", "kiefer"], "5.1-1"),
        (["late-foot"], ["birke", "ahorn", "eiche", "iller"], ""),
        (["late-foot"], ["birke", "nebel", "birke"], "5.1-1"),
        (["i"], ["birke"], "3.3-4"),
        (["late-foot=1"], ["birke"], "3.3-4"),
    ],
)
def test_who_enters_pays_for_the_road(stack: list[str], path: list[str], case: str) -> None:
    w = place({"eiche": "napoleon"}, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {"f9": content(w.setting, stack[0])[1]}
    assert refused(w, {"orders": [{"stack": ["f9"], "enter": "north-road", "path": path}]}) == case


@BOTH
@pytest.mark.rule(RULES, "3.3-4")
@pytest.mark.parametrize(
    ("stack", "enter", "case"),
    [(["f9"], "south-track", "3.3-4"), (["f1"], "north-road", "3.3-4"), (["f7", "f8", "f9"], "north-road", "3.3-4")],
)
def test_nobody_else_enters(how: str, stack: list[str], enter: str, case: str) -> None:
    w = place({"eiche": "napoleon"}, how, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {counter: content(w.setting, "late-foot")[1] for counter in ("f7", "f8", "f9")}
    run = play(w, {"orders": [{"stack": stack, "enter": enter, "path": ["birke"]}]})
    assert run.cases == [case]


@pytest.mark.rule(RULES, "9-3")
@pytest.mark.rule(RULES, "8.8-1")
@pytest.mark.parametrize(
    ("how", "names", "more", "holder"),
    [
        (OPEN, "i", {}, "french"),
        (OPEN, "french:infantry", {}, "russian"),
        (OPEN, "napoleon", {}, "russian"),
        (HIDDEN, "i", {"flag": True}, "french"),
        (HIDDEN, "i", {}, "russian"),
    ],
)
def test_units_turn_flags_in_passing(how: str, names: str, more: dict[str, Json], holder: str) -> None:
    w = place({"birke": "i napoleon french:infantry"}, how)
    orders = moved(w, names, "castell", "birke", **more)
    assert passes_flag(w.setting, w.board, "french", orders["orders"][0])
    run = play(w, orders)
    assert run.board.at.control["castell"] == holder
    assert [event["case"] for event in run.told("control")] == (["8.8-1"] if holder == "french" else [])


@pytest.mark.rule(RULES, "9-3")
def test_no_flag_turns_where_the_enemy_stands_or_by_dummies() -> None:
    w = place({"birke": "i napoleon french:infantry", "castell": "rus-1"})
    run = play(w, moved(w, "i", "castell", flag=True))
    assert run.board.at.control["castell"] == "russian"
    w = place({"birke": "i napoleon french:infantry"})
    assert refused(w, moved(w, "french:infantry", "castell", flag=True)) == "9-3"


@pytest.mark.parametrize(
    ("names", "others", "dice", "weather", "points"),
    [
        pytest.param("i", "napoleon", [5], "clear", 6, marks=pytest.mark.rule(RULES, "10-2")),
        pytest.param("murat-i", "napoleon", [2], "clear", 6, marks=pytest.mark.rule(RULES, "10-2")),
        pytest.param("i murat-i", "napoleon", [1, 5], "clear", 3, marks=pytest.mark.rule(RULES, "10-2")),
        pytest.param("murat-i", "", [1], "clear", 3, marks=pytest.mark.rule(RULES, "10-3")),
        pytest.param("napoleon", "", [6], "clear", 8, marks=pytest.mark.rule(RULES, "10-4")),
        pytest.param("davout", "", [1], "clear", 3, marks=pytest.mark.rule(RULES, "10-4")),
        pytest.param("i", "", [1], "rain", 1, marks=pytest.mark.rule(RULES, "10-5")),
    ],
)
def test_solitaire_points(names: str, others: str, dice: list[int], weather: str, points: int) -> None:
    w = place({"iller": f"{names} {others}"}, ALONE, weather)
    run = play(w, moved(w, names, "kiefer", *["linde", "kiefer"] * 5), dice)
    assert run.told("points")[0]["points"] == points and len(run.told("step")) == points
    assert run.told("halted")[-1]["why"] == "points" and run.cases == []


@pytest.mark.rule(RULES, "10-1")
def test_nobody_reconnoitres_alone() -> None:
    w = place({"iller": "murat-i napoleon", "kiefer": "rus-1"}, ALONE)
    assert play(w, moved(w, "murat-i", "kiefer", {"recon": "stay"})).cases == ["10-1"]
