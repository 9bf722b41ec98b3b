"""Supply: lines to sources, and to baggage trains on roads (14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import RIVER, ROAD
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings


class Lines:
    """osg 14.11, 14.12, 13.24, 4.0-4: the lines of an army on a board as it stands.

    Each passable hex counts one. Enemies, vedettes too, close their hexes, and troops' zones, in which friends do not
    help; zones of vedettes do not. sources: hexes from which supply comes. unusable: bridges that carry no supply yet
    (8.43-3).
    """

    def __init__(
        self,
        board: Board,
        charts: Charts,
        army: str,
        sources: Collection[str],
        crossings: Crossings = NONE,
        unusable: Collection[tuple[str, str]] = (),
    ) -> None:
        self.board, self.army, self.crossings = board, army, crossings
        self.sources, self.unusable = sources, unusable
        self.length = charts.ranges["supply"]
        self._closed: dict[str, bool] = {}

    def supplied(self, uid: str) -> bool:
        """osg 14.0-1, 14.0-2, 14.1A, 14.1B, 14.34-3: whether a unit has a line of at most 14 hexes to a source, or to a
        train of ours from which a road leads to one."""
        ends = {*self.sources, *(self.board.hex_of(train) for train in self.trains())}
        return bool(ends & self._within(self.board.hex_of(uid), self.length))

    def trains(self) -> Iterable[str]:
        """osg 14.1B, 14.3: baggage trains on roads that lead to a source."""
        by_road = self.by_road()
        mine = [uid for uid in self.board.on_map(self.army) if self.board.unit(uid).kind == "baggage-train"]
        return (uid for uid in mine if self.board.hex_of(uid) in by_road)

    def _within(self, start: str, length: int) -> set[str]:
        """The hexes that lines of so many hexes reach; the unit's own does not count, and the enemy about it no
        more."""
        seen, rim = {start}, {start}
        for _ in range(length):
            rim = {
                near
                for at in rim
                for near in self.board.field.neighbours[at]
                if near not in seen and self._passes(at, near) and not self._is_closed(near)
            }
            seen |= rim
        return seen

    def by_road(self) -> set[str]:
        """The hexes from which connected roads, pontoons included, lead to a source."""
        open_sources = {at for at in self.sources if at in self.board.field.neighbours and not self._is_closed(at)}
        seen, waiting = set(open_sources), list(open_sources)
        while waiting:
            at = waiting.pop()
            for near in self.board.field.neighbours[at]:
                if near not in seen and self._road(at, near) and self._passes(at, near) and not self._is_closed(near):
                    seen.add(near)
                    waiting.append(near)
        return seen

    def _road(self, a: str, b: str) -> bool:
        """osg 14.1B, 9.25: whether a road joins two hexes; over a pontoon it runs on."""
        pair = hexside(a, b)
        if pair in self.crossings.pontoons:
            return True
        down = pair in self.crossings.damaged or pair in self.unusable
        return self.board.field.on_way(ROAD, a, b) and not down

    def _passes(self, a: str, b: str) -> bool:
        """osg 8.43-3, 14.12: whether a line crosses the hexside between two neighbours."""
        if not self.board.field.has(RIVER, a, b):
            return True
        pontoon = hexside(a, b) in self.crossings.pontoons
        return pontoon or (self.crossings.bridged(self.board.field, a, b) and hexside(a, b) not in self.unusable)

    def _is_closed(self, at: str) -> bool:
        found = self._closed.get(at)
        if found is None:
            foe = self.board.enemy[self.army]
            there = any(
                self.board.army_of(one) == foe and not self.board.unit(one).leads for one in self.board.units_in(at)
            )
            found = self._closed[at] = there or self.board.zone_of_troops(at, foe)
        return found
