"""Facing: what turns cost, what stops them, facing to the rear, reaction of cavalry (5, 7.41, 7.42, 7.52)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.options import Refusal
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import act
from rulesets.winters_victory.rules.moving.stance import Act, stance_of
from tests.rulesets.winters_victory.country import board, country, row
from tests.rulesets.winters_victory.moves import follow, outcome, scene
from tests.rulesets.winters_victory.winter import TAG

GUNS = {"fb8": "0505 unlimbered", "fb8.c": "0505"}


@pytest.mark.parametrize(
    ("standing", "front"),
    [
        row("5.0-1 5.2", {"flt.s1": "0505"}, "0404 0405 0406 0504 0506 0605"),
        row("5.0-1 5.0-2", {"f1": "0505"}, "0404 0504"),
        row("5.0-2", {"f1": "0505 v2"}, "0506 0605"),
        row("5.0-1 5.1A", {"f12": "0505 extended +0605"}, "0404 0504 0604"),
        row("5.1B", {"rcos": "0505"}, "0404 0405 0406 0504 0506 0605"),
        row("5.1C 7.56-4", {"fb8": "0505 unlimbered disordered"}, "0404 0504"),
        row("5.2", {"fb8": "0505 limbered"}, "0404 0405 0406 0504 0506 0605"),
        row("5.2 7.21.1-1", {"f1": "0505 line disordered"}, "0404 0405 0406 0504 0506 0605"),
    ],
)
def test_a_unit_looks_into_these_hexes(standing: dict[str, str], front: str) -> None:
    placed = board(standing)
    assert sorted({near for _, near in placed.faced(next(iter(standing)))}) == front.split()


@pytest.mark.parametrize(
    ("standing", "path", "then"),
    [
        row("5.31-1", {"f1": "0505"}, "face 2", "1 column"),
        row("5.3", {"f1": "0505"}, "face 5", "1/2 column"),
        row("5.31-1", {"fhus": "0505"}, "face 3", "1 1/2 mounted"),
        row("5.31-2", {"f12": "0505 extended +0605"}, "face 1", "1 extended"),
        row("5.31-3 7.52-2", GUNS, "face 3", "1 unlimbered"),
        row("5.32", {"f1": "0505 square"}, "line, face 4", "1 line"),
        row("5.32 7.52-1", {"fb8": "0505 limbered", "fb8.c": "0505"}, "unlimber, face 3", "2 unlimbered"),
        row("5.4-1", {"f1": "0505"}, "0605", "refused 5.4-1"),
        row("5.4-1", {"f1": "0505"}, "face 1, 0605", "1 1/2 column"),
        row("5.4-1", {"flt.s1": "0505", "flt": "0406"}, "0506", "1 skirmish"),
        row("5.42.1", {"f1": "0505 line"}, "about, 0506", "1 1/2 line"),
        row("5.42.1", {"f1": "0505"}, "0504, about", "refused 5.42.1"),
        row("5.42.1", {"f12": "0505 extended +0605"}, "about", "refused 5.42.1"),
        row("5.42.2-1", {"f1": "0505"}, "about, 0506, 0507", "2 1/2 column"),
        row("5.42.2-1", {"f1": "0505"}, "about, 0506, 0507, 0508", "refused 5.42.2-1"),
        row("5.42.2-1", {"f1": "0505"}, "about, face 2", "refused 5.42.2-1"),
        row("5.42.2-1", {"f1": "0505"}, "about, line", "refused 5.42.2-1"),
        row("5.42.3", {"f1": "0505"}, "about, 0506, 0507, about", "3 column"),
        row("5.42.3", {"f1": "0505"}, "about, 0506, 0507, front", "3 1/2 column"),
        row("5.42.3", {"f1": "0505 v3 rear"}, "0506, front", "2 column"),
        row("5.42.3", {"f1": "0505"}, "front", "refused 5.42.3"),
        row("7.56-4", {"fb8": "0505 unlimbered disordered", "fb8.c": "0505 disordered"}, "face 1", "refused 7.56-4"),
        row("7.53-1", {"fb8": "0505 unlimbered"}, "face 1", "refused 7.53-1"),
        row("7.21.3-1", {"f1": "0505 disordered"}, "face 3, 0605", "1 column disordered"),
        row("5.31-1", {"f1": "0505"}, "face 7", "refused 5.31-1"),
    ],
)  # fmt: skip
def test_a_turn_costs_what_it_costs(standing: dict[str, str], path: str, then: str) -> None:
    assert outcome(scene(standing), next(iter(standing)), path) == then


def test_facing_to_the_rear_keeps_its_mark_until_it_is_undone() -> None:
    at = scene({"f1": "0505"})
    assert outcome(at, "f1", "about, 0506") == "1 1/2 column"
    assert (at.board.piece("f1").facing, at.board.piece("f1").marks) == (3, {"rear"})
    assert outcome(at, "f1", "about") == "1/2 column"
    assert (at.board.piece("f1").facing, at.board.piece("f1").marks) == (0, set())


@pytest.mark.parametrize(
    ("ground", "then"),
    [
        row("5.42.2-2", {"ground": {"woods": "0506"}}, "2 1/2 column disordered"),
        row("5.42.2-2", {"stream": "0505-0506"}, "3 1/2 column disordered"),
        row("5.42.2-2", {"brook": "0505-0506"}, "2 1/2 column"),
    ],
)
def test_obstacles_disorder_who_faces_to_the_rear(ground: dict[str, Any], then: str) -> None:
    assert outcome(scene({"f1": "0505"}, country(**ground)), "f1", "about, 0506") == then


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        row("5.31-4", "face 1", ["nothing"]),
        row("5.31-4", "face 2", ["turn"]),
        row("5.31-4", "face 1, face 2", ["nothing", "turn"]),
        row("5.31-4", "face 1, 0504, face 0", ["nothing", "enter", "nothing"]),
        row("6.14-2", "0504", ["enter"]),
    ],
)
def test_a_whole_point_of_turning_in_a_hex_may_draw_fire(path: str, kinds: list[str]) -> None:
    at = scene({"f1": "0505"})
    stance, found = stance_of(at.board.piece("f1")), []
    for token in path.split(", "):
        done = act(at, "f1", stance, token)
        assert isinstance(done, Act)
        found.append(done.kind)
        stance = done.after
    assert found == kinds


@pytest.mark.parametrize(
    ("standing", "path", "then"),
    [
        row("5.41-1", {"f1": "0505", "f2": "0504 v1"}, "face 1, face 0, line, 0504", "refused 9.14.2-2"),
        row("5.41-1", {"f1": "0506 line", "f2": "0504 line v2"}, "0505, 0504", "3 line"),
        row("5.41-1", {"f1": "0507 line", "f2": "0504 line v2"}, "0506, 0505, 0504", "4 line"),
        row("5.41-1", {"f1": "0508 line", "f2": "0504 line v1"}, "0507, 0506, 0505, 0504", "refused 5.41-1"),
        row("6.12-4 9.14.2-1", {"fhus": "0505", "f1": "0504"}, "0504", "refused 9.14.2-1"),
        row("9.31-2", {"fb8.c": "0505", "fhus": "0504"}, "0504", "refused 9.31-2"),
    ],
)
def test_who_stays_with_others_takes_their_facing(standing: dict[str, str], path: str, then: str) -> None:
    assert outcome(scene(standing), next(iter(standing)), path, end=True) == then


@pytest.mark.rule(TAG, "5.41-2")
@pytest.mark.parametrize("next_", ["f2", "f3"])
def test_who_moves_out_next_need_not_be_conformed_to(next_: str) -> None:
    at = scene({"f1": "0505 line", "f2": "0504 v3"})
    walk = follow(at, "f1", "0504")
    assert not isinstance(walk, Refusal)
    assert (finish(walk, leaving=frozenset({next_})) == {}) == (next_ == "f2")
