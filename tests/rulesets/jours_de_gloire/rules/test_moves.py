"""The Movement Phase until somebody is met: stacks, paths, their points, who may go together."""

from __future__ import annotations

import pytest

from rulesets.jours_de_gloire.rules.march.steps import Doings, public_refusal
from tests.rulesets.jours_de_gloire.marches import (
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

# -- paths and points ----------------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "5.1-1")
@pytest.mark.rule(RULES, "2-B2-1")
def test_a_stack_goes_step_by_step(how: str) -> None:
    w = place({"iller": "i davout"}, how)
    run = play(w, moved(w, "i davout", "kiefer", "linde"))
    assert run.boxes("f1", "f2") == ["linde", "linde"]
    assert run.kinds() == ["activated", "step", "step"]
    assert run.turn.came == {"f1": "kiefer", "f2": "kiefer"} and run.board.at.moved == ["f1", "f2"]
    assert run.script.asked == []


@pytest.mark.parametrize(
    ("places", "names", "path", "weather", "more", "case"),
    [
        # Infantry, dotted, dotted, plain, plain: 6 PM, the whole allowance.
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {}, "",
            marks=pytest.mark.rule(RULES, "5.1-1"),
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs", "castell"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "5.1-2"),
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs"], "rain", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "T-MOVE"),
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs", "castell"], "clear",
            {"forced": True}, "", marks=pytest.mark.rule(RULES, "5.4-2"),
        ),
        # Nobody to be linked to: no forced march, and a point less.
        pytest.param(
            {"eiche": "i"}, "i", ["iller"], "clear", {"forced": True}, "5.4-2", marks=pytest.mark.rule(RULES, "5.4-2")
        ),
        pytest.param(
            {"eiche": "i"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "4.5-3"),
        ),
        # Out of the chief's reach, with a general: a forced march of 7 PM.
        pytest.param(
            {"eiche": "i davout"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "4.5-2"),
        ),
        pytest.param(
            {"eiche": "i davout"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {"forced": True}, "",
            marks=pytest.mark.rule(RULES, "4.5-2"),
        ),
        # The slowest counts.
        pytest.param(
            {"eiche": "i murat-i napoleon"}, "i murat-i napoleon",
            ["fels", "garten", "heide", "dachs", "heide"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "5.3-4"),
        ),
        pytest.param(
            {"eiche": "murat-i napoleon"}, "murat-i napoleon", ["fels", "garten", "heide", "dachs", "heide"], "clear",
            {}, "", marks=pytest.mark.rule(RULES, "5.3-4"),
        ),
        pytest.param(
            {"fels": "i napoleon"}, "i", ["kiefer"], "clear", {}, "5.1-5", marks=pytest.mark.rule(RULES, "5.1-5")
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["garten"], "clear", {}, "5.1-4", marks=pytest.mark.rule(RULES, "5.1-4")
        ),
        # A ford costs a point more in rain: 5 PM carry just over two of them.
        pytest.param(
            {"ahorn": "i napoleon"}, "i", ["eiche", "ahorn", "birke"], "rain", {}, "",
            marks=pytest.mark.rule(RULES, "5.1-6"),
        ),
        pytest.param(
            {"ahorn": "i napoleon"}, "i", ["eiche", "ahorn", "birke", "castell"], "rain", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "5.1-6"),
        ),
        pytest.param(
            {"ahorn": "i napoleon"}, "i", ["eiche", "ahorn", "birke", "castell"], "snow", {}, "",
            marks=pytest.mark.rule(RULES, "5.1-6"),
        ),
        # An unlinked dummy of infantry: 5 PM.
        pytest.param(
            {"eiche": "french:infantry"}, "french:infantry", ["fels", "garten", "heide"], "clear", {}, "",
            marks=pytest.mark.rule(RULES, "7.1-2"),
        ),
        pytest.param(
            {"eiche": "french:infantry"}, "french:infantry", ["fels", "garten", "heide", "dachs"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "7.1-2"),
        ),
        pytest.param({"eiche": "i napoleon"}, "i", [], "clear", {}, "5.1-2", marks=pytest.mark.rule(RULES, "5.1-2")),
    ],
)  # fmt: skip
def test_paths_by_the_contents(
    places: dict[str, str], names: str, path: list[str], weather: str, more: dict[str, Json], case: str
) -> None:
    for how in (HIDDEN, OPEN):
        w = place(places, how, weather)
        assert refused(w, moved(w, names, *path, **more)) == case
    run = play(w, moved(w, names, *path, **more), [1, 1, 1])
    assert run.cases == ([case] if case else [])
    assert run.boxes(*w.of(names)) == [(w.board.box("f1") if case else path[-1])] * len(w.of(names))


