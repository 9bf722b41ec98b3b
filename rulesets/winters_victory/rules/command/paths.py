"""Command paths: free of enemies and of their minimum fire zones (16.12)."""

from __future__ import annotations

from heapq import heappop, heappush

from rulesets.winters_victory.board.pieces import ARTILLERY, ENEMY
from rulesets.winters_victory.rules.firing.zones import covered_by_enemy
from rulesets.winters_victory.rules.scene import Scene


def reaches(scene: Scene, army: str, start: str, to: str, limit: int | None = None) -> bool:
    """wv 16.12-1, 17.64: whether a path of at most so many hexes leads from a hex to another; None for any length.

    The hexes at both ends may lie in a fire zone (a reading: engaged units would never be in command else); friends in
    a zone do not open it.
    """
    grid = scene.ground.grid(start)
    if start == to:
        return True
    open_, done = [(grid.distance(start, to), 0, start)], {start}
    while open_:
        least, gone, at = heappop(open_)
        if limit is not None and least > limit:
            return False
        for near in scene.board.field.neighbours[at]:
            if near in done or (limit is not None and gone + 1 + grid.distance(near, to) > limit):
                continue
            done.add(near)
            if near == to:
                return not occupied(scene, army, near)
            if free(scene, army, near):
                heappush(open_, (gone + 1 + grid.distance(near, to), gone + 1, near))
    return False


def free(scene: Scene, army: str, at: str) -> bool:
    """wv 16.12-1: whether a command path of an army may lead through a hex."""
    return not occupied(scene, army, at) and not covered_by_enemy(scene, at, ENEMY[army])


def occupied(scene: Scene, army: str, at: str) -> bool:
    """wv 16.12-1: whether an enemy stands in a hex; guns without crew do not count."""
    return any(
        scene.unit(uid).kind != ARTILLERY or scene.manned(uid)
        for uid in scene.board.of_army(at, ENEMY[army])
        if scene.unit(uid).fights
    )
