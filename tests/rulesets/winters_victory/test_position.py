"""Positions: a board that was kept is the same board again."""

from __future__ import annotations

import json

from pbem.hexgame.board.codec import codec_of
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.leaders import Attack, Command, Fatigue, Post
from rulesets.winters_victory.position import Position
from tests.rulesets.winters_victory.country import UNITS, board, country


def standing() -> Board:
    """Counters of every kind in every kind of stance, two of them in one hex."""
    return board(
        {
            "f12": "0505 v1 extended +0506 11sp",
            "fb8": "0303 v2 unlimbered 6sp depleted",
            "fb8.c": "0303 2sp",
            "fhus": "0707 v4 disordered exhausted",
            "flt": "0909 road-column <0908 <0907",
            "fbde": "0303",
            "r1": "1010 routed 3sp",
        }
    )


def test_a_board_is_kept_and_found_again() -> None:
    before, position = standing(), Position(20, "a")
    before.move("fbde", "0303", below=False)
    position.take(before)
    data = json.loads(json.dumps(position.to_json()))
    after = Position.from_json(data).board(country(), UNITS)
    assert after.pieces == before.pieces
    assert {at: after.units_in(at) for at in after.here} == {at: before.units_in(at) for at in before.here}
    assert after.units_in("0303") == ("fbde", "fb8", "fb8.c")
    assert codec_of(Position).read(codec_of(Position).text(position)) == position


def test_what_a_board_does_leaves_its_position_as_it_was() -> None:
    position = Position(20, "a")
    position.take(standing())
    text = codec_of(Position).text(position)
    board_ = position.board(country(), UNITS)
    board_.piece("fhus").marks.discard("exhausted")
    board_.piece("r1").strength = 1
    board_.move("flt", "0810")
    assert codec_of(Position).text(position) == text
    position.take(board_)
    assert codec_of(Position).text(position) != text and "flt" not in position.trails


def test_command_is_kept_and_found_again() -> None:
    before = Command(
        posts={
            "davout": Post("mobilized", received=True, holds="A", inactive=True),
            "friant": Post(delay=2, modifier=-5, checks=1, carries="A", reduced=True),
            "ricard": Post(attack="B", gone=True),
        },
        points={"french": 6, "allied": 0},
        headquarters={"french": "2350"},
        attacks={"french": {"A": Attack("corps", "davout"), "B": Attack("division", "morand", True, 3)}},
        fatigue={"f3-1a": Fatigue(5, True, False), "f3-1b": Fatigue(2, False, True)},
        exempt={"davout"},
        attached={"kamensky": "osterman"},
        independent={"davout"},
    )
    position = Position(20, "a")
    position.take_command(before)
    data = json.loads(json.dumps(position.to_json()))
    assert Position.from_json(data).command() == before
    assert codec_of(Position).read(codec_of(Position).text(position)).command() == before
    position.command().post("friant").delay = 1
    assert position.command() == before
