"""Cases of facing, formations and stacking that shock, morale and rally carry out (5.52, 7.2, 8.4, 8.5, 8.65, 9.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.command.control import exempt
from rulesets.winters_victory.rules.morale import chains, effectiveness, rally, retreats
from rulesets.winters_victory.rules.shock.attacks import approach, caught, conclude, why_not
from rulesets.winters_victory.rules.shock.odds import Attack, Odds, defender_modifiers, odds
from rulesets.winters_victory.rules.shock.results import apply, outcome
from tests.rulesets.winters_victory.country import UNITS, country, row
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.staffs import staff

BY_FRENCH = Attack(FRENCH, "0505", "0605")
BRUSH, VILLAGE, WOODS = (country({kind: "0605"}) for kind in ("light-cover", "village", "woods"))


@pytest.mark.parametrize(
    ("standing", "case"),
    [
        row("5.52.1", {"f1": "0505 v0", "r1": "0605"}, "12.11.3"),
        row("5.52.1", {"f1": "0505 v0 general-order", "r1": "0605"}, ""),
        row("8.35.3", {"f12": "0505 v3 extended +0405 disordered", "r1": "0605"}, ""),
    ],
)
def test_formed_units_attack_ahead(standing: dict[str, str], case: str) -> None:
    found = why_not(scene(standing), "0505", FRENCH, "0605")
    assert (found.case if found else "") == case


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("5.52.2", {"f1": "0505 v1", "r1": "0605 line v1"}, True),
        row("5.2", {"f1": "0505 v1", "r1": "0605 disordered v1"}, False),
        row("8.65B.5", {"f1": "0505 v1", "rjgr.s1": "0605"}, True),
        row("8.42.6", {"f1": "0505 v1", "r1": "0605 square 2sp"}, True),
        row("8.35.1-2", {"f1": "0505 v1", "r12": "0605 extended v1 +0606"}, True),
        row("8.35.1-2", {"f1": "0505 v1", "r12": "0605 extended v4 +0606"}, False),
    ],
)
def test_who_is_disordered_at_once(standing: dict[str, str], found: bool) -> None:
    assert bool(caught(scene(standing), "0505", FRENCH, "0605")) is found


@pytest.mark.parametrize(
    ("standing", "strengths"),
    [
        row("7.53-2", {"f1": "0505 v1", "rb6": "0605 unlimbered", "rb6.c": "0605 1sp"}, (9, 1)),
        row("8.35.1-1", {"f1": "0505 v1", "r12": "0605 v4 extended +0705 13sp"}, (9, 7)),
        row("8.42.5", {"f1": "0505 v1", "r1": "0605 square 7sp", "r2": "0605 square 6sp"}, (9, 13)),
        row("8.54.3", {"f1": "0505 v1", "rjgr": "0605 general-order 6sp", "rjgr.s1": "0605"}, (9, 7)),
        row("9.31-3", {"f1": "0505 v1", "r1": "0605 7sp", "rjgr.s1": "0605"}, (9, 8)),
    ],
)
def test_what_defends(standing: dict[str, str], strengths: tuple[int, int]) -> None:
    made = odds(scene(standing), BY_FRENCH)
    assert (made.attack, made.defence) == strengths


@pytest.mark.parametrize(
    ("standing", "field", "found"),
    [
        row("8.42.3", {"fhus": "0505 v1", "r1": "0605 square"}, None, {"square": 2}),
        row("8.42.3", {"f1": "0505 v1", "r1": "0605 square"}, None, {}),
        row("8.54.6", {"f1": "0505 v1", "r1": "0605 general-order", "rbde": "0605"}, None, {}),
        row("8.65B.2", {"f1": "0505 v1", "rjgr.s1": "0605", "rbde": "0605"}, None, {}),
        row("8.65B.4", {"f1": "0505 v1", "rjgr.s1": "0605"}, None, {}),
        row("8.65B.6", {"f1": "0505 v1", "rjgr.s1": "0605 4sp"}, BRUSH, {"light-cover-few": 1}),
        row("8.65B.6", {"f1": "0505 v1", "rjgr.s1": "0605 5sp"}, BRUSH, {}),
        row("10.31.2", {"f1": "0505 v1", "rhus": "0605"}, VILLAGE, {}),
    ],
)
def test_what_helps_a_defender(standing: dict[str, str], field: HexField | None, found: dict[str, int]) -> None:
    assert dict(defender_modifiers(scene(standing, field), BY_FRENCH)) == found


@pytest.mark.parametrize(
    ("standing", "code", "state"),
    [
        row("8.54.5", {"f1": "0505 v1", "rjgr": "0605 general-order"}, "D1", ""),
        row("8.54.5", {"f1": "0505 v1", "rjgr": "0605 general-order"}, "Dr", "disordered"),
        row("8.65B.3", {"f1": "0505 v1", "rjgr.s1": "0605"}, "D1", ""),
        row("8.65B.3", {"f1": "0505 v1", "rjgr.s1": "0605"}, "Dr", "disordered"),
        row("8.54.5", {"f1": "0505 v1", "r1": "0605 v4"}, "D1", "disordered"),
    ],
)
def test_the_loose_are_not_disordered_by_mild_results(standing: dict[str, str], code: str, state: str) -> None:
    at = scene(standing)
    made: Odds = replace(odds(at, BY_FRENCH), forced=("dot", code))
    assert outcome(at, BY_FRENCH, made, 5).defender.state == state


@pytest.mark.parametrize(
    ("standing", "effect"),
    [
        row("8.42.3", {"fhus": "0505 v1", "r1": "0605 square"}, "disordered"),
        row("8.42.4", {"f1": "0505 square", "r1": "0605"}, "general-order"),
        row("8.35.2-4", {"f12": "0505 v1 extended +0606", "r1": "0605"}, "general-order"),
    ],
)
def test_what_the_attack_does_to_the_attacker(standing: dict[str, str], effect: str) -> None:
    at = scene(standing, VILLAGE if "f12" in standing else None)
    assert approach(at, "0505", FRENCH, "0605") == effect


@pytest.mark.parametrize(
    ("skirmishers", "formation"),
    [row("8.35.2-3", False, "general-order"), row("8.35.2-3 8.35.2-7", True, "extended")],
)
def test_the_end_of_an_extended_attack(skirmishers: bool, formation: str) -> None:
    at = scene({"f12": "0505 v1 extended +0606"})
    conclude(at, ["f12"], "0505", "0605", guns=False, skirmishers=skirmishers)
    assert at.piece("f12").formation == formation


@pytest.mark.rule("wv", "9.52")
def test_a_stack_shares_the_result() -> None:
    at = scene({"f1": "0505 v1", "r1": "0605 v4", "r2": "0605 v4"}, WOODS)
    made = replace(odds(at, BY_FRENCH), forced=("dot", "Dr"))
    apply(at, "0605", ALLIED, outcome(at, BY_FRENCH, made, 5).defender)
    assert {at.piece(uid).state for uid in ("r1", "r2")} == {"disordered"}


# -- morale ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "rating"), [row("8.54.2", "0505 general-order", 5), row("5.42.2-1", "0505 rear", 5)])
def test_current_effectiveness(words: str, rating: int) -> None:
    assert effectiveness.current(scene({"f1": words}), "f1") == rating


@pytest.mark.parametrize(
    ("words", "found"),
    [
        row("8.43.1", "0505 square disordered", {"own": -1, "square": -1, "disordered": 1}),
        row("8.54.6", "0505 general-order", {"own": -1}),
    ],
)
def test_the_die_of_a_check(words: str, found: dict[str, int]) -> None:
    assert dict(effectiveness.modifiers(scene({"f1": words, "fbde": "0505"}), "f1")) == found


@pytest.mark.parametrize(
    ("state", "terms", "hexes"),
    [
        row("7.22-2", "routed", {}, 3),
        row("7.22-2", "routed", {"rallying": True, "enemy": 8}, 6),
        row("7.22-2", "routed", {"rallying": True, "enemy": 9}, 3),
    ],
)
def test_how_far_the_routed_go(state: str, terms: dict[str, int], hexes: int) -> None:
    rallying, enemy = bool(terms.get("rallying", 0)), terms.get("enemy", 0)
    assert retreats.distance(scene({}), state, rallying=rallying, enemy=enemy) == hexes


@pytest.mark.parametrize(
    ("leaver", "checks"),
    [row("8.65C.4 7.61F", "rjgr.s1", False), row("7.21.4", "rcuir", True)],
)
def test_who_unsettles_the_hex_that_he_enters(leaver: str, checks: bool) -> None:
    at = scene({"r1": "0505"})
    unit = replace(UNITS[leaver], rating=9)
    assert bool(chains.entered(at, "0505", ALLIED, [unit])) is checks


@pytest.mark.parametrize(
    ("standing", "uid", "alone"),
    [row("8.65C.2", {"rjgr.s1": "0505 routed"}, "rjgr.s1", True), row("8.65C.2", {"r1": "0505 routed"}, "r1", False)],
)
def test_skirmishers_rally_by_themselves(standing: dict[str, str], uid: str, alone: bool) -> None:
    assert rally.automatic(scene(standing), uid) is alone


@pytest.mark.parametrize(
    ("ground", "stays"),
    [row("10.31.1-2", {"woods": "0505"}, True), row("10.31.1-2", {}, False)],
)
def test_cavalry_recovers_in_the_clear(ground: dict[str, str], stays: bool) -> None:
    at = scene({"rhus": "0505 disordered"}, country(ground))
    assert (rally.stays_disordered(at, "rhus") is not None) is stays


@pytest.mark.parametrize(
    ("words", "worn"),
    [row("7.41.1", "0505 exhausted", False), row("7.41.1", "0505 exhausted disordered", True)],
)
def test_horse_rests_in_good_order(words: str, worn: bool) -> None:
    at = scene({"rhus": words})
    rally.refresh(at, ALLIED)
    assert ("exhausted" in at.piece("rhus").marks) is worn


@pytest.mark.parametrize(
    ("kind", "free"),
    [row("8.54.7", "woods", True), row("8.54.7", "town", True), row("8.54.7", "farmette", False)],
)
def test_general_order_in_woods_is_in_command(kind: str, free: bool) -> None:
    at = staff({"f1": "0505 general-order"}, field=country({kind: "0505"}))
    assert exempt(at, "f1") is free
