"""Changes of formation: what they cost, who may and where, General Order, squares, limbering (7.1, 7.2, 7.5,
8.0-8.5)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.rules.formations.involuntary import befall
from rulesets.winters_victory.rules.formations.mobility import formed
from rulesets.winters_victory.rules.moving.paths import act
from rulesets.winters_victory.rules.moving.stance import Act, stance_of
from tests.rulesets.winters_victory.country import board, country, row
from tests.rulesets.winters_victory.moves import outcome, scene

GUNS, OUT = {"fb8": "0505", "fb8.c": "0505"}, {"fb8": "0505 unlimbered", "fb8.c": "0505"}


@pytest.mark.parametrize(
    ("standing", "path", "then"),
    [
        row("7.11-1 8.0-1", {"f1": "0505"}, "line", "1 line"),
        row("7.11-1", {"r1": "0505"}, "line", "2 line"),
        row("8.0-2 7.11-1", {"pline": "0505 line 9sp"}, "column", "2 column"),
        row("7.11-1 7.51-1", GUNS, "unlimber", "2 unlimbered"),
        row("7.51-1", GUNS, "0504, 0503, 0502, unlimber", "5 unlimbered"),
        row("7.51-1", GUNS, "0504, 0503, 0502, 0501, unlimber", "6 unlimbered"),
        row("7.51-1", {"fb8": "0510", "fb8.c": "0510"}, "0509, 0508, 0507, 0506, 0505, unlimber", "refused 7.11-1"),
        row("7.51-1", OUT, "limber, 0504", "3 limbered"),
        row("7.51-1", OUT, "0504", "refused 7.51-1"),
        row("7.53-1 7.53-4", {"fb8": "0505", "f1": "0505"}, "unlimber", "refused 7.53-1"),
        row("7.53-1 7.61G", {"fb8": "0505", "fb6.c": "0505"}, "unlimber", "refused 7.53-1"),
        row("7.56-8", {"fb8": "0505 unlimbered", "fb8.c": "0505 back"}, "limber", "refused 7.53-1"),
        row("7.56-8 7.53-1", {"fb8": "0505 unlimbered", "fb8.c": "0505 routed"}, "limber", "refused 7.53-1"),
        row("7.1 7.21.3-1", {"f1": "0505 disordered"}, "line", "refused 7.1"),
        row("7.1", {"f1": "0505"}, "column", "refused 7.1"),
        row("7.23", {"f1": "0505 disordered line"}, "column", "refused 7.1"),
        row("7.56-2", {"fb8": "0505 disordered", "fb8.c": "0505 disordered"}, "unlimber", "refused 7.1"),
        row("7.3 7.4", {"fhus": "0505"}, "line", "refused 7.3"),
        row("8.41-1 8.41.3", {"f1": "0505"}, "square, 0504", "refused 8.41.3"),
        row("8.41-1 8.4", {"f1": "0505"}, "square", "1 square"),
        row("8.41-1", {"f1": "0505"}, "0504, square", "refused 8.41-1"),
        row("8.41-1", {"f1": "0505 general-order"}, "square", "refused 8.41-1"),
        row("8.41-1", {"f12": "0505 extended +0605"}, "square 0605", "1 square"),
        row("8.41.2", {"f1": "0505", "f2": "0505"}, "square", "refused 8.41.2"),
        row("8.41.3", {"f1": "0505 square"}, "column, face 1, 0605", "2 column"),
        row("8.53", {"rjgr": "0505"}, "go, 0504", "1 general-order"),
        row("8.53", {"f1": "0505"}, "go", "refused 8.53"),
        row("8.53", {"pfus": "0505"}, "go", "refused 8.53"),
        row("8.52-1", {"f1": "0505 general-order"}, "0504, line, face 2", "2 line"),
        row("8.52-1 8.0-2", {"r1": "0505 general-order"}, "0504, reform", "2 column"),
        row("8.54.8", {"fhus": "0505 general-order"}, "0504, reform, face 3", "2 mounted"),
        row("8.52-1", {"f1": "0505"}, "reform", "refused 8.52-1"),
        row("8.3", {"f12": "0505", "f1": "0605", "f2": "0405"}, "line", "refused 8.31"),
    ],
)  # fmt: skip
def test_a_change_costs_and_is_refused(standing: dict[str, str], path: str, then: str) -> None:
    assert outcome(scene(standing), next(iter(standing)), path) == then


@pytest.mark.parametrize(
    ("standing", "kind", "path", "then"),
    [
        row("7.51-2", GUNS, "woods", "unlimber", "refused 7.51-2"),
        row("6.21-7", GUNS, "frozen-wetlands", "unlimber", "refused 6.21-7"),
        row("8.41.1", {"f1": "0505"}, "light-cover", "square", "refused 8.41.1"),
        row("8.52-1", {"f1": "0505 general-order"}, "woods", "column", "refused 8.52-1"),
        row("8.52-1", {"f1": "0505 general-order"}, "light-cover", "column", "1 column"),
        row("8.54.8", {"fhus": "0505 general-order"}, "woods", "reform", "refused 8.54.8"),
    ],
)
def test_the_ground_bars_some_changes(standing: dict[str, str], kind: str, path: str, then: str) -> None:
    assert outcome(scene(standing, country({kind: "0505"})), next(iter(standing)), path) == then


def out_of_command(uid: str) -> bool:
    """Nobody is in command."""
    return False


@pytest.mark.parametrize(
    ("standing", "path", "then"),
    [row("7.51-2", GUNS, "unlimber", "2 unlimbered"), row("7.51-2", OUT, "limber", "refused 7.51-2")],
)
def test_guns_out_of_command_unlimber_but_do_not_limber(standing: dict[str, str], path: str, then: str) -> None:
    assert outcome(scene(standing, commanded=out_of_command), "fb8", path) == then


def test_a_stack_forms_square_together() -> None:
    at = scene({"f1": "0505", "f2": "0505"})
    assert outcome(at, "f1 f2", "square") == "1 square"
    assert [at.board.piece(uid).formation for uid in ("f1", "f2")] == ["square", "square"]


@pytest.mark.parametrize(
    ("standing", "path", "kind"),
    [
        row("7.12-1 8.52-3", {"f1": "0505 general-order"}, "reform", "change"),
        row("7.12-1", {"f1": "0505"}, "line", "change"),
        row("7.12-1", {"flt": "0505"}, "go", "nothing"),
        row("7.12-2", GUNS, "unlimber", "unlimber"),
        row("7.12-2 7.51-3", OUT, "limber", "change"),
    ],
)
def test_what_a_change_is_to_the_enemy(standing: dict[str, str], path: str, kind: str) -> None:
    at = scene(standing)
    uid = next(iter(standing))
    done = act(at, uid, stance_of(at.board.piece(uid)), path)
    assert isinstance(done, Act)
    assert done.kind == kind


def pinned(at: str, army: str) -> bool:
    """Every hex lies in an enemy's minimum range zone."""
    return True


