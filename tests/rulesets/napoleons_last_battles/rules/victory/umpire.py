"""Positions of any scenario built by hand, and what the rules make of them: levels, points, control, the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbem.engine.requests import Tell
from pbem.hexgame.field.field import HexField
from rulesets.napoleons_last_battles.battlefield import part
from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.rules.battle.levels import marks
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided, settle
from rulesets.napoleons_last_battles.rules.victory.judging import close, end_of_player_turn
from rulesets.napoleons_last_battles.rules.victory.result import result
from rulesets.napoleons_last_battles.setting import Setting
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.test_board import belgium

END = "end"
GOES_ON = ("", "", "")


@cache
def bound(uid: str, *options: str) -> Setting:
    """A scenario with these options on; `-name` for one that is off."""
    return setting(uid, {name.lstrip("-"): not name.startswith("-") for name in options})


@cache
def ground(uid: str) -> HexField:
    return part(belgium(), bound(uid).area)


def stage(uid: str, *options: str, turn: str = "", army: str = "", **members: Any) -> Board:
    """A board of a scenario with nobody on the map but those named, hexes held as at the start.

    turn: its id, `end` for the last one, the first unless said. army: the phasing one, the last unless said. members:
    of the position.
    """
    now = bound(uid, *options)
    turns = [one.id for one in now.turns]
    number = len(turns) if turn == END else turns.index(turn) + 1 if turn else 1
    members.setdefault("held", dict(now.held))
    position = Position(number, army or now.armies[1], **members)
    return Board(position, ground(uid), pieces_of(now), now)


def levels(board: Board, book: str) -> tuple[int, int]:
    """The levels of a book as they stand, zeros for none."""
    now = marks(board, book)
    return (now.demoralized.points, now.disintegrated.points) if now else (0, 0)


def told(board: Board, entries: Sequence[tuple[str, str]] = ()) -> list[str]:
    """The kinds of events of an instant; the verdict last where it decides the game."""
    kinds = []
    try:
        for one in settle(board, entries):
            kinds.append(one.event["kind"])
    except GameDecided as decided:
        return [*kinds, f"{decided.row['winner']} wins"]
    return kinds


def over(board: Board) -> Mapping[str, Any]:
    """The result when the player turn that is being played ends, {} while the game goes on."""
    try:
        for one in end_of_player_turn(board):
            assert isinstance(one, Tell)
    except GameDecided as decided:
        list(close(board, decided.row))
    return result(board.setting, board.position)


def verdict(board: Board) -> tuple[str, str, str]:
    """Winner, level and case of the result; GOES_ON where there is none."""
    found = over(board)
    return (found["winner"], found["level"], found["case"]) if found else GOES_ON
