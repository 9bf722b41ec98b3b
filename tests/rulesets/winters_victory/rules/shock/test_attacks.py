"""Who may attack, and what the approach and the end of an attack do (12.1, 12.14, 12.22, 12.43)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.shock.attacks import (
    approach,
    captured_guns,
    conclude,
    needs_die,
    occupy,
    surprise,
    why_not,
)
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import scene

FOE = {"r1": "0605 v4 line"}
WOODS, VILLAGE = country({"woods": "0605"}), country({"village": "0605"})
STREAM, BROOK = country(stream="0505-0605"), country(brook="0505-0605")
HEDGE, BRUSH = country(light_cover_side="0505-0605"), country({"light-cover": "0605"})


@pytest.mark.parametrize(
    ("standing", "made", "beaten", "charging", "case"),
    [
        row("12.11.1 12.11.2", {"f1": "0505 v1 disordered", **FOE}, 0, False, False, ""),
        row("12.11.1", {"f1": "0505 v1 out", **FOE}, 0, False, False, "12.11.1"),
        row("12.11.1", {"f1": "0505 routed", **FOE}, 0, False, False, "12.11.1"),
        row("12.11.1", {"fb8": "0505 v1 unlimbered", "fb8.c": "0505", **FOE}, 0, False, False, "12.11.1"),
        row("12.11.1", {"fbde": "0505", **FOE}, 0, False, False, "12.11.1"),
        row("12.11.3", {"f1": "0505 v3", **FOE}, 0, False, False, "12.11.3"),
        row("12.11.3 12.0-P1", {"f1": "0505 v4", **FOE}, 0, False, False, "12.11.3"),
        row("12.11.3", {"flt.s1": "0505", "rb6": "0605 unlimbered", "rb6.c": "0605"}, 0, False, False, ""),
        row("12.11.4 12.0-1", {"f1": "0505 v1"}, 0, False, False, "12.0-1"),
        row("12.0-1", {"f1": "0505 v1", "r1": "0705"}, 0, False, False, "12.0-1"),
        row("12.11.5-1", {"f1": "0505 v1", **FOE}, 1, False, False, ""),
        row("12.11.5-1", {"f1": "0505 v1", **FOE}, 2, False, False, "12.11.5-1"),
        row("12.11.5-1", {"fhus": "0505 v1", **FOE}, 5, False, True, ""),
        row("12.11.5-2", {"f1": "0505 v1", **FOE}, 1, True, False, "12.11.5-2"),
        row("12.5-1", {"fhus": "0505 v1", **FOE}, 0, False, False, "12.5-1"),
        row("8.65B.1", {"flt.s1": "0505", "r1": "0605 v4 6sp"}, 0, False, False, "8.65B.1"),
        row("8.65B.1 12.22.2-2", {"flt.s1": "0505", "r1": "0605 v1 6sp"}, 0, False, False, ""),
        row("8.65B.1 12.22.2-2", {"flt.s1": "0505", "r1": "0605 v1 7sp"}, 0, False, False, "8.65B.1"),
        row("8.65B.1", {"flt.s1": "0505", "r1": "0605 6sp general-order"}, 0, False, False, ""),
    ],
)
def test_who_may_attack(standing: Mapping[str, str], made: int, beaten: bool, charging: bool, case: str) -> None:
    at, where = scene(standing), "0505"
    refused = why_not(at, where, FRENCH, "0605", made=made, beaten=beaten, charging=charging)
    assert (refused.case if refused else "") == case
    assert refused is None or "0605" in refused.text


@pytest.mark.rule("wv", "12.54.1")
def test_a_charge_goes_into_no_obstructed_hex() -> None:
    refused = why_not(scene({"fhus": "0505 v1", **FOE}, VILLAGE), "0505", FRENCH, "0605", charging=True)
    assert refused is not None
    assert refused.case == "12.54.1"


@pytest.mark.parametrize(
    ("standing", "field", "charging", "case"),
    [
        row("12.22.4 5.52.2", {"f1": "0505 v1", "r1": "0605 v0 line"}, None, False, "12.22.4"),
        row("12.22.4", {"f1": "0505 v1", "r1": "0605 v1 line"}, None, False, "12.22.4"),
        row("12.22.4", {"f1": "0505 v1", "r1": "0605 v4 line"}, None, False, ""),
        row("12.22.4", {"f1": "0505 v1", "rb6": "0605 limbered", "rb6.c": "0605"}, None, False, "12.22.4"),
        row("12.22.4", {"f1": "0505 v1", "r1": "0605 road-column"}, None, False, "12.22.4"),
        row("12.22.2-1 8.65B.5", {"f1": "0505 v1", "rjgr.s1": "0605"}, None, False, "12.22.2-1"),
        row("12.22.2-1", {"f1": "0505 general-order", "rjgr.s1": "0605"}, None, False, ""),
        row("12.22.2-1", {"f1": "0505 v1", "rjgr.s1": "0605"}, BRUSH, False, ""),
        row("12.62-4", {"fhus": "0505 v1", "rjgr.s1": "0605"}, BRUSH, True, "12.62-4"),
        row("8.42.6", {"f1": "0505 v1", "r1": "0605 2sp square"}, None, False, "8.42.6"),
    ],
)
def test_who_is_caught(standing: Mapping[str, str], field: HexField | None, charging: bool, case: str) -> None:
    at = scene(standing, field)
    assert surprise(at, "0505", FRENCH, "0605", charging=charging) == case
    assert (at.piece(at.top("0605", ALLIED)).state == "disordered") is bool(case)


@pytest.mark.rule("wv", "8.35.1-2")
def test_an_extended_line_that_is_caught_stands_in_the_hex_attacked() -> None:
    at = scene({"f1": "0505 v1", "r12": "0706 v1 extended +0605"})
    assert surprise(at, "0505", FRENCH, "0605") == "12.22.4"
    assert at.piece("r12").hexes == ("0605",)


@pytest.mark.parametrize(
    ("standing", "field", "die", "effect"),
    [
        row("12.0-P3 12.14-2", {"f1": "0505 v1", **FOE}, STREAM, 0, "disordered"),
        row("12.14-1 12.22.5", {"f1": "0505 v1 line", **FOE}, WOODS, 0, "general-order"),
        row("12.14-1", {"f1": "0505 v1 line", **FOE}, BRUSH, 0, ""),
        row("12.14-3", {"f1": "0505 v1", **FOE}, HEDGE, 0, ""),
        row("12.14-2", {"f1": "0505 v1", **FOE}, BROOK, 0, ""),
        row("12.14-1", {"f1": "0505 v1 disordered", **FOE}, WOODS, 0, ""),
        row("8.33.2-1", {"f14": "0505 v1 extended +0506", **FOE}, HEDGE, 0, "general-order"),
        row("8.42.4", {"f1": "0505 square", **FOE}, None, 0, "general-order"),
        row("12.22.2-2", {"flt.s1": "0505", "r1": "0605 v1 6sp"}, None, 0, "disordered"),
        row("12.22.6 12.54.2-a", {"fhus": "0505 v1", "r1": "0605 square"}, None, 0, "disordered"),
        row("12.54.2-b", {"fcuir": "0505 v1", **FOE}, STREAM, 0, "disordered"),
        row("12.54.2-c", {"fcuir": "0505 v1", **FOE}, BROOK, 5, ""),
        row("12.54.2-c", {"fcuir": "0505 v1", **FOE}, BROOK, 6, "disordered"),
        row("12.54.2-c", {"fcuir": "0505 v1", **FOE}, HEDGE, 9, "disordered"),
        row("12.54.2-c", {"fcuir": "0505 v1", **FOE}, None, 9, ""),
    ],
)
def test_the_approach(standing: Mapping[str, str], field: HexField | None, die: int, effect: str) -> None:
    at = scene(standing, field)
    before = at.piece(next(iter(standing))).state
    assert approach(at, "0505", FRENCH, "0605", die) == effect
    piece = at.piece(next(iter(standing)))
    assert effect in (piece.state, piece.formation) or (effect == "" and piece.state == before)
    assert piece.hexes == ("0505",)


@pytest.mark.rule("wv", "12.54.2-c")
def test_horse_rolls_at_brooks_and_light_cover() -> None:
    for field, rolls in ((BROOK, True), (HEDGE, True), (STREAM, False), (None, False)):
        assert needs_die(scene({"fhus": "0505 v1", **FOE}, field), "0505", FRENCH, "0605") is rolls
    assert not needs_die(scene({"f1": "0505 v1", **FOE}, BROOK), "0505", FRENCH, "0605")


@pytest.mark.parametrize(
    ("standing", "field", "guns", "skirmishers", "effect"),
    [
        row("12.14-3", {"f1": "0605 v1"}, HEDGE, False, False, "disordered"),
        row("12.43.2 12.54.2-d", {"fhus": "0605 v1"}, None, True, False, "disordered"),
        row("12.54.2-d", {"fhus": "0605 v1"}, None, False, False, ""),
        row("12.43.4", {"f1": "0605 v1", "rb6": "0605 unlimbered"}, None, True, False, "general-order"),
        row("8.35.2-3", {"f14": "0605 v1 extended +0606"}, None, False, False, "general-order"),
        row("8.35.2-7", {"f14": "0605 v1 extended +0606"}, None, False, True, ""),
        row("8.35.2-7", {"f14": "0605 v1 extended +0606"}, BRUSH, False, True, "general-order"),
        row("12.41-A", {"f1": "0605 v1"}, None, False, False, ""),
        row("12.14-3", {"f1": "0605 v1 disordered"}, HEDGE, False, False, ""),
    ],
)
def test_the_end_of_an_attack(
    standing: Mapping[str, str], field: HexField | None, guns: bool, skirmishers: bool, effect: str
) -> None:
    at = scene(standing, field)
    (uid, *_) = standing
    assert conclude(at, [uid], "0505", "0605", guns=guns, skirmishers=skirmishers) == effect
    assert effect in (at.piece(uid).state, at.piece(uid).formation, "")


@pytest.mark.rule("wv", "12.41-A", "12.43.5")
def test_winners_occupy_the_hex_with_their_leaders_on_top_of_guns_left_behind() -> None:
    at = scene({"f1": "0505 v1", "fbde": "0505", "f2": "0505 v1", "rb6": "0605 unlimbered"})
    occupy(at, "0505", FRENCH, "0605")
    assert at.board.units_in("0605") == ("f1", "fbde", "f2", "rb6")


@pytest.mark.rule("wv", "12.43.3", "7.53-5")
def test_guns_in_enemy_hands_lose_two_in_their_owners_shock_phase() -> None:
    at = scene({"rb6": "0505 5sp unlimbered", "f1": "0505", "fb4": "0605 unlimbered 1sp", "r1": "0605"})
    assert captured_guns(at, FRENCH) == (("fb4", 1),)
    assert captured_guns(at, ALLIED) == (("rb6", 2),)
    assert "fb4" not in at.board.pieces
    assert at.piece("rb6").strength == 3
