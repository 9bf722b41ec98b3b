"""Changes of formation of a unit's own will: what they cost, who may, and where (7.1, 7.5, 8.0, 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import SCALE, WETLANDS, WOODS, points_text, points_words
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    EXTENDED,
    FRENCH,
    FRONTAL,
    GENERAL_ORDER,
    INFANTRY,
    LIMBERED,
    LINE,
    MOUNTED,
    ROAD_COLUMN,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from rulesets.winters_victory.rules.formations import lines
from rulesets.winters_victory.rules.formations.mobility import highest, manned
from rulesets.winters_victory.rules.moving import charged
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import CHANGE, NOTHING, UNLIMBERS, Act, Stance, acted

REFORM: Final = "reform"
"""wv 8.52-1: the word of a path by which a unit leaves General Order for its usual formation."""
_GUNS: Final = 2 * SCALE
"""wv 7.51-1: what limbering and unlimbering cost, of every nation."""


def cost(unit: Unit, stance: Stance, to: str) -> int:
    """wv 7.11-1, 7.51-1, 8.0-2, 8.52-1, 8.53: what a change of formation costs, in sixths: one point of the French, two
    of the Allies; two of every battery; one of all to reform out of General Order; nothing to go into it."""
    if to == GENERAL_ORDER:
        return 0
    if unit.kind == ARTILLERY:
        return _GUNS
    if stance.formation == GENERAL_ORDER or unit.army == FRENCH:
        return SCALE
    return 2 * SCALE


def change(scene: Scene, uid: str, stance: Stance, to: str, where: str = "") -> Act | Refusal:
    """wv 5.32, 7.1, 7.11-1, 7.12-1, 7.12-2, 7.3, 7.4, 7.51-3, 7.52-1, 8.0-1, 8.41-1, 8.52-3: a change of formation,
    worked out.

    to: a formation or REFORM. where: of a battalion that extends its line the hex of its second half, of one that
    leaves an extended line the hex that it keeps; "" leaves both to the rules. A unit that had all-around facing may
    take any facing afterwards at no cost."""
    unit = scene.board.unit(uid)
    if to == REFORM:
        if stance.formation != GENERAL_ORDER:
            return scene.refusal(uid, "8.52-1", f"is not in General Order in {stance.at}", stance.at)
        to = MOUNTED if unit.kind == CAVALRY else COLUMN
    refused = _why_not(scene, uid, unit, stance, to)
    if refused:
        return refused
    points = cost(unit, stance, to) + charged.change_toll(scene, stance)
    if stance.spent + points > highest(unit):
        left = points_text(max(0, highest(unit) - stance.spent))
        text = f"needs {points_words(points)} to change formation in {stance.at} and has {left}"
        return scene.refusal(uid, "7.11-1", text, stance.at)
    after = _after(scene, uid, unit, stance, to, where)
    if isinstance(after, Refusal):
        return after
    kind = UNLIMBERS if to == UNLIMBERED else NOTHING if to == GENERAL_ORDER else CHANGE
    free = not scene.fronts(unit, stance) and after.formation in FRONTAL
    check = charged.threatened(scene, stance)
    return acted(kind, stance, replace(after, free=free), points, check=check)


def _after(scene: Scene, uid: str, unit: Unit, stance: Stance, to: str, where: str) -> Stance | Refusal:
    if unit.kind != INFANTRY:
        return replace(stance, formation=to, trail=())
    if to == LINE and lines.needs_two_hexes(scene.board.piece(uid).strength):
        return lines.extended(scene, uid, stance, where)
    return lines.one_hex(scene, uid, stance, to, where)


def _why_not(scene: Scene, uid: str, unit: Unit, stance: Stance, to: str) -> Refusal | None:
    """wv 5.42.2-1, 6.41-2, 6.62-1, 7.1, 7.23, 7.56-2: what bars any change, then what bars this one."""
    at = stance.at
    if not stance.good:
        return scene.refusal(uid, "7.1", f"is {stance.state} in {at} and may not change its formation", at)
    if stance.halted:
        return scene.refusal(uid, stance.halted, f"has ended its movement in {at}", at)
    if stance.rear:
        return scene.refusal(uid, "5.42.2-1", f"faces to the rear in {at} and may not change its formation", at)
    if stance.formation == ROAD_COLUMN:
        return scene.refusal(uid, "6.62-1", f"is in Road Column in {at} and has to leave it first", at)
    if stance.grand:
        return scene.refusal(
            uid, "6.41-2", f"makes Grand Tactical Movement and does not change its formation in {at}", at
        )
    if to == stance.formation or (to == LINE and stance.formation == EXTENDED):
        return scene.refusal(uid, "7.1", f"is in {to} in {at} already", at)
    rule = _RULES.get((unit.kind, to))
    if rule is None:
        return scene.refusal(uid, "7.3", f"in {at} has no such formation as {to}", at)
    return rule(scene, uid, unit, stance)


def _to_foot(scene: Scene, uid: str, unit: Unit, stance: Stance) -> Refusal | None:
    """wv 8.51-1, 8.52-1: column and line, where infantry may be formed."""
    if scene.forced(stance.at):
        return scene.refusal(uid, "8.52-1", f"may not be formed in {stance.at}: it is obstructed", stance.at)
    return None


def _to_horse(scene: Scene, uid: str, unit: Unit, stance: Stance) -> Refusal | None:
    """wv 8.54.8: cavalry reforms in the clear."""
    if scene.forced(stance.at):
        return scene.refusal(uid, "8.54.8", f"reforms in the clear, not in {stance.at}", stance.at)
    return None


def _to_square(scene: Scene, uid: str, unit: Unit, stance: Stance) -> Refusal | None:
    """wv 8.4, 8.41-1, 8.41.1, 8.41.2: at the beginning of its movement a formed battalion, in no obstructed hex, with
    all other battalions of the hex."""
    at = stance.at
    if not stance.fresh:
        return scene.refusal(uid, "8.41-1", f"forms square at the beginning of its movement only, not now in {at}", at)
    if stance.formation == GENERAL_ORDER:
        return scene.refusal(uid, "8.41-1", f"is not formed in {at} and may not form square", at)
    if scene.ground.obstructed(at):
        return scene.refusal(uid, "8.41.1", f"may not form square in {at}: it is obstructed", at)
    others = [one for one in scene.friends(uid, at) if scene.board.unit(one).kind == INFANTRY]
    if any(scene.board.piece(one).formation != SQUARE for one in others):
        return scene.refusal(uid, "8.41.2", f"forms square in {at} only together with all battalions there", at)
    return None


def _to_general_order(scene: Scene, uid: str, unit: Unit, stance: Stance) -> Refusal | None:
    """wv 8.53: French light infantry and Jaegers, anywhere."""
    if not unit.light_foot:
        return scene.refusal(
            uid, "8.53", f"is no light infantry and takes no General Order of its own will in {stance.at}", stance.at
        )
    return None


def _to_guns(scene: Scene, uid: str, unit: Unit, stance: Stance) -> Refusal | None:
    """wv 17.12-5, 7.5-1, 7.51-1, 7.51-2, 7.53-1: a battery with its crew, not in woods; out of command it does not
    limber."""
    at, kind = stance.at, scene.ground.kind(stance.at)
    if not manned(scene.board, uid):
        return scene.refusal(uid, "7.53-1", f"has no crew in {at} to change its formation", at)
    if kind == WOODS:
        return scene.refusal(uid, "7.51-2", f"may not change its formation in {at}: there are woods", at)
    if stance.formation == LIMBERED and kind == WETLANDS:
        return scene.refusal(uid, "6.21-7", f"may not unlimber in {at}: there are wetlands", at)
    if stance.formation == UNLIMBERED and not scene.commanded(uid):
        return scene.refusal(uid, "7.51-2", f"is out of command in {at} and may not limber", at)
    return None


_RULES: Final[dict[tuple[str, str], Callable[[Scene, str, Unit, Stance], Refusal | None]]] = {
    (INFANTRY, COLUMN): _to_foot,
    (INFANTRY, LINE): _to_foot,
    (INFANTRY, SQUARE): _to_square,
    (INFANTRY, GENERAL_ORDER): _to_general_order,
    (CAVALRY, MOUNTED): _to_horse,
    (ARTILLERY, LIMBERED): _to_guns,
    (ARTILLERY, UNLIMBERED): _to_guns,
}


def owes_reforming(scene: Scene, uid: str, stance: Stance) -> bool:
    """wv 8.52-1, 8.52-2, 8.53, 8.54.8: whether a unit in General Order that stands in the clear has to reform by the
    end of its movement: it has the point for it, no enemy's minimum range zone holds it, and it is no light
    infantry."""
    unit = scene.board.unit(uid)
    if stance.formation != GENERAL_ORDER or not stance.good or unit.light_foot or scene.ground.obstructed(stance.at):
        return False
    if not stance.entered and unit.kind == INFANTRY:
        return False
    able = stance.spent + SCALE <= highest(unit)
    pinned = scene.pinned(stance.at, unit.army) or scene.formed_zone(stance.at, unit.army)
    return able and not pinned
