"""Lines of supply and communications: where they run, and from where (14, 16.14C, 16.17, 28.0E)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from pbem.wargame.movement import reach
from rulesets.napoleons_last_battles.board import INACTIVE, Board

TRAIN, HEADQUARTERS = "train", "headquarters"
FREE: Final = 5
"""Hexes of a line that may be of any terrain, next to the unit."""
_LONGEST: Final = 48
"""Half movement points of a line of communications (16.14C)."""
_EDGES: Final = {"south": (1, 1), "east": (0, 1), "west": (0, 0), "north": (1, 0)}
"""Edge -> which half of a hex number names it, and whether it is the last column or row in play."""


class SupplyLines:
    """nlb 14.0-2, 14.1, 14.2, 16.17-1, 28.0E: the lines of supply of a nation on a board as it stands.

    A line is contiguous; its first five hexes may be of any terrain, the others follow roads and trails to a source: a
    hex of the nation's map edge, with trains that of its train alone. Prohibited terrain and hexes of the enemy block
    it, zones of control do not.
    """

    def __init__(self, board: Board, nation: str) -> None:
        self.board = board
        self.army = board.setting.roster.army_of[nation]
        self.sources = frozenset(at for at in sources(board, nation) if not self.blocked(at))

    def blocked(self, at: str) -> bool:
        """nlb 14.2: whether an enemy unit stands in a hex; headquarters are leaders."""
        units = self.board.setting.roster.units
        foes = (u for u in self.board.here.get(at, ()) if units[u].army != self.army)
        return any(units[u].fights or units[u].kind == TRAIN for u in foes)

    @cached_property
    def by_way(self) -> frozenset[str]:
        """The hexes from which roads and trails lead to a source without a gap."""
        field = self.board.field
        near: dict[str, list[str]] = {}
        for sides in field.ways.values():
            for a, b in sides:
                near.setdefault(a, []).append(b)
                near.setdefault(b, []).append(a)
        found = {at for at in self.sources if at in near}
        waiting = sorted(found)
        while waiting:
            for to in near[waiting.pop()]:
                if to not in found and not self.blocked(to):
                    found.add(to)
                    waiting.append(to)
        return frozenset(found)

    def reaches(self, at: str) -> bool:
        """Whether a line runs from a hex to a source."""
        if at in self.by_way or at in self.sources:
            return True
        here, seen = [at], {at}
        for _ in range(FREE):
            here = self._beyond(here, seen)
            if any(to in self.by_way or to in self.sources for to in here):
                return True
        return any(to in self.by_way for to in self._beyond(here, seen))

    def _beyond(self, here: Iterable[str], seen: set[str]) -> list[str]:
        """The hexes next to some that a line may run on to; `seen` grows by them."""
        steps = self.board.field.steps_for("foot")
        found = []
        for at in here:
            for to, cost in steps[at].items():
                if cost is not None and to not in seen and not self.blocked(to):
                    seen.add(to)
                    found.append(to)
        return found


def sources(board: Board, nation: str) -> Iterable[str]:
    """nlb 14.1, 16.17-1, 28.0E: the hexes from which a nation is supplied.

    Its train's hex; where the train has left the map the hex of its exit; none once it is destroyed. As long as the
    train has yet to come the edge of the map counts, a reading.
    """
    setting, position = board.setting, board.position
    train = train_of(board, nation)
    if train in board.at:
        return (board.at[train],)
    if train in position.exited:
        return (position.exited[train],)
    if train in position.dead:
        return ()
    half, last = _EDGES[setting.supply[nation]]
    number = (setting.area.columns, setting.area.rows)[half][last]
    return (at for at in board.field.hexes if int(at[2 * half : 2 * half + 2]) == number)


def train_of(board: Board, nation: str) -> str:
    """nlb 16.17-1: the train of a nation, "" where the campaign is played without."""
    return counter_of(board, nation, TRAIN) if board.setting.on("trains") else ""


def counter_of(board: Board, nation: str, kind: str) -> str:
    """The one counter of a kind that a nation has in this scenario, "" where it has none."""
    units = board.setting.roster.units
    return next((u for u in board.setting.units() if units[u].kind == kind and units[u].nation == nation), "")


def is_supplied(board: Board, nation: str, at: str) -> bool:
    """nlb 14.0-2, 16.16C: whether a line of supply of a nation runs from a hex."""
    return SupplyLines(board, nation).reaches(at)


# -- communications --------------------------------------------------------------------


def headquarters_of(board: Board, nation: str) -> str:
    """nlb 16.14A: the headquarters of a nation, "" where the campaign is played without."""
    return counter_of(board, nation, HEADQUARTERS) if board.setting.on("headquarters") else ""


def has_communications(board: Board, leader: str) -> bool:
    """nlb 16.14C-1: whether a commander has a line to the active headquarters of his nation: of at most 24 movement
    points of a leader over any terrain, blocked as a line of supply is."""
    position, record = board.position, board.setting.roster.units[leader]
    quarters = headquarters_of(board, record.nation)
    to = board.at.get(quarters) or position.leaders.get(quarters, "")
    if not to or board.marked(INACTIVE, quarters):
        return False
    lines, steps = SupplyLines(board, record.nation), board.field.steps_for(record.mover)

    def step(a: str, b: str) -> int | None:
        return None if lines.blocked(b) else steps[a][b]

    found = reach(position.leaders[leader], _LONGEST, board.field.neighbours.__getitem__, step, until=to)
    return to in found.costs
