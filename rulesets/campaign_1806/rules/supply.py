"""Supply: lines to sources, and to baggage trains on roads (14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import RIVER, ROAD
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings


@dataclass(frozen=True, slots=True)
class _Ground:
    """Hex -> the neighbours to which no river has to be crossed, and those to which one has, where there are any."""

    dry: Mapping[str, tuple[str, ...]]
    wet: Mapping[str, tuple[str, ...]]


def _ground(field: HexField) -> _Ground:
    """Found once for all boards."""
    if _Ground not in field.found:
        rivers = field.sides.get(RIVER, ())
        wet = {at: tuple(to for to in near if hexside(at, to) in rivers) for at, near in field.neighbours.items()}
        dry = {at: tuple(to for to in near if to not in wet[at]) for at, near in field.neighbours.items()}
        field.found[_Ground] = _Ground(dry, {at: near for at, near in wet.items() if near})
    found: _Ground = field.found[_Ground]
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
        ground, seen = _ground(self.board.field), set(ends)
        rim = self._open(at for at in ends if at in self.board.field.neighbours)
        for _ in range(self.length):
            found = set().union(*[ground.dry[at] for at in rim])
            found.update(to for at in rim & ground.wet.keys() for to in ground.wet[at] if self._passes(at, to))
            rim = self._open(found - seen)
            seen |= found
        return frozenset(seen)

    def _open(self, hexes: Iterable[str]) -> set[str]:
        """Those of some hexes that lines lead through: where nobody is about, and whatever else is not closed."""
        found = set(hexes)
        return found - {at for at in found & self._suspects if self._is_closed(at)}

    @cached_property
    def _suspects(self) -> frozenset[str]:
        """The hexes that somebody stands in, or that the enemy controls: no other is closed."""
        board = self.board
        zone = board.zones[board.enemy[self.army]]
        return frozenset(board.here).union([at for at, number in zone.items() if number])

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
        if at not in self._suspects:
            return False
        board, found = self.board, self._closed.get(at)
        if found is None:
            foe = board.enemy[self.army]
            there = any(
                self.board.army_of(one) == foe and not self.board.unit(one).leads for one in self.board.units_in(at)
            )
            found = self._closed[at] = there or self.board.zone_of_troops(at, foe)
        return found
