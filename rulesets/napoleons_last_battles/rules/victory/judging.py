"""Who has won: at an instant, or when the last turn is over."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from pbem.engine.requests import Request
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.morale import holds, settle

Row = Mapping[str, Any]


def end_of_player_turn(board: Board) -> Generator[Request, Any, None]:
    """nlb 3.4B-1: looks once more at what was taken in this player turn. Raises GameDecided."""
    yield from settle(board)


def outcome(board: Board, row: Row) -> dict[str, str]:
    """What a row of the scenario that decides the game says of it."""
    found = {"winner": row.get("winner", ""), "level": row.get("degree", ""), "case": row["case"]}
    return {name: value for name, value in found.items() if value}


def outcome_at_end(board: Board) -> dict[str, str]:
    """nlb 3.4A: the first row of the end whose conditions are all met; a draw where there is none."""
    for row in board.setting.end:
        if all(holds(board, one) for one in row.get("when", ())):
            return outcome(board, row)
    return {"level": "draw", "case": "3.4A"}
