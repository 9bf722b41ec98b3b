"""What it costs the practice opponent to stand where the enemy can strike in his next turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pbem.hexgame.practice.posting import danger
from pbem.hexgame.practice.scene import Plan, Scene

SHARES: Final = ((3, 0), (4, 8), (6, 25), (8, 35), (12, 50), (16, 60))
"""Quarters of the strength of whoever stands that can strike at him, up to which so many hundredths of his worth are
lost: the first row up to even odds."""
WORST: Final = 75
WHOLE: Final = 100
COUNTS: Final = {True: 1, False: 4}
"""How a loss counts in what posting is reckoned in: of who has to attack, and of who may wait."""


def dangers(*, attacks: bool, counted: bool) -> Callable[[Scene[Any], Plan, str, str], int]:
    """What it costs a unit to stand in a hex, for who has to attack or may wait. counted: whether strength points are
    counted one by one (21.96), so that who fights loses nothing by it; the toolkit's own fear will do then."""
    if counted:
        return danger
    return lambda scene, plan, unit, at: COUNTS[attacks] * _loss(scene, plan, unit, at) // WHOLE


def _loss(scene: Scene[Any], plan: Plan, unit: str, at: str) -> int:
    """Hundredths of what a unit is likely to lose in a hex, friends in it and beside it reckoned in."""
    rules, threat = scene.rules, scene.threat.get(at, 0)
    if not threat:
        return 0
    with_ = sum(map(rules.strength, plan.spot.get(at, ()))) + rules.strength(unit)
    beside = sum(rules.strength(one) for to in scene.ground.around[at] for one in plan.spot.get(to, ()))
    stand = with_ * rules.cover(at) + beside // 2
    share = next((found for most, found in SHARES if 4 * threat <= most * stand), WORST)
    return share * rules.worth(unit, at)
