"""Fire, checks, retreats and the checks of others, carried out (11.0, 13.1, 13.3)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.shooting import shoot
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.chains import Duty
from rulesets.winters_victory.rules.morale.effectiveness import PLAIN
from rulesets.winters_victory.rules.morale.retreats import Flight
from rulesets.winters_victory.rules.scene import Scene
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene


def where(at: Scene) -> dict[str, tuple[str, str]]:
    """Hex and state of every counter."""
    return {uid: (piece.at, piece.state) for uid, piece in sorted(at.board.pieces.items())}


@pytest.mark.rule("wv", "11.0-F6", "11.44-2", "11.83", "13.13-C1")
def test_a_fire_costs_points_and_endangers_the_leader_before_anybody_checks() -> None:
    at = scene({"f1": "0505 v1 line", "r1": "0605 v4 line", "rbde": "0605"})
    fire = aim(at, "f1", "0605")
    assert isinstance(fire, Fire)
    hit, events = play(shoot(at, fire, "t"), [9, 8])
    assert [one["kind"] for one in events] == ["fire", "leader-risk"]
    assert (hit.result, at.piece("r1").strength, at.led("0605", ALLIED)) == ("3", 6, False)


@pytest.mark.rule("wv", "11.23-2", "11.23-3", "11.93.1")
def test_a_shot_over_the_target_strikes_whoever_stands_there() -> None:
    at = scene({"fb8": "0105 v1 unlimbered", "fb8.c": "0105", "r1": "1005", "r2": "1105"})
    fire = aim(at, "fb8", "1005")
    assert isinstance(fire, Fire)
    hit, _ = play(shoot(at, fire, "t"), [8, 9])
    assert (hit.at, at.piece("r1").strength) == ("1105", 9)
    lost, events = play(shoot(at, fire, "t"), [0])
    assert (lost, events[0]["kind"]) == (None, "shot-lost")


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        row("13.1-0", [6], ("0605", "good")),
        row("13.1-F", [8], ("0605", "disordered")),
    ],
)
def test_a_check_of_a_formed_battalion(dice: Sequence[int], found: tuple[str, str]) -> None:
    at = scene({"r1": "0605 v4 line"})
    play(Breaking(at, "t").run([Duty("r1", "0605", PLAIN)], "0505"), dice)
    assert where(at)["r1"] == found


@pytest.mark.rule("wv", "13.1-D", "13.11.3", "13.12-3", "13.11-N", "13.32-1")
def test_a_rout_goes_three_hexes_and_its_neighbours_check_afterwards_once() -> None:
    at = scene({"r1": "0605 disordered", "r2": "0604 v4 line", "r3": "0705 general-order"})
    part = Breaking(at, "t").run([Duty("r1", "0605", PLAIN)], "0505")
    _, events = play(part, [9, 0])
    assert where(at) == {"r1": ("0905", "routed"), "r2": ("0604", "good"), "r3": ("0705", "good")}
    assert [one["unit"] for one in events if one["kind"] == "morale"] == ["r1", "r3"]


@pytest.mark.rule("wv", "13.33-1", "13.33-2", "13.11.8")
def test_a_friend_in_the_way_that_fails_goes_first() -> None:
    at = scene({"r1": "0405 disordered", "r2": "0505 general-order"})
    flight = Flight(ALLIED, prefer=(1,))
    part = Breaking(at, "t", flight=lambda army, here: flight).retreat("0405", ALLIED, 2)
    _, events = play(part, [9, 9, 9, 9, 9])
    retreats = [(one["units"], one["at"]) for one in events if one["kind"] == "retreat"]
    assert retreats[:4] == [(["r2"], "0505"), (["r2"], "0605"), (["r1"], "0405"), (["r1"], "0505")]


@pytest.mark.rule("wv", "11.3-4", "13.34")
def test_a_retreat_is_fired_on_in_every_hex_but_its_first() -> None:
    shut = {
        "r1": "0404 v1 column",
        "r2": "0304 v5 column",
        "r3": "0306 v4 column",
        "r5": "0406 v2 column",
        "r12": "0505 v1 column",
    }
    at = scene({"f1": "0405 disordered 5sp", "r4": "0204 v2 line", **shut})
    part = Breaking(at, "t", fires=lambda chance, act: True)
    _, events = play(part.retreat("0405", FRENCH, 2, "0505"), [0] * 9)
    assert [(one["unit"], one["to"]) for one in events if one["kind"] == "fire"] == [("r4", "0305")]
    assert [one["at"] for one in events if one["kind"] == "retreat"] == ["0405", "0305"]


@pytest.mark.rule("wv", "13.11.4", "13.13-k", "13.12-1")
def test_neighbours_of_a_hex_that_fire_has_emptied_check() -> None:
    at = scene({"f1": "0505 v1 line", "r1": "0605 1sp", "r2": "0705 v4 line"})
    fire = aim(at, "f1", "0605")
    assert isinstance(fire, Fire)
    units = [at.unit("r1")]
    breaking = Breaking(at, "t")
    hit, _ = play(shoot(at, fire, "t"), [9])
    _, events = play(breaking.emptied(hit, units, "0505"), [7])
    assert [(one["unit"], one["total"]) for one in events] == [("r2", 7)]


@pytest.mark.rule("wv", "13.11-N", "13.3-1", "13.3-2")
@pytest.mark.parametrize("seed", range(12))
def test_chains_of_checks_and_retreats_always_end(seed: int) -> None:
    """Whatever the dice, and whoever stands in whose way; nobody ends among enemies, and nobody is in two hexes."""
    pick = random.Random(seed)
    hexes = [f"{column:02}{line:02}" for column in range(4, 9) for line in range(4, 9)]
    formations = ("line", "column", "general-order", "disordered")
    standing = {
        uid: f"{at} v{pick.randrange(6)} {pick.choice(formations)}"
        for uid, at in zip(
            ("f1", "f2", "f3", "f4", "r1", "r2", "r3", "r4", "pline", "rjgr"), pick.sample(hexes, 10), strict=True
        )
    }
    at = scene(standing)
    at.board.units = {uid: replace(unit, rating=pick.randrange(2, 8)) for uid, unit in at.board.units.items()}
    part = Breaking(at, "t", fires=lambda chance, act: True)
    duties = [Duty(uid, at.piece(uid).at, PLAIN) for uid in ("f1", "r1", "f2")]
    _, events = play(part.run(duties), (pick.randrange(10) for _ in range(2000)))
    assert len(events) < 500
    for uid, piece in at.board.pieces.items():
        assert not at.board.enemies_in(piece.at, at.unit(uid).army)
        assert at.board.units_in(piece.at).count(uid) == 1
