"""Command range: how far a leader's orders go in a turn (7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import RIVER, ROAD, TRAIL
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings

Joins = tuple[bool, ...]
"""Of each step of a line whether a road or trail leads along it, the first step from the leader's hex."""


class Ranges:
    """osg 1.4-CommandRange, 7.2-1, 7.2-2, 7.2-3: the hexes that leaders of an army reach on a board as it stands.

    Two hexes across country; three if their first two or last two are joined by a road or trail; four if the whole line
    runs along roads and trails, from the leader's hex on. lengths: `country`, `part`, `way` -> hexes.
    """

    def __init__(self, board: Board, army: str, lengths: Mapping[str, int], crossings: Crossings = NONE) -> None:
        self.board, self.army, self.lengths, self.crossings = board, army, lengths, crossings
        self._found: dict[str, frozenset[str]] = {}
        # Leader -> who follows him, once that has been asked.
        self.followers: dict[str, frozenset[str]] = {}
        # Who reorganizes -> who is in command whatever is allocated, the same.
        self.alone: dict[frozenset[str], frozenset[str]] = {}

    def within(self, start: str) -> frozenset[str]:
        """The hexes in range of a leader in a hex, his own among them."""
        found = self._found.get(start)
        if found is None:
            printed = self._printed(start)
            found = printed if self._undisturbed(start, printed) else frozenset(self._reached(start, self._closed))
            self._found[start] = found
        return found

    def reaches(self, leader: str, uid: str) -> bool:
        """osg 7.11-1: whether a counter on the map is in range of a leader on the map."""
        at = self.board.at
        if leader not in at or uid not in at:
            return False
        start, to = at[leader], at[uid]
        # Most of those who are out of range are far away: for them no lines are looked for.
        far = start not in self._found and self.board.field.distance(start, to) > self.lengths["way"]
        return not far and to in self.within(start)

    def _printed(self, start: str) -> frozenset[str]:
        """The hexes in range where no enemy is about and no bridge has changed, found once for all boards."""
        known: dict[str, frozenset[str]] = self.board.field.found.setdefault(
            (Ranges._printed, *self.lengths.values()), {}
        )
        if start not in known:
            alone = Ranges(self.board, self.army, self.lengths)
            known[start] = frozenset(alone._reached(start, lambda at: False))
        return known[start]

    def _undisturbed(self, start: str, printed: Iterable[str]) -> bool:
        """Whether lines through such hexes are as printed: whatever they go through is in range itself."""
        board, zone, here = self.board, self.board.zones[self.board.enemy[self.army]], self.board.here
        neighbours, crossings = board.field.neighbours, self.crossings
        for at in printed:
            if (zone.get(at) or at in here) and at != start and self._closed(at):
                return False
        return not crossings.changes or not any(crossings.any_changed(at, neighbours[at]) for at in printed)

    def _reached(self, start: str, closed: Callable[[str], bool]) -> Iterable[str]:
        yield start
        lines: dict[str, set[Joins]] = {start: {()}}
        for _ in range(self.lengths["way"]):
            longer: dict[str, set[Joins]] = {}
            for at, known in lines.items():
                if at != start and closed(at):
                    continue
                for near, joined in self._steps(at):
                    longer.setdefault(near, set()).update([(*joins, joined) for joins in known])
            lines = {at: {joins for joins in known if self._may_go_on(joins)} for at, known in longer.items()}
            yield from (at for at, known in lines.items() if any(self._counts(joins) for joins in known))

    def _counts(self, joins: Joins) -> bool:
        length = len(joins)
        if length <= self.lengths["country"]:
            return True
        if length <= self.lengths["part"] and (joins[1] or joins[-1]):
            return True
        return length <= self.lengths["way"] and all(joins)

    def _may_go_on(self, joins: Joins) -> bool:
        """Whether a line or some longer one can count: what exceeds three hexes is a way from the beginning."""
        return len(joins) <= self.lengths["part"] or all(joins)

    def _steps(self, at: str) -> Sequence[tuple[str, bool]]:
        """The neighbours to which lines lead from a hex, each with whether a road or trail joins the two. Where no
        bridge has changed it is as printed, and found once for all boards."""
        field = self.board.field
        near = field.neighbours[at]
        if self.crossings.any_changed(at, near):
            return [(to, joined) for to in near if (joined := self._step(at, to)) is not None]
        printed: dict[str, Sequence[tuple[str, bool]]] = field.found.setdefault(Ranges._steps, {})
        if at not in printed:
            printed[at] = [(to, joined) for to in near if (joined := self._step(at, to)) is not None]
        return printed[at]

    def _step(self, a: str, b: str) -> bool | None:
        """osg 7.21C: whether a road or trail joins two neighbours; None where combat units cannot cross."""
        field, crossings = self.board.field, self.crossings
        if field.has(RIVER, a, b) and not crossings.bridged(field, a, b):
            return None
        down = hexside(a, b) in crossings.damaged and not crossings.bridged(field, a, b)
        return not down and (field.on_way(ROAD, a, b) or field.on_way(TRAIL, a, b))

    def _closed(self, at: str) -> bool:
        """osg 7.21A, 7.21B: whether no line goes on through a hex: one of an enemy combat unit, or in an enemy zone
        without a friendly unit that fights."""
        foe = self.board.enemy[self.army]
        there = [self.board.unit(uid) for uid in self.board.units_in(at)]
        if any(unit.army == foe and not unit.leads for unit in there):
            return True
        return self.board.in_zone(at, foe) and not self.board.fighting(at, self.army)
