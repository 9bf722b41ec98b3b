"""Brigades that activate because of what the enemy does (17.53)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.rules.command.alarms import Alarms
from rulesets.winters_victory.rules.dice import Part
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from rulesets.winters_victory.rules.shock.charge_zones import project
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.staffs import staff

STANDING = {"r1": "0505 v0", "f1": "0509 v0", "fbde": "0510", "fhus": "0508 v0", "wing": "0202"}
"""A battalion of a brigade that is on the display, as its division is, and the enemy four hexes off."""


@pytest.mark.parametrize(
    ("what", "wakes", "led"),
    [
        row("17.53-1 17.53-3", lambda made: made.near(["f1"]), True, ["rbde", "rdiv"]),
        row("17.53-1", lambda made: made.near(["f1"]), False, []),
        row("17.53-1", lambda made: made.near(["fbde"]), True, []),
        row("17.53-1", lambda made: made.shaken(["r1"], extended=False), True, ["rbde", "rdiv"]),
        row("17.53-1", lambda made: made.shaken(["r1"], extended=True), True, []),
        row("17.53-2", lambda made: made.struck(["r1"]), False, ["rbde", "rdiv"]),
        row("17.53-2", lambda made: made.charged([project(made.staff.scene, "fhus")]), False, ["rbde", "rdiv"]),
    ],
)
def test_who_activates(what: Callable[[Alarms], Part], wakes: bool, led: list[str]) -> None:
    made = Alarms(staff(STANDING), lambda brigade: wakes)
    events = play(what(made), [])[1]
    assert [(one["leader"], one["case"]) for one in events] == [(uid, "17.53") for uid in led]
    assert all(uid in made.staff.scene.board.pieces for uid in led)


@pytest.mark.parametrize(
    ("standing", "to", "led"),
    [row("17.53-1", {}, "0509", ["rbde", "rdiv"]), row("17.53-1", {"r1": "0503 v0"}, "0509", [])],
)
def test_moves_into_four_hexes_wake_a_brigade(standing: Mapping[str, str], to: str, led: list[str]) -> None:
    command = staff({**STANDING, "f1": "0510 v0", **standing})
    made = MovementPhase(Breaking(command.scene, "t"), command, FRENCH, wakes=lambda brigade: True)
    events = play(made.run([Entry(("f1",), (to,))]), [])[1]
    assert [one["leader"] for one in events if one["kind"] == "activated"] == led
