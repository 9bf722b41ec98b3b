"""Whole charges (12.53)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulesets.winters_victory.rules.morale.breaking import Breaking, nobody
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.charge_zones import project
from rulesets.winters_victory.rules.shock.charges import Charge
from rulesets.winters_victory.rules.shock.riding import GO_ON, Riding
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene


def east(what: str, charge: Charge, hexes: tuple[str, ...]) -> str:
    """Rides along row 05, and ends where it may."""
    return "" if what == GO_ON else next((to for to in hexes if to.endswith("05")), hexes[0])


def onward(what: str, charge: Charge, hexes: tuple[str, ...]) -> str:
    """Rides along row 05 as far as it can."""
    return "yes" if what == GO_ON else east(what, charge, hexes)


def ridden(
    standing: Mapping[str, str], dice: Sequence[int], *, far: bool = False, fire: bool = False
) -> tuple[Scene, list[dict[str, Any]]]:
    """The scene after the charge of a regiment, and its events."""
    at = scene(standing)
    breaking = Breaking(at, "t", fires=(lambda chance, act: True) if fire else nobody)
    riding = Riding(breaking, Charge(project(at, "fcuir")), onward if far else east)
    return at, play(riding.run(), dice)[1]


@pytest.mark.rule("wv", "12.53X.0")
def test_a_charge_without_an_enemy_in_sight_is_given_up_in_formation() -> None:
    at, events = ridden({"fcuir": "0205 v1", "r1": "0105"}, [])
    assert [one["kind"] for one in events] == ["charge-aborted"]
    assert at.piece("fcuir").good


@pytest.mark.rule("wv", "12.53.3-1", "12.53.6", "12.53X.3-2", "12.53.7", "12.41-A")
def test_a_charge_rides_over_a_line_and_is_reined_in() -> None:
    # Two hexes on, the line checks and stands, is ridden down, and a 7 ends the charge in the third row.
    at, events = ridden({"fcuir": "0205 v1", "r1": "0505 v4 line"}, [0, 9, 7])
    kinds = [one["kind"] for one in events]
    assert kinds[:6] == ["charge-begins", "rides", "rides", "shock", "morale", "shock-result"]
    assert kinds[-2:] == ["charge-control", "charge-ended"]
    assert (at.piece("fcuir").at, at.piece("fcuir").state) == ("0505", "disordered")
    assert events[-1]["exhausted"] == []


@pytest.mark.rule("wv", "12.53X.4", "12.53X.5-1", "12.53.3-2", "7.41-1", "12.54.2-f")
def test_a_charge_of_six_hexes_and_an_attack_exhausts() -> None:
    at, events = ridden({"fcuir": "0205 v1", "r1": "0505 v4 line"}, [0, 9, 9], far=True)
    assert at.ground.distance("0205", at.piece("fcuir").at) == 6
    assert events[-1] == {"kind": "charge-ended", "unit": "fcuir", "at": at.piece("fcuir").at, "exhausted": ["fcuir"]}


@pytest.mark.rule("wv", "11.3.1-C", "12.53.2")
def test_nobody_fires_twice_at_a_charge() -> None:
    standing = {"fcuir": "0205 v1", "rb12": "0605 v4 unlimbered", "rb12.c": "0605"}
    _, events = ridden(standing, [0] * 12, fire=True)
    assert [one["unit"] for one in events if one["kind"] == "fire"] == ["rb12"]


@pytest.mark.rule("wv", "12.53.7")
def test_a_charge_that_is_beaten_ends_where_it_retreats_to() -> None:
    at, events = ridden({"fcuir": "0405 v1 2sp", "r1": "0505 v4 line", "r2": "0505 v4 line"}, [0, 0, 0])
    assert events[-1]["kind"] == "charge-ended"
    assert at.piece("fcuir").at != "0505"
    assert at.piece("fcuir").state in ("disordered", "routed")
