"""What the judgement of an instant hangs on: where none of it has changed, it says what it said before (9.1, 9.2).

Almost every move brings nothing about, and every move is an instant.
"""

from __future__ import annotations

from typing import Any

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.corps_morale import NEAR
from rulesets.napoleons_last_battles.rules.victory.conditions import Entries


def nothing_new(board: Board, entries: Entries) -> bool:
    """nlb 9.1, 9.2: whether nothing has changed by which levels move, books break or victories come, since an instant
    that brought no more about. entries: hexes entered at this one."""
    if board.judged is None or (entries and board.setting.asks_for_places):
        return False
    return board.judged == judged_by(board)


def judged_by(board: Board) -> tuple[Any, ...]:
    """nlb 9.0, 9.1, 9.2, 13.0-1: everything in a position that a row about levels, or about a victory won at once, may
    ask for; where everybody stands only where a row of the scenario asks for that."""
    position = board.position
    counted = (position.losses, position.broken, position.held, position.shifts, position.points, position.exited)
    return (
        position.turn,
        *(one.copy() for one in counted),
        position.once.copy(),
        position.memos.copy(),
        position.marks.get(NEAR, set()).copy(),
        len(position.dead),
        (position.at.copy(), position.waiting.copy(), len(position.withdrawn)) if board.setting.asks_for_places else (),
    )
