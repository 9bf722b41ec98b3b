"""What brigades do of their own while the enemy acts, as their side has written it (7.42, 8.35.1, 12.56)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.winters_victory.board.pieces import ALLIED
from rulesets.winters_victory.rules.firing.aiming import Terms
from rulesets.winters_victory.rules.firing.reactions import LEAVE, Act, Chance
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.reacting import Reactions
from rulesets.winters_victory.rules.shock.fighting import Fighting
from rulesets.winters_victory.rules.shock.odds import Attack
from tests.rulesets.winters_victory.country import UNITS, row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene

STANDING = {"f1": "0505 v1 6sp", "fhus": "0506 v1 6sp", "fb8": "0507 unlimbered", "fb8.c": "0507", "r1": "0606 4sp"}


@pytest.mark.parametrize(
    ("wish", "does", "differs"),
    [
        row("11.3-1", {}, "fires", False),
        row("11.3-1", {"fire": "never"}, "fires", True),
        row("7.65-2", {"guns": "leave"}, "leaves", True),
        row("7.57", {"limber": "no"}, "limbers", True),
        row("7.42-1", {"turn": "no"}, "turns", True),
        row("8.35.1-1", {"go": "no"}, "loosens", True),
        row("17.53-1", {"activate": "no"}, "activates", True),
        row("12.56-0", {"charge": "3:2"}, "charges", True),
        row("12.56-0", {"charge": "never"}, "charges", False),
    ],
)
def test_wishes_change_what_a_brigade_does(wish: Mapping[str, str], does: str, differs: bool) -> None:
    at = scene(STANDING)
    uid = {"leaves": "fb8", "limbers": "fb8", "turns": "fhus", "charges": "fhus"}.get(does, "f1")
    brigade = UNITS[uid].brigade
    act = Act(LEAVE, ("r1",), "0606")
    more: dict[str, tuple[Any, ...]] = {
        "fires": (Chance("f1", Terms(), "11.3.1"), act),
        "turns": (uid, "0606"),
        "charges": (uid, "0606"),
        "activates": (brigade,),
    }
    plain, told = (getattr(Reactions(at, wishes), does)(*more.get(does, (uid,))) for wishes in ({}, {brigade: wish}))
    assert (plain != told) == differs


@pytest.mark.parametrize(
    ("odds", "enemy", "charges"),
    [
        row("12.56.1-1 12.56.2-1", "3:2", "0606 4sp", True),
        row("12.56.1-1 12.56.2-1", "3:2", "0606 5sp", False),
        row("12.56.1-1", "1:2", "0606 12sp", True),
        row("12.56.1-1", "3:1", "0606 2sp", True),
        row("12.56.1-1", "1:2", "0707", False),
    ],
)
def test_horse_charges_from_the_odds_that_are_wished(odds: str, enemy: str, charges: bool) -> None:
    at = scene({**STANDING, "r1": enemy})
    assert Reactions(at, {UNITS["fhus"].brigade: {"charge": odds}}).charges("fhus", "0606") == charges


@pytest.mark.parametrize(
    ("line", "loosens", "strengths"),
    [
        row("8.35.1-1", "0605 v4 extended +0604", False, [[9, 6]]),
        row("8.35.1-1", "0605 v4 extended +0604", True, [[9, 12]]),
        row("8.35.1-2", "0605 v1 extended +0604", True, [[9, 12]]),
        row("8.33.1-2", "0605 v4 extended +0604 disordered", True, [[9, 12]]),
    ],
)
def test_an_extended_line_that_is_attacked_closes_up_if_wished(
    line: str, loosens: bool, strengths: list[list[int]]
) -> None:
    at = scene({"f1": "0505 v1 9sp", "r12": line})
    breaking = Breaking(at, "t", loosens=lambda uid: loosens)
    events = play(Fighting(breaking, Attack("french", "0505", "0605")).run(), [0] * 9)[1]
    assert [one["strengths"] for one in events if one["kind"] == "shock-result"] == strengths
    front = "disordered" not in line and "v4" in line
    assert [one["unit"] for one in events if one["kind"] == "loosens"] == ["r12"] * (loosens and front)
    assert at.unit("r12").army == ALLIED
