"""How a counter stands in the middle of its move, and what one act of it does; `put` alone changes the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.fates import note
from rulesets.winters_victory.board.pieces import ARTILLERY, FRONTAL, GOOD, LEADER, ROUTED, UNLIMBERED, Piece
from rulesets.winters_victory.rules.formations.mobility import crew_of

ENTER, TURN, CHANGE, UNLIMBERS, NOTHING = "enter", "turn", "change", "unlimber", "nothing"
"""wv 11.3-1: kinds of acts, by what may be fired upon: leaving a hex, turning by a whole movement point, changing
formation (not into General Order), unlimbering; nothing of these."""
REAR: Final = "rear"
"""wv 5.42.1: the mark of a unit that faces to the rear."""


@dataclass(frozen=True, slots=True)
class Stance:
    """A counter in the middle of its move. Points are sixths of a movement point.

    at, facing, formation, state, second, trail: as in `Piece`. rear: it faces to the rear (5.42). spent: points so far.
    fresh: it has done nothing yet. grand: it moves by Grand Tactical Movement (6.4). halted: the case by which its move
    is over, "" while it is not. entered: hexes that it has entered. came: the hex it came from into this one, "" if it
    began here. by_road: it came along a road. free: it may take any facing at no cost now (5.32). turned: points spent
    on turning in this hex (11.3). checked: it has met a charge zone in this move (12.61)."""

    at: str
    facing: int
    formation: str
    state: str = GOOD
    second: str = ""
    trail: tuple[str, ...] = ()
    rear: bool = False
    spent: int = 0
    fresh: bool = True
    grand: bool = False
    halted: str = ""
    entered: int = 0
    came: str = ""
    by_road: bool = False
    free: bool = False
    turned: int = 0
    checked: bool = False

    @property
    def good(self) -> bool:
        """Neither disordered nor routed."""
        return self.state == GOOD

    @property
    def frontal(self) -> bool:
        """wv 5.2, 6.42.1, 6.63, 7.21.1-1, 8.54.1: whether it has a front. Of Cossacks see `Unit.all_around`."""
        if self.grand:
            return False
        return self.formation in FRONTAL and (self.good or (self.formation == UNLIMBERED and self.state != ROUTED))

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that it stands in."""
        return (self.at, self.second) if self.second else (self.at, *self.trail)


@dataclass(frozen=True, slots=True)
class Way:
    """wv 6.2-1: one way to make a step: points in sixths, what it does to the formation (STAYS, GENERAL_ORDER or
    DISORDERED), and for each die for loss of a gun what it is changed by (6.32)."""

    points: int
    effect: str = ""
    guns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a move, worked out but not done yet, so that the enemy may fire before it (11.3).

    kind: ENTER, TURN, CHANGE, UNLIMBERS or NOTHING. before, after: stances. points: sixths that it costs. guns: dice
    for loss of a gun that it asks for (6.32). others: what it does to friends: pairs of a counter and the state or
    formation that it takes. below: it is put at the bottom of the stack that it enters (6.12). displaced: enemy
    skirmishers that have to make way first (8.66)."""

    kind: str
    before: Stance
    after: Stance
    points: int
    guns: tuple[int, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    below: bool = True
    displaced: tuple[str, ...] = ()
    check: bool = False


def stance_of(piece: Piece, *, grand: bool = False) -> Stance:
    """A counter at the beginning of its move."""
    return Stance(
        piece.at,
        piece.facing,
        piece.formation,
        piece.state,
        piece.second,
        piece.trail,
        rear=REAR in piece.marks,
        grand=grand,
    )


def acted(
    kind: str,
    before: Stance,
    after: Stance,
    points: int,
    *,
    guns: tuple[int, ...] = (),
    others: tuple[tuple[str, str], ...] = (),
    below: bool = True,
    displaced: tuple[str, ...] = (),
    check: bool = False,
) -> Act:
    """An act whose cost is added to what was spent, after which the unit is no longer at the beginning of its move."""
    done = replace(after, spent=before.spent + points, fresh=False)
    return Act(kind, before, done, points, guns, others, below, displaced, check)


def put(board: Board, uid: str, stance: Stance, *, below: bool = True) -> None:
    """Writes a stance onto the board. A limbered battery takes its crew along (7.5, 7.61C)."""
    piece, unit = board.piece(uid), board.unit(uid)
    crew = crew_of(board, uid) if unit.kind == ARTILLERY else ""
    if stance.hexes != piece.hexes:
        moved = stance.at != piece.at
        board.move(uid, stance.at, second=stance.second, trail=stance.trail, below=below and unit.kind != LEADER)
        if crew and moved:
            board.move(crew, stance.at)
    if stance.state == ROUTED and piece.state != ROUTED:
        note(board, uid, ROUTED)
    piece.facing, piece.formation, piece.state = stance.facing, stance.formation, stance.state
    if crew and not stance.good and board.piece(crew).good:
        board.piece(crew).state = stance.state
    if stance.rear:
        piece.marks.add(REAR)
    else:
        piece.marks.discard(REAR)
