"""Losses by fire, crews, leaders and ammunition (11.44, 11.8, 11.9)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.losses import (
    Loss,
    end_phase,
    leaders_at_risk,
    replenish,
    resupply,
    spend,
    suffer,
    wound,
)
from rulesets.winters_victory.rules.scene import Scene
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.scenes import scene


@pytest.mark.parametrize(
    ("standing", "points", "through", "left"),
    [
        row("11.81-1", {"r1": "0505 1sp", "r2": "0505 7sp"}, 3, "", {"r2": 5}),
        row("11.81-2", {"rjgr.s1": "0505"}, 2, "", {}),
        row("11.82 7.62-0", {"rb6": "0505 unlimbered", "rb6.c": "0505"}, 3, "", {"rb6": 3, "rb6.c": 1}),
        row("7.62-0", {"rb6": "0505 unlimbered", "rb6.c": "0505"}, 2, "", {"rb6": 4, "rb6.c": 2}),
        row("7.62D", {"rb6": "0505 1sp unlimbered", "rb6.c": "0505 1sp"}, 1, "", {}),
        row(
            "9.41-3",
            {"rb6": "0505 unlimbered", "rb6.c": "0505", "rjgr.s1": "0505"},
            3,
            "",
            {"rb6": 4, "rb6.c": 2},
        ),
        row("7.61B-2", {"r1": "0505 1sp", "rb6.c": "0505"}, 2, "", {"rb6.c": 1}),
        row("9.51-0", {"r1": "0505", "r2": "0505"}, 1, "rear", {"r1": 9, "r2": 8}),
        row("9.51.1", {"r1": "0505 2sp"}, 3, "", {}),
    ],
)
def test_who_bears_losses(standing: Mapping[str, str], points: int, through: str, left: Mapping[str, int]) -> None:
    at = scene(standing)
    suffer(at, "0505", ALLIED, points, through=through)
    assert {uid: piece.strength for uid, piece in at.board.pieces.items()} == left


@pytest.mark.parametrize(
    ("points", "cause", "die", "hurt"),
    [
        row("11.44-2", 1, "medium", 8, True),
        row("11.44-2", 1, "maximum", 8, False),
        row("11.44-2", 1, "maximum", 9, True),
        row("11.44-2", 0, "minimum", 9, None),
        row("11.44-2", 1, "extended", 9, None),
        row("12.44", 1, "shock", 7, True),
        row("12.44", 1, "shock", 3, False),
        row("12.44", 0, "shock", 9, None),
    ],
)
def test_leaders_beside_losses(points: int, cause: str, die: int, hurt: bool | None) -> None:
    at = scene({"r1": "0505", "rbde": "0505"})
    risks = leaders_at_risk(at, "0505", ALLIED, [Loss("r1", points, 8)], cause)
    assert bool(risks) is (hurt is not None)
    for leader, least in risks:
        assert wound(at, leader, least, die) is hurt
        assert at.led("0505", ALLIED) is not hurt


def shot(at: Scene, firer: str, to: str) -> Fire:
    """A fire that is allowed."""
    found = aim(at, firer, to)
    assert isinstance(found, Fire), found
    return found


@pytest.mark.parametrize(
    ("to", "dice", "rounds"),
    [
        row("11.93.1", "0405", [8], 7),
        row("11.93.1", "0405", [7], 8),
        row("11.93.1", "0605", [6], 8),
        row("11.93.1", "0605", [7], 7),
        row("11.93.1 11.23-3", "1005", [5], 7),
        row("11.45-2", "0405", [9, 8], 7),
    ],
)
def test_a_battery_spends_a_point_by_its_unmodified_die(to: str, dice: list[int], rounds: int) -> None:
    at = scene({"fb8": "0105 v1 unlimbered", "fb8.c": "0105", "r1": f"{to} v4"})
    spend(at, shot(at, "fb8", to), dice)
    assert at.piece("fb8").rounds == rounds


@pytest.mark.rule("wv", "11.93.1", "11.93.2-1", "11.93-0")
def test_a_battery_spends_one_point_a_phase_and_is_empty_after_eight() -> None:
    at = scene({"fb8": "0105 v1 unlimbered", "fb8.c": "0105", "r1": "0405 v4"})
    fire = shot(at, "fb8", "0405")
    assert at.piece("fb8").rounds == at.charts.ammunition.start
    for _ in range(3):
        assert spend(at, fire, [9]) == ()
    assert at.piece("fb8").rounds == 7
    for _ in range(7):
        end_phase(at)
        empty = spend(at, fire, [9])
    assert empty == ("fb8",)
    assert (at.piece("fb8").rounds, "depleted" in at.piece("fb8").marks) == (0, True)
    assert replenish(at, ALLIED) == ()
    assert replenish(at, FRENCH) == ("fb8",)
    assert (at.piece("fb8").rounds, "depleted" in at.piece("fb8").marks) == (8, False)


@pytest.mark.rule("wv", "11.9-1", "11.91-1")
def test_skirmishers_that_fired_together_run_out_together_and_battalions_never() -> None:
    at = scene({"flt.s1": "0505", "flt.s2": "0505", "flt.s3": "0506", "r1": "0605 v4", "f1": "0504 general-order"})
    assert spend(at, shot(at, "flt.s1", "0605"), [3, 9, 6]) == ("flt.s1", "flt.s2")
    assert spend(at, shot(at, "f1", "0605"), [9]) == ()
    at.board.move("flt.s3", "0505")
    end_phase(at)
    assert "depleted" in at.piece("flt.s3").marks


@pytest.mark.parametrize(
    ("standing", "supplied"),
    [
        row("11.92", {"f1": "0905"}, True),
        row("11.92", {"f1": "1005"}, False),
        row("11.92", {"fhus": "0605"}, False),
        row("11.92", {"f1": "0705", "r1": "0504 v3 line", "r2": "0507 v1 line", "r3": "0706 v0"}, False),
        row("11.92", {"f1": "0505"}, True),
    ],
)
def test_skirmishers_are_supplied_over_four_hexes(standing: Mapping[str, str], supplied: bool) -> None:
    at = scene({"flt.s1": "0505 depleted", **standing})
    assert resupply(at, FRENCH) == (("flt.s1",) if supplied else ())


@pytest.mark.rule("wv", "11.92")
def test_skirmishers_are_supplied_by_their_own_nation() -> None:
    assert resupply(scene({"rjgr.s1": "0505 depleted", "pline": "0605"}), ALLIED) == ()
    assert resupply(scene({"rjgr.s1": "0505 depleted", "r1": "0605"}), ALLIED) == ("rjgr.s1",)
