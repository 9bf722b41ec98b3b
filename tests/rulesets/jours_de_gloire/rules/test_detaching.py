"""Detachments: 6.1."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.rules.march.detaching import exact_detach_refusal, exact_rejoin_refusal
from rulesets.jours_de_gloire.rules.march.steps import Doings
from tests.rulesets.jours_de_gloire import marches
from tests.rulesets.jours_de_gloire.marches import BOTH, HIDDEN, OPEN, RULES, play, refused
from tests.rulesets.jours_de_gloire.world import World, content


def marks(*cases: str) -> Any:
    return [pytest.mark.rule(RULES, case) for case in cases]


def place(places: dict[str, str], how: str = HIDDEN) -> World:
    """A position without the Legion, whose counter french-a is."""
    return marches.place(places, how, dead=[] if "legion" in str(places) else ["legion"])


def formed(w: World, name: str, unit: str = "french-a", pf: int = 3, new: str = "f9") -> dict[str, Any]:
    """Orders that form a detachment; in a hidden game what it is stays with its owner, who commits to it."""
    counter = w.ids[name]
    if w.setting.options.hidden:
        w.known[new] = content(w.setting, f"{unit}<{name}={pf}")[1]
        return {"detach": [{"from": counter, "counter": new}]}
    return {"detach": [{"from": counter, "counter": new, "unit": unit, "pf": pf}]}


@BOTH
@pytest.mark.rule(RULES, "6.1-1")
@pytest.mark.rule(RULES, "6.1-4")
def test_a_detachment_takes_its_points_along(how: str) -> None:
    w = place({"iller": "iv=10/1 napoleon"}, how)
    w.board.mark("f1", "lag")
    orders = formed(w, "iv")
    run = play(w, {**orders, "orders": [{"stack": ["f9"], "path": ["kiefer", "linde"]}]})
    assert run.cases == [] and run.boxes("f1", "f9") == ["iller", "linde"]
    if how == OPEN:
        assert run.board.content("f1") == {"unit": "iv", "pf": 7, "lag": 1}
        assert run.board.content("f9") == {"unit": "french-a", "pf": 3, "lag": 0, "of": "iv"}
        assert run.board.at.signs["f9"] == {"kind": "infantry", "link": 2}
    else:
        assert run.board.hidden("french") == ("f1", "f2", "f9") and run.board.marked("f1", "lag")


@pytest.mark.rule(RULES, "6.1-4")
def test_it_costs_both_a_point() -> None:
    w = place({"iller": "i napoleon"}, OPEN)
    six = ["kiefer", "linde", "kiefer", "linde", "kiefer", "linde"]
    for counter in ("f1", "f9"):
        w = place({"iller": "i napoleon"}, OPEN)
        run = play(w, {**formed(w, "i"), "orders": [{"stack": [counter], "path": six}]})
        assert run.cases == ["5.1-1"]
        w = place({"iller": "i napoleon"}, OPEN)
        run = play(w, {**formed(w, "i"), "orders": [{"stack": [counter], "path": six[:5]}]})
        assert run.cases == [] and run.boxes(counter) == ["kiefer"]


@pytest.mark.rule(RULES, "6.1-4")
def test_even_the_fastest_have_a_point_less() -> None:
    w = place({"iller": "murat-i napoleon"})
    orders = formed(w, "murat-i", "french-1", 1)
    run = play(w, {**orders, "orders": [{"stack": ["f1"], "path": ["kiefer", "iller"] * 4}]})
    assert run.cases == ["5.1-1"]
    entry = {"stack": ["f2"], "path": ["kiefer", "iller"] * 3 + ["kiefer"]}
    assert refused(w, {"orders": [entry]}, Doings(spent={"f2": 1})) == ""
    assert refused(w, {"orders": [entry]}, Doings(spent={"f2": 2})) == "5.1-1"


@pytest.mark.parametrize(
    ("force", "name", "unit", "pf", "case"),
    [
        pytest.param("i napoleon", "i", "french-a", 3, "", marks=marks("6.1-1")),
        pytest.param("i napoleon", "i", "french-a", 6, "", marks=marks("6.1-1")),
        pytest.param("i napoleon", "i", "french-a", 7, "6.1-1", marks=marks("6.1-1")),
        pytest.param("i napoleon", "i", "french-a", 0, "6.1-1", marks=marks("6.1-1")),
        pytest.param("i napoleon", "i", "french-1", 1, "6.1-1", marks=marks("6.1-1")),
        pytest.param("i napoleon", "i", "russian-a", 1, "6.1-1", marks=marks("6.1-1")),
        pytest.param("i napoleon", "napoleon", "french-a", 1, "6.1-1", marks=marks("6.1-1")),
        pytest.param("legion napoleon", "legion", "french-b", 1, "6.1-1", marks=marks("6.1-1")),
        pytest.param("ii french-a<i=2 napoleon", "ii", "french-a", 1, "6.1-1", marks=marks("6.1-1")),
        pytest.param("v napoleon", "v", "french-b", 1, "6.1-5", marks=marks("6.1-5")),
        pytest.param("i napoleon", "i", "french-b", 1, "", marks=marks("6.1-5")),
        pytest.param("i davout", "i", "french-a", 1, "4.5-2", marks=marks("4.5-2")),
        pytest.param("i jerome", "i", "french-a", 1, "4.5-2", marks=marks("4.5-3")),
    ],
)
def test_what_may_be_formed(force: str, name: str, unit: str, pf: int, case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"iller": force}, how)
        entry = {"from": w.ids[name], "counter": "f9", "unit": unit, "pf": pf}
        found = exact_detach_refusal(w.setting, w.board, w.known, entry)
        assert (found.case if found else "") == case
    run = play(w, {"detach": [entry]})
    assert run.cases == ([case] if case else [])


@pytest.mark.rule(RULES, "6.1-1")
def test_the_counter_of_a_unit_of_the_scenario_is_not_free_while_it_lives() -> None:
    """Also where it stands elsewhere or has not come yet."""
    w = marches.place({"iller": "i napoleon", "kiefer": "legion"}, OPEN)
    run = play(w, formed(w, "i"))
    assert (
        run.cases == ["6.1-1"]
        and "french-a is no free detachment counter, it is in use already" in run.script.refusals[0][1].text
    )


@BOTH
@pytest.mark.rule(RULES, "6.1-1")
@pytest.mark.rule(RULES, "6.1-3")
def test_what_everybody_sees_to_be_wrong(how: str) -> None:
    w = place({"iller": "i napoleon rus-1", "kiefer": "ii"}, how)
    assert play(w, formed(w, "i")).cases == ["6.1-3"]
    assert play(w, formed(w, "ii", new="f3")).cases == ["6.1-1"]
    assert play(w, {"detach": [{**formed(w, "ii")["detach"][0], "from": "r1"}]}).cases == ["6.1-1"]


@pytest.mark.rule(RULES, "6.1-1")
def test_in_a_hidden_game_it_must_have_been_committed_to() -> None:
    w = place({"iller": "i napoleon", "kiefer": "ii^"})
    run = play(w, {"detach": [{"from": "f1", "counter": "f9"}]})
    assert run.boxes("f9") == [""] and run.told("detached") == []
    assert play(w, formed(w, "ii")).cases == ["6.1-1"]


@BOTH
@pytest.mark.rule(RULES, "6.1-3")
@pytest.mark.rule(RULES, "6.1-4")
def test_rejoining(how: str) -> None:
    w = place({"iller": "i=4/1 french-a<i=1/1 napoleon"}, how)
    five, six = ["kiefer", "linde", "kiefer", "linde", "kiefer"], ["kiefer", "linde"] * 3
    run = play(w, {"rejoin": [{"unit": "f1", "detachment": "f2"}], "orders": [{"stack": ["f1"], "path": five}]})
    assert run.boxes("f1", "f2") == ["kiefer", ""] and run.cases == []
    if how == OPEN:
        assert run.board.content("f1") == {"unit": "i", "pf": 5, "lag": 2}
        w = place({"iller": "i=4/1 french-a<i=1/1 napoleon"}, how)
        run = play(w, {"rejoin": [{"unit": "f1", "detachment": "f2"}], "orders": [{"stack": ["f1"], "path": six}]})
        assert run.cases == ["5.1-1"]


@pytest.mark.parametrize(
    ("force", "unit", "part", "case"),
    [
        pytest.param("i=4 french-a<i=2", "i", "french-a", "", marks=marks("6.1-3")),
        pytest.param("ii=4 french-a<i=2", "ii", "french-a", "6.1-3", marks=marks("6.1-3")),
        pytest.param("ii=4 i=2", "ii", "i", "6.1-3", marks=marks("6.1-3")),
        pytest.param("i=5 legion=2", "i", "legion", "", marks=marks("6.1-6")),
        pytest.param("i=6 legion=2", "i", "legion", "6.1-6", marks=marks("6.1-6")),
        pytest.param("i=4/2 legion=2", "i", "legion", "6.1-6", marks=marks("6.1-6")),
        pytest.param("murat-i=1 legion=2", "murat-i", "legion", "6.1-6", marks=marks("6.1-6")),
        pytest.param("guard=1 legion=2", "guard", "legion", "6.1-7", marks=marks("6.1-7")),
        pytest.param("guard=1 french-a<guard=2", "guard", "french-a", "", marks=marks("6.1-7")),
    ],
)
def test_what_may_rejoin(force: str, unit: str, part: str, case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"iller": force}, how)
        entry = {"unit": w.ids[unit], "detachment": w.ids[part]}
        found = exact_rejoin_refusal(w.setting, w.board, w.known, entry)
        assert (found.case if found else "") == case
    run = play(w, {"rejoin": [entry]})
    assert run.cases == ([case] if case else [])


@BOTH
@pytest.mark.rule(RULES, "6.1-3")
@pytest.mark.parametrize(
    "places",
    [{"iller": "i=4", "kiefer": "french-a<i=2"}, {"iller": "i=4 french-a<i=2 rus-1"}],
)
def test_only_together_and_undisturbed(how: str, places: dict[str, str]) -> None:
    w = place(places, how)
    run = play(w, {"rejoin": [{"unit": w.ids["i"], "detachment": w.ids["french-a"]}]})
    assert run.cases == ["6.1-3"]
    run = play(w, {"rejoin": [{"unit": w.ids["i"], "detachment": w.ids["i"]}]})
    assert run.cases == ["6.1-3"]


@pytest.mark.rule(RULES, "6.1-2")
def test_its_chief_is_that_of_its_parent() -> None:
    w = place({"iller": "french-a<west=2 napoleon", "dachs": "jerome"})
    assert w.link("french-a") == 0
    w = place({"iller": "french-a<i=2 napoleon", "dachs": "jerome"})
    assert w.link("french-a") == 2
