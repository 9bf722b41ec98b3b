"""The paper: hex centres and hexsides of a map and one ring around it, in hexes (the width between flat sides)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from math import hypot, sqrt
from typing import TypeVar

from pbem.wargame.hexgrid import HexGrid, Hexside
from pbem.wargame.hexlayout import Layout

Spot = tuple[float, float]
Line = tuple[Spot, ...]
Corner = tuple[int, int]

# How dear it is to leave the drawn line, per square of the distance in hexes, against the length of one step.
_ASTRAY = 8.0
# A new road rather joins one that is there already than runs beside it.
_JOIN = 0.6
# Steps in which a line is walked to find where it enters the map, in hexes.
_STRIDE = 0.1


Node = TypeVar("Node", str, Corner)


def cheapest(start: Node, end: Node, steps: Callable[[Node], Iterable[tuple[Node, float]]]) -> list[Node]:
    """The cheapest way between two nodes, both included. steps: the nodes next to one, with what a step costs."""
    found: dict[Node, Node] = {}
    queue = [(0.0, start, start)]
    while queue:
        cost, at, came = heapq.heappop(queue)
        if at in found:
            continue
        found[at] = came
        if at == end:
            break
        for near, step in steps(at):
            heapq.heappush(queue, (round(cost + step, 9), near, at))
    path = [end]
    while path[-1] != start:
        path.append(found[path[-1]])
    return path[::-1]


def from_line(spot: Spot, line: Line) -> float:
    """Distance of a spot from a line of spots."""
    if len(line) == 1:
        return hypot(spot[0] - line[0][0], spot[1] - line[0][1])
    return min(_from_piece(spot, a, b) for a, b in pairwise(line))


def _from_piece(spot: Spot, a: Spot, b: Spot) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / length
    along = min(1.0, max(0.0, along))
    return hypot(spot[0] - a[0] - along * dx, spot[1] - a[1] - along * dy)


def inside(spot: Spot, ring: Line) -> bool:
    """Whether a spot lies in a closed ring, by counting how often a ray to the east meets it."""
    within = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > spot[1]) != (by > spot[1]) and spot[0] < ax + (spot[1] - ay) * (bx - ax) / (by - ay):
            within = not within
    return within


class Plane:
    """Where the hexes of one map lie on paper: x to the east, y to the north.

    columns, rows: first and last of the map. The ring of hexes around it is only there to draw lines across
    the border; `hexes` are those of the map.
    """

    def __init__(self, layout: Layout, columns: tuple[int, int], rows: tuple[int, int]) -> None:
        self.wide = HexGrid.rectangle(layout, (columns[0] - 1, columns[1] + 1), (rows[0] - 1, rows[1] + 1))
        self.map = HexGrid.rectangle(layout, columns, rows)
        self.hexes = self.map.hexes

    def centre(self, at: str) -> Spot:
        """The middle of a hex."""
        return self._scaled(self.wide.centre(at))

    def nearest(self, spot: Spot, among: Iterable[str] | None = None) -> str:
        """The hex whose centre is nearest, of the map and its ring unless others are given."""
        candidates = self._about(spot) if among is None else among
        return min(candidates, key=lambda at: (round(hypot(*_minus(spot, self.centre(at))), 9), at))

    def _about(self, spot: Spot) -> Iterable[str]:
        """The hexes near a spot; all where it lies far off the map."""
        x, y = int(spot[0]), int(spot[1])
        near = [at for i in (-1, 0, 1) for j in (-1, 0, 1) for at in self._squares.get((x + i, y + j), ())]
        return near or self.wide.hexes

    @cached_property
    def _squares(self) -> dict[tuple[int, int], list[str]]:
        """The hexes whose centre lies in each square of the paper."""
        squares: dict[tuple[int, int], list[str]] = {}
        for at in self.wide.hexes:
            x, y = self.centre(at)
            squares.setdefault((int(x), int(y)), []).append(at)
        return squares

    def within(self, ring: Line) -> list[str]:
        """The hexes of the map whose centre lies in a ring."""
        return [at for at in self.hexes if inside(self.centre(at), ring)]

    def entering(self, line: Line) -> str:
        """The first hex of the map that a line meets, walked from its beginning."""
        for a, b in pairwise(line):
            steps = max(1, int(hypot(*_minus(a, b)) / _STRIDE))
            for step in range(steps + 1):
                part = step / steps
                at = self.nearest((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
                if at in self.map:
                    return at
        raise ValueError(f"a line that begins at {line[0]} does not meet the map")

    def way(
        self, start: str, end: str, line: Line, there: frozenset[Hexside], barred: frozenset[Hexside] = frozenset()
    ) -> list[str]:
        """Hexes from one to another along a drawn line. there: hexsides that roads cross already, barred: none may."""

        def steps(at: str) -> Iterator[tuple[str, float]]:
            for near in self.map.neighbours(at):
                if self.map.hexside(at, near) not in barred:
                    cost = 1 + _ASTRAY * from_line(self.centre(near), line) ** 2
                    yield near, cost * (_JOIN if self.map.hexside(at, near) in there else 1)

        return cheapest(start, end, steps)

    def chain(self, line: Line) -> list[tuple[str, str]]:
        """Hexsides along a drawn line, each as (hex on the left, hex on the right) of who walks it."""
        start, end = self._corner_near(line[0]), self._corner_near(line[-1])

        def steps(at: Corner) -> Iterator[tuple[Corner, float]]:
            for near in self._fences[at]:
                middle = self._scaled(((at[0] + near[0]) / 2, (at[1] + near[1]) / 2))
                yield near, 1 + _ASTRAY * from_line(middle, line) ** 2

        return [self._sided(a, b) for a, b in pairwise(cheapest(start, end, steps))]

    def _sided(self, a: Corner, b: Corner) -> tuple[str, str]:
        one, two = self._fences[a][b]
        x, y = self.wide.centre(one)
        # y runs south in the grid's own numbers, so the left hand has the negative product.
        left = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) < 0
        return (one, two) if left else (two, one)

    def _corner_near(self, spot: Spot) -> Corner:
        return min(self._fences, key=lambda c: (round(hypot(*_minus(spot, self._scaled(c))), 9), c))

    @cached_property
    def _fences(self) -> dict[Corner, dict[Corner, Hexside]]:
        """Corner -> next corner -> the two hexes between which the hexside runs."""
        fences: dict[Corner, dict[Corner, Hexside]] = {}
        for at in self.wide.hexes:
            for direction, near in self.wide.around(at):
                a, b = self.wide.edge(at, direction)
                fences.setdefault(a, {})[b] = fences.setdefault(b, {})[a] = self.wide.hexside(at, near)
        return fences

    def _scaled(self, point: tuple[float, float]) -> Spot:
        """The grid's own units on paper: half sides along the axis of the points, half widths across it."""
        side, width = 2 * sqrt(3), 2
        across, down = (side, width) if self.wide.layout.top == "flat" else (width, side)
        return point[0] / across, -point[1] / down


def _minus(a: Spot, b: Spot) -> Spot:
    return a[0] - b[0], a[1] - b[1]
