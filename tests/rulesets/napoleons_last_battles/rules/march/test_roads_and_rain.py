"""Roads and trails with 16.4, and movement in rain with 16.5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.napoleons_last_battles.rules.marks import ON_ROAD
from rulesets.napoleons_last_battles.rules.observation import distance_of_observation, sees
from tests.rulesets.napoleons_last_battles.rules import plain
from tests.rulesets.napoleons_last_battles.rules.march.ground import RAIN, go, group, optional, play

rule = pytest.mark.rule
FOOT, OTHER, THIRD, ENEMY = "huss-5", "baud-6", "soye-6", "blndt"
TERRAIN, WET = "modified-terrain", "rain-effects"


def row(*values: object, cases: str) -> object:
    """A row of a table with the catalogue's ids."""
    return pytest.param(*values, marks=rule("nlb", *cases.split()))


@pytest.mark.parametrize(
    ("units", "path", "land", "options", "cost"),
    [
        row({FOOT: "0707", ENEMY: "0805"}, "0707 0706", "0706 f", TERRAIN, "2", cases="16.4-4"),
        row({FOOT: "0708", ENEMY: "0805"}, "0708 0707 0706", "0706 f", TERRAIN, "2 1/2", cases="16.4-4"),
        row({FOOT: "0707", ENEMY: "0805"}, "0707 0706", "0706 f", "", "1/2", cases="16.4-4"),
        row({FOOT: "0707", OTHER: "0706"}, "0707 0706", "", TERRAIN, "1", cases="16.4-5"),
        row({FOOT: "0707", OTHER: "0706"}, "0707 0706 0705", "", TERRAIN, "1 1/2", cases="16.4-5"),
        row({FOOT: "0707", "ney": "0706"}, "0707 0706", "", TERRAIN, "1/2", cases="16.4-5"),
        row({FOOT: "0707", OTHER: "0706"}, "0707 0706", "", "", "1/2", cases="16.4-5"),
    ],
)
def test_what_a_march_by_road_costs(units: Mapping[str, str], path: str, land: str, options: str, cost: str) -> None:
    """Into an enemy zone, and into the hex of a friend, one pays the ground and not the road."""
    phase = play(optional(options, units, land=land), go(FOOT, *path.split()))
    assert (phase.cases, phase.cost()) == ([], cost)


@pytest.mark.parametrize(
    ("first", "second", "cases"),
    [
        row(go(FOOT, "0708", "0707"), go(OTHER, "0607", "0707"), ["16.4"], cases="16.4-5"),
        row(go(FOOT, "0708", "0707"), go(OTHER, "0607", "0707", "0706"), ["16.4"], cases="16.4-5"),
        row(go(FOOT, "0708", "0707"), go("ney", "0808", "0708", "0707"), [], cases="16.4-5"),
        row(go(FOOT, "0708", "0807"), go(OTHER, "0607", "0707", "0807"), [], cases="16.4-5"),
    ],
)
def test_nobody_enters_the_hex_of_one_who_has_marched_by_road(first: Any, second: Any, cases: list[str]) -> None:
    """Leaders do, and so does everybody where the last step left the road."""
    board = optional(TERRAIN, {FOOT: "0708", OTHER: "0607", "ney": "0808"})
    assert play(board, first, second).cases == cases


@rule("nlb", "16.4-5")
def test_the_refusal_names_the_unit_and_the_hex() -> None:
    board = optional(TERRAIN, {FOOT: "0708", OTHER: "0607"})
    options = play(board, go(FOOT, "0708", "0707")).options
    refusal = options.why_not(go(OTHER, "0607", "0707"))
    assert refusal is not None and (refusal.case, refusal.unit, refusal.hex) == ("16.4", OTHER, "0707")
    assert "Baudin" in refusal.text and "by road" in refusal.text


@rule("nlb", "16.4-5")
def test_a_way_is_found_round_a_column() -> None:
    phase = play(
        optional(TERRAIN, {FOOT: "0708", OTHER: "0709"}), go(FOOT, "0708", "0707"), {"unit": OTHER, "to": "0706"}
    )
    assert phase.cases == [] and "0707" not in phase.events[-1]["path"] and phase.board.at[OTHER] == "0706"