@pytest.mark.parametrize(
    ("standing", "ground", "path", "then"),
    [
        row("8.52-1", {"f1": "0505 general-order"}, {}, "0504", "2 column"),
        row("8.52-2", {"f1": "0505 line"}, {"stream": "0505-0504", "levels": {1: "0504"}}, "0504", "4 column"),
        row("8.52-2", {"f1": "0508 general-order"}, {}, "0507, 0506, 0505, 0504, 0503, 0502", "6 general-order"),
        row("8.53", {"rjgr": "0505 general-order"}, {}, "0504", "1 general-order"),
        row("8.54.8", {"fhus": "0505 general-order"}, {}, "0504", "2 mounted"),
        row("8.51-2", {"f1": "0505"}, {"ground": {"woods": "0504"}}, "0504", "2 general-order"),
    ],
)
def test_general_order_ends_in_the_clear(
    standing: dict[str, str], ground: dict[str, Any], path: str, then: str
) -> None:
    assert outcome(scene(standing, country(**ground)), next(iter(standing)), path, end=True) == then


@pytest.mark.parametrize(
    ("standing", "then"),
    [
        row("8.52-2", {"f1": "0505 general-order"}, "1 general-order"),
        row("8.52-2", {"f1": "0505 general-order", "r1": "0503 v3"}, "1 general-order"),
    ],
)
def test_nobody_has_to_reform_before_the_enemy(standing: dict[str, str], then: str) -> None:
    at = scene(standing, pinned=pinned) if len(standing) == 1 else scene(standing)
    assert outcome(at, "f1", "0504", end=True) == then


@pytest.mark.parametrize(
    ("words", "what", "then"),
    [
        row("7.2-1 8.54.9", "0505 line", "disordered", "line disordered"),
        row("7.2-1 7.22-3", "0505 line", "routed", "column routed"),
        row("8.33.3 7.22-3", "0505 extended +0605 12sp", "routed", "column routed"),
        row("8.33.1-2", "0505 extended +0605 12sp", "disordered", "extended disordered"),
        row("8.51-2", "0505 line", "general-order", "general-order good"),
        row("8.51-1", "0505 road-column", "general-order", "road-column good"),
        row("8.5", "0505 general-order", "routed", "column routed"),
    ],
)
def test_what_befalls_a_battalion(words: str, what: str, then: str) -> None:
    placed = board({"f12": words})
    befall(placed, "f12", what)
    piece = placed.piece("f12")
    assert f"{piece.formation} {piece.state}" == then
    assert (piece.second == "") == (piece.formation != "extended")


@pytest.mark.parametrize(
    ("standing", "then"),
    [
        row("7.0 7.5-1", {"fb8": "0505"}, False),
        row("7.0", {"fb8": "0505", "fb8.c": "0505"}, True),
        row("7.0", {"f1": "0505 general-order"}, False),
        row("7.0", {"f1": "0505 disordered"}, False),
    ],
)
def test_who_is_formed(standing: dict[str, str], then: bool) -> None:
    assert formed(board(standing), next(iter(standing))) == then
