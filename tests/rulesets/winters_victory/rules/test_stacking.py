"""Stacking: what a hex holds, who may stay with whom, what a phase's end disorders (9)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules import stacking
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.stance import stance_of
from tests.rulesets.winters_victory.country import board, country, row
from tests.rulesets.winters_victory.winter import terrain

WOODS = country({"woods": "0505"})


@pytest.mark.parametrize(
    ("words", "woods", "fits"),
    [
        row("9.11.1", {"f1": "18sp"}, True, True),
        row("9.11.1", {"f1": "9sp", "f2": "10sp"}, True, False),
        row("9.11.1 9.11-note", {"f12": "12sp", "f14": "12sp", "flt": "12sp"}, False, True),
        row("9.11.1", {"f12": "12sp", "f14": "12sp", "flt": "13sp"}, False, False),
        row("9.11-note", {"f12": "11sp", "f14": "11sp", "flt": "11sp"}, False, True),
        row("9.11.1", {"f12": "12sp", "f14": "12sp", "f1": "11sp", "flt.s1": "2sp"}, False, False),
        row("9.11.2", {"fhus": "13sp", "fcuir": "12sp"}, False, False),
        row("9.11.2", {"fhus": "12sp", "fcuir": "12sp"}, False, True),
        row("9.11.3-1 9.4-1", {"fb8": "8sp", "fb4": "4sp", "fb8.c": "3sp"}, False, True),
        row("9.11.3-1", {"fb8": "8sp"}, True, False),
        row("9.4-1", {"fb8": "8sp", "fb6": "6sp"}, False, False),
        row("9.12", {"f1": "36sp", "fbde": "0sp", "fdiv": "0sp"}, False, True),
        row("9.14.1", {"f1": "4sp", "f2": "4sp", "f3": "4sp", "f4": "4sp"}, False, False),
        row("9.14.1", {"fhus": "3sp", "fcuir": "3sp", "fdrg": "3sp"}, False, False),
        row("6.64-1", {"f1": "36sp", "f2": "road-column"}, False, True),
        row("9.13-1", {"r1": "9sp", "pline": "11sp"}, False, True),
    ],
)
def test_a_hex_holds_so_much(words: dict[str, str], woods: bool, fits: bool) -> None:
    field = WOODS if woods else country()
    placed = board({uid: f"0505 {more}" for uid, more in words.items()}, field)
    assert (stacking.over(Ground(field, terrain()), placed, "0505", words) == "") is fits


def test_the_excess_is_told() -> None:
    placed = board({"f1": "0505 37sp"})
    said = stacking.over(Ground(placed.field, terrain()), placed, "0505", ["f1"])
    assert said == "37 strength points of infantry, where 36 may stand"


@pytest.mark.parametrize("by_road", [row("9.11.3-2", True), row("9.11.3-1", False)])
def test_guns_by_road_may_be_more_in_woods(by_road: bool) -> None:
    placed = board({"fb8": "0505"}, WOODS)
    said = stacking.over(Ground(WOODS, terrain()), placed, "0505", ["fb8"], by_road=by_road)
    assert (said == "") is by_road


@pytest.mark.parametrize(
    ("standing", "kind", "room"),
    [
        row("9.11.1", {"f1": "0505", "f2": "0505"}, "infantry", 18),
        row("9.14.1", {"f1": "0505", "f2": "0505", "f3": "0505"}, "infantry", 0),
        row("9.11.1", {"f1": "0505", "f2": "0505", "f3": "0505"}, "skirmishers", 9),
        row("9.11.2", {"fhus": "0505"}, "cavalry", 17),
    ],
)
def test_room_is_what_is_left(standing: dict[str, str], kind: str, room: int) -> None:
    placed = board(standing)
    assert stacking.room(Ground(placed.field, terrain()), placed, "0505", kind, FRENCH) == room


@pytest.mark.parametrize(
    ("standing", "case"),
    [
        row("9.14.2-1", {"f1": "0505", "fhus": "0505"}, "9.14.2-1"),
        row("9.14.2-2", {"f1": "0505", "f2": "0505 line"}, "9.14.2-2"),
        row("9.3-1", {"f1": "0505", "f2": "0505 v1"}, "9.3-1"),
        row("9.3-1", {"f1": "0505", "f2": "0505"}, ""),
        row("9.3-1", {"f1": "0505 general-order", "f2": "0505 v1 general-order"}, ""),
        row("9.4-1", {"fb8": "0505 unlimbered", "fb4": "0505 v1 unlimbered"}, "9.3-1"),
        row("9.31-2 8.65A.4", {"flt.s1": "0505", "fhus": "0505"}, "9.31-2"),
        row("9.41-1", {"flt.s1": "0505", "fb8": "0505"}, "9.41-1"),
        row("9.41-1", {"flt.s1": "0505", "fb8": "0505 unlimbered"}, ""),
        row("7.61B-1", {"fb8.c": "0505", "f1": "0505"}, ""),
        row("9.12", {"fbde": "0505", "fhus": "0505"}, ""),
    ],
)
def test_who_may_stay_with_whom(standing: dict[str, str], case: str) -> None:
    placed = board(standing)
    first, *others = standing
    found = stacking.why_not_together(placed, first, stance_of(placed.piece(first)), "0505", others)
    assert (found.case if found else "") == case


@pytest.mark.parametrize(
    ("crowd", "points"),
    [
        row("9.41-1", {"fb8.c": "0505", "flt.s1": "0505 2sp", "flt9.s1": "0505"}, 6),
        row("9.41-1", {"fb8.c": "0505", "flt.s1": "0505", "flt.s2": "0505"}, 7),
    ],
)
def test_six_points_may_stand_with_guns(crowd: dict[str, str], points: int) -> None:
    placed = board({"fb8": "0505 unlimbered", **crowd})
    assert stacking.crowd_with_guns(placed, "0505", FRENCH) == points
    assert stacking.crowd_with_guns(placed, "0505", ALLIED) == 0


@pytest.mark.parametrize(
    ("standing", "disordered"),
    [
        row("9.3-2 9.14.2-2", {"f1": "0505", "f2": "0505 line"}, {"f1": "9.3-2", "f2": "9.3-2"}),
        row("9.3-3 9.14.2-1", {"f1": "0505", "fhus": "0505"}, {"f1": "9.3-3", "fhus": "9.3-3"}),
        row("9.3-3", {"f1": "0505", "fb8": "0505", "fb8.c": "0505"}, {"f1": "9.3-3", "fb8": "9.3-3"}),
        row("9.31-1", {"f1": "0505", "flt.s1": "0505", "fb8.c": "0505"}, {}),
        row("8.33.1-1", {"f12": "0505 extended +0605", "f1": "0605"}, {"f12": "8.33.1-1", "f1": "9.3-2"}),
        row("8.33.1-1", {"f12": "0505 extended +0605", "flt.s1": "0605"}, {}),
        row("9.3-2", {"f1": "0505", "f2": "0505 line disordered"}, {}),
    ],
)
def test_a_phase_ends_with_disorder(standing: dict[str, str], disordered: dict[str, str]) -> None:
    assert dict(stacking.phase_end(board(standing))) == disordered


@pytest.mark.parametrize(
    ("order", "case", "draws"),
    [
        row("9.0 9.2 9.51.4", "f2 f1 flt.s1", "", True),
        row("9.2 9.51.4", "f1 f2 flt.s1", "", False),
        row("9.2", "f2 f1", "9.2", True),
        row("9.31-1", "f1 flt.s1 f2", "9.31-1", True),
    ],
)
def test_a_stack_is_put_into_another_order(order: str, case: str, draws: bool) -> None:
    placed, wanted = board({"f1": "0505", "f2": "0505", "flt.s1": "0505"}), tuple(order.split())
    found = stacking.why_not_restack(placed, FRENCH, "0505", wanted)
    assert (found.case if found else "") == case
    if not found:
        assert stacking.draws_fire(placed, "0505", wanted) is draws
        stacking.restack(placed, "0505", wanted)
        assert placed.units_in("0505") == wanted


@pytest.mark.parametrize(
    ("words", "full"),
    [row("9.1-3", {"f1": "0505 37sp disordered"}, True), row("9.1-3", {"f1": "0505 36sp disordered"}, False)],
)
def test_nobody_recovers_in_a_hex_too_full(words: dict[str, str], full: bool) -> None:
    placed = board(words)
    assert stacking.too_full_to_recover(Ground(placed.field, terrain()), placed, "0505", FRENCH) is full
