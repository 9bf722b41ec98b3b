"""Moving under the threat of a charge (12.61), and stacks that move together (6.0)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulesets.winters_victory.rules.moving.paths import Walk, act, why_no_stack
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Act, stance_of
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone
from tests.rulesets.winters_victory.country import UNITS, country, row
from tests.rulesets.winters_victory.moves import outcome, scene

ZONE = frozenset({"0505", "0504", "0503", "0502", "0501"})
"""The tests do not ask how the horse looks that charges."""
ENEMY = {"french": "rhus", "allied": "fhus"}


def threatened(standing: dict[str, str], horse: str = "0202", woods: str = "") -> Scene:
    at = scene({**standing, ENEMY[standing_army(standing)]: horse}, country({"woods": woods}))
    rider = ENEMY[standing_army(standing)]
    return replace(at, charges=(ChargeZone(rider, horse, 3, ZONE - {woods}),))


def standing_army(standing: dict[str, str]) -> str:
    """The army of the first counter."""
    return UNITS[next(iter(standing))].army


@pytest.mark.parametrize(
    ("standing", "horse", "path", "then"),
    [
        row("12.61.1-1", {"f1": "0506"}, "0202", "0505, 0504, 0503", "6 column"),
        row("12.61.1-1", {"rjgr.s1": "0505", "rjgr": "0606"}, "0202", "0504, 0503", "4 skirmish"),
        row("12.61.1-1", {"f1": "0704 v1"}, "0505", "0804", "1 column"),
        row("12.61.1-1", {"f1": "0704 v4"}, "0505", "0604", "2 column"),
        row("12.61.1-1", {"f1": "0804 v4"}, "0402", "0704", "1 column"),
        row("12.61.1-1", {"f1": "0704 v5"}, "0505", "0703, line", "3 line"),
        row("12.61.2-1 12.61.2-3", {"f1": "0505"}, "0202", "line", "2 line"),
        row("12.61.2-1", {"f1": "0505"}, "0202", "face 1", "1 column"),
        row("12.61.2-1 8.43.2", {"f1": "0505"}, "0202", "square", "2 square"),
    ],
)
def test_a_charge_zone_costs_more(standing: dict[str, str], horse: str, path: str, then: str) -> None:
    assert outcome(threatened(standing, horse), next(iter(standing)), path) == then


@pytest.mark.rule("wv", "12.61.1-1")
def test_woods_shelter_from_the_cost() -> None:
    assert outcome(threatened({"f1": "0506"}, woods="0505"), "f1", "0505") == "2 general-order"


@pytest.mark.parametrize(
    ("standing", "path", "checks"),
    [
        row("12.61.1-2", {"rjgr.s1": "0506", "rjgr": "0606"}, "0505, 0504, 0503", [True, False, False]),
        row("12.61.2-4 8.61-3", {"rjgr.s1": "0505", "rjgr": "0505"}, "0504", [True]),
        row("12.61.2-1 12.61.2-3", {"f1": "0505"}, "line", [True]),
        row("12.61.2-1", {"f1": "0505"}, "face 1", [True]),
        row("12.61.2-1 8.43.2", {"f1": "0505"}, "square", [True]),
        row("12.61.2-1", {"f1": "0505 square"}, "column", [False]),
        row("12.61.1-2", {"f1": "0506"}, "0505", [False]),
        row("12.61.2-1", {"f1": "0506"}, "line", [False]),
    ],
)
def test_who_checks_his_morale_first(standing: dict[str, str], path: str, checks: list[bool]) -> None:
    at, uid = threatened(standing), next(iter(standing))
    stance, found = stance_of(at.board.piece(uid)), []
    for token in path.split(", "):
        done = act(at, uid, stance, token)
        assert isinstance(done, Act)
        found.append(done.check)
        stance = done.after
    assert found == checks


@pytest.mark.parametrize(
    ("standing", "case"),
    [
        row("6.0-3", {"f1": "0505", "f2": "0505"}, ""),
        row("6.0-3", {"f1": "0505", "f2": "0506"}, "6.0-3"),
    ],
)
def test_a_stack_stands_in_one_hex(standing: dict[str, str], case: str) -> None:
    found = why_no_stack(scene(standing), standing)
    assert (found.case if found else "") == case


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        row("6.0-3", {"f1": "0505", "f2": "0505"}, "0504", ("f1", "f2")),
        row("6.0-3 6.12-2", {"f1": "0505 v2", "f2": "0505 v2", "f3": "0605"}, "0605", ("f3", "f1", "f2")),
        row("6.0-3 6.12-2", {"f1": "0505 v2", "f2": "0505 v2", "f3": "0605 v5"}, "0605", ("f1", "f2", "f3")),
    ],
)
def test_a_stack_keeps_its_order(before: dict[str, str], path: str, after: tuple[str, ...]) -> None:
    at = scene(before)
    walk = Walk.begin(at, ["f2", "f1"])
    assert walk.follow(path) is None
    assert at.board.units_in(path) == after


@pytest.mark.parametrize(
    ("woods", "then"),
    [row("9.1-2 6.12-3", "0504", "2 column disordered"), row("9.1-2", "", "1 column")],
)
def test_a_stack_too_big_for_woods_is_disordered(woods: str, then: str) -> None:
    at = scene({"f1": "0505 10sp", "f2": "0505"}, country({"woods": woods}))
    assert outcome(at, "f1 f2", "0504").replace("general-order", "column") == then


def test_guns_that_came_by_road_may_stay() -> None:
    at = scene({"fb8": "0505 unlimbered", "fb8.c": "0505"}, country({"town": "0505"}, major=("0505 0504",)))
    assert outcome(at, "fb8", "face 1", end=True) == "1 unlimbered"


def test_general_order_may_end_grand_tactical_movement_in_the_clear() -> None:
    at = scene({"f1": "0505 general-order"})
    assert outcome(at, "f1", "grand, 0504", end=True) == "1 general-order"
