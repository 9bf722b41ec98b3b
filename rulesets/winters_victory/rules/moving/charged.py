"""Moving under the threat of a charge: what it costs more, and who checks his morale first (12.61)."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.battlefield import SCALE, TOWN, VILLAGE, WETLANDS, WOODS
from rulesets.winters_victory.board.pieces import SKIRMISHERS, SQUARE
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Stance

NEAR: Final = 3
"""wv 12.61.1-1: hexes from the charging cavalry within which it costs more outside the zone too."""
_HELD: Final = 4
"""wv 12.61.2-2: by how much a check has to fail for the change to be lost."""
_SHELTER: Final = (WETLANDS, TOWN, VILLAGE, WOODS)


def step_toll(scene: Scene, a: str, b: str) -> int:
    """wv 12.61.1-1: what a step costs more, in sixths: a point into a hex of an enemy's charge zone that gives no
    shelter, or near the charging cavalry into one that is closer to the zone."""
    zones = scene.charges
    if not zones.hexes or scene.ground.kind(b) in _SHELTER:
        return 0
    if b in zones.hexes:
        return SCALE
    closer = _far(scene, b) < _far(scene, a)
    return SCALE if closer and _near_cavalry(scene, b) else 0


def change_toll(scene: Scene, stance: Stance) -> int:
    """wv 12.61.1-1, 12.61.2-1: what a change of formation costs more, in sixths: a point in a charge zone, and near the
    charging cavalry for who has moved."""
    in_zone = any(at in scene.charges.hexes for at in stance.hexes)
    return SCALE if in_zone or (stance.entered > 0 and _near_cavalry(scene, stance.at)) else 0


def turn_cost(scene: Scene, stance: Stance, points: int) -> int:
    """wv 12.61.2-1: what a turn costs, in sixths: twice as much in a charge zone."""
    return 2 * points if threatened(scene, stance) else points


def threatened(scene: Scene, stance: Stance) -> bool:
    """wv 12.61.2-1, 12.61.2-3, 8.43.2: whether a unit checks its morale, once, before it turns or changes its
    formation: in a charge zone, however many hold the hex. In square it does not (13.11)."""
    return stance.formation != SQUARE and any(at in scene.charges.hexes for at in stance.hexes)


def meets(scene: Scene, uid: str, stance: Stance, to: str) -> bool:
    """wv 8.61-3, 12.61.1-2, 12.61.2-4: whether skirmishers check their morale as they enter a hex: of a charge zone,
    once in a move. Detaching them asks for no check."""
    return scene.board.unit(uid).kind == SKIRMISHERS and not stance.checked and to in scene.charges.hexes


def may_go_on(excess: int) -> bool:
    """wv 12.61.2-2, 8.43.2: whether a unit that has failed its check by so much, and is disordered, may go on with its
    change; it never retreats."""
    return excess < _HELD


def _near_cavalry(scene: Scene, at: str) -> bool:
    return any(scene.ground.distance(at, one) <= NEAR for one in scene.charges.cavalry)


def _far(scene: Scene, at: str) -> int:
    return min(scene.ground.distance(at, one) for one in scene.charges.hexes)
