"""What the judgement of an instant hangs on: where none of it has changed, it says what it said before (9.1, 9.2).

Almost every move brings nothing about, and every move is an instant.
"""

from __future__ import annotations

from typing import Any

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.corps_morale import NEAR
from rulesets.napoleons_last_battles.rules.victory.conditions import Entries

_NOBODY: frozenset[str] = frozenset()


def nothing_new(board: Board, entries: Entries) -> bool:
    """nlb 9.1, 9.2: whether nothing has changed by which levels move, books break or victories come, since an instant
    that brought no more about. entries: hexes entered at this one."""
    if board.judged is None or (entries and _asks_for_places(board)):
        return False
    return board.judged == _hung_on(board)


def note_judged(board: Board) -> None:
    """nlb 9.1, 9.2: notes what the judgement hung on that has just brought nothing more about."""
    board.judged = tuple([one.copy() if isinstance(one, (dict, set)) else one for one in _hung_on(board)])


def _hung_on(board: Board) -> tuple[Any, ...]:
    """nlb 9.0, 9.1, 9.2, 13.0-1: everything in a position that a row about levels, or about a victory won at once, may
    ask for; where everybody stands only where a row of the scenario asks for that."""
    position = board.position
    found = (
        position.turn,
        position.losses,
        position.broken,
        position.held,
        position.shifts,
        position.points,
        position.exited,
        position.once,
        position.memos,
        position.marks.get(NEAR, _NOBODY),
        len(position.dead),
    )
    return (*found, position.at, position.waiting, position.withdrawn) if _asks_for_places(board) else found


def _asks_for_places(board: Board) -> bool:
    """nlb 21.3B-1, 22.4B: whether places count: where rows ask for them, or a line of supply to an exit."""
    return board.setting.asks_for_places or bool(board.position.exited)
