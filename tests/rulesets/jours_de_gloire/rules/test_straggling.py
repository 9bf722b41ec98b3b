"""Stragglers, rest and what a counter holds after its log: 5.4 and T-MARCH."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.jours_de_gloire.rules import straggling
from rulesets.jours_de_gloire.rules.straggling import march_steps, returning, settled, stragglers
from tests.rulesets.jours_de_gloire.world import content, small, world


def held(word: str) -> dict[str, Any]:
    return content(small(), word)[1]


@pytest.mark.parametrize(
    ("word", "die", "weather", "vcs", "lost"),
    [
        # CO 4, a general of VC 3: 6 - 2 = 4.
        pytest.param("i", 6, "clear", [3], 1, marks=pytest.mark.rule("jdg", "5.4-3")),
        # CO 3 in mud: 4 + 2 = 6, more than nine strength points.
        pytest.param(
            "iv", 4, "mud", [], 2, marks=[pytest.mark.rule("jdg", "5.4-3"), pytest.mark.rule("jdg", "3.1-M4")]
        ),
        # CO 3 in mud: 3 + 2 = 5.
        pytest.param("v", 3, "mud", [], 1, marks=pytest.mark.rule("jdg", "3.1-M4")),
        # CO 3 in snow, 5 to 9 strength points: 3 + 1 = 4.
        pytest.param("west", 3, "snow", [], 1, marks=pytest.mark.rule("jdg", "3.1-S3")),
        pytest.param("west", 3, "clear", [], 0, marks=pytest.mark.rule("jdg", "3.1-S3")),
        pytest.param("v", 5, "clear", [2], 1, marks=pytest.mark.rule("jdg", "T-MARCH")),
        pytest.param("v", 5, "clear", [2, 4], 0, marks=pytest.mark.rule("jdg", "T-MARCH")),
        pytest.param("v", 4, "clear", [], 0, marks=pytest.mark.rule("jdg", "T-MARCH")),
        pytest.param("iv", 6, "clear", [], 2, marks=pytest.mark.rule("jdg", "T-MARCH")),
        pytest.param("iv", 6, "mud", [], 2, marks=pytest.mark.rule("jdg", "T-MARCH")),
        pytest.param("guard=1", 6, "snow", [], 1, marks=pytest.mark.rule("jdg", "5.4-3")),
        pytest.param("napoleon", 6, "snow", [], 0, marks=pytest.mark.rule("jdg", "5.4-3")),
        pytest.param("french:cavalry", 6, "snow", [], 0, marks=pytest.mark.rule("jdg", "5.4-3")),
    ],
)
def test_stragglers(word: str, die: int, weather: str, vcs: list[int], lost: int) -> None:
    assert stragglers(small(), held(word), die, weather, vcs) == lost


@pytest.mark.rule("jdg", "T-MARCH")
def test_one_good_general_is_enough_and_two_do_not_add_up() -> None:
    leader = {"by": -1, "why": "leader", "case": "5.4-3"}
    found = [march_steps(small(), held("v"), vcs, "clear") for vcs in ([], [2], [3], [3, 4])]
    assert found == [[], [], [leader], [leader]]
    steps = march_steps(small(), held("i"), [3], "snow")
    assert [(step["by"], step["why"]) for step in steps] == [(1, "snow"), (-1, "leader"), (-1, "cohesion")]
    assert [step["by"] for step in march_steps(small(), None, [], "mud")] == [2]


@pytest.mark.rule("jdg", "5.3-6")
def test_each_unit_of_a_stack_has_its_own_die() -> None:
    dice = {"i": 6, "iv": 3, "v": 5}
    found = {name: settled(small(), held(name), [["march", die, "clear", []]]) for name, die in dice.items()}
    assert [found[name]["lag"] for name in dice] == [1, 0, 1]


@pytest.mark.rule("jdg", "4.3-4")
def test_nobody_starves_however_long_he_is_cut_off() -> None:
    w = world({"eiche": "napoleon", "dachs": "i"})
    assert w.link("i") == 0
    assert settled(small(), held("i"), w.board.log(w.ids["i"]), w.known) == held("i")


@pytest.mark.rule("jdg", "5.4-4")
@pytest.mark.parametrize(
    ("word", "die", "back"), [("i=4/3", 5, 2), ("i=4/3", 6, 2), ("i=4/3", 4, 1), ("i=6/1", 6, 1), ("i", 6, 0)]
)
def test_rest_brings_men_back(word: str, die: int, back: int) -> None:
    assert returning(small(), held(word), die) == back


@pytest.mark.rule("jdg", "3.3-5")
@pytest.mark.parametrize(
    ("word", "detached", "lost"), [("i=4/1", 0, 2), ("i=4/1", 2, 0), ("i", 0, 0), ("french-b<i=1", 0, 0), ("ney", 0, 0)]
)
def test_crosses(word: str, detached: int, lost: int) -> None:
    assert straggling.crosses(small(), held(word), detached) == lost


@pytest.mark.rule("jdg", "5.4-3")
@pytest.mark.parametrize(
    ("word", "log", "after"),
    [
        ("i", [["march", 6, "clear", []]], "i=6/1"),
        ("i", [["march", 6, "clear", [3, 2]]], "i=6/1"),
        ("i", [["march", 5, "clear", [3, 2]]], "i=7/0"),
        ("i", [["march", 6, "mud", []], ["march", 6, "mud", []]], "i=5/2"),
        ("i", [["march", 6, "clear", []], ["rest", 3]], "i=7/0"),
        ("i", [["loss", 2], ["march", 6, "mud", []], ["pf", 1]], "i=5/1"),
        ("i", [["pf", 1]], "i=7/0"),
        ("i=3/1", [["loss", 9], ["rest", 6]], "i=0/1"),
        ("guard=1", [["march", 6, "mud", []], ["rest", 6]], "guard=0/1"),
        ("napoleon", [["march", 6, "mud", []], ["loss", 1]], "napoleon"),
        ("french:infantry", [["march", 6, "mud", []], ["rest", 6]], "french:infantry"),
        ("french-b<i=3", [["march", 6, "mud", []]], "french-b<i=2/1"),
        ("i", [], "i"),
    ],
)
def test_what_a_log_leaves(word: str, log: list[list[Any]], after: str) -> None:
    assert settled(small(), held(word), log) == held(after)


@pytest.mark.parametrize(
    "nonsense", [None, 7, ["i"], {"unit": "i"}, {"unit": "i", "pf": "7", "lag": 0}, {"unit": "i", "pf": -1, "lag": 0}]
)
def test_what_is_no_content_stays_so(nonsense: Any) -> None:
    w = world({"eiche": "i"})
    assert settled(small(), nonsense, [["march", 6, "mud", ["f1"]], ["rest", 6]], w.known) == nonsense
    assert straggling.strength(w.setting, {"f1": nonsense}, ["f1"]) == 0


@pytest.mark.rule("jdg", "5.4-3")
def test_the_general_who_marched_with_them_counts() -> None:
    logs = [["march", 4, "clear", vcs] for vcs in ([], [3])]
    assert [settled(small(), held("iv"), [entry])["lag"] for entry in logs] == [1, 0]


@pytest.mark.rule("jdg", "5.4-3")
def test_what_everybody_sees_changes_at_once() -> None:
    w = world({"eiche": "iv^ i davout"})
    for counter in w.of("iv i davout"):
        straggling.book(w.setting, w.board, counter, ["march", 6, "clear", [2]], w.known)
    assert w.board.content("f1") == held("iv=10/2") and w.board.log("f1") == []
    assert w.board.log("f2") == w.board.log("f3") == [["march", 6, "clear", [2]]]
    known = straggling.held_by(w.setting, w.board, "french", w.known)
    assert straggling.strength(w.setting, known, w.of("iv i davout")) == 10 + 6


ENTRIES = st.one_of(
    st.tuples(st.just("march"), st.integers(1, 6), st.sampled_from(["clear", "rain", "mud", "snow"]), st.just(())),
    st.tuples(st.just("rest"), st.integers(1, 6)),
    st.tuples(st.just("loss"), st.integers(0, 4)),
    st.tuples(st.just("pf"), st.just(1)),
)


@pytest.mark.rule("jdg", "5.4-4")
@given(st.lists(ENTRIES, max_size=12), st.sampled_from(["i", "iv=6/2", "guard=1", "murat-i=3"]))
def test_strength_is_never_made_of_nothing(log: list[Any], word: str) -> None:
    first = held(word)
    last = settled(small(), first, log, {})
    drafts = sum(1 for entry in log if entry[0] == "pf")
    assert last["pf"] >= 0 and last["lag"] >= 0
    assert last["pf"] + last["lag"] <= min(first["pf"] + first["lag"] + drafts, small().units[first["unit"]].pf)
