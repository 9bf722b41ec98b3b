"""Whole shock attacks: fire, checks, die, losses, retreats, occupation (12.0)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.morale.breaking import Breaking, nobody
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import why_not
from rulesets.winters_victory.rules.shock.fighting import EMPTY, FOUGHT, REPULSED, End, Fighting
from rulesets.winters_victory.rules.shock.odds import Attack
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene

BY_FRENCH = Attack(FRENCH, "0505", "0605")
CHARGE = Attack(FRENCH, "0505", "0605", charging=True)


def fought(
    standing: Mapping[str, str], dice: Sequence[int], attack: Attack = BY_FRENCH, *, fire: bool = False, zone: int = 0
) -> tuple[Scene, End, list[str]]:
    """The scene after an attack, how it ended, and the kinds of its events."""
    at = scene(standing)
    breaking = Breaking(at, "t", fires=(lambda chance, act: True) if fire else nobody)
    end, events = play(Fighting(breaking, attack, zone).run(), dice)
    return at, end, [one["kind"] for one in events]


def where(at: Scene, uid: str) -> tuple[str, str, int]:
    """Hex, state and strength of a counter."""
    piece = at.piece(uid)
    return piece.at, piece.state, piece.strength


@pytest.mark.rule("wv", "12.0-P6", "12.0-4", "12.41-A", "12.41-Dr1", "12.42.5")
def test_the_defender_is_driven_off_and_the_hex_occupied() -> None:
    at, end, _ = fought({"f1": "0505 v1", "fbde": "0505", "pline": "0605 v4 line 9sp"}, [9])
    assert (end.how, end.occupied) == (FOUGHT, True)
    assert end.outcome is not None
    assert end.outcome.codes == ("D", "Dr2")
    assert where(at, "f1") == ("0605", "disordered", 9)
    assert where(at, "fbde")[0] == "0605"
    assert where(at, "pline") == ("0805", "disordered", 6)


@pytest.mark.rule("wv", "12.41-Dr", "12.0-4", "12.4-1")
def test_the_attacker_is_driven_back() -> None:
    at, end, _ = fought({"f1": "0505 v1", "pline": "0605 v4 line 9sp"}, [0])
    assert (end.how, end.occupied) == (FOUGHT, False)
    assert where(at, "f1")[:2] == ("0305", "disordered")
    assert where(at, "pline")[:2] == ("0605", "good")


@pytest.mark.rule("wv", "12.0-P2", "12.0-3", "11.32-1")
def test_fire_repulses_the_attacker_before_he_has_closed() -> None:
    standing = {"f1": "0505 v1 4sp disordered", "r1": "0605 v4 line", "r2": "0604 v3 line"}
    at, end, kinds = fought(standing, [8, 9], fire=True)
    assert end.how == REPULSED
    assert end.fired == frozenset({"r1"})
    assert kinds == ["shock", "fire", "morale", "retreat", "retreat", "retreat"]
    assert where(at, "f1")[1] == "routed"
    assert where(at, "r1") == ("0605", "good", 9)


@pytest.mark.rule("wv", "11.32-2")
def test_a_column_is_fired_at_before_the_village_breaks_it_up() -> None:
    at = scene({"f1": "0505 v1", "r1": "0605 general-order"}, country({"village": "0605"}))
    breaking = Breaking(at, "t", fires=lambda chance, act: True)
    _, events = play(Fighting(breaking, BY_FRENCH).run(), [0, 0])
    told = [
        (one["kind"], one.get("target", one.get("effect"))) for one in events if one["kind"] in ("fire", "approach")
    ]
    assert told == [("fire", "column"), ("approach", "general-order")]


@pytest.mark.parametrize(
    ("standing", "dice", "checks"),
    [
        # Who has lost a point holds, and is asked nothing more.
        row("12.4-4", {"f1": "0505 v1", "r1": "0605 v4 square", "r2": "0705 v4 line"}, [5], []),
        # Friends beside the retreat check, and the unit that retreats does not.
        row(
            "12.4-4", {"f1": "0505 v1", "pline": "0605 v4 line 9sp", "rjgr": "0604 v4 general-order"}, [9, 0], ["rjgr"]
        ),
    ],
)
def test_losers_do_not_check_and_their_neighbours_do(
    standing: Mapping[str, str], dice: Sequence[int], checks: list[str]
) -> None:
    _, events = play(Fighting(Breaking(scene(standing), "t"), BY_FRENCH).run(), dice)
    assert [one["unit"] for one in events if one["kind"] == "morale"] == checks


@pytest.mark.rule("wv", "12.0-P2", "12.53.2")
def test_all_fire_before_the_one_check() -> None:
    standing = {"f1": "0505 v1", "r1": "0605 v4 line", "r2": "0504 v3 line"}
    _, end, kinds = fought(standing, [4, 4, 0, 5], fire=True)
    assert end.fired == frozenset({"r1", "r2"})
    assert kinds[:4] == ["shock", "fire", "fire", "morale"]


@pytest.mark.rule("wv", "12.53.6", "12.62-1", "12.63")
def test_who_flees_from_a_charge_leaves_an_empty_hex() -> None:
    at, end, kinds = fought({"fcuir": "0505 v1", "r1": "0605 v4 line"}, [9], CHARGE, zone=2)
    assert (end.how, kinds) == (EMPTY, ["shock", "morale", "retreat", "retreat"])
    assert where(at, "r1")[:2] == ("0805", "disordered")


@pytest.mark.rule("wv", "12.22.4", "12.62-3")
def test_who_is_charged_in_the_rear_is_disordered_and_does_not_check() -> None:
    _, end, kinds = fought({"fcuir": "0505 v1", "r1": "0605 v1 line"}, [5, 5], CHARGE)
    assert kinds[:2] == ["shock", "caught"]
    assert "morale" not in kinds[:3]
    assert end.how == FOUGHT


@pytest.mark.rule("wv", "12.43.5", "12.43.4", "12.43.1")
@pytest.mark.parametrize(
    ("die", "formation", "state", "guns"), [(6, "column", "disordered", 11), (9, "general-order", "good", 10)]
)
def test_a_crew_flees_and_leaves_its_guns(die: int, formation: str, state: str, guns: int) -> None:
    at, end, _ = fought({"f1": "0505 v1", "rb12": "0605 v4 unlimbered", "rb12.c": "0605"}, [die])
    assert end.occupied
    assert where(at, "rb12") == ("0605", "good", guns)
    assert where(at, "rb12.c") == ("0805", "disordered", 4)
    assert where(at, "f1")[:2] == ("0605", state)
    assert at.piece("f1").formation == formation


@pytest.mark.rule("wv", "12.4-2", "13.11.4", "13.13-k", "12.23.2", "12.42.4")
def test_who_is_eliminated_makes_neighbours_check() -> None:
    at, end, kinds = fought({"f1": "0505 v1", "r1": "0605 1sp disordered", "r2": "0705 v4 line"}, [9])
    assert "r1" not in at.board.pieces
    assert end.occupied
    assert kinds == ["shock", "shock-result", "shock-losses", "shock-losses", "morale", "occupied"]
    assert where(at, "r2") == ("0705", "disordered", 9)


@pytest.mark.rule("wv", "12.0-1", "12.4-1", "13.3-2")
@pytest.mark.parametrize("seed", range(12))
def test_attacks_in_a_crowd_end_with_nobody_among_enemies(seed: int) -> None:
    """Whatever the dice: only guns without a crew share a hex with enemies, and no strength is ever below one."""
    pick = random.Random(seed)
    hexes = [f"{column:02}{line:02}" for column in range(4, 8) for line in range(4, 8)]
    words = ("line", "column", "general-order", "disordered", "square")
    ids = ("f1", "f2", "f3", "flt", "r1", "r2", "r3", "pline", "rjgr")
    at = scene(
        {
            uid: f"{to} v{pick.randrange(6)} {pick.choice(words)}"
            for uid, to in zip(ids, pick.sample(hexes, len(ids)), strict=True)
        }
    )
    breaking = Breaking(at, "t", fires=lambda chance, act: True)
    dice = iter([pick.randrange(10) for _ in range(3000)])
    for to in hexes:
        for near in at.ground.field.neighbours[to]:
            for army in (FRENCH, ALLIED):
                if at.board.fighting(near, army) and why_not(at, near, army, to) is None:
                    end, _ = play(Fighting(breaking, Attack(army, near, to)).run(), dice)
                    assert end.how in (FOUGHT, REPULSED, EMPTY)
    for uid, piece in at.board.pieces.items():
        assert piece.strength > 0
        assert not at.board.enemies_in(piece.at, at.unit(uid).army)
