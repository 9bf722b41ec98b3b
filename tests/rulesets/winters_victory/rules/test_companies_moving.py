"""Companies that leave their battalions and join them, as players write it (8.61, 8.64)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.staffs import staff

STANDING = {"flt": "0505 v0", "f14": "0705 v0", "fbde3": "0606"}
"""Two battalions in command, with all their companies in them."""


def out(at: str) -> dict[str, str]:
    """A battalion with one company in another hex, and one lost."""
    return {"flt": "0505 10sp", "flt.s1": at}


def entry(words: str) -> Entry:
    """Units, then their path behind a colon."""
    units, _, path = words.partition(":")
    return Entry(tuple(units.split()), tuple(word.strip() for word in path.split(",")))


@pytest.mark.parametrize(
    ("more", "words", "told", "strengths"),
    [
        row("8.6-1 8.61-1", {}, ["flt.s1: 0504, 0503"], "detached move move", {"flt": 12, "flt.s1": 2}),
        row("8.61-1", {}, ["flt.s1 flt.s2: out"], "detached", {"flt": 10, "flt.s1": 2, "flt.s2": 2}),
        row("8.61-1", {}, ["flt.s1: out", "flt: 0504"], "detached move", {"flt": 12, "flt.s1": 2}),
        row("8.61-1 4.1.4B-2", {}, ["flt: 0504", "flt.s1: out"], "move move-void 8.61-1", {"flt": 14}),
        row("8.62.2", {}, ["f14.s1: out"], "detached", {"f14": 12, "f14.s1": 2}),
        row("8.62.2", {"f14": "0705 v0 13sp"}, ["f14.s1: out"], "move-void 8.62.2", {"f14": 13}),
        row("8.62.4", {"flt": "0505 disordered"}, ["flt.s1: out"], "move-void 8.62.4", {"flt": 14}),
        row("8.64-1", out("0504"), ["flt.s1: join", "flt: 0605"], "joined", {"flt": 12}),
        row("8.64-1", out("0503"), ["flt.s1: join"], "move-void 8.64-1", {"flt": 10}),
        row(
            "8.64-2",
            {"flt": "0505 10sp", "flt.s1": "0503"},
            ["flt.s1: 0504, 0505, join"],
            "move move joined",
            {"flt": 12},
        ),
        row(
            "8.64-2",
            {"flt": "0505 10sp", "flt.s1": "0503"},
            ["flt.s1: 0504, join"],
            "move move-void 8.64-2",
            {"flt": 10},
        ),
        row("8.64-3", {"flt.s1": "0504"}, ["flt.s1: join"], "move-void 8.64-3", {"flt": 14, "flt.s1": 2}),
        row("8.64-3", {"f14": "0705 v0"}, ["f14: join"], "move-void 8.64-3", {"f14": 14}),
    ],
)
def test_companies_leave_and_join(
    more: Mapping[str, str], words: list[str], told: str, strengths: Mapping[str, int]
) -> None:
    command = staff({**STANDING, **more})
    made = MovementPhase(Breaking(command.scene, "t"), command, FRENCH)
    events = play(made.run([entry(one) for one in words]), [])[1]
    found = " ".join(f"{one['kind']} {one['case']}" if one["kind"] == "move-void" else one["kind"] for one in events)
    assert found.removeprefix("out-of-command ").startswith(told)
    pieces = command.scene.board.pieces
    assert {uid: pieces[uid].strength for uid in pieces if uid in strengths} == strengths
    assert ("flt.s1" in pieces) == ("flt.s1" in strengths or ("flt.s1" in more and "joined" not in told))


@pytest.mark.rule("wv", "8.6-1")
def test_no_more_companies_come_out_than_there_are_counters() -> None:
    command = staff(STANDING)
    made = MovementPhase(Breaking(command.scene, "t"), command, FRENCH, left=lambda battalion, points: 1)
    events = play(made.run([entry("flt.s1 flt.s2: out"), entry("flt.s1: out")]), [])[1]
    assert [one.get("case") for one in events if one["kind"] in ("move-void", "detached")] == ["8.6-1", "8.61"]


@pytest.mark.rule("wv", "8.64-2")
def test_a_battalion_that_a_company_has_come_to_moves_no_more() -> None:
    command = staff({**STANDING, "flt": "0505 10sp", "flt.s1": "0504"})
    made = MovementPhase(Breaking(command.scene, "t"), command, FRENCH)
    events = play(made.run([entry("flt.s1: 0505, join"), entry("flt: 0504")]), [])[1]
    assert [one["kind"] for one in events if one["kind"] != "out-of-command"] == ["move", "joined", "move-void"]
