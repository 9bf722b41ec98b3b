"""A short list of answers, and what a hidden game says of several true ones."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.hidden import EXCUSED as NOT_OWED
from pbem.engine.hidden import NOTHING, Own, Record, facts_of, picked, states
from pbem.engine.odds_query import Chance
from pbem.engine.options import Listed
from pbem.engine.picture import overlaid

BOXES = Listed(("east", "mill"), "2.1", "a box")


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        (BOXES, "moon is not a box here; legal: east, mill"),
        (Listed(("east", "mill"), "2.1", why="the bridge is gone"), "the bridge is gone"),
    ],
)
def test_a_refusal_says_what_is_legal_or_what_is_wrong_with_all_else(listed: Listed, told: str) -> None:
    refusal = listed.why_not("moon")
    assert refusal is not None and (refusal.case, refusal.text) == ("2.1", told)
    assert listed.why_not("mill") is None


def test_a_list_says_what_it_is() -> None:
    assert BOXES.describe() == {"noun": "a box", "answers": ["east", "mill"], "default": "east"}
    assert Listed(("east", "mill"), "2.1", silent="mill").describe()["default"] == "mill"
    assert Listed((0, 1), "2.1").describe() == {"noun": "an answer", "answers": [0, 1], "default": 0}
    assert {BOXES.sample(random.Random(seed).randrange) for seed in range(9)} == {"east", "mill"}


def test_a_wrong_answer_is_told_with_the_right_ones() -> None:
    refusal = BOXES.why_not("moon")
    assert refusal is not None and BOXES.why_not("mill") is None
    assert (refusal.case, refusal.legal) == ("2.1", ("east", "mill"))
    assert refusal.text == "moon is not a box here; legal: east, mill"


class Forces:
    """Tells what it was asked."""

    def facts(self, *asked: Any) -> list[Any]:
        return list(asked)


def test_a_claim_without_a_scene_is_judged_by_its_marker_alone() -> None:
    held = {"m": 1, "n": 2, "hidden.x": 3}
    assert facts_of(Forces(), "m", "awake", held, {"box": "mill"}) == ["m", "awake", held, {"box": "mill"}]  # type: ignore[arg-type]
    assert facts_of(Forces(), "m", "awake", held, None) == ["m", "awake", {"m": 1}, None]  # type: ignore[arg-type]


def test_of_several_truths_one_is_picked_by_the_secret_and_by_what_is_held() -> None:
    answers, held = ["m", "n", "o"], {"m": 1, "n": 1, "o": 1}
    assert picked(["m"], "who", {}, b"") == "m"
    by_secret = {picked(answers, "who", held, bytes([n])) for n in range(20)}
    assert by_secret == set(answers)
    assert len({picked(answers[::turn], "who", held, b"s") for turn in (1, -1)}) == 1
    assert {picked(answers, "who", {**held, "m": n}, b"s") for n in range(20)} > {picked(answers, "who", held, b"s")}
    assert {picked(answers, "who", {**held, "hidden.m": n}, b"s") for n in range(20)} != {"m"}
    assert {picked(answers, f"who {n}", held, b"s") for n in range(20)} == set(answers)


def test_a_chance_means_nothing_more_than_it_was_given() -> None:
    assert Chance("De", Fraction(1, 6)).text == ""


def test_one_is_not_true_in_a_claim_either() -> None:
    assert states([True, 2], True) and states([True, 2], 2)
    assert not states([True], 1) and not states([1], True) and not states([], None)


def test_what_an_army_holds_is_asked_of_its_book_as_far_as_it_owes_it() -> None:
    record = Record((), ("red",), {("m", 4): "a"}, {}, {"red": 4})
    assert record.held("red", "m", 4) == "a"
    assert record.held("red", "n", 3) is NOT_OWED and record.held("red", "m", -1) is NOT_OWED
    for army, marker, at in (("red", "n", 4), ("blue", "n", 3), ("red", "m", 5)):
        with pytest.raises(LookupError, match=f"marker {marker} of {army}: the book has no content of message {at}"):
            record.held(army, marker, at)


def test_markers_are_shuffled_by_the_secret_of_a_question() -> None:
    things = ["m", "n", "o", "p"]
    orders = {tuple(Own(secret=bytes([n])).shuffled(things, "r1")) for n in range(9)}
    assert len(orders) > 4 and {tuple(sorted(order)) for order in orders} == {tuple(things)}
    assert Own(secret=b"1").shuffled(things, "r1") == Own(secret=b"1").shuffled(things[::-1], "r1")
    assert Own("red", {"m": 1, "n": 2}).with_hidden({"n": 3, "o": 4}).markers == {"m": 1, "n": 3, "o": 4}


class Drawn:
    """Pictures with one overlay."""

    def overlay(self, name: str, at: Any, own: Own = NOTHING) -> tuple[Any, ...]:
        return {"zones": (name, at, own)}[name]


def test_overlays_are_drawn_for_their_reader() -> None:
    pictures: Any = Drawn()
    assert overlaid(pictures, ["zones"], 1, Own("red")) == (("zones", 1, Own("red")),)  # type: ignore[comparison-overlap]
    assert overlaid(pictures, ["zones"], 1) == (("zones", 1, NOTHING),)  # type: ignore[comparison-overlap]
    assert overlaid(pictures, [], 1) == ()
    with pytest.raises(KeyError, match="roads"):
        overlaid(pictures, ["zones", "roads"], 1)
