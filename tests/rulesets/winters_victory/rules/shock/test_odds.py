"""Ratio, differential and results of shock (12.0, 12.2, 12.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.scene import Scene, Weather
from rulesets.winters_victory.rules.shock.odds import Attack, Odds, odds
from rulesets.winters_victory.rules.shock.results import apply, may_attack_again, outcome, spread
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import scene

BY_FRENCH, BY_ALLIED = Attack(FRENCH, "0505", "0605"), Attack(ALLIED, "0505", "0605")
CHARGE = Attack(FRENCH, "0505", "0605", charging=True)
WOODS, VILLAGE, FARM = (country({kind: "0605"}) for kind in ("woods", "village", "farmette"))
BRUSH, HEDGE = country({"light-cover": "0605"}), country(light_cover_side="0505-0605")
STREAM, BROOK = country(stream="0505-0605"), country(brook="0505-0605")
STEEP = country(levels={1: "0605"}, steep="0505-0605")
SLOPE = country(levels={1: "0605"})


def rated(at: Scene, rating: int) -> Scene:
    """The same with one printed effectiveness of all units."""
    at.board.units = {uid: replace(unit, rating=rating) for uid, unit in at.board.units.items()}
    return at


def attacked(standing: Mapping[str, str], attack: Attack, field: HexField | None = None, rating: int = 5) -> Odds:
    """The odds of an attack by units of one effectiveness."""
    return odds(rated(scene(standing, field), rating), attack)


def duel(ours: int, theirs: int) -> dict[str, str]:
    """French against Prussians, in column, of so many points."""
    return {"f1": f"0505 v1 {ours}sp", "pline": f"0605 v4 {theirs}sp"}


@pytest.mark.parametrize(
    ("standing", "field", "attack", "found"),
    [
        row("12.0-P4", duel(9, 5), None, BY_FRENCH, (9, 5, "3:2")),
        row("12.0-P4", duel(10, 5), None, BY_FRENCH, (10, 5, "2:1")),
        row("12.0-P4", duel(5, 3), None, BY_FRENCH, (5, 3, "3:2")),
        row("12.0-P4", duel(4, 9), None, BY_FRENCH, (4, 9, "1:2")),
        row("12.13-1", {"f1": "0505 v1", "f2": "0505 v1", "r1": "0605"}, None, BY_FRENCH, (18, 9, "2:1")),
        row(
            "12.13-2",
            {"f1": "0505 v1 8sp", "f2": "0505 v1 8sp", "f3": "0606"} | {"r12": "0605 general-order"},
            VILLAGE,
            BY_FRENCH,
            (9, 9, "1:1"),
        ),
        row("12.13-2", {"f1": "0505 v1 8sp", "f2": "0505 v1 8sp", "r1": "0605 6sp"}, WOODS, BY_FRENCH, (9, 6, "3:2")),
        row(
            "12.22.3 12.43.1",
            {"f1": "0505 v1 8sp", "rb6": "0605 unlimbered", "rb6.c": "0605"},
            None,
            BY_FRENCH,
            (8, 2, "2:1"),
        ),
        row("8.35.1-1", {"f1": "0505 v1", "r12": "0605 v4 extended +0705 11sp"}, None, BY_FRENCH, (9, 6, "3:2")),
        row("7.61B-1", {"f1": "0505 v1", "r1": "0605 5sp", "rb6.c": "0605"}, None, BY_FRENCH, (9, 7, "1:1")),
        row("7.61G", {"f1": "0505 v1", "rb12.c": "0605", "rb6.c": "0605"}, None, BY_FRENCH, (9, 4, "2:1")),
    ],
)
def test_ratio(
    standing: Mapping[str, str], field: HexField | None, attack: Attack, found: tuple[int, int, str]
) -> None:
    made = odds(scene(standing, field), attack)
    assert (made.attack, made.defence, made.row) == found


@pytest.mark.parametrize(
    ("standing", "field", "attack", "found"),
    [
        row("12.2-0", {"f1": "0505 v1 4sp", "pline": "0605 v4"}, None, BY_FRENCH, (4, 5)),
        row(
            "12.2.1-a",
            {"flt.s1": "0505 disordered", "rb6": "0605 unlimbered", "rb6.c": "0605"},
            None,
            BY_FRENCH,
            (4, 5),
        ),
        row("12.2.1-a", {"f1": "0505 disordered", "pline": "0605 v4"}, None, BY_FRENCH, (2, 5)),
        row("12.2.1-d 12.23.3", duel(3, 10), None, BY_FRENCH, (3, 5)),
        row("12.2.1-d", {"f1": "0505 v1 3sp", "r1": "0605 v4"}, None, BY_FRENCH, (4, 5)),
        row("12.2.1-e", {"f1": "0505 v1", "fbde": "0505", "fdiv": "0505", "pline": "0605 v4"}, None, BY_FRENCH, (6, 5)),
        row("12.2.1-f 12.21.2", {"r1": "0505 v1", "f1": "0605 v4 line"}, None, BY_ALLIED, (7, 5)),
        row("12.2.1-f", {"pline": "0505 v1", "f1": "0605 v4 line"}, None, BY_ALLIED, (5, 5)),
        row("12.2.1-f", {"f1": "0505 v1", "r1": "0605 v4"}, None, BY_FRENCH, (5, 5)),
        row("12.2.1-g 12.23.1", {"f12": "0505 v1", "r1": "0605 v4 4sp"}, None, BY_FRENCH, (6, 4)),
        row("12.2.1-h 12.23.1", {"f1": "0505 v1", "f2": "0505 7sp", "r1": "0605 v4 4sp"}, None, BY_FRENCH, (7, 4)),
        row("12.2.1-i 12.55", {"fhus": "0505 v1", "r1": "0605 v4 line"}, None, CHARGE, (7, 5)),
        row("12.2.1-i", {"fhus": "0505 v1 disordered", "r1": "0605 v4 line"}, None, CHARGE, (2, 5)),
        row("12.56.2-3", {"fhus": "0505 v1", "rhus": "0605 v4"}, None, replace(CHARGE, countered=True), (5, 5)),
        row("12.2.2-a", {"f1": "0505 v1", "r1": "0605 routed"}, None, BY_FRENCH, (5, -1)),
        row(
            "12.2.2-b",
            {"f1": "0505 v1", "rb6": "0605 unlimbered disordered", "rb6.c": "0605 disordered"},
            None,
            BY_FRENCH,
            (7, 4),
        ),
        row("12.2.2-d", {"f1": "0505 v1", "r1": "0605 line disordered", "rbde": "0605"}, None, BY_FRENCH, (5, 2)),
        row(
            "12.21.1 12.2.2-i",
            {"f1": "0505 v1", "r1": "0605 general-order", "rbde": "0605"},
            VILLAGE,
            BY_FRENCH,
            (5, 6),
        ),
        row("12.2.2-e", {"f1": "0505 v1", "r1": "0605"}, STEEP, BY_FRENCH, (5, 6)),
        row("12.2.2-e", {"f1": "0505 v1", "r1": "0605"}, SLOPE, BY_FRENCH, (5, 5)),
        row("12.2.2-f", {"f1": "0505 v1", "r1": "0605"}, STREAM, BY_FRENCH, (5, 6)),
        row("12.2.2-f", {"f1": "0505 v1", "r1": "0605"}, BROOK, BY_FRENCH, (5, 5)),
        row("12.2.2-g 12.21.3", {"f1": "0505 v1 3sp", "rjgr.s1": "0605 4sp"}, BRUSH, BY_FRENCH, (4, 6)),
        row("12.2.2-g 12.21.3", {"f1": "0505 v1", "rjgr.s1": "0605 5sp"}, BRUSH, BY_FRENCH, (5, 5)),
        row("12.2.2-h 12.14-4", {"f1": "0505 v1", "r1": "0605"}, WOODS, BY_FRENCH, (5, 6)),
        row("12.2.2-h", {"f1": "0505 v1", "r1": "0605"}, HEDGE, BY_FRENCH, (5, 6)),
        row("12.2.2-i", {"f1": "0505 v1", "rhus": "0605 general-order"}, VILLAGE, BY_FRENCH, (5, 4)),
        row("12.2.2-j 12.22.6 12.54.2-a", {"fhus": "0505 v1 disordered", "r1": "0605 square"}, None, CHARGE, (2, 7)),
        row("12.2.2-j", {"fhus": "0505 v1 disordered", "r1": "0605 square disordered"}, None, CHARGE, (2, 2)),
        # Both have a modifier of 1, which helps morale alone.
        row("2.4-4", {"f1": "0505 v1", "r1": "0605"}, None, BY_FRENCH, (5, 5)),
        row("12.22.1", {"f1": "0505 v1 4sp", "rjgr.s1": "0605 3sp"}, WOODS, BY_FRENCH, (4, 6)),
        row("12.22.7", {"f1": "0505 v1 4sp", "rb6": "0605 unlimbered", "rb6.c": "0605"}, FARM, BY_FRENCH, (4, 5)),
    ],
)
def test_effectiveness(
    standing: Mapping[str, str], field: HexField | None, attack: Attack, found: tuple[int, int]
) -> None:
    made = attacked(standing, attack, field)
    assert (made.ours, made.theirs) == found


@pytest.mark.parametrize(
    ("snow", "found"), [row("12.2.1-b 12.2.2-c", "heavy", (3, 4)), row("12.2.1-c", "light", (4, 5))]
)
def test_snow_in_the_faces_of_both(snow: str, found: tuple[int, int]) -> None:
    at = scene({"f1": "0505 v1", "pline": "0605 v4"}, weather=Weather(6, snow, frozenset({1, 3, 4})))
    made = odds(rated(at, 5), BY_FRENCH)
    assert (made.ours, made.theirs) == found


@pytest.mark.parametrize(
    ("standing", "field", "ratings", "row_", "differential", "forced"),
    [
        row("12.0-P5", {"f1": "0505 v1", "fbde": "0505", "pline": "0605 v4"}, None, (8, 6), "2:3", 3, None),
        row("12.23.1", duel(8, 2), None, (2, 5), "2:1", -1, None),
        row("12.23.1 12.23.5-1", duel(8, 2), None, (0, 4), "1:1", -4, None),
        row("12.23.5-1", duel(10, 5), None, (0, 4), "1:1", -4, None),
        row("12.23.5-1", duel(5, 9), None, (2, 6), "1:2", -4, ("Dr", "dot")),
        row("12.23.5-1", duel(6, 9), None, (2, 6), "2:3", -4, ("Dr", "dot")),
        row("12.23.5-2", duel(8, 2), None, (0, 6), "2:1", -6, ("Dr", "dot")),
        row(
            "12.23.2", {"f14": "0505 v1", "f1": "0505 1sp", "pline": "0605 3sp"}, None, (3, 5), "2:1", 0, ("dot", "Dr")
        ),
        row("12.23.2", {"f14": "0505 v1", "f1": "0505 1sp", "pline": "0605 3sp"}, WOODS, (5, 5), "2:1", 0, None),
        row("12.23.2", {"f14": "0505 v1", "rb6": "0605 unlimbered", "rb6.c": "0605"}, None, (5, 5), "2:1", 2, None),
        row("12.23.4", duel(10, 5), None, (15, 4), "2:1", 11, None),
    ],
)
def test_row_and_column(
    standing: Mapping[str, str],
    field: HexField | None,
    ratings: tuple[int, int],
    row_: str,
    differential: int,
    forced: tuple[str, str] | None,
) -> None:
    at = scene(standing, field)
    by_army = dict(zip((FRENCH, ALLIED), ratings, strict=True))
    at.board.units = {uid: replace(one, rating=by_army[one.army]) for uid, one in at.board.units.items()}
    # Halved units have one less by 13.2: the ratings above are meant as they stand on the counter then.
    half = {
        uid: p.strength * 2 <= at.unit(uid).strength and at.unit(uid).kind != "crew"
        for uid, p in at.board.pieces.items()
    }
    at.board.units = {
        uid: replace(one, rating=one.rating + half.get(uid, False)) for uid, one in at.board.units.items()
    }
    made = odds(at, BY_FRENCH)
    assert (made.row, made.differential, made.forced) == (row_, differential, forced)


# -- results ---------------------------------------------------------------------------------


def effects(
    standing: Mapping[str, str], codes: tuple[str, str], attack: Attack = BY_FRENCH
) -> list[tuple[str, int, str, int]]:
    """What a result that is given does to attacker and defender: code, losses, state, retreat."""
    at = scene(standing)
    made = outcome(at, attack, replace(odds(at, attack), forced=codes), 0)
    return [(one.code, one.losses, one.state, one.retreat) for one in (made.attacker, made.defender)]


NOTHING = ("dot", 0, "", 0)


@pytest.mark.parametrize(
    ("standing", "codes", "attacker", "defender"),
    [
        row("12.41-0 12.41-D", duel(9, 6), ("dot", "D"), NOTHING, ("D", 0, "disordered", 0)),
        row("12.41-D1", duel(9, 6), ("dot", "D1"), NOTHING, ("D1", 1, "disordered", 0)),
        row("12.41-Dr", duel(9, 6), ("Dr", "dot"), ("Dr", 0, "disordered", 2), NOTHING),
        row("12.41-Dr1", duel(9, 6), ("Dr1", "Dr2"), ("Dr1", 1, "disordered", 2), ("Dr2", 2, "disordered", 2)),
        row("12.41-R", duel(9, 6), ("dot", "R"), NOTHING, ("R", 2, "routed", 3)),
        # The rulebook's example: who is disordered and gets Dr1 routs.
        row(
            "12.42.1-1 12.54.2-h",
            {"f1": "0505 v1", "pline": "0605 v4 7sp disordered"},
            ("dot", "Dr1"),
            NOTHING,
            ("R", 2, "routed", 3),
        ),
        row(
            "12.41-D 12.42.2",
            {"f1": "0505 v1", "pline": "0605 v4 7sp disordered"},
            ("dot", "D"),
            NOTHING,
            ("D", 0, "", 0),
        ),
        row("12.41-D1", {"f1": "0505 v1", "pline": "0605 v4 6sp disordered"}, ("dot", "D1"), NOTHING, ("D1", 1, "", 0)),
        row(
            "12.42.1-2",
            {"f1": "0505 v1 4sp", "pline": "0605 8sp routed"},
            ("D", "dot"),
            ("D", 0, "disordered", 0),
            ("R", 3, "routed", 3),
        ),
        row(
            "12.42.2 8.54.5",
            {"f1": "0505 v1 6sp", "r1": "0605 8sp general-order"},
            ("dot", "D1"),
            NOTHING,
            ("D1", 1, "", 0),
        ),
        row(
            "8.65B.3", {"f1": "0505 v1 6sp", "rjgr.s1": "0605 3sp"}, ("dot", "Dr"), NOTHING, ("Dr", 0, "disordered", 2)
        ),
        row("12.42.4", duel(8, 2), ("D1", "R"), ("D1", 0, "disordered", 0), ("R", 1, "routed", 3)),
        row("12.42.4", duel(2, 6), ("Dr2", "D1"), ("Dr2", 1, "disordered", 2), ("D1", 0, "disordered", 0)),
        row("12.42.5", duel(9, 8), ("dot", "R"), NOTHING, ("R", 3, "routed", 3)),
        row("12.42.5", duel(9, 8), ("D", "D1"), ("D", 0, "disordered", 0), ("D1", 2, "disordered", 0)),
        row(
            "12.42.4 12.43.1",
            {"f1": "0505 v1", "rb6": "0605 unlimbered", "rb6.c": "0605"},
            ("dot", "Dr1"),
            NOTHING,
            ("Dr1", 1, "disordered", 2),
        ),
        row(
            "12.42.4",
            {"f1": "0505 v1", "rb12": "0605 unlimbered", "rb12.c": "0605"},
            ("dot", "Dr1"),
            NOTHING,
            ("Dr1", 1, "disordered", 2),
        ),
    ],
)
def test_results(
    standing: Mapping[str, str],
    codes: tuple[str, str],
    attacker: tuple[str, int, str, int],
    defender: tuple[str, int, str, int],
) -> None:
    assert effects(standing, codes) == [attacker, defender]


@pytest.mark.parametrize(
    ("code", "found"),
    [row("12.42.3", "D", NOTHING), row("12.42.3", "D1", ("D1", 1, "disordered", 0))],
)
def test_charging_horse_cares_for_no_d_against_skirmishers(code: str, found: tuple[str, int, str, int]) -> None:
    assert effects({"fhus": "0505 v1", "rjgr.s1": "0605 3sp"}, (code, "dot"), CHARGE)[0] == found


@pytest.mark.parametrize(
    ("standing", "points", "left"),
    [
        row("12.42.6", {"r1": "0605", "r2": "0605", "r3": "0605"}, 3, {"r1": 8, "r2": 8, "r3": 8}),
        row("12.42.6", {"r1": "0605", "r2": "0605"}, 3, {"r1": 7, "r2": 8}),
        row("12.4-3", {"r1": "0605 6sp", "r2": "0605"}, 1, {"r1": 5, "r2": 9}),
        row("12.4-2", {"r1": "0605 1sp"}, 2, {}),
        row("12.43.1", {"rb12": "0605 8sp unlimbered", "rb12.c": "0605 3sp"}, 1, {"rb12": 7, "rb12.c": 3}),
    ],
)
def test_losses_are_spread(standing: Mapping[str, str], points: int, left: Mapping[str, int]) -> None:
    at = scene(standing)
    spread(at, "0605", ALLIED, points)
    assert {uid: piece.strength for uid, piece in at.board.pieces.items()} == left


@pytest.mark.rule("wv", "12.4-1", "12.13-1", "12.41-R", "12.11.5-2", "12.0-4")
def test_the_whole_stack_shares_a_result() -> None:
    at = scene({"f1": "0505 v1", "r1": "0605 v4 line", "r2": "0605 v4 8sp"})
    made = outcome(at, BY_FRENCH, replace(odds(at, BY_FRENCH), forced=("dot", "R")), 0)
    assert made.won
    apply(at, "0605", ALLIED, made.defender)
    assert [(p.state, p.formation, p.strength) for p in map(at.piece, ("r1", "r2"))] == [
        ("routed", "column", 7),
        ("routed", "column", 7),
    ]
    assert (may_attack_again(made.attacker), may_attack_again(made.defender)) == (True, False)


@pytest.mark.rule("wv", "12.0-P6", "12.3")
def test_an_even_fight_is_decided_by_the_die() -> None:
    at = scene({"f1": "0505 v1", "r1": "0605 v4"})
    found = odds(at, BY_FRENCH)
    assert (found.row, found.differential, found.forced) == ("1:1", 0, None)
    codes = [outcome(at, BY_FRENCH, found, die).codes for die in range(10)]
    assert (codes[0], codes[9]) == (("Dr1", "dot"), ("D", "Dr2"))
