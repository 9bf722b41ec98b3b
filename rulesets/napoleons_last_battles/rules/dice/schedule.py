"""Dice that the scenario puts on the turns of its track: which faces count on a turn, and the throw itself."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, Final

from pbem.engine.requests import Request, Roll
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words

ANY: Final = "any"
Die = Generator[Request, Any, int]


def thrown(board: Board, name: str, case: str) -> Die:
    """One die of the phasing army's opening. name: the end of its label."""
    return (yield Roll("1d6", f"gt{board.position.turn}.{board.position.army}.{name}", case))[0]  # type: ignore[no-any-return]


def faces_now(board: Board, schedule: Mapping[str, str]) -> tuple[str, ...]:
    """The faces that succeed on this turn: those of the last turn of a schedule that has come; () before the first.

    (ANY,) where no die is needed any more.
    """
    key = last_turn(board, schedule)
    return words(schedule[key]) if key else ()


def last_turn(board: Board, schedule: Mapping[str, str]) -> str:
    """The last turn of a schedule that has come, "" before the first: ids of turns sort as they follow."""
    return max((turn for turn in schedule if turn <= board.now.id), default="")


def tried(board: Board, faces: tuple[str, ...], name: str, case: str) -> Generator[Request, Any, tuple[int, bool]]:
    """The die, 0 where none is needed, and whether it succeeds."""
    if faces == (ANY,):
        return 0, True
    die = yield from thrown(board, name, case)
    return die, str(die) in faces
