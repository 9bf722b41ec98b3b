"""What one step costs by the terrain chart: the hex, the hexsides, roads (6.2, 6.3, 6.4, 6.5)."""

from __future__ import annotations

from itertools import product
from typing import Final

from rulesets.winters_victory.battlefield import (
    BROOK,
    COVER_SIDE,
    LIGHT_COVER,
    MAJOR,
    MAJOR_STREAM,
    MINOR,
    STAYS,
    STREAM,
    Cell,
    Cost,
)
from rulesets.winters_victory.board.pieces import DISORDERED, GENERAL_ORDER
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.stance import Way

_WORSE: Final = (STAYS, GENERAL_ORDER, DISORDERED)
_LINES: Final = (COVER_SIDE, BROOK, STREAM, MAJOR_STREAM)
_ON_ROADS: Final = ("formed", "open", "light", "heavy")
"""wv 6.52-1: movers that gain by a road in obstructed hexes; guns have a rule of their own."""
_MOUNTED: Final = ("light", "heavy", "guns")


def road(ground: Ground, a: str, b: str) -> str:
    """wv 6.5, 6.51: the better road that runs through a hexside, "" where none does."""
    return next((kind for kind in (MAJOR, MINOR) if ground.field.on_way(kind, a, b)), "")


def road_hex(ground: Ground, at: str) -> str:
    """wv 6.61-1: the better road in a hex, "" where there is none."""
    return next((kind for kind in (MAJOR, MINOR) if at in ground.field.way_hexes[kind]), "")


def crossed(ground: Ground, a: str, b: str) -> tuple[str, ...]:
    """wv 6.2-2, 6.23-1, 10.12, 10.13-2: the hexsides, as the chart calls them, that a step crosses: lines of the map,
    and the slope up or down."""
    found = tuple(kind for kind in _LINES if ground.field.has(kind, a, b))
    climb = ground.level(b) - ground.level(a)
    if not climb:
        return found
    slope = "steep" if ground.field.has("steep", a, b) else "slope"
    return (*found, f"{slope}-{'up' if climb > 0 else 'down'}")


def ways(ground: Ground, mover: str, a: str, b: str) -> tuple[Way, ...]:
    """wv 6.2-1, 6.21-1, 6.21-2, 6.21-3, 6.21-4, 6.21-5, 6.21-6, 6.21-7, 6.22-1, 6.22-2, 6.22-3, 6.22-4, 6.22-5, 6.23-1,
    6.23-2, 6.3-1, 6.3-2, 6.31.1, 6.31.2, 6.32-1, 6.5, 6.51, 7.56.2: the ways of a class of movers to make a step in
    tactical movement, in the order of the chart; none where it is prohibited."""
    along = bool(road(ground, a, b)) and mover != "extended"
    cells = [_enter(ground, mover, a, b, along=along)]
    cells += [_cross(ground, mover, kind, along=along) for kind in crossed(ground, a, b)]
    return tuple(_together(costs) for costs in product(*cells))


def grand_ways(ground: Ground, mover: str, a: str, b: str) -> tuple[Way, ...]:
    """wv 6.42-1, 6.42.2: the way of a step in Grand Tactical Movement: as in tactical movement, without what it does to
    the formation; a stream crossed by a road adds one point, and guns and horse enter woods and wetlands by road for
    one."""
    rules, along = ground.terrain.grand_tactical, bool(road(ground, a, b))
    found = ways(ground, mover, a, b)
    if along and mover in _MOUNTED and ground.kind(b) in ("woods", "frozen-wetlands"):
        sides = [_cross(ground, mover, kind, along=True) for kind in crossed(ground, a, b)]
        found = tuple(_together(costs) for costs in product((Cost(rules.barred_by_road, STAYS, None),), *sides))
    return tuple(Way(way.points, STAYS, way.guns) for way in found[:1])


def _enter(ground: Ground, mover: str, a: str, b: str, *, along: bool) -> tuple[Cost, ...]:
    """wv 6.52-1, 6.52-3, 6.52-4: what entering a hex costs, by a road or not."""
    terrain, cell = ground.terrain, ground.terrain.enter(ground.kind(b), mover)
    if not along or not ground.obstructed(b):
        return cell.choices
    if mover == "guns":
        # 6.3: light cover does not disorder guns.
        by_road = terrain.road.guns
        return (Cost(by_road.points, STAYS, None),) if ground.kind(b) == LIGHT_COVER else (by_road,)
    if mover not in _ON_ROADS:
        return cell.choices
    after_first = ground.obstructed(a)
    if cell.barred:
        return (Cost(terrain.road.next, DISORDERED, None),) if after_first else (terrain.road.prohibited,)
    return tuple(_at_most(one, terrain.road.next) for one in cell.choices) if after_first else cell.choices


def _cross(ground: Ground, mover: str, kind: str, *, along: bool) -> tuple[Cost, ...]:
    """wv 6.32-1, 6.52-6: what crossing a hexside adds. By a road water adds a point at most, and nothing happens; no
    gun is lost at any hexside that a road crosses."""
    cell: Cell = ground.terrain.cross(kind, mover)
    if not along:
        return cell.choices
    if kind in (BROOK, STREAM, MAJOR_STREAM):
        easy = min((one.points for one in cell.choices if one.effect == STAYS), default=ground.terrain.road.water)
        return (Cost(min(easy, ground.terrain.road.water), STAYS, None),)
    return tuple(Cost(one.points, one.effect, None) for one in cell.choices)


def _at_most(cost: Cost, points: int) -> Cost:
    return Cost(min(cost.points, points), cost.effect, cost.guns)


def _together(costs: tuple[Cost, ...]) -> Way:
    """wv 6.2-1: costs add up, and of what they do to the formation the worst counts."""
    return Way(
        sum(one.points for one in costs),
        max((one.effect for one in costs), key=_WORSE.index),
        tuple(one.guns for one in costs if one.guns is not None),
    )
