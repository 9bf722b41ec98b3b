"""Friends on the way: what passing them costs and does to both, and the place in the stack (6.12, 6.13, 7.21, 7.61)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.moves import outcome, scene
from tests.rulesets.winters_victory.winter import TAG

STRAIGHT = "0505, 0504"
"""From 0406, which lies behind 0505 of one that looks north, through it and out by its front."""


@pytest.mark.parametrize(
    ("standing", "path", "then", "others"),
    [
        row("6.12-1 6.13-0", {"f1": "0406", "f2": "0505"}, "0505", "1 column", {"f2": "column"}),
        row("6.13-0", {"f1": "0506", "f2": "0505"}, STRAIGHT, "2 column", {"f2": "column"}),
        row("6.13-0 8.65A.3", {"flt.s1": "0506", "f2": "0505"}, STRAIGHT, "2 skirmish", {"f2": "column"}),
        row("6.13.1-1", {"fhus": "0506", "f2": "0505"}, "0505", "2 mounted", {"f2": "column"}),
        row("6.13.1-2 6.13.2-2", {"fhus": "0506", "f2": "0505 line"}, STRAIGHT, "3 mounted", {"f2": "general-order"}),
        row("6.13.1-2", {"fhus": "0405 v2", "f2": "0505 line"}, "0505, 0605", "3 mounted", {"f2": "line"}),
        row("6.13.2-1", {"f1": "0506 line", "f2": "0505"}, STRAIGHT, "3 line", {"f2": "column"}),
        row("6.13.2-1", {"f1": "0507 line", "f2": "0505"}, "0506, 0505, 0504", "4 line", {"f2": "column"}),
        row("6.13.2-1", {"f1": "0508 line", "f2": "0505"}, "0507, 0506, 0505, 0504", "4 general-order", {}),
        row("6.13.2-1", {"f1": "0506 line", "f2": "0505"}, "0505, 0504 go", "2 general-order", {}),
        row("6.13.2-2", {"f1": "0506", "f2": "0505 line"}, STRAIGHT, "2 column", {"f2": "general-order"}),
        row("6.13.2-2", {"f1": "0405 v2", "f2": "0505 line"}, "0505, 0605", "2 column", {"f2": "line"}),
        row("6.13.2-2", {"flt.s1": "0506", "f2": "0505 line"}, STRAIGHT, "2 skirmish", {"f2": "line"}),
        row("6.13.3", {"f1": "0506", "fb8": "0505 unlimbered", "fb8.c": "0505"}, STRAIGHT, "3 column", {}),
        row("6.13.3", {"f1": "0405 v2", "fb8": "0505 unlimbered", "fb8.c": "0505"}, "0505, 0605", "2 column", {}),
        row("6.13-note", {"f1": "0506", "f2": "0505 line"}, "grand, 0505, 0504", "2 column", {"f2": "line"}),
        row("7.21-0", {"f1": "0506", "f2": "0505 disordered"}, "0505", "1 column disordered", {}),
        row("7.22-1", {"f1": "0506", "f2": "0505 routed"}, "0505", "1 column routed", {}),
        row("7.21-0", {"f1": "0506", "flt.s1": "0505 disordered"}, "0505", "1 column", {}),
        row("7.61E", {"fb8.c": "0506", "f2": "0505 disordered"}, "0505", "1 skirmish disordered", {}),
        row("8.65A.3", {"flt.s1": "0506", "f2": "0505 disordered"}, "0505", "1 skirmish", {}),
        row("7.21.3-2", {"fdrg": "0506 disordered", "f2": "0505 line"}, "0505", "1 mounted disordered",
            {"f2": "line disordered"}),
        row("7.21.3-2", {"fdrg": "0506 disordered", "f2": "0505"}, "0505", "1 mounted disordered", {"f2": "column"}),
    ],
)  # fmt: skip
def test_friends_cost_and_suffer(standing: dict[str, str], path: str, then: str, others: dict[str, str]) -> None:
    at = scene(standing)
    assert outcome(at, next(iter(standing)), path) == then
    for uid, words in others.items():
        piece = at.board.piece(uid)
        assert " ".join([piece.formation, *([] if piece.good else [piece.state])]) == words


@pytest.mark.rule(TAG, "6.52-2")
def test_a_road_takes_one_through_friends_without_penalty() -> None:
    at = scene({"fhus": "0506", "f2": "0505 line"}, country(minor=("0506 0505 0504",)))
    assert outcome(at, "fhus", "0505, 0504") == "2 mounted"
    assert at.board.piece("f2").formation == "line"


@pytest.mark.parametrize(
    ("standing", "path", "stack"),
    [
        row("6.12-2", {"f1": "0605 v5", "f2": "0505"}, "0505", ("f2", "f1")),
        row("6.12-2", {"f1": "0504 v3", "f2": "0505"}, "0505", ("f1", "f2")),
        row("9.31-1", {"flt.s1": "0504", "f2": "0505"}, "0505", ("f2", "flt.s1")),
        row("9.31-1", {"f1": "0605 v5", "f2": "0505", "flt.s1": "0505"}, "0505", ("f2", "f1", "flt.s1")),
    ],
)
def test_where_one_enters_decides_the_place_in_the_stack(
    standing: dict[str, str], path: str, stack: tuple[str, ...]
) -> None:
    at = scene(standing)
    outcome(at, next(iter(standing)), path)
    assert at.board.units_in("0505") == stack


@pytest.mark.parametrize(
    ("standing", "states"),
    [
        row("6.12-3 9.1-1 9.1-2", {"f12": "0506", "f1": "0505", "f2": "0505 16sp"}, "disordered disordered disordered"),
        row("9.1-1", {"f12": "0506", "f1": "0505", "f2": "0505 15sp"}, "good good good"),
        row("6.64-1", {"f12": "0506", "f1": "0505 road-column", "f2": "0505 27sp"}, "disordered good disordered"),
    ],
)
def test_who_overcrowds_a_hex_disorders_all_in_it(standing: dict[str, Any], states: str) -> None:
    at = scene(standing)
    outcome(at, "f12", "0505")
    assert " ".join(at.board.piece(uid).state for uid in standing) == states
