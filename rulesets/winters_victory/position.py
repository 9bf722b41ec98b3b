"""The position: who stands where and how, as a message leaves it and the next one finds it (4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pbem.hexgame.board.codec import Coded
from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import Piece, Unit

Stance = tuple[str, int, int, str, str, int]
"""Hex, facing, strength points or guns, formation, state of morale, points of ammunition."""


@dataclass
class Position(Coded):
    """Where a segment of the sequence begins.

    turn, segment: the segment that is next, see `tempo`. counters: counter -> its stance. second: extended line -> its
    other hex (8.3). trails: road column -> hexes behind its first, nearest first (6.65). marks: counter -> its markers.
    stacks: hex -> its counters, the top first, of hexes with more than one (6.12). gone: counters that are out of play.
    waiting: counter -> game turn in which it comes (6.7). held: objective -> army that holds it.
    """

    turn: int
    segment: str
    counters: dict[str, Stance] = field(default_factory=dict)
    second: dict[str, str] = field(default_factory=dict)
    trails: dict[str, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, set[str]] = field(default_factory=dict)
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    waiting: dict[str, int] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)

    def board(self, ground: HexField, units: Mapping[str, Unit]) -> Board:
        """The counters on a board of their own. Raises KeyError for a counter that the game has not."""
        found = Board(ground, units)
        for uid, (at, facing, strength, formation, state, rounds) in self.counters.items():
            found.place(
                uid,
                Piece(
                    at,
                    facing,
                    strength,
                    formation,
                    state,
                    self.second.get(uid, ""),
                    set(self.marks.get(uid, ())),
                    self.trails.get(uid, ()),
                    rounds,
                ),
            )
        found.here.update(self.stacks)
        return found

    def take(self, board: Board) -> None:
        """Takes over who stands where on a board."""
        pieces = board.pieces.items()
        self.counters = {
            uid: (one.at, one.facing, one.strength, one.formation, one.state, one.rounds) for uid, one in pieces
        }
        self.second = {uid: one.second for uid, one in pieces if one.second}
        self.trails = {uid: one.trail for uid, one in pieces if one.trail}
        self.marks = {uid: set(one.marks) for uid, one in pieces if one.marks}
        self.stacks = {at: there for at, there in board.here.items() if len(there) > 1}
