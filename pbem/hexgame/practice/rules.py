"""What a ruleset hands in for its practice opponent: its numbers, small callables, and what it thinks of a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbem.hexgame.moving.rules import Fits, commonest
from pbem.hexgame.practice.ground import FAR
from pbem.hexgame.practice.table import Table

Placed = tuple[str, str]
"""A piece, and the hex in which it stands or is to stand."""
Covered = Callable[[str], bool]
Forbidden = Callable[[str, str], bool]
"""Whether a piece is not to be in a hex."""
Ways = dict[str, tuple[int, tuple[str, ...]]]
"""Hex -> half movement points spent on getting there, and the path, its first hex included."""


@dataclass(frozen=True)
class Goal:
    """Where a piece wants to be. way: half movement points from each hex to there. posts: hexes to hold, the most
    important first."""

    way: Mapping[str, int]
    posts: tuple[str, ...] = ()

    def far(self, at: str) -> int:
        """Half movement points from a hex to there."""
        return self.way.get(at, FAR)


def everybody(unit: str) -> bool:
    """All pieces fight."""
    return True


def open_ground(at: str) -> int:
    """No hex shelters anybody."""
    return 1


def gives_way(at: str) -> bool:
    """Who is told to retreat does."""
    return False


def worthless(at: str) -> int:
    """Hexes are worth nothing by themselves."""
    return 0


def no_stake(by: Sequence[Placed], column: int) -> int:
    """A repulse costs what is lost in it, and nothing else."""
    return 0


@dataclass(frozen=True, kw_only=True)
class PracticeRules:
    """Numbers of one position; all pieces by id.

    table: the combat results. strength: points of a piece as of now. is_battery: whether it fires from afar.
    fights: whether a piece attacks and is attacked at all.
    worth: what it counts that a piece is lost which fights in, or about, a hex: for us if it is an enemy, else
    against us. column: place in the table of an attack by placed pieces, with batteries, on enemy hexes.
    fits: who may stand in a hex together. deep: pieces that are put into one hex to attack, at most.
    zone: piece -> hexes that enemies control, as far as they count for it.
    presses: enemy hexes that have to be attacked once a piece stands in a hex.
    fires: whether a battery in the first hex may fire at the second from afar. reach_of_guns: hexes it may be away.
    cover: what the ground of a hex multiplies a defender's strength by. mover: piece -> its class on the chart.
    stays: whether enemies in a hex hold it though they are told to retreat. prize: what it counts that the enemy is out
    of a hex. stake: what else a repulse or an exchange costs attackers at these odds, such as morale.
    """

    table: Table
    strength: Callable[[str], int]
    is_battery: Callable[[str], bool]
    worth: Callable[[str, str], int]
    column: Callable[[Sequence[Placed], Sequence[Placed], Sequence[str]], int]
    fits: Fits
    zone: Callable[[str], Mapping[str, int]]
    presses: Callable[[str, str], Sequence[str]]
    fires: Callable[[str, str], bool]
    reach_of_guns: int
    deep: int = 1
    fights: Callable[[str], bool] = everybody
    cover: Callable[[str], int] = open_ground
    mover: Callable[[str], str] = commonest
    stays: Callable[[str], bool] = gives_way
    prize: Callable[[str], int] = worthless
    stake: Callable[[Sequence[Placed], int], int] = no_stake
