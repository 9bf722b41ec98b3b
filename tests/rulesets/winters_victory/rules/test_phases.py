"""The fire phase and the rally of an army, carried out (11.0, 13.4)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.fire_phase import FirePhase, Volley
from rulesets.winters_victory.rules.firing.aiming import Terms
from rulesets.winters_victory.rules.firing.splitting import Share
from rulesets.winters_victory.rules.firing.volleys import volleys
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.rally_phase import Rally
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene


def volley(unit: str, at: str, to: str, strength: int = 0) -> Volley:
    """A volley of one share."""
    return Volley(unit, (Share(at, to, Terms(strength=strength)),))


@pytest.mark.rule("wv", "11.0-1", "11.0-2", "11.0-3", "11.0-P1", "11.0-P2", "11.11.4")
def test_armies_fire_in_turns_and_each_unit_once() -> None:
    at = scene({"f1": "0505 v1 line", "r1": "0605 v4 line", "flt.s1": "0508", "rjgr.s1": "0608"})
    volleys = {
        FRENCH: [volley("f1", "0505", "0605"), volley("f1", "0505", "0605"), volley("flt.s1", "0508", "0608")],
        ALLIED: [volley("r1", "0605", "0505"), volley("rjgr.s1", "0608", "0508")],
    }
    _, events = play(FirePhase(Breaking(at, "t")).run(volleys), [4, 0, 0, 9, 1, 1])
    told = [(one["kind"], one.get("unit", one.get("first"))) for one in events]
    assert told == [
        ("fire-segment", FRENCH),
        ("fire", "flt.s1"),
        ("fire", "rjgr.s1"),
        ("fire-segment", ALLIED),
        ("fire", "r1"),
        ("fire", "f1"),
        ("fire-void", "f1"),
    ]


@pytest.mark.rule("wv", "11.11.7-1", "11.53-1", "11.62-2")
def test_void_fires_are_told_and_extended_lines_fire_twice_before_checks() -> None:
    at = scene({"f14": "0505 v0 extended +0605", "r1": "0404 v3 line", "r2": "0504 v3 line", "r3": "0503 v3 line"})
    both = Volley("f14", (Share("0505", "0404", Terms(strength=7)), Share("0605", "0504", Terms(strength=7))))
    volleys = {FRENCH: [both, volley("f14", "0505", "0503")], ALLIED: []}
    _, events = play(FirePhase(Breaking(at, "t")).run(volleys), [0, 5, 5, 0, 0])
    assert [one["kind"] for one in events] == ["fire-segment", "fire", "fire", "morale", "morale", "fire-void"]


@pytest.mark.parametrize(
    ("enemies", "to", "struck"),
    [
        row("11.45-1 11.45-2", {"r1": "0505 line v5", "r2": "0605 column"}, "0505", ["0505", "0605"]),
        row("11.46-2", {"rjgr.s1": "0505 2sp", "r1": "0605 column v4"}, "0605", ["0605", "0505"]),
        row("11.45-1", {"r1": "0505 column", "r2": "0605 column"}, "0505", ["0505"]),
    ],
)
def test_guns_strike_who_is_before_and_behind_their_target(
    enemies: Mapping[str, str], to: str, struck: list[str]
) -> None:
    at = scene({"fb8": "0105 v1 unlimbered", "fb8.c": "0105", **enemies})
    wanted = {FRENCH: [volley("fb8", "0105", to)], ALLIED: []}
    _, events = play(FirePhase(Breaking(at, "t")).run(wanted), [0] * (1 + len(struck)))
    assert [one["to"] for one in events if one["kind"] == "fire"] == struck
    assert at.piece("fb8").rounds == 8


@pytest.mark.rule("wv", "8.42.1")
def test_a_square_fires_at_hexes_that_are_not_too_close() -> None:
    at = scene({"f1": "0505 square", "r1": "0504 v3", "r2": "0605 v4", "r3": "0406 v1"})
    aimed = volleys(at, FRENCH, {})
    assert [one.shares[0].to for one in aimed] == ["0406", "0504"]
    _, events = play(
        FirePhase(Breaking(at, "t")).run({FRENCH: [*aimed, volley("f1", "0505", "0605")], ALLIED: []}), [0] * 3
    )
    assert [(one["kind"], one.get("case")) for one in events if one["kind"].startswith("fire")][1:] == [
        ("fire", "11.0"),
        ("fire", "11.0"),
        ("fire-void", "8.42.1"),
    ]


@pytest.mark.rule("wv", "11.0-P4")
def test_a_fire_is_settled_before_the_next_one() -> None:
    """The first battalion drives the enemy off, and the second has nobody to fire at any more."""
    at = scene({"f1": "0505 v1 line", "f2": "0704 v4 line", "r1": "0605 v4 disordered"})
    volleys = {FRENCH: [volley("f1", "0505", "0605"), volley("f2", "0704", "0605")], ALLIED: []}
    _, events = play(FirePhase(Breaking(at, "t")).run(volleys), [0, 9, 9])
    assert [one["kind"] for one in events][:3] == ["fire-segment", "fire", "morale"]
    assert [(one["kind"], one["unit"]) for one in events[-1:]] == [("fire-void", "f2")]
    assert at.piece("r1").at != "0605"


@pytest.mark.parametrize(
    ("ground", "enemies", "shares", "case"),
    [
        # Woods stand between, an enemy is nearer, and a column does not split its twelve points.
        row("11.0-F1", country({"woods": "0605"}), {"r1": "0705"}, [("0705", 0)], "11.11.5"),
        row("11.0-F1", None, {"r1": "0705", "r2": "0504"}, [("0705", 0)], "11.11.7-1"),
        row("11.11.6", None, {"r1": "0605", "r2": "0504"}, [("0605", 6), ("0504", 6)], "11.11.6"),
    ],
)
def test_fires_that_are_not_allowed_cost_no_die(
    ground: HexField | None, enemies: Mapping[str, str], shares: list[tuple[str, int]], case: str
) -> None:
    at = scene({"f12": "0505 v1", **enemies}, ground)
    wanted = Volley("f12", tuple(Share("0505", to, Terms(strength=points)) for to, points in shares))
    _, events = play(FirePhase(Breaking(at, "t")).run({FRENCH: [wanted], ALLIED: []}), [0])
    assert {(one["kind"], one.get("case")) for one in events[1:]} == {("fire-void", case)}


@pytest.mark.rule("wv", "13.4-0", "13.41-1", "13.41-6", "13.42.A", "13.42.B", "13.42.C", "13.42-2", "13.42-4")
def test_an_army_rallies() -> None:
    at = scene(
        {
            "fhus": "0205 exhausted",
            "f1": "0305 disordered",
            "f2": "0307 disordered",
            "flt.s1": "0309 routed",
            "f3": "0404 routed",
            "f4": "0804 routed",
            "f5": "0804 disordered",
            "r1": "1204",
        }
    )
    rally = Rally(Breaking(at, "t"), FRENCH, crowded=lambda where: where == "0307")
    _, events = play(rally.run(), [0, 9, 0, 0, 0])
    states = {uid: piece.state for uid, piece in at.board.pieces.items()}
    assert [one["kind"] for one in events][:3] == ["refreshed", "recovered", "recovered"]
    assert (states["f1"], states["f2"], states["flt.s1"], states["f3"]) == ("good", "disordered", "good", "disordered")
    assert (states["f4"], states["f5"]) == ("routed", "good")
    assert at.piece("f5").at == "0804"
    assert at.ground.distance("0804", at.piece("f4").at) == 6
    assert all(not piece.marks for piece in at.board.pieces.values())
