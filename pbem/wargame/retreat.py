"""Retreat by one hex, and displacement of friends who stand in the way, in chains if need be.

The reading served: a retreating unit takes a vacant hex where one is open to it. Only where none is, it may
push out a friend, who moves as if he retreated, by the same rule, and so on down the chain. No unit moves
twice in a chain. A chain that cannot end in a vacant hex is not begun: the retreating unit is lost then, and
nobody is pushed. Everybody in the chain moves at once, over the board as it stood before.

Walking a chain, its owner choosing at each link:

    chain, mover, at = (), unit, hex
    while options := steps(board, mover, at, chain):     # empty at the first link only: the unit is lost
        step = ...                                       # one of the options
        if step.displaces is None: break
        chain, mover, at = (*chain, mover), step.displaces, step.to
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Board:
    """What a retreat must know of the board; nothing in it may change during one chain.

    neighbours(hex): the hexes that touch it, in a fixed order.
    may_enter(unit, a, b): whether the unit may retreat from a to its neighbour b, leaving friends aside:
        terrain, hexsides, enemies, their zones of control.
    occupant(hex): the friend who stands there, None where nobody does. Where the book lets a displaced unit
        step into the hex that the retreating unit leaves, None for that one too.
    displaceable(unit): whether a friend may be pushed out at all.
    """

    neighbours: Callable[[str], Sequence[str]]
    may_enter: Callable[[str, str, str], bool]
    occupant: Callable[[str], str | None]
    displaceable: Callable[[str], bool]


class Step(NamedTuple):
    """One legal step: where to, and the friend who is pushed out of there, None where the hex is vacant."""

    to: str
    displaces: str | None


class WhyNot(Enum):
    """Why a unit may not retreat, or be displaced, to a hex."""

    NOT_ADJACENT = "not adjacent"
    BARRED = "barred"  # may_enter says no
    VACANT_FIRST = "vacant first"  # a friend stands there and a vacant hex is open
    IN_CHAIN = "in chain"  # the friend has moved in this chain already
    NOT_DISPLACEABLE = "not displaceable"
    NO_WAY_OUT = "no way out"  # the friend, once pushed, would have nowhere to go


def steps(board: Board, unit: str, at: str, chain: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """Every legal step of a unit that retreats or is displaced, in the order of neighbours.

    chain: the units that have moved before it in this chain, the retreating one first. All the steps are into
    vacant hexes, or all displace; none at all means that the retreating unit is lost.
    """
    opened = _open(board, unit, at)
    vacant = tuple(Step(to, None) for to, friend in opened if friend is None)
    if vacant:
        return vacant
    return tuple(
        Step(to, friend)
        for to, friend in opened
        if friend is not None and _not_displaced(board, unit, friend, to, chain) is None
    )


def why_not(board: Board, unit: str, at: str, to: str, chain: tuple[str, ...] = ()) -> WhyNot | None:
    """Why `to` is not one of the unit's `steps`; None where it is."""
    if to not in board.neighbours(at):
        return WhyNot.NOT_ADJACENT
    if not board.may_enter(unit, at, to):
        return WhyNot.BARRED
    friend = board.occupant(to)
    if friend is None:
        return None
    if any(other is None for _, other in _open(board, unit, at)):
        return WhyNot.VACANT_FIRST
    return _not_displaced(board, unit, friend, to, chain)


def has_way_out(board: Board, unit: str, at: str, chain: tuple[str, ...] = ()) -> bool:
    """Whether the unit has a legal step: a vacant hex, or a chain that ends in one.

    A breadth-first search that looks at each friend once: who has a vacant hex ends the chain well, who has
    none can only hand on to those he may push. The shortest such way repeats nobody.
    """
    seen = {*chain, unit}
    queue = [(unit, at)]
    for mover, here in queue:
        opened = _open(board, mover, here)
        if any(friend is None for _, friend in opened):
            return True
        for to, friend in opened:
            if friend is not None and friend not in seen and board.displaceable(friend):
                seen.add(friend)
                queue.append((friend, to))
    return False


def _open(board: Board, unit: str, at: str) -> list[tuple[str, str | None]]:
    """The hexes that the unit may enter, friends left aside, each with the friend in it."""
    return [(to, board.occupant(to)) for to in board.neighbours(at) if board.may_enter(unit, at, to)]


def _not_displaced(board: Board, unit: str, friend: str, to: str, chain: tuple[str, ...]) -> WhyNot | None:
    if friend == unit or friend in chain:
        return WhyNot.IN_CHAIN
    if not board.displaceable(friend):
        return WhyNot.NOT_DISPLACEABLE
    return None if has_way_out(board, friend, to, (*chain, unit)) else WhyNot.NO_WAY_OUT
