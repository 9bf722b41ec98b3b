"""Supply: lines to sources, and to baggage trains on roads (14)."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from functools import cached_property

from pbem.hexgame.field.field import HexField
from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import RIVER, ROAD
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings


def _dry(field: HexField) -> Container[tuple[str, str]]:
    """The steps from hex to hex over no river, found once for all boards."""
    if _dry not in field.found:
        rivers = field.sides.get(RIVER, ())
        field.found[_dry] = frozenset(
            (a, b) for a, near in field.neighbours.items() for b in near if hexside(a, b) not in rivers
        )
    found: Container[tuple[str, str]] = field.found[_dry]
    return found


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
        return self.board.hex_of(uid) in self._within_reach

    @cached_property
    def _within_reach(self) -> frozenset[str]:
        """The hexes from which such lines lead, found from their ends: a unit's own hex does not count, nor does the
        enemy about it."""
        ends = {*self.sources, *(self.board.hex_of(train) for train in self.trains())}
        neighbours, dry = self.board.field.neighbours, _dry(self.board.field)
        seen, rim = set(ends), {at for at in ends if at in neighbours and not self._is_closed(at)}
        for _ in range(self.length):
            around = [(at, near) for at in rim for near in neighbours[at] if near not in seen]
            found = {near for at, near in around if (at, near) in dry or self._passes(at, near)}
            seen |= found
            rim = {at for at in found if not self._is_closed(at)}
        return frozenset(seen)

    def trains(self) -> Iterable[str]:
        """osg 14.1B, 14.3: baggage trains on roads that lead to a source."""
        by_road = self.by_road()
        mine = [uid for uid in self.board.on_map(self.army) if self.board.unit(uid).kind == "baggage-train"]
        return (uid for uid in mine if self.board.hex_of(uid) in by_road)

    def by_road(self) -> set[str]:
        """The hexes from which connected roads, pontoons included, lead to a source."""
        open_sources = {at for at in self.sources if at in self.board.field.neighbours and not self._is_closed(at)}
        seen, waiting = set(open_sources), list(open_sources)
        while waiting:
            at = waiting.pop()
            for near in self._joined(at):
                if near not in seen and self._road(at, near) and self._passes(at, near) and not self._is_closed(near):
                    seen.add(near)
                    waiting.append(near)
        return seen

    def _joined(self, at: str) -> Sequence[str]:
        """The neighbours to which a road may lead: without pontoons those of the map, found once for all boards."""
        field = self.board.field
        if self.crossings.pontoons:
            return field.neighbours[at]
        known: dict[str, Sequence[str]] = field.found.setdefault(Lines._joined, {})
        if at not in known:
            known[at] = tuple(near for near in field.neighbours[at] if field.on_way(ROAD, at, near))
        return known[at]

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
        board, found = self.board, self._closed.get(at)
        if found is None and at not in board.here and not board.in_zone(at, board.enemy[self.army]):
            found = self._closed[at] = False
        if found is None:
            foe = board.enemy[self.army]
            there = any(
                self.board.army_of(one) == foe and not self.board.unit(one).leads for one in self.board.units_in(at)
            )
            found = self._closed[at] = there or self.board.zone_of_troops(at, foe)
        return found
