"""Stacking: how much a hex holds, who may end there with whom, and what a stack suffers that breaks the rules (9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    CREW,
    EXTENDED,
    INFANTRY,
    LEADER,
    ROAD_COLUMN,
    SKIRMISHERS,
    UNLIMBERED,
)
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.stance import Stance

STRENGTH: Final = {INFANTRY: (36, 18), CAVALRY: (24, 12), ARTILLERY: (12, 6)}
"""wv 9.11.1, 9.11.2, 9.11.3-1: strength that a clear and an obstructed hex hold; skirmishers count as infantry, crews
do not count."""
COUNTERS: Final = {INFANTRY: 3, CAVALRY: 2, ARTILLERY: 2}
"""wv 9.14.1: battalions, regiments and batteries that a hex holds."""
WITH_GUNS: Final = 6
"""wv 9.41-1: points of skirmishers and crews that may stand with unlimbered guns."""
_NOUNS: Final = {INFANTRY: "strength points of infantry", CAVALRY: "strength points of cavalry", ARTILLERY: "guns"}
_UNITS: Final = {INFANTRY: "battalions", CAVALRY: "regiments", ARTILLERY: "batteries"}


def over(ground: Ground, board: Board, at: str, uids: Iterable[str], *, by_road: bool = False) -> str:
    """wv 9.1-1, 9.11.1, 9.11.2, 9.11.3-1, 9.11.3-2, 9.11-note, 9.12, 9.13-1, 9.14.1, 6.64-1: by what counters that
    would stand in a hex exceed its limits, such as `37 strength points of infantry, where 36 may stand`; "" if they do
    not.

    Units in Road Column, leaders and crews count for nothing. by_road: guns came there along a road, and may be more
    than an obstructed hex holds."""
    counted = [uid for uid in uids if board.piece(uid).formation != ROAD_COLUMN]
    obstructed = ground.obstructed(at)
    for kind, limits in STRENGTH.items():
        points = sum(board.piece(uid).strength for uid in counted if _counts_as(board, uid) == kind)
        exempt = kind == ARTILLERY and by_road and obstructed
        if points > limits[obstructed] and not exempt:
            return f"{points} {_NOUNS[kind]}, where {limits[obstructed]} may stand"
        units = sum(board.unit(uid).kind == kind for uid in counted)
        if units > COUNTERS[kind]:
            return f"{units} {_UNITS[kind]}, where {COUNTERS[kind]} may stand"
    return ""


def room(ground: Ground, board: Board, at: str, kind: str, army: str) -> int:
    """wv 9.11.1, 9.11.2, 9.11.3-1, 9.14.1: strength of a kind that a hex still takes, 0 if another unit of the kind
    would be too many."""
    there = [uid for uid in board.fighting(at, army) if board.piece(uid).formation != ROAD_COLUMN]
    if sum(board.unit(uid).kind == kind for uid in there) >= COUNTERS.get(kind, len(there) + 1):
        return 0
    as_kind = INFANTRY if kind == SKIRMISHERS else kind
    used = sum(board.piece(uid).strength for uid in there if _counts_as(board, uid) == as_kind)
    return max(0, STRENGTH[as_kind][ground.obstructed(at)] - used)


def _counts_as(board: Board, uid: str) -> str:
    kind = board.unit(uid).kind
    return INFANTRY if kind == SKIRMISHERS else kind


# -- who may be with whom ----------------------------------------------------------------------


def why_not_together(board: Board, uid: str, stance: Stance, at: str, others: Iterable[str]) -> Refusal | None:
    """wv 6.12-4, 9.14.2-1, 9.14.2-2, 9.3-1, 9.31-2, 9.4-1, 9.41-1, 8.65A.4: why a counter may not end a Movement Phase
    in a hex with others of its army that stay there; None if it may. Facing is asked for only of units with a front."""
    unit = board.unit(uid)
    for other in others:
        its, stands = board.unit(other), board.piece(other)
        if LEADER in (unit.kind, its.kind):
            continue
        loose = unit.kind in (SKIRMISHERS, CREW) or its.kind in (SKIRMISHERS, CREW)
        if loose:
            wrong = _loose(board, uid, stance, other)
        elif unit.kind != its.kind:
            wrong = "9.14.2-1", f"of another arm than {its.name}"
        elif not (stance.good and stands.good):
            continue
        elif stance.formation != stands.formation:
            wrong = "9.14.2-2", f"in another formation than {its.name}"
        elif stance.frontal and stance.facing != stands.facing:
            wrong = "9.3-1", f"faces another way than {its.name}"
        else:
            continue
        if wrong[0]:
            return Refusal(wrong[0], f"{unit.name} may not end its movement in {at}: it is {wrong[1]}", uid, at)
    return None


def _loose(board: Board, uid: str, stance: Stance, other: str) -> tuple[str, str]:
    """wv 9.31-2, 9.41-1, 7.61B-1: the case and the reason for which skirmishers or a crew may not stay with a unit."""
    kinds = {board.unit(uid).kind, board.unit(other).kind}
    if CAVALRY in kinds:
        return "9.31-2", f"not to stay with {board.unit(other).name}"
    if kinds == {SKIRMISHERS, ARTILLERY}:
        guns = stance.formation if board.unit(uid).kind == ARTILLERY else board.piece(other).formation
        if guns != UNLIMBERED:
            return "9.41-1", f"not to stay with {board.unit(other).name}: the guns are limbered"
    return "", ""


def crowd_with_guns(board: Board, at: str, army: str, joining: Iterable[str] = ()) -> int:
    """wv 9.41-1: points of skirmishers and crews in a hex, with those who would join them; six may stay with guns."""
    there = {*board.fighting(at, army), *joining}
    return sum(board.piece(uid).strength for uid in there if board.unit(uid).kind in (SKIRMISHERS, CREW))


def phase_end(board: Board) -> Iterator[tuple[str, str]]:
    """wv 8.33.1-1, 9.14.2-1, 9.14.2-2, 9.3-2, 9.3-3: the counters that a phase's end disorders, each with the case: an
    extended line with anybody but skirmishers and leaders, infantry in different formations of its own will, different
    arms."""
    for at in sorted(board.here):
        there = [uid for uid in board.units_in(at) if board.unit(uid).kind in COUNTERS]
        for uid in there:
            others = [one for one in there if one != uid and board.unit(one).army == board.unit(uid).army]
            case = _breaks(board, uid, others)
            if case and board.piece(uid).good:
                yield uid, case


def _breaks(board: Board, uid: str, others: list[str]) -> str:
    unit, piece = board.unit(uid), board.piece(uid)
    if piece.formation == EXTENDED and others:
        return "8.33.1-1"
    if any(board.unit(one).kind != unit.kind for one in others):
        return "9.3-3"
    voluntary = [board.piece(one) for one in others if board.piece(one).good]
    if unit.kind == INFANTRY and any(one.formation != piece.formation for one in voluntary):
        return "9.3-2"
    return ""


def ordered(board: Board, at: str) -> tuple[str, ...]:
    """wv 9.31-1, 9.41-1: the counters of a hex in the order in which they have to lie: leaders on top, skirmishers and
    crews at the bottom, else as they lie."""
    ranks = {LEADER: 0, SKIRMISHERS: 2, CREW: 2}
    return tuple(sorted(board.units_in(at), key=lambda uid: ranks.get(board.unit(uid).kind, 1)))


def why_not_restack(board: Board, army: str, at: str, order: tuple[str, ...]) -> Refusal | None:
    """wv 9.0, 9.2, 9.31-1, 9.41-1: why an army may not put its counters of a hex into another order, top first, in its
    Movement Phase; None if it may."""
    there = board.of_army(at, army)
    if sorted(order) != sorted(there):
        return Refusal("9.2", f"an order of {at} has to name all counters that stand there, each once", hex=at)
    loose = [uid for uid in order if board.unit(uid).kind in (SKIRMISHERS, CREW)]
    firm = [uid for uid in order if board.unit(uid).kind in COUNTERS]
    if loose and firm and order.index(loose[0]) < order.index(firm[-1]):
        return Refusal("9.31-1", f"{board.unit(loose[0]).name} has to lie beneath in {at}", loose[0], at)
    return None


def draws_fire(board: Board, at: str, order: tuple[str, ...]) -> bool:
    """wv 9.51.4: whether a new order is a change in the eyes of an enemy whose minimum range zone holds the hex."""
    return tuple(uid for uid in board.units_in(at) if uid in order) != order


def restack(board: Board, at: str, order: tuple[str, ...]) -> None:
    """wv 9.0, 9.2: puts the counters of a hex into an order that is allowed, at no cost; those that it does not name
    stay behind."""
    board.restack(at, (*order, *(uid for uid in board.units_in(at) if uid not in order)))


def too_full_to_recover(ground: Ground, board: Board, at: str, army: str) -> bool:
    """wv 9.1-3: whether the limits of a hex are broken, so that nobody there recovers from Disorder; from rout they
    may."""
    return bool(over(ground, board, at, board.fighting(at, army)))
