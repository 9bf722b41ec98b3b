"""What a practice opponent looks up about a map again and again: neighbours, ways to a goal, who can attack whence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from pbem.hexgame.field.chart import ANY
from pbem.hexgame.field.field import HexField

# Half movement points to a place that cannot be reached.
FAR = 10_000
# Fields of ways that are kept at a time.
MOST_KEPT = 200


class Ground:
    """Answers about one map that never change; each is worked out once.

    reaches: hex -> hexes that who stands there can attack. reached_from: the same the other way round.
    open: hex -> neighbours that the ground does not bar to the commonest movers.
    """

    def __init__(self, field: HexField, reaches: Mapping[str, Sequence[str]] | None = None) -> None:
        self.field = field
        self.around = field.neighbours
        self.map_of = field.map_of
        self.reaches = field.zone_neighbours if reaches is None else reaches
        self.reached_from = {
            at: tuple(near for near in around if at in self.reaches[near]) for at, around in field.neighbours.items()
        }
        self.open: Mapping[str, tuple[str, ...]] = {
            at: tuple(to for to in near if field.steps[at][to] is not None) for at, near in field.neighbours.items()
        }
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}
        self._fields: dict[tuple[str, tuple[str, ...]], dict[str, int]] = {}

    def within(self, at: str, radius: int) -> tuple[str, ...]:
        """The hexes at most so far away, as the crow flies."""
        key = (at, radius)
        if key not in self._within:
            self._within[key] = self.field.grids[self.map_of[at]].within(at, radius)
        return self._within[key]

    def way_to(self, goals: Iterable[str], mover: str = ANY) -> Mapping[str, int]:
        """Half movement points from every hex of a map to the nearest goal, in fair weather and without enemies.

        mover: the class of movers, the commonest unless one is named.
        """
        key = (mover, tuple(sorted(goals)))
        if key not in self._fields:
            if len(self._fields) > MOST_KEPT:
                self._fields.clear()
            self._fields[key] = self._spread(key[1], mover)
        return self._fields[key]

    def _spread(self, goals: tuple[str, ...], mover: str) -> dict[str, int]:
        steps = self.field.steps if mover == ANY else self.field.steps_for(mover)
        found: dict[str, int] = {}
        heap = [(0, at) for at in goals]
        while heap:
            cost, at = heappop(heap)
            if at in found:
                continue
            found[at] = cost
            for back in self.around[at]:
                step = steps[back][at]
                if step is not None and back not in found:
                    heappush(heap, (cost + step, back))
        return found
