"""The Reciprocal Fire Phase: its three segments, who begins, and at whom a unit must fire (11.0, 11.11.7, 11.71)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, TypeVar

from rulesets.winters_victory.board.pieces import (
    ALLIED,
    ARTILLERY,
    DISORDERED,
    ENEMY,
    FRENCH,
    LEADER,
    ROUTED,
    SKIRMISHERS,
)
from rulesets.winters_victory.fire_charts import EXTENDED, MAXIMUM, MINIMUM
from rulesets.winters_victory.rules.firing import firers
from rulesets.winters_victory.rules.firing.zones import in_zone, out_of
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.sight import few_skirmishers

LOOSE, BATTALIONS, BATTERIES = "A", "B", "C"
SEGMENTS: Final = (LOOSE, BATTALIONS, BATTERIES)
"""wv 11.0-2: skirmishers and General Order; infantry battalions; artillery."""
_FRENCH_BEGIN: Final = 4
_Order = TypeVar("_Order")


def begins(die: int) -> str:
    """wv 11.0-P1: the army that fires first in a segment."""
    return FRENCH if die <= _FRENCH_BEGIN else ALLIED


def alternated(first: Sequence[_Order], second: Sequence[_Order]) -> Iterator[_Order]:
    """wv 11.0-P2, 11.0-P3, 11.61-2, 11.53-1: the fires of both armies in turn, each in its own order along the line;
    who has none left is passed over."""
    for one, other in zip_longest(first, second):
        yield from (fire for fire in (one, other) if fire is not None)


def segment(scene: Scene, uid: str) -> str:
    """wv 4.1.6A, 4.1.6B, 4.1.6C, 11.0-2: the segment in which a unit fires, "" for one that does not."""
    if firers.why_silent(scene, uid) is not None:
        return ""
    piece = scene.piece(uid)
    if scene.unit(uid).kind == ARTILLERY:
        return BATTERIES
    disordered_battalion = piece.state == DISORDERED and scene.unit(uid).kind != SKIRMISHERS
    return LOOSE if firers.loose(piece) and not disordered_battalion else BATTALIONS


def firing_in(scene: Scene, army: str, of: str) -> tuple[str, ...]:
    """wv 11.0-2, 11.0-3: the units of an army that have something to fire at in a segment, by id."""
    units = (uid for uid in sorted(scene.board.pieces) if scene.unit(uid).army == army)
    return tuple(uid for uid in units if segment(scene, uid) == of and targets(scene, uid))


def targets(scene: Scene, uid: str) -> tuple[str, ...]:
    """wv 11.11.7-1, 11.11.7-2, 11.71.1-1, 11.71.1-2, 11.46-1: the hexes into which a unit may fire in this phase,
    nearest first.

    All up to the closest enemy that binds it. Closest is the closest at which it may fire; guns at maximum range and
    beyond are free by the shot itself, and so are those beside a leader.
    """
    seen = in_reach(scene, uid)
    guns = scene.unit(uid).kind == ARTILLERY
    if guns and _directed(scene, uid):
        return tuple(at for _, at in seen)
    bound = next((distance for distance, at in seen if _binds(scene, uid, at, distance)), None)
    return tuple(
        at
        for distance, at in seen
        if bound is None or distance <= bound or (guns and firers.band(scene, uid, distance) in (MAXIMUM, EXTENDED))
    )


def in_reach(scene: Scene, uid: str) -> tuple[tuple[int, str], ...]:
    """wv 11.0-5, 11.0-F2: pairs of distance and hex with enemies at which a unit may fire, nearest first."""
    enemy = ENEMY[scene.unit(uid).army]
    far = firers.farthest(scene, uid)
    upto = EXTENDED if scene.unit(uid).kind == ARTILLERY else MAXIMUM
    found = {}
    for source in scene.piece(uid).hexes:
        for distance in range(1, far + 1):
            for at in scene.ground.grid(source).ring(source, distance):
                if at not in found and scene.board.fighting(at, enemy) and in_zone(scene, uid, at, upto):
                    found[at] = min(scene.ground.distance(one, at) for one in out_of(scene, uid, at, upto))
    return tuple(sorted((distance, at) for at, distance in found.items()))


def _binds(scene: Scene, uid: str, at: str, distance: int) -> bool:
    """wv 11.11.7-1, 11.71.1-1, 11.46-1: whether an enemy forbids fire at those behind him."""
    enemy = ENEMY[scene.unit(uid).army]
    top = scene.top(at, enemy)
    if scene.unit(top).kind == SKIRMISHERS or scene.piece(top).state == ROUTED:
        return False
    if scene.unit(uid).kind != ARTILLERY:
        return True
    near = firers.band(scene, uid, distance) == MINIMUM
    if not near and few_skirmishers(scene.board, scene.ground, at, enemy):
        return False
    return scene.ground.cover(at) not in ("hard", "soft")


def _directed(scene: Scene, uid: str) -> bool:
    """wv 11.71.1-2: whether a command unit stands beside a battery, or an artillery leader is near (the hexes are
    ours)."""
    unit, at = scene.unit(uid), scene.piece(uid).at
    special = scene.charts.special
    for leader in sorted(special.gunners):
        own = leader in scene.board.pieces and scene.unit(leader).army == unit.army
        if own and scene.ground.distance(at, scene.piece(leader).at) <= special.grand_battery:
            return True
    return any(scene.unit(one).kind == LEADER for one in scene.board.of_army(at, unit.army))
