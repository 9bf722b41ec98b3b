"""Headquarters, which are attacked in shock before anybody enters their hexes (17.23)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from rulesets.winters_victory.rules.shock_judging import Judging
from rulesets.winters_victory.rules.shock_phase import Assault, ShockPhase
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.staffs import staff

HERE = "0605"


@pytest.mark.parametrize(
    ("standing", "dice", "strengths", "ends"),
    [
        row("17.23-1 12.23.1", {"f1": "0505 v1 6sp"}, [9], [6, 2], HERE),
        row("17.23-1", {"flt.s1": "0505"}, [0], [2, 2], ""),
        row("17.23-1", {"f1": "0505 v1 6sp", "r1": "0605 v4"}, [0], [6, 9], ""),
    ],
)
def test_a_headquarters_defends_with_two_points(
    standing: Mapping[str, str], dice: list[int], strengths: list[int], ends: str
) -> None:
    at = scene(standing)
    phase = ShockPhase(Breaking(at, "t"), FRENCH, headquarters=HERE)
    who = next(iter(standing))
    before = dict(at.board.units)
    events = play(phase.run([Assault("a", (who,), (HERE,))]), [*dice, 0, 0, 0])[1]
    assert [one["strengths"] for one in events if one["kind"] == "shock-result"] == [strengths]
    assert (at.piece(who).at == HERE) == bool(ends)
    assert dict(at.board.units) == before and "headquarters" not in at.board.pieces


@pytest.mark.parametrize(
    ("headquarters", "case"),
    [row("17.23-1", HERE, ""), row("12.0-1", "1010", "12.0-1"), row("12.0-1", "", "12.0-1")],
)
def test_an_attack_upon_it_may_be_ordered(headquarters: str, case: str) -> None:
    at = scene({"f1": "0505 v1"})
    found = Judging(at, FRENCH, {}, headquarters).faults([Assault("a", ("f1",), (HERE,))])
    assert [one.case for _, one in found] == ([case] if case else [])


@pytest.mark.parametrize(
    ("standing", "ends"),
    [row("17.23-1", {}, "0505"), row("17.23-2", {"f2": "0605 v1"}, "0605")],
)
def test_nobody_moves_into_it_before(standing: Mapping[str, str], ends: str) -> None:
    command = staff({"fbde": "0507", "f1": "0505 v1", **standing}, headquarters={"allied": HERE})
    made = MovementPhase(Breaking(command.scene, "t"), command, FRENCH)
    events = play(made.run([Entry(("f1",), (HERE,))]), [])[1]
    assert command.scene.piece("f1").at == ends
    assert [one["case"] for one in events if one["kind"] == "move-void"] == ["17.23-1"] * (ends == "0505")
