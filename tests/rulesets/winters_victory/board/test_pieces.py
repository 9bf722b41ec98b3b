"""What a counter is on the map: formed or unformed, in good or poor morale, whose crew it is (2.4, 7.6, 13.0)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.board.pieces import DISORDERED
from rulesets.winters_victory.morale_charts import FORMED, UNFORMED
from rulesets.winters_victory.rules.formations.mobility import formed, manned
from rulesets.winters_victory.rules.morale.check import sort
from tests.rulesets.winters_victory.country import UNITS, board, piece, row
from tests.rulesets.winters_victory.moves import outcome
from tests.rulesets.winters_victory.moves import scene as walking
from tests.rulesets.winters_victory.scenes import scene

GUNS = {"fb8": "0505", "fb8.c": "0505"}


@pytest.mark.parametrize(
    ("standing", "uid", "found"),
    [
        row("2.4-7", {"f1": "0505 square"}, "f1", True),
        row("2.4-7", {"f1": "0505 general-order"}, "f1", False),
        row("2.4-7", GUNS, "fb8", True),
        row("2.4-7", {"fb8": "0505"}, "fb8", False),
        row("2.4-7", {"f1": "0505 line disordered"}, "f1", False),
        row("2.4-7 2.4-8", {"flt.s1": "0505"}, "flt.s1", False),
    ],
)
def test_who_counts_as_formed(standing: dict[str, str], uid: str, found: bool) -> None:
    assert formed(board(standing), uid) is found


@pytest.mark.parametrize(
    ("standing", "uid", "found"),
    [
        row("2.4-8", {"fb8.c": "0505"}, "fb8.c", UNFORMED),
        row("2.4-8", {"flt": "0505 general-order"}, "flt", UNFORMED),
        row("2.4-8", {"f1": "0505 general-order disordered"}, "f1", DISORDERED),
        row("2.4-8", {"f1": "0505 line"}, "f1", FORMED),
    ],
)
def test_as_what_a_unit_fails_its_check(standing: dict[str, str], uid: str, found: str) -> None:
    assert sort(scene(standing), uid) == found


@pytest.mark.parametrize(
    ("words", "good"),
    [
        row("13.0-1", "0505 general-order", True),
        row("13.0-1", "0505 line", True),
        row("13.0-1", "0505 disordered", False),
        row("13.0-1", "0505 routed", False),
    ],
)
def test_morale_is_good_or_poor(words: str, good: bool) -> None:
    assert piece(UNITS["f1"], words).good is good


@pytest.mark.parametrize(
    ("crew", "serves"),
    [row("2.4-10 7.61G", "fb8.c", True), row("2.4-10 7.61G", "fb6.c", False)],
)
def test_a_crew_serves_the_guns_of_its_name(crew: str, serves: bool) -> None:
    assert manned(board({"fb8": "0505 unlimbered", crew: "0505"}), "fb8") is serves


@pytest.mark.rule("wv", "7.6")
def test_crew_and_guns_move_as_one() -> None:
    at = walking(GUNS)
    assert outcome(at, "fb8", "0504, 0503") == "2 limbered"
    assert at.board.units_in("0503") == ("fb8", "fb8.c")


@pytest.mark.rule("wv", "2.33")
def test_markers_lie_on_a_counter_and_go_with_it() -> None:
    at = board({"fhus": "0505 v1 exhausted", "f1": "0405"})
    at.move("fhus", "0605")
    assert at.piece("fhus").marks == {"exhausted"}
    assert at.remove("fhus").marks == {"exhausted"}
    assert at.piece("f1").marks == set()
