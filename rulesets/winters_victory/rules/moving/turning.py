"""Turning: facing by corners, to the rear, guns, extended lines (5.3, 5.42, 7.52, 8.34)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import SCALE, points_text, points_words
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import (
    COLUMN,
    DISORDERED,
    EXTENDED,
    INFANTRY,
    LINE,
    UNLIMBERED,
    Unit,
)
from rulesets.winters_victory.rules.formations import lines
from rulesets.winters_victory.rules.formations.cavalry import EXHAUSTED, TIRED
from rulesets.winters_victory.rules.formations.involuntary import disorder
from rulesets.winters_victory.rules.formations.mobility import allowance, manned
from rulesets.winters_victory.rules.moving import charged
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import NOTHING, TURN, Act, Stance, acted

CORNER: Final = SCALE // 2
"""wv 5.31-1: what a turn by one corner costs, in sixths."""
GUNS: Final = SCALE
"""wv 5.31-3, 7.52-2: what a turn of unlimbered guns costs, however far."""
REAR_TURN: Final = SCALE // 2
"""wv 5.42.1, 5.42.3: what facing to the rear costs, and facing back."""
NEW_FRONT: Final = SCALE
"""wv 5.42.3: what making the rear the new front costs."""


def turn(scene: Scene, uid: str, stance: Stance, corner: int) -> Act | Refusal:
    """wv 5.3, 5.31-1, 5.31-2, 5.31-3, 5.31-4, 5.32, 6.42.1, 6.63, 7.21.3-1, 7.52-1, 7.52-2, 7.56-4, 8.34.2: a turn to a
    corner, worked out. Units with all-around facing turn at no cost; turns of a whole movement point in one hex, in one
    go or in several, may draw fire."""
    unit, at = scene.board.unit(uid), stance.at
    if stance.rear:
        return scene.refusal(uid, "5.42.2-1", f"faces to the rear in {at} and may not turn, but back", at)
    if stance.formation == UNLIMBERED and stance.state == DISORDERED:
        return scene.refusal(uid, "7.56-4", f"is disordered in {at} and keeps its facing", at)
    if stance.free or not scene.fronts(unit, stance):
        return acted(NOTHING, stance, replace(stance, facing=corner, free=False), 0)
    if stance.halted:
        return scene.refusal(uid, stance.halted, f"has ended its movement in {at}", at)
    if stance.formation == UNLIMBERED and not manned(scene.board, uid):
        return scene.refusal(uid, "7.53-1", f"has no crew in {at} to turn the guns", at)
    if stance.formation == EXTENDED:
        return _wheel(scene, uid, unit, stance, corner)
    points = GUNS if stance.formation == UNLIMBERED else CORNER * facing.turn(stance.facing, corner)
    return _paid(scene, uid, unit, stance, replace(stance, facing=corner), points)


def about(scene: Scene, uid: str, stance: Stance) -> Act | Refusal:
    """wv 5.42.1, 5.42.3: a battalion faces to the rear at the beginning of its movement, or faces back at any time."""
    unit, at = scene.board.unit(uid), stance.at
    if not stance.rear:
        if unit.kind != INFANTRY or stance.formation not in (COLUMN, LINE) or not stance.good:
            return scene.refusal(
                uid, "5.42.1", f"may not face to the rear in {at}: only infantry in column or line does", at
            )
        if not stance.fresh:
            return scene.refusal(
                uid, "5.42.1", f"faces to the rear only at the beginning of its movement, not in {at}", at
            )
    after = replace(stance, facing=facing.turned(stance.facing, 3), rear=not stance.rear)
    return _paid(scene, uid, unit, stance, after, REAR_TURN)


def new_front(scene: Scene, uid: str, stance: Stance) -> Act | Refusal:
    """wv 5.42.3: a battalion that faces to the rear makes that its front."""
    if not stance.rear:
        return scene.refusal(uid, "5.42.3", f"does not face to the rear in {stance.at}", stance.at)
    return _paid(scene, uid, scene.board.unit(uid), stance, replace(stance, rear=False), NEW_FRONT)


def _wheel(scene: Scene, uid: str, unit: Unit, stance: Stance, corner: int) -> Act | Refusal:
    """wv 5.31-2, 8.34.2: a movement point for each corner; the shorter way round, to the right if both are as long.
    What the ground does to the line ends the turn."""
    way = 1 if (corner - stance.facing) % facing.CORNERS <= facing.CORNERS // 2 else -1
    after, points = stance, 0
    for _ in range(facing.turn(stance.facing, corner)):
        turned = lines.pivot(scene, uid, unit, after, way)
        if isinstance(turned, Refusal):
            return turned
        after, points = turned, points + SCALE
        if after.formation != EXTENDED or not after.good:
            break
    return _paid(scene, uid, unit, stance, after, points)


def _paid(scene: Scene, uid: str, unit: Unit, stance: Stance, after: Stance, points: int) -> Act | Refusal:
    """wv 6.11-1, 7.41.3: a turn that is paid for; it may be too much for exhausted cavalry."""
    points += charged.turn_toll(scene, stance, points)
    left = allowance(unit, stance.formation) - stance.spent
    if points > left:
        text = f"needs {points_words(points)} to turn in {stance.at} and has {points_text(max(0, left))}"
        return scene.refusal(uid, "6.11-1", text, stance.at)
    if EXHAUSTED in scene.board.piece(uid).marks and stance.spent + points > TIRED:
        after = disorder(after)
    turned = stance.turned + points
    draws = turned // SCALE > stance.turned // SCALE
    check = points > 0 and charged.threatened(scene, stance)
    return acted(TURN if draws else NOTHING, stance, replace(after, turned=turned, free=False), points, check=check)
