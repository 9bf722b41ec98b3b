"""Cavalry: exhausted by charges, and turning towards an enemy that comes near (7.4)."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import CAVALRY, ENEMY, MOUNTED, Unit
from rulesets.winters_victory.rules.ground import Ground

EXHAUSTED: Final = "exhausted"
"""wv 7.41-1: the mark of cavalry on its weaker side."""
TIRED: Final = 3 * SCALE
"""wv 7.41.3: points, in sixths, that exhausted cavalry moves without Disorder."""
NEAR: Final = 3
"""wv 7.42-1: hexes at which cavalry turns towards a moving enemy."""
_FAR: Final = 6
"""wv 7.41-1: hexes of a charge that exhaust cavalry which has attacked once."""


def exhausts(attacks: int, advanced: int, *, routed: bool) -> bool:
    """wv 7.41-1: whether a charge exhausts cavalry. attacks: shock attacks in it. advanced: hexes entered. routed:
    whether it routed in a shock attack of it."""
    return routed or attacks > 1 or (attacks == 1 and advanced >= _FAR)


def tire(board: Board, uid: str, attacks: int, advanced: int, *, routed: bool) -> bool:
    """wv 7.41-1, 7.41-2: turns cavalry to its weaker side that its charge has exhausted; whether it has."""
    worn = exhausts(attacks, advanced, routed=routed)
    if worn:
        board.piece(uid).marks.add(EXHAUSTED)
    return worn


def disordered_by_charge(board: Board, uid: str) -> bool:
    """wv 7.41.2: whether cavalry that charges is disordered at the end of its primary zone."""
    return EXHAUSTED in board.piece(uid).marks


def reacting(ground: Ground, board: Board, mover: str, at: str) -> tuple[str, ...]:
    """wv 7.42-1: the enemy cavalry, nearest first, that may turn as a combat unit moves into a hex within three of it:
    in good order and formed, with a front to turn. Sight is not asked for."""
    if not board.unit(mover).fights:
        return ()
    found, enemy = [], ENEMY[board.unit(mover).army]
    for uid, piece in board.pieces.items():
        unit = board.unit(uid)
        if unit.kind != CAVALRY or unit.army != enemy or unit.all_around:
            continue
        if piece.good and piece.formation == MOUNTED and (near := ground.distance(at, piece.at)) <= NEAR:
            found.append((near, uid))
    return tuple(uid for _, uid in sorted(found))


def checks_to_turn(unit: Unit) -> bool:
    """wv 7.42-2: whether cavalry checks its morale before it turns so: heavy cavalry; failing disorders it as any check
    does, and it does not turn."""
    return unit.heavy_horse


def react(board: Board, uid: str, step: int) -> None:
    """wv 7.42-1: cavalry turns by one corner, to the right (1) or left (-1). Raises ValueError for more."""
    if step not in (-1, 1):
        raise ValueError(f"cavalry turns by one corner, not by {step}")
    piece = board.piece(uid)
    piece.facing = facing.turned(piece.facing, step)
