"""Facing: a unit looks at a corner of its hex, and the six hexsides are its front, its flanks and its rear (5.0).

Corners count clockwise from 0, the northern one, to 5; on a map whose hexes stand on a corner the hexside towards
direction number i of the grid runs from corner i to corner i + 1.
"""

from __future__ import annotations

from typing import Final, Literal

from pbem.wargame.hexgrid import HexGrid

Aspect = Literal["front", "flank", "rear"]

CORNERS: Final = 6
NORTH: Final = 0
_ASPECTS: Final[tuple[Aspect, ...]] = ("front", "flank", "rear", "rear", "flank", "front")


def aspect(facing: int, side: int) -> Aspect:
    """wv 5.0-2: what a hexside is to a unit that looks at a corner. facing: the corner; side: number of the
    direction."""
    return _ASPECTS[(side - facing) % CORNERS]


def front(facing: int) -> tuple[int, int]:
    """wv 5.0-2: the directions of the two frontal hexsides, the one to the left of the corner first."""
    return (facing - 1) % CORNERS, facing


def turned(facing: int, by: int) -> int:
    """The corner after a turn by so many corners, clockwise if positive."""
    return (facing + by) % CORNERS


def turn(a: int, b: int) -> int:
    """wv 5.31-1: corners between two facings, the shorter way round: 0 to 3."""
    steps = (b - a) % CORNERS
    return min(steps, CORNERS - steps)


def side_towards(grid: HexGrid, at: str, near: str) -> int:
    """The number of the direction that leads from a hex to its neighbour. Raises ValueError where they do not touch."""
    direction = grid.direction_between(at, near)
    if direction is None:
        raise ValueError(f"{at} and {near} do not touch")
    return grid.directions.index(direction)