@rule("nlb", "16.4-5")
def test_two_who_go_together_have_no_use_of_a_road() -> None:
    """Each of them would be in the other's hex; one with a leader has."""
    both = {"units": [FOOT, OTHER], "path": ["0708", "0707", "0706"]}
    phase = play(optional(TERRAIN, {FOOT: "0708", OTHER: "0708"}), both)
    assert (phase.cases, phase.cost()) == ([], "2") and not phase.board.position.marks.get(ON_ROAD)
    phase = play(optional(TERRAIN, {FOOT: "0708", "ney": "0708"}), {**both, "units": [FOOT, "ney"]})
    assert phase.cost() == "1" and phase.board.position.marks[ON_ROAD] == {FOOT}


@rule("nlb", "16.4-5")
def test_who_paid_the_ground_has_not_marched_by_road() -> None:
    """A third may therefore come up, and is one too many only in the end."""
    board = optional(TERRAIN, {FOOT: "0707", OTHER: "0706", THIRD: "0605"})
    phase = play(board, go(FOOT, "0707", "0706"), go(THIRD, "0605", "0706"))
    assert phase.kinds() == ["moved", "moved", "undone"]


# -- rain ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "path", "cases"),
    [
        row(WET, "0204 0205 0206", [], cases="16.5-1"),
        row("", "0204 0205 0206", ["4.3-1"], cases="16.5-1 4.3-1"),
    ],
)
def test_with_rain_effects_enemy_zones_may_be_entered(options: str, path: str, cases: list[str]) -> None:
    board = optional(options, {FOOT: "0204", ENEMY: "0207"}, RAIN)
    assert board.conditions == "rain"
    assert play(board, go(FOOT, *path.split())).cases == cases


@pytest.mark.parametrize(
    ("start", "path", "land", "cases", "cost"),
    [
        row("0204", "0204 0205 0206", "", [], "4", cases="16.5-3"),
        row("0204", "0204 0205 0206 0207", "", ["5.1-1"], "", cases="16.5-3"),
        row("0202", "0202 0201", "0201 f", [], "4", cases="16.5-3"),
        row("0202", "0202 0201 0301", "0201 f", ["5.1-1"], "", cases="16.5-3"),
        row("0203", "0203 0202 0201", "0201 f", ["5.1-1"], "", cases="16.5-3"),
        row("0709", "0709 0708 0707 0706 0705", "", [], "4", cases="16.5-3"),
    ],
)
def test_in_rain_all_costs_double_but_one_hex_is_open(
    start: str, path: str, land: str, cases: list[str], cost: str
) -> None:
    """Four points are two clear hexes; a forest behind a stream takes eight, and is entered as the only hex."""
    phase = play(optional(WET, {FOOT: start}, RAIN, land=land), go(FOOT, *path.split()))
    assert phase.cases == cases and (not cost or phase.cost() == cost)


@rule("nlb", "16.5-3")
@pytest.mark.parametrize(("land", "costs"), [("", ["2", "4"]), ("0109 f", ["4"])])
def test_in_rain_coming_in_costs_double_too(land: str, costs: list[str]) -> None:
    """The first of a column always gets in; those behind pay, or wait."""
    due = group("quiot-1, bourg-1", "0109", turn=RAIN)
    board = optional(WET, {}, RAIN, land=land, groups=[due])
    phase = play(board, {"unit": "quiot-1", "enter": "0109"}, {"unit": "bourg-1", "enter": "0109"})
    assert [event["cost"] for event in phase.events] == costs


@rule("nlb", "16.5-3")
@pytest.mark.parametrize(
    ("start", "land", "cases"), [("0109", "0109 f", []), ("0107", "0107 .", ["5.5-2"]), ("0108", "", [])]
)
def test_in_rain_leaving_costs_double_too(start: str, land: str, cases: list[str]) -> None:
    """Who goes no other step may always leave."""
    board = optional(WET, {FOOT: start}, RAIN, land=land, exits=[{"case": "5.5-1", "for": "french", "at": "0109"}])
    assert play(board, {"unit": FOOT, "exit": "0109"}).cases[:1] == cases


@rule("nlb", "16.5-2")
@pytest.mark.parametrize(("at", "seen"), [("0605", True), ("0705", False)])
def test_in_rain_one_sees_five_hexes(at: str, seen: bool) -> None:
    board = plain.board({ENEMY: "0105"}, RAIN, options="observation rain-effects")
    assert distance_of_observation(board) == 5 and sees(board, "0105", at) is seen
