"""Moving under the threat of a charge: what it costs more, and who checks his morale first (12.61)."""

from __future__ import annotations

from rulesets.winters_victory.board.pieces import SQUARE
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Stance
from rulesets.winters_victory.rules.shock import charge_zones


def step_toll(scene: Scene, a: str, b: str) -> int:
    """wv 12.61.1-1: what a step costs more, in sixths."""
    return charge_zones.step_cost(scene, scene.charges, a, b)


def change_toll(scene: Scene, stance: Stance) -> int:
    """wv 12.61.1-1, 12.61.2-1: what a change of formation costs more, in sixths, whichever of its hexes is
    threatened."""
    moved = stance.entered > 0
    return max(charge_zones.change_cost(scene, scene.charges, at, moved=moved) for at in stance.hexes)


def turn_toll(scene: Scene, stance: Stance, points: int) -> int:
    """wv 12.61.2-1: what a turn that costs so much costs more, in sixths."""
    return max(charge_zones.turn_cost(scene.charges, at, points) for at in stance.hexes)


def threatened(scene: Scene, stance: Stance) -> bool:
    """wv 13.11.6, 12.61.2-1, 12.61.2-3, 8.43.2: whether a unit checks its morale, once, before it turns or changes its
    formation: in a charge zone, however many hold the hex. In square it does not (13.11)."""
    return stance.formation != SQUARE and any(charge_zones.inside(scene.charges, at) for at in stance.hexes)


def meets(scene: Scene, uid: str, stance: Stance, to: str) -> bool:
    """wv 8.61-3, 12.61.1-2, 12.61.2-4: whether skirmishers check their morale as they enter a hex."""
    return charge_zones.checks_to_enter(scene, scene.charges, uid, to, checked=stance.checked)
