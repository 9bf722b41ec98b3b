"""The Reciprocal Fire Phase: segments, turns, and the closest target (11.0, 11.11.7, 11.71)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.firing.phase import alternated, begins, firing_in, segment, targets
from rulesets.winters_victory.rules.firing.volleys import volleys
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import scene


@pytest.mark.rule("wv", "11.0-P1", "11.0-P2", "11.61-2")
def test_armies_take_turns_and_the_die_says_who_begins() -> None:
    assert [begins(die) for die in (0, 4, 5, 9)] == [FRENCH, FRENCH, ALLIED, ALLIED]
    assert list(alternated(["a", "b"], ["x", "y", "z"])) == ["a", "x", "b", "y", "z"]


@pytest.mark.rule("wv", "4.1.6")
def test_who_has_more_to_fire_goes_on_alone() -> None:
    """Three French battalions and one Allied one, and the French begin."""
    assert list(alternated(["f1", "f2", "f3"], ["r1"])) == ["f1", "r1", "f2", "f3"]


def fired(standing: Mapping[str, str], wishes: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Who fires at which hex, along the line."""
    return [(one.unit, one.shares[0].to) for one in volleys(scene(standing), FRENCH, wishes)]


@pytest.mark.rule("wv", "11.0-P3", "11.11.4")
def test_an_army_fires_along_its_line_from_the_west_and_comes_back_to_nobody() -> None:
    line = {"f3": "0406 v0 line", "f1": "0206 v0 line", "f2": "0306 v0 line"}
    enemies = {"r1": "0305 v3", "r2": "0405 v3", "r3": "0505 v3"}
    assert [unit for unit, _ in fired({**line, **enemies}, {})] == ["f1", "f2", "f3"]


@pytest.mark.rule("wv", "11.11.1", "11.11.7-1")
def test_nobody_has_to_fire_and_the_nearest_is_fired_at_unless_its_player_likes_another() -> None:
    standing = {"f1": "0505 v1 line", "r1": "0605 v4", "rjgr.s1": "0604", "r2": "0704"}
    assert fired(standing, {}) == [("f1", "0605")]
    assert fired({**standing, "r1": "0606 v4", "r2": "0504"}, {"f-brigade": {"prefer": {"f1": "0504"}}}) == [
        ("f1", "0504")
    ]
    assert fired(standing, {"f-brigade": {"hold": ["f1"]}}) == []


@pytest.mark.parametrize(
    ("standing", "uid", "found"),
    [
        row("11.0-2 4.1.6A", {"flt.s1": "0505"}, "flt.s1", "A"),
        row("11.0-2 4.1.6A", {"flt": "0505 general-order"}, "flt", "A"),
        row("11.0-2 4.1.6B", {"f1": "0505 disordered"}, "f1", "B"),
        row("11.0-2 4.1.6B", {"f1": "0505 general-order disordered"}, "f1", "B"),
        row("11.0-2 4.1.6C", {"fb6": "0505 unlimbered", "fb6.c": "0505"}, "fb6", "C"),
        row("11.0-2 4.1.6C", {"fb6": "0505 unlimbered"}, "fb6", ""),
        row("11.11.2", {"fhus": "0505"}, "fhus", ""),
    ],
)
def test_segments(standing: Mapping[str, str], uid: str, found: str) -> None:
    assert segment(scene(standing), uid) == found


LINE = {"f1": "0505 v1 line"}
GUNS = {"fb8": "0105 v1 unlimbered", "fb8.c": "0105"}


@pytest.mark.parametrize(
    ("standing", "uid", "field", "found"),
    [
        row("11.11.7-1", {**LINE, "rjgr.s1": "0605", "r1": "0604"}, "f1", None, ("0605", "0604")),
        row("11.11.7-1", {**LINE, "r2": "0605", "r1": "0604"}, "f1", None, ("0605",)),
        row("11.11.7-2", {**LINE, "r2": "0605", "r1": "0504"}, "f1", None, ("0504", "0605")),
        row("11.71.1-1", {**GUNS, "r1": "0405", "r2": "0404"}, "fb8", None, ("0405",)),
        row(
            "11.71.1-1",
            {**GUNS, "r1": "0405 general-order", "r2": "0404"},
            "fb8",
            country({"village": "0405"}),
            ("0405", "0404"),
        ),
        row("11.71.1-2", {**GUNS, "fdiv": "0105", "r1": "0305", "r2": "0403"}, "fb8", None, ("0305", "0403")),
        row("11.71.1-2", {**GUNS, "r1": "0605", "r2": "0902"}, "fb8", None, ("0605", "0902")),
        row("11.46-1", {**GUNS, "rjgr.s1": "0505", "rjgr.s2": "0505", "r1": "0705"}, "fb8", None, ("0505", "0705")),
        row("11.46-1", {**GUNS, "rjgr.s1": "0505 2sp", "rjgr.s2": "0505 2sp", "r1": "0705"}, "fb8", None, ("0505",)),
        row("11.71.1-1", {**GUNS, "r1": "0405 routed", "r2": "0404"}, "fb8", None, ("0405", "0404")),
        row("11.7-1", {"fb8": "0105 v1 unlimbered", "r1": "0405"}, "fb8", None, ()),
    ],
)
def test_the_closest_enemy_binds(
    standing: Mapping[str, str], uid: str, field: HexField | None, found: tuple[str, ...]
) -> None:
    assert targets(scene(standing, field), uid) == found


@pytest.mark.rule("wv", "11.0-2", "11.0-3")
def test_those_who_have_something_to_fire_at() -> None:
    at = scene({**LINE, **GUNS, "f2": "0501 v1", "r1": "0605 v4"})
    assert [firing_in(at, FRENCH, of) for of in "ABC"] == [(), ("f1",), ()]
    assert firing_in(at, ALLIED, "B") == ("r1",)