@pytest.mark.rule(RULES, "5.0")
@pytest.mark.parametrize(
    ("weather", "more", "path", "case"),
    [
        ("clear", {}, ["fels", "garten", "fels", "garten"], ""),
        ("clear", {}, ["fels", "garten", "fels", "garten", "heide"], "5.1-1"),
        ("clear", {"forced": True}, ["fels", "garten", "fels", "garten", "heide", "garten"], ""),
        ("clear", {"forced": True}, ["fels", "garten", "fels", "garten", "fels", "garten"], "5.1-1"),
        ("snow", {}, ["fels", "garten", "fels", "garten"], "5.1-1"),
        ("mud", {}, ["fels", "garten", "fels"], ""),
    ],
)
def test_what_lies_face_down_may_be_the_fastest(
    weather: str, more: dict[str, Json], path: list[str], case: str
) -> None:
    w = place({"eiche": "i napoleon"}, HIDDEN, weather)
    entry = moved(w, "i", *path, **more)["orders"][0]
    found = public_refusal(w.setting, w.board, "french", entry, Doings())
    assert (found.case if found else "") == case
    assert refused(w, {"orders": [entry]}) == "5.1-1"


@BOTH
@pytest.mark.rule(RULES, "5.1-3")
def test_nobody_has_two_turns(how: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "west"}, how)
    f1, f3 = w.of("i west")
    orders = {"orders": [{"stack": [c], "path": [to]} for c, to in ((f1, "kiefer"), (f3, "linde"), (f1, "linde"))]}
    run = play(w, orders)
    assert run.cases == ["5.1-3"] and run.boxes(f1, f3) == ["kiefer", "linde"]


# -- stacks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "names", "more", "case"),
    [
        pytest.param("i ii guard davout napoleon", "i ii guard davout", {}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.3-2")),
        pytest.param("i murat-i murat-ii davout napoleon", "i murat-i murat-ii davout napoleon", {}, "",
                     marks=pytest.mark.rule(RULES, "5.3-2")),
        pytest.param("i ii french:infantry davout napoleon", "i ii french:infantry", {}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.3-2")),
        # The chief himself may take any number along; a subordinate may not.
        pytest.param("i ii iv v guard napoleon", "i ii iv v guard napoleon", {"concentrate": True}, "",
                     marks=pytest.mark.rule(RULES, "5.4-1")),
        pytest.param("i ii iv v guard napoleon", "i ii iv v guard napoleon", {}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.4-1")),
        pytest.param("i ii iv v guard davout", "i ii iv v guard davout", {"concentrate": True}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.4-1")),
    ],
)  # fmt: skip
def test_stacks_by_the_contents(force: str, names: str, more: dict[str, Json], case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"eiche": force}, how)
        assert refused(w, moved(w, names, "iller", **more)) == case


@pytest.mark.rule(RULES, "5.3-2")
def test_too_many_counters_cannot_be_generals_all() -> None:
    w = place({"eiche": "i ii iv v guard murat-i murat-ii west legion"})
    names = "i ii iv v guard murat-i murat-ii west legion"
    run = play(w, moved(w, names, "iller"))
    assert run.cases == ["5.3-2"]


@BOTH
@pytest.mark.rule(RULES, "5.3-5")
def test_a_stack_begins_in_one_box(how: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "ii"}, how)
    run = play(w, moved(w, "i ii", "kiefer", "linde"))
    assert run.cases == ["5.3-5"] and run.boxes("f1") == ["iller"]
    run = play(w, {"orders": [{"stack": ["f1", "f1"], "path": ["kiefer"]}]})
    assert run.cases == ["5.3-5"]


@BOTH
@pytest.mark.rule(RULES, "5.3-1")
def test_a_box_holds_any_number(how: str) -> None:
    w = place({"iller": "i ii iii iv v guard napoleon", "kiefer": "west"}, how)
    run = play(w, moved(w, "west", "iller"))
    assert len(run.board.counters("french", "iller")) == 8


@pytest.mark.rule(RULES, "5.3-3")
@pytest.mark.rule(RULES, "5.3-7")
@pytest.mark.rule(RULES, "4.4-3")
def test_each_stack_pays_once() -> None:
    w = place({"iller": "davout i ii iv v", "eiche": "napoleon"}, OPEN)
    ids = w.of("davout i ii iv v")
    orders = {"orders": [{"stack": list(ids[:3]), "path": ["kiefer"]}, {"stack": list(ids[3:]), "path": ["kiefer"]}]}
    run = play(w, orders)
    assert [event["paid"] for event in run.told("activated")] == [{"grande-armee": 0}, {"grande-armee": 1}]
    assert run.board.at.pc["grande-armee"] == 19


@pytest.mark.rule(RULES, "4.4-7")
def test_without_points_nobody_goes() -> None:
    w = place({"moor": "i", "heide": "ii"}, OPEN)
    w.board.at.pc = {"grande-armee": 3, "army-west": 9}
    orders = {"orders": [{"stack": ["f1"], "path": ["linde"]}, {"stack": ["f2"], "path": ["garten"]}]}
    run = play(w, orders)
    assert run.cases == ["4.4-3"] and run.board.at.pc["grande-armee"] == 1


@BOTH
@pytest.mark.rule(RULES, "8.8-6")
def test_the_besieged_stay(how: str) -> None:
    w = place({"castell": "i napoleon rus-1"}, how, inside={"castell": ["f1"]})
    run = play(w, moved(w, "i", "birke"))
    assert run.cases == ["8.8-6"]
