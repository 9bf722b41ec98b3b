"""What a formation does for movement: the line of the terrain chart, the allowance, facing (5.1, 5.2, 6.11, 7.0)."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    CREW,
    DISORDERED,
    EXTENDED,
    GENERAL_ORDER,
    GOOD,
    INFANTRY,
    LEADER,
    LIMBERED,
    LINE,
    MOUNTED,
    ROAD_COLUMN,
    ROUTED,
    SKIRMISH,
    SKIRMISHERS,
    SQUARE,
    Unit,
)

LONG_LINE: Final = 10
"""wv 8.3: strength from which a line fills two hexes."""
_PRINTED: Final = {EXTENDED: LINE, SQUARE: COLUMN, GENERAL_ORDER: COLUMN, ROAD_COLUMN: COLUMN}
"""Formation of infantry -> the side of the counter whose allowance counts."""


def mover(unit: Unit, formation: str, state: str) -> str:
    """wv 7.21.3-1, 7.61A, 8.65A.2: the class of movers of the terrain chart that a counter is in."""
    if unit.kind == LEADER:
        return "command"
    if unit.kind in (SKIRMISHERS, CREW):
        return "skirmish"
    if unit.kind == ARTILLERY:
        return "guns"
    if unit.kind == CAVALRY:
        return "heavy" if unit.heavy_horse else "light"
    if state != GOOD or formation == GENERAL_ORDER:
        return "open"
    return "extended" if formation == EXTENDED else "formed"


def allowance(unit: Unit, formation: str) -> int:
    """wv 6.11-1, 6.11-2, 7.61C: movement points of a formation, in sixths. A battalion has those of the side of its
    counter that lies up: of its line in an extended line, of its column in square, General Order and Road Column."""
    if unit.kind == LEADER:
        return SCALE * unit.allowance[""]
    if unit.kind in (SKIRMISHERS, CREW):
        return SCALE * unit.allowance[SKIRMISH]
    if unit.kind == ARTILLERY:
        return SCALE * unit.allowance[LIMBERED]
    if unit.kind == CAVALRY:
        return SCALE * unit.allowance[MOUNTED]
    return SCALE * unit.allowance[_PRINTED.get(formation, formation)]


def highest(unit: Unit) -> int:
    """wv 7.11-1: the highest movement value printed on a counter, out of which changes of formation are paid;
    sixths."""
    return SCALE * max(unit.allowance.values())


def usual(unit: Unit) -> str:
    """wv 7.4, 7.5-1, 7.22-3, 8.51-2: the formation of the front of a counter."""
    return {INFANTRY: COLUMN, CAVALRY: MOUNTED, ARTILLERY: LIMBERED, LEADER: ""}.get(unit.kind, SKIRMISH)


def formed(board: Board, uid: str) -> bool:
    """wv 2.4-7, 7.0: whether a counter is a formed unit: in good order in such a formation, and a battery only with its
    crew."""
    unit = board.unit(uid)
    return board.piece(uid).formed and (unit.kind != ARTILLERY or manned(board, uid))


def crew_of(board: Board, battery: str) -> str:
    """wv 7.53-1, 7.53-4, 7.61G: the crew of a battery if it is with it, whatever its state; "" if it is not."""
    at = board.piece(battery).at
    return next((uid for uid in board.units_in(at) if board.unit(uid).serves == battery and _is_crew(board, uid)), "")


def manned(board: Board, battery: str) -> bool:
    """wv 7.5-1, 7.53-1, 7.53-4, 7.56-8: whether a battery has its own crew, not routed, and not back in this very phase
    (mark `back`)."""
    crew = crew_of(board, battery)
    return bool(crew) and board.piece(crew).state != ROUTED and "back" not in board.piece(crew).marks


def _is_crew(board: Board, uid: str) -> bool:
    return board.unit(uid).kind == CREW


def disordered(board: Board, uid: str) -> bool:
    """wv 7.2-1: whether a counter is disordered."""
    return board.piece(uid).state == DISORDERED
