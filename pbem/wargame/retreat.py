"""Retreat by one hex, and displacement of friends who stand in the way, in chains if need be.

The reading served: a retreating unit goes where it finds room, if that is open to it anywhere. Only where none is, it
may take the place of a friend, who moves as if he retreated, by the same rule, and so on down the chain. No unit moves
twice in a chain. A chain that cannot end in a hex with room is not begun: the retreating unit is lost then, and nobody
is pushed. Everybody in the chain moves at once, over the board as it stood before.

Walking a chain, its owner choosing at each link:

    moved, mover, at = {}, unit, hex
    while options := steps(ground, mover, at, moved):     # empty at the first link only: the unit is lost
        step = ...                                        # one of the options
        if step.displaces is None: break
        moved, mover, at = {**moved, mover: step.to}, step.displaces, step.to
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

Moves = Mapping[str, str]
"""The units that have moved in a chain so far, the retreating one first, each with the hex that it goes to."""
NOBODY: Final[Moves] = {}


@dataclass(frozen=True, slots=True)
class Ground:
    """What a retreat must know of the board; nothing in it may change during one chain.

    neighbours(hex): the hexes that touch it, in a fixed order.
    may_enter(unit, a, b): whether the unit may retreat from a to its neighbour b, leaving friends aside:
        terrain, hexsides, enemies, their zones of control.
    fits(unit, hex, moved): whether there is room for the unit as well, once those of the chain have moved. Who takes
        a friend's place leaves the hex as full as it was.
    occupants(hex): the friends who stood there before the chain, in a fixed order.
    displaceable(unit): whether a friend may be pushed out at all.
    """

    neighbours: Callable[[str], Sequence[str]]
    may_enter: Callable[[str, str, str], bool]
    fits: Callable[[str, str, Moves], bool]
    occupants: Callable[[str], Sequence[str]]
    displaceable: Callable[[str], bool]
    _opened: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def opened(self, unit: str, at: str) -> tuple[str, ...]:
        """The hexes that a unit may enter from a hex, friends left aside; a search asks for them again and again."""
        found = self._opened.get((unit, at))
        if found is None:
            enter = self.may_enter
            found = self._opened[unit, at] = tuple([to for to in self.neighbours(at) if enter(unit, at, to)])
        return found

    @staticmethod
    def alone(
        neighbours: Callable[[str], Sequence[str]],
        may_enter: Callable[[str, str, str], bool],
        occupant: Callable[[str], str | None],
        displaceable: Callable[[str], bool],
    ) -> Ground:
        """A board with one unit in a hex.

        occupant(hex): the friend who stands there, None where nobody does. Where the book lets a displaced unit
            step into the hex that the retreating unit leaves, None for that one too.
        """

        def occupants(at: str) -> Sequence[str]:
            friend = occupant(at)
            return () if friend is None else (friend,)

        return Ground(neighbours, may_enter, lambda unit, at, moved: occupant(at) is None, occupants, displaceable)


class Step(NamedTuple):
    """One legal step: where to, and the friend who is pushed out of there, None where there is room."""

    to: str
    displaces: str | None


class WhyNot(Enum):
    """Why a unit may not retreat, or be displaced, to a hex."""

    NOT_ADJACENT = "not adjacent"
    BARRED = "barred"  # may_enter says no
    VACANT_FIRST = "vacant first"  # it is full of friends, and another hex with room is open
    IN_CHAIN = "in chain"  # the friend has moved in this chain already
    NOT_DISPLACEABLE = "not displaceable"
    NO_WAY_OUT = "no way out"  # the friend, once pushed, would have nowhere to go


def steps(ground: Ground, unit: str, at: str, moved: Moves = NOBODY) -> tuple[Step, ...]:
    """Every legal step of a unit that retreats or is displaced, in the order of neighbours, then of occupants.

    All the steps are into hexes with room, or all displace; none at all means that the retreating unit is lost.
    """
    open_ = ground.opened(unit, at)
    room = tuple([Step(to, None) for to in open_ if ground.fits(unit, to, moved)])
    if room:
        return room
    return tuple(
        Step(to, friend)
        for to in open_
        for friend in ground.occupants(to)
        if _not_displaced(ground, unit, friend, to, moved) is None
    )


def why_not(ground: Ground, unit: str, at: str, to: str, moved: Moves = NOBODY) -> WhyNot | None:
    """Why no step of the unit leads to `to`; None where one does. Of several friends there the first one's reason."""
    if to not in ground.neighbours(at):
        return WhyNot.NOT_ADJACENT
    if not ground.may_enter(unit, at, to):
        return WhyNot.BARRED
    if ground.fits(unit, to, moved):
        return None
    if any(ground.fits(unit, other, moved) for other in ground.opened(unit, at)):
        return WhyNot.VACANT_FIRST
    reasons = [_not_displaced(ground, unit, friend, to, moved) for friend in ground.occupants(to)]
    return None if None in reasons else next(iter(reasons), WhyNot.NOT_DISPLACEABLE)


def has_way_out(ground: Ground, unit: str, at: str, moved: Moves = NOBODY) -> bool:
    """Whether the unit has a legal step: a hex with room, or a chain that ends in one.

    A breadth-first search that looks at each friend once: who finds room ends the chain well, who finds none can
    only hand on to those he may push. The shortest such way repeats nobody, and every hex on it stays as full as it
    was, so that it does not matter by which way a friend was reached.
    """
    seen = {*moved, unit}
    queue = [(unit, at, moved)]
    for mover, here, before in queue:
        open_ = ground.opened(mover, here)
        for to in open_:
            if ground.fits(mover, to, before):
                return True
        for to in open_:
            for friend in ground.occupants(to):
                if friend not in seen and ground.displaceable(friend):
                    seen.add(friend)
                    queue.append((friend, to, {**before, mover: to}))
    return False


def _not_displaced(ground: Ground, unit: str, friend: str, to: str, moved: Moves) -> WhyNot | None:
    if friend == unit or friend in moved:
        return WhyNot.IN_CHAIN
    if not ground.displaceable(friend):
        return WhyNot.NOT_DISPLACEABLE
    return None if has_way_out(ground, friend, to, {**moved, unit: to}) else WhyNot.NO_WAY_OUT
