"""The position: who stands where, what is lost and held, and whose player turn begins."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from pbem.hexgame.board.codec import Coded
from pbem.lean import dataclass

SETUP: Final = 0
"""The turn of a position that is still being set up."""


@dataclass
class Position(Coded):
    """A position at the start of a player turn; rules change it while they run it.

    turn: number of the turn in the scenario, from 1; SETUP before. army: the phasing one. at: counter -> hex. reduced:
    units on their weaker counter (6.21). marching: those with a road march marker (8.21). demoralized, out: those with
    that marker (12.11, 7.3). unsupplied: units found out of supply last night (12.13).
    boxes: counter that is off the map for a reason -> box, see `rules.battle.boxes`. posts: replacement leader ->
    formation that he has taken over (5.13). losses: formation -> strength points on its casualty track (12.1).
    held: hex that matters -> army that controls it (20.16). entered: French sources at which somebody came in (14.24).
    damaged: bridges that are down, as `n1330/n1431` (8.41). pontoons: bridge -> (train, army that has it) (9.26).
    released: units that passed the check for coming at all (19.31). late: units that fly to a source and come in again
    (5.26) -> hex. once: what happens once, such as the Guard that recoils (16.31). result: how the game ended.
    """

    turn: int
    army: str
    at: dict[str, str] = field(default_factory=dict)
    reduced: set[str] = field(default_factory=set)
    marching: set[str] = field(default_factory=set)
    demoralized: set[str] = field(default_factory=set)
    out: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    boxes: dict[str, str] = field(default_factory=dict)
    posts: dict[str, str] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    entered: set[str] = field(default_factory=set)
    damaged: set[str] = field(default_factory=set)
    pontoons: dict[str, tuple[str, str]] = field(default_factory=dict)
    released: set[str] = field(default_factory=set)
    late: dict[str, str] = field(default_factory=dict)
    once: set[str] = field(default_factory=set)
    result: dict[str, str] = field(default_factory=dict)
    sorts: dict[str, str] = field(default_factory=dict)
    led: set[str] = field(default_factory=set)
    came: set[str] = field(default_factory=set)
