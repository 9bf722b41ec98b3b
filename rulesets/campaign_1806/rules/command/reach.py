"""Command range: how far a leader's orders go in a turn (7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import RIVER, ROAD, TRAIL
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings

_SECOND: Final = 2


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
            shut = self._shut(self._suspects if self.crossings.changes else printed, start)
            found = self._reached(start, shut) if shut or self._rebuilt(printed) else printed
            self._found[start] = found
        return found

    def reaches(self, leader: str, uid: str) -> bool:
        """osg 7.11-1: whether a counter on the map is in range of a leader on the map."""
        at = self.board.at
        if leader not in at or uid not in at:
            return False
        start, to = at[leader], at[uid]
        return (start in self._found or self._may_reach(start, to)) and to in self.within(start)

    def _may_reach(self, start: str, to: str) -> bool:
        """Whether lines lead from a hex to another if nobody stands in their way: for most of those who are out of
        range no other lines are looked for."""
        if self.crossings.changes:
            return self.board.field.distance(start, to) <= self.lengths["way"]
        return to in self._printed(start)

    def _printed(self, start: str) -> frozenset[str]:
        """The hexes in range where no enemy is about and no bridge has changed, found once for all boards."""
        known: dict[str, frozenset[str]] = self.board.field.found.setdefault(
            (Ranges._printed, *self.lengths.values()), {}
        )
        if start not in known:
            known[start] = Ranges(self.board, self.army, self.lengths)._reached(start, frozenset())
        return known[start]

    @cached_property
    def _suspects(self) -> frozenset[str]:
        """The hexes that somebody stands in or the enemy controls: no other is closed."""
        return frozenset((*self.board.here, *self.board.zones[self.board.enemy[self.army]]))

    def _shut(self, hexes: Iterable[str], start: str) -> frozenset[str]:
        """Those of some hexes through which no line goes on; out of his own the leader's lines always lead."""
        here, zone = self.board.here, self.board.zones[self.board.enemy[self.army]]
        busy = [at for at in hexes if at in here or zone.get(at)]
        return frozenset([at for at in busy if at != start and self._closed(at)])

    def _rebuilt(self, printed: Iterable[str]) -> bool:
        """Whether a bridge is not as printed at such hexes: whatever lines go through is in range itself."""
        crossings, neighbours = self.crossings, self.board.field.neighbours
        return crossings.changes and any(crossings.any_changed(at, neighbours[at]) for at in printed)

    def _reached(self, start: str, shut: frozenset[str]) -> frozenset[str]:
        """The hexes where lines end that count. Of all lines of a length it matters alone where they end, and whether
        their second step, their last one or all of them run along ways. shut: hexes through which none goes on."""
        country, part = self.lengths["country"], self.lengths["part"]
        found, anyhow, along = {start}, {start}, {start}
        second: set[str] = set()
        for length in range(1, self.lengths["way"] + 1):
            along = self._led(along - shut, by_way=True)
            found |= along
            if length <= part:
                last = self._led(anyhow - shut, by_way=True)
                second = last if length == _SECOND else self._led(second - shut)
                anyhow = self._led(anyhow - shut)
                found |= anyhow if length <= country else second | last
        return frozenset(found)

    def _led(self, ends: Iterable[str], *, by_way: bool = False) -> set[str]:
        """Where lines that end in some hexes lead with one more step: any, or one along a way."""
        return set().union(*[self._steps(at)[by_way] for at in ends])

    def _steps(self, at: str) -> tuple[Sequence[str], Sequence[str]]:
        """The neighbours to which lines lead from a hex, and those of them to which a road or trail does. Where no
        bridge has changed it is as printed, and found once for all boards."""
        field = self.board.field
        if self.crossings.changes and self.crossings.any_changed(at, field.neighbours[at]):
            return self._reckoned(at)
        printed: dict[str, tuple[Sequence[str], Sequence[str]]] = field.found.setdefault(Ranges._steps, {})
        if at not in printed:
            printed[at] = self._reckoned(at)
        return printed[at]

    def _reckoned(self, at: str) -> tuple[Sequence[str], Sequence[str]]:
        steps = {to: joined for to in self.board.field.neighbours[at] if (joined := self._step(at, to)) is not None}
        return tuple(steps), tuple(to for to, joined in steps.items() if joined)

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
        board, foe = self.board, self.board.enemy[self.army]
        controlled = board.in_zone(at, foe)
        if at not in board.here:
            return controlled
        if any(board.army_of(uid) == foe and not board.unit(uid).leads for uid in board.here[at]):
            return True
        return controlled and not board.fighting(at, self.army)
