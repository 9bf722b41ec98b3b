"""Lines of command: how far a leader reaches through the hex grid, and what closes it (11.2, 24.1A)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from pbem.hexgame.field.field import HexField
from pbem.wargame.hexgrid import hexside
from pbem.wargame.movement import Cost, reach
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.march.leaders import friends

ROADS: Final = "road-command"
_WHOLE, _HALF = 2, 1
_LOOKED_FOR: Final = 40
"""Half hexes up to which a refusal says how long a line would be."""


class Lines:
    """nlb 11.2-1, 11.2-2, 24.1A-1: the lines of command of an army on a board as it stands. Lengths are half hexes.

    Prohibited hexsides and hexes close them, enemies, and enemy zones without a friendly combat unit, but no zone
    reaches into a chateau (5.3). A hex entered along a road or trail counts half where the scenario says so.
    """

    def __init__(self, board: Board, army: str) -> None:
        self.board = board
        self.army = army
        self._found: dict[tuple[str, int], Mapping[str, Cost]] = {}

    @cached_property
    def closed(self) -> frozenset[str]:
        """The hexes that no line enters."""
        board, foe = self.board, self.board.enemy[self.army]
        held = {at for at in board.here if board.holder(at) == foe}
        zone = (at for at, n in board.zones[foe].items() if n and at not in board.chateaux)
        return frozenset(held.union(at for at in zone if not friends(board, self.army, at)))

    def reach(self, start: str, hexes: int) -> Mapping[str, Cost]:
        """The hexes that lines of so many hexes reach from a leader's hex, each with the length of the shortest."""
        return self._within(start, _WHOLE * hexes)

    def length(self, start: str, to: str) -> Cost | None:
        """The length of the shortest line, None where there is none or it is very long."""
        return self._within(start, _LOOKED_FOR).get(to)

    def _within(self, start: str, limit: int) -> Mapping[str, Cost]:
        found = self._found.get((start, limit))
        if found is None:
            field = self.board.field
            found = reach(start, limit, field.neighbours.__getitem__, self._step).costs
            self._found[start, limit] = found
        return found

    def _step(self, a: str, b: str) -> int | None:
        if b in self.closed or self.board.field.steps[a][b] is None:
            return None
        return _HALF if self._roads and hexside(a, b) in self._roads else _WHOLE

    @cached_property
    def _roads(self) -> frozenset[tuple[str, str]]:
        """nlb 24.1A-1: the hexsides through which a road or trail leads, where these shorten lines."""
        return ways(self.board.field) if ROADS in self.board.setting.special else frozenset()


def ways(field: HexField) -> frozenset[tuple[str, str]]:
    """The hexsides through which a road or trail leads."""
    return frozenset().union(*field.ways.values())
