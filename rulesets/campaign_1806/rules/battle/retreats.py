"""Retreats after combat and by repulse, and friends who make room (10.21, 11.43 to 11.45)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbem.wargame.retreat import Ground, Moves, Step, steps
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.battle.boxes import on_edge, retreat_hexes
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings
from rulesets.campaign_1806.rules.march.stacking import fits

Path = tuple[str, ...]


def ground(board: Board, army: str, crossings: Crossings = NONE) -> Ground:
    """osg 11.45-1, 11.45-2, 11.45-NOTE: what a chain of displacements of an army needs to know: retreating and
    displaced units enter the same hexes; room is by stacking; combat units alone are displaced."""

    def room(uid: str, at: str, moved: Moves) -> bool:
        there = [one for one in board.units_in(at) if one not in moved]
        there += [one for one, to in moved.items() if to == at and one != uid]
        return fits(board.unit(one) for one in (*there, uid))

    @cache
    def exits(at: str) -> tuple[str, ...]:
        """The board stays as it is during a chain, and each step out of a hex asks for all of them."""
        return retreat_hexes(board, army, at, crossings)

    return Ground(
        neighbours=lambda at: board.field.neighbours[at],
        may_enter=lambda uid, a, b: b in exits(a),
        fits=room,
        occupants=lambda at: board.fighting(at, army),
        displaceable=lambda uid: board.unit(uid).fights,
    )


def ways(board: Board, uid: str, length: int, crossings: Crossings = NONE) -> tuple[Path, ...]:
    """osg 4.32-1, 10.21-1, 11.4-Ar, 11.4-Ar2, 11.4-Dr, 11.4-Dr2, 11.43-1, 11.44-1: the paths by which a unit retreats
    so many hexes, away from where it fought with each of them; none: it is lost.

    Those that end in a hex with room; where there is none, those that end where a friend can be displaced.
    """
    army, start = board.army_of(uid), board.hex_of(uid)
    rim: list[Path] = [(start,)]
    for step in range(1, length + 1):
        rim = [
            (*path, near)
            for path in rim
            for near in retreat_hexes(board, army, path[-1], crossings)
            if board.field.distance(start, near) == step
        ]
    chains = ground(board, army, crossings)
    last = {path[1:]: last_steps(chains, uid, path[1:], start) for path in rim}
    with_room = tuple(path for path, found in last.items() if found and found[0].displaces is None)
    return with_room or tuple(path for path, found in last.items() if found)


def last_steps(chains: Ground, uid: str, path: Path, start: str) -> tuple[Step, ...]:
    """osg 11.45-1: the ways to end a path: into its last hex as it is, or one for each friend who can be displaced
    there; none where neither goes. path: without the hex in which it begins, start."""
    if chains.fits(uid, path[-1], {}):
        return (Step(path[-1], None),)
    before = path[-2] if len(path) > 1 else start
    return tuple(step for step in steps(_only(chains, path[-1]), uid, before) if step.to == path[-1])


def _only(chains: Ground, to: str) -> Ground:
    """The same ground where the first step leads into one hex alone."""

    def enter(uid: str, a: str, b: str) -> bool:
        return chains.may_enter(uid, a, b)

    def near(at: str) -> Sequence[str]:
        found = chains.neighbours(at)
        return (to,) if to in found else found

    return Ground(near, enter, chains.fits, chains.occupants, chains.displaceable)


def off_the_map(board: Board, uid: str, length: int, crossings: Crossings = NONE) -> bool:
    """osg 11.44-2: whether a unit that has no way is forced over the edge of the map, and so may be reorganized."""
    return on_edge(board, board.hex_of(uid)) and not ways(board, uid, length, crossings)


def stays_behind(board: Board, at: str, army: str) -> tuple[str, ...]:
    """osg 5.25-1, 11.43-2: who does not retreat with a stack after combat: leaders and trains."""
    there = [uid for uid in board.units_in(at) if board.army_of(uid) == army]
    return tuple(uid for uid in there if not board.unit(uid).fights)
