"""How far a hex is from what a macro wants: goals, lines of hexes, routes by road, ways from the enemy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Final

from rulesets.winters_victory.board.pieces import ENEMY
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.steps import road

_ROAD, _OPEN, _ROUGH = 2, 4, 8
"""What a hex by road, an open and an obstructed one weigh in a route."""
_LOOKED: Final = 4000
"""Hexes that are looked at for a route."""
Far = Callable[[str], int]


def near(ground: Ground, goal: str) -> Far:
    """Hexes to a hex."""
    return lambda at: ground.distance(at, goal)


def beside_any(ground: Ground, goals: Sequence[str]) -> Far:
    """Hexes to the side of the nearest of several hexes."""
    return lambda at: abs(min(ground.distance(at, one) for one in goals) - 1)


def forward(scene: Scene, at: str, corner: int, hexes: int) -> str:
    """wv 5.0-2: the hex that lies so many hexes ahead of a corner, by its left and right front in turn; the last one
    before the edge of the map."""
    for i in range(hexes):
        on = scene.beside(at, corner - 1 + i % 2)
        if not on:
            break
        at = on
    return at


def in_line(scene: Scene, to: Sequence[str], units: int, front: int, keep: int | None) -> list[str]:
    """A hex for each unit: the hexes that were named, and for more units those to the right of the last one, with
    `keep` hexes between them; the same ones again without it."""
    if keep is None:
        return [to[i % len(to)] for i in range(units)]
    found = list(to[:units])
    while len(found) < units:
        at = found[-1]
        for _ in range(keep + 1):
            at = scene.beside(at, front + 1) or at
        found.append(at)
    return found


def enemies_of(scene: Scene, uid: str) -> tuple[str, ...]:
    """The hexes in which enemies of a unit stand, in order."""
    army = ENEMY[scene.unit(uid).army]
    return tuple(at for at in sorted(scene.board.here) if scene.board.fighting(at, army))


def away(scene: Scene, uid: str, hexes: int) -> Far | None:
    """Hexes that a hex lacks of being so many farther from the nearest enemy than the unit is now; None without
    enemies."""
    ground, here = scene.ground, scene.piece(uid).at
    nearest = min((ground.distance(here, one) for one in enemies_of(scene, uid)), default=None)
    if nearest is None:
        return None
    around = [one for one in enemies_of(scene, uid) if ground.distance(here, one) <= nearest + 2 * hexes + 2]
    wanted = nearest + hexes
    return lambda at: max(0, wanted - min(ground.distance(at, one) for one in around))


# -- routes --------------------------------------------------------------------------------------------


def route(ground: Ground, start: str, goal: str, *, road: bool) -> Far:
    """Hexes to a goal along the lightest route from a hex: to the nearest hex of the route, and on along it. road: by
    roads wherever they help; else as the crow flies."""
    if not road:
        return near(ground, goal)
    line = _lightest(ground, start, goal)
    if not line:
        return near(ground, goal)
    left = {at: len(line) - 1 - i for i, at in enumerate(line)}
    known: dict[str, int] = dict(left)

    def far(at: str) -> int:
        if at not in known:
            known[at] = min(ground.distance(at, one) * 2 + rest for one, rest in left.items())
        return known[at]

    return far


def _lightest(ground: Ground, start: str, goal: str) -> tuple[str, ...]:
    """The route from a hex to another that weighs least, or nearly so; none if it is not found in time."""
    before: dict[str, str] = {start: ""}
    weights = {start: 0}
    heap = [(0, 0, start)]
    done: set[str] = set()
    while heap and len(done) < _LOOKED:
        _, weight, at = heappop(heap)
        if at in done:
            continue
        done.add(at)
        if at == goal:
            return _back_to(start, goal, before)
        for to in ground.field.neighbours[at]:
            total = weight + _weight(ground, at, to)
            if total < weights.get(to, total + 1):
                weights[to], before[to] = total, at
                heappush(heap, (total + 3 * ground.distance(to, goal), total, to))
    return ()


def _weight(ground: Ground, at: str, to: str) -> int:
    if road(ground, at, to):
        return _ROAD
    return _ROUGH if ground.obstructed(to) else _OPEN


def _back_to(start: str, goal: str, before: dict[str, str]) -> tuple[str, ...]:
    line = [goal]
    while line[-1] != start:
        line.append(before[line[-1]])
    return tuple(reversed(line))
