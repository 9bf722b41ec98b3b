"""The position: where everybody is, what is lost and held, and whose player turn begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from pbem.hexgame.board.codec import Coded, codec_of


@dataclass
class Position(Coded):
    """A position at the start of a player turn; rules change it while they run it.

    turn: number of the game-turn in the scenario, from 1; 0 while armies place their units. army: the phasing one. at:
    combat unit or train -> hex. leaders: leader, headquarters -> hex. reduced: units on their reduced side, in play or
    not. waiting: destroyed unit that may be reorganized -> turn on which it was lost (12.0). dead: who never comes
    back. exited: who has left over an exit -> its hex. withdrawn: whom the scenario has taken off the map without a
    loss. losses: book -> strength points. broken: book -> `demoralized` or `disintegrated`. held: hex that is worth
    something -> army that entered it last. points: army -> victory points. idle: units and officers out of command
    (11.0). hidden: unit or leader off the map under a pair of markers -> the pair (16.6). come: number of a group of
    reinforcements -> turn from which it may enter, where dice decide it. released: units and formations that were held
    back and may move. memos: what was written down and is open -> what it says. weather: `clear` or `rain` by the last
    die, "" for the calendar's. once: rows of the scenario that have come true: those that count once, those that count
    now, and `joined` for the French wings. shifts: book -> points by which its levels have moved. marks: what a moment
    makes of units, such as `blown` -> units. allowances, capacities: unit or leader -> movement points, command
    capacity of this player turn, where dice gave them (16.1C, 16.18A). result: empty until the game is over; then its
    winner, the level, the case and the row that decided. Who is nowhere has not arrived yet.
    """

    turn: int
    army: str
    at: dict[str, str] = field(default_factory=dict)
    leaders: dict[str, str] = field(default_factory=dict)
    reduced: set[str] = field(default_factory=set)
    waiting: dict[str, int] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    exited: dict[str, str] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    losses: dict[str, int] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    idle: set[str] = field(default_factory=set)
    hidden: dict[str, str] = field(default_factory=dict)
    come: dict[str, int] = field(default_factory=dict)
    released: set[str] = field(default_factory=set)
    memos: dict[str, str] = field(default_factory=dict)
    weather: str = ""
    once: set[str] = field(default_factory=set)
    shifts: dict[str, int] = field(default_factory=dict)
    marks: dict[str, set[str]] = field(default_factory=dict)
    allowances: dict[str, int] = field(default_factory=dict)
    capacities: dict[str, int] = field(default_factory=dict)
    result: dict[str, str] = field(default_factory=dict)

    def mark(self, name: str, units: Iterable[str]) -> None:
        """Puts a mark on units."""
        found = set(units)
        if found:
            self.marks[name] = self.marks.get(name, set()) | found

    def unmark(self, units: Iterable[str], names: Iterable[str] | None = None) -> None:
        """Takes marks off units; all of them unless some are named."""
        gone = set(units)
        for name in list(self.marks) if names is None else names:
            left = self.marks.pop(name, set()) - gone
            self.mark(name, left)


CODEC: Final = codec_of(Position)
