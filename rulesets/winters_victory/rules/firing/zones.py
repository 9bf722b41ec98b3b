"""Fire zones: the hexes into which a unit can fire, and who can fire into a hex (11.2)."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.board.pieces import ARTILLERY, INFANTRY, SKIRMISHERS, UNLIMBERED
from rulesets.winters_victory.fire_charts import EXTENDED, MAXIMUM, MEDIUM, MINIMUM
from rulesets.winters_victory.rules.firing.firers import arm, farthest, why_silent
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.sight import in_wedge, line_clear, sides_between

FIRING: Final = (INFANTRY, SKIRMISHERS, ARTILLERY)
__all__ = ["EXTENDED", "MAXIMUM", "MEDIUM", "MINIMUM", "depth", "firers", "in_zone", "out_of", "zone"]


def depth(scene: Scene, uid: str, upto: str) -> int:
    """wv 11.21-2: how many hexes a zone of a unit goes out; zones hold the nearer ones. Infantry has no medium zone:
    0 (11.0-F2)."""
    hexes = scene.charts.fire.ranges[arm(scene.unit(uid))]
    if upto not in hexes:
        return 0
    return min(max(hexes[upto]), farthest(scene, uid))


def in_zone(scene: Scene, uid: str, to: str, upto: str = MAXIMUM, without: frozenset[str] = frozenset()) -> bool:
    """wv 11.21-1, 11.21-2: whether a hex is in a fire zone of a unit: in range, before it, and seen. without: counters
    that are looked past."""
    return bool(out_of(scene, uid, to, upto, without)) and why_silent(scene, uid) is None


def out_of(
    scene: Scene, uid: str, to: str, upto: str = MAXIMUM, without: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """wv 5.51.1, 11.53.2, 11.11.5: those of a unit's hexes out of which it fires into a hex, leaving aside whether it
    may."""
    far = depth(scene, uid, upto)
    piece, look = scene.piece(uid), scene.look(uid, fire=True, without=without)
    return tuple(
        at
        for at in piece.hexes
        if 0 < scene.ground.distance(at, to) <= far
        and in_wedge(scene.board, scene.ground, uid, at, to)
        and _past_the_guns(scene, uid, at, to)
        and line_clear(scene.board, scene.ground, at, to, look)
    )


def _past_the_guns(scene: Scene, uid: str, at: str, to: str) -> bool:
    """wv 9.41-2: skirmishers beside unlimbered guns fire through these' flanks and rear alone."""
    unit = scene.unit(uid)
    top = scene.top(at, unit.army)
    if unit.kind != SKIRMISHERS or scene.piece(top).formation != UNLIMBERED:
        return True
    return all(scene.board.aspect(top, near, at=at) != "front" for near in sides_between(scene.ground, at, to))


def zone(scene: Scene, uid: str, upto: str = MAXIMUM) -> tuple[str, ...]:
    """wv 11.21-1, 11.21-2: the hexes of a fire zone, none for units that may not fire; ascending."""
    if why_silent(scene, uid) is not None:
        return ()
    far = depth(scene, uid, upto)
    near = dict.fromkeys(
        to for at in scene.piece(uid).hexes for r in range(1, far + 1) for to in scene.ground.grid(at).ring(at, r)
    )
    return tuple(sorted(to for to in near if out_of(scene, uid, to, upto)))


def firers(scene: Scene, at: str, army: str, upto: str = MINIMUM) -> tuple[str, ...]:
    """wv 11.3-1, 11.21-2: the units of an army in whose zone a hex lies, the nearest first, then by id.

    Only hexes within the depth of the zone are looked at, so that an act of the other side costs little.
    """
    far = max(max(hexes[upto]) for hexes in scene.charts.fire.ranges.values() if upto in hexes)
    grid = scene.ground.grid(at)
    found: dict[str, int] = {}
    for distance in range(1, far + 1):
        for near in grid.ring(at, distance):
            for uid in scene.board.fighting(near, army):
                if uid not in found and scene.unit(uid).kind in FIRING and in_zone(scene, uid, at, upto):
                    found[uid] = distance
    return tuple(sorted(found, key=lambda uid: (found[uid], uid)))


def covered_by_enemy(scene: Scene, at: str, army: str, upto: str = MINIMUM) -> bool:
    """wv 13.41-1, 11.92, 16.12-1: whether a hex lies in a zone of an army's enemies. army: that of the enemies."""
    return bool(firers(scene, at, army, upto))
