"""Grand Tactical Movement: two points more for those whom no enemy is near (6.4)."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    CREW,
    GENERAL_ORDER,
    INFANTRY,
    LEADER,
    LIMBERED,
    ROAD_COLUMN,
    SKIRMISHERS,
)
from rulesets.winters_victory.rules.formations.cavalry import EXHAUSTED
from rulesets.winters_victory.rules.formations.mobility import allowance, manned
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import NOTHING, Act, Stance, acted


def why_not_grand(scene: Scene, uid: str, stance: Stance) -> Refusal | None:
    """wv 6.4, 6.41-2, 6.41-3: why a unit may not make Grand Tactical Movement now; None if it may."""
    unit, at = scene.board.unit(uid), stance.at
    reach = scene.ground.terrain.grand_tactical.distance
    why = ""
    if unit.kind in (SKIRMISHERS, CREW):
        why = "skirmishers and crews are not formed"
    elif not stance.good:
        why = f"it is {stance.state}"
    elif unit.kind != LEADER and not scene.commanded(uid):
        why = "it is out of command"
    elif unit.kind == INFANTRY and stance.formation not in (COLUMN, GENERAL_ORDER, ROAD_COLUMN):
        why = "infantry has to be in column"
    elif unit.kind == CAVALRY and EXHAUSTED in scene.board.piece(uid).marks:
        why = "it is exhausted"
    elif unit.kind == ARTILLERY and (stance.formation not in (LIMBERED, ROAD_COLUMN) or not manned(scene.board, uid)):
        why = "guns have to be limbered and manned"
    elif stance.rear:
        why = "it faces to the rear"
    elif not stance.fresh:
        why = "its movement has begun"
    if why:
        return scene.refusal(uid, "6.41-2", f"may not make Grand Tactical Movement from {at}: {why}", at)
    if any(one in scene.watched[unit.army] for one in stance.hexes):
        text = f"may not make Grand Tactical Movement from {at}: an enemy is within {reach} hexes"
        return scene.refusal(uid, "6.41-3", text, at)
    return None


def declare(scene: Scene, uid: str, stance: Stance) -> Act | Refusal:
    """wv 6.4: a unit begins Grand Tactical Movement."""
    return why_not_grand(scene, uid, stance) or acted(NOTHING, stance, replace(stance, grand=True), 0)


def limit(scene: Scene, uid: str, stance: Stance) -> int:
    """wv 6.11-1, 6.11-2, 6.41-1: points, in sixths, up to which a unit may enter hexes in its formation."""
    bonus = scene.ground.terrain.grand_tactical.bonus if stance.grand else 0
    return allowance(scene.board.unit(uid), stance.formation) + bonus


def stopped(scene: Scene, uid: str, stance: Stance) -> Stance:
    """wv 6.41-3: a unit that has come within six hexes of an enemy in Grand Tactical Movement goes no further."""
    if not stance.grand:
        return stance
    near = any(one in scene.watched[scene.board.unit(uid).army] for one in stance.hexes)
    return replace(stance, halted="6.41-3") if near else stance
