"""Checks of initiative: officers and units that nobody has put in command (7.12, 7.13, 7.14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.command.points import following, formed
from rulesets.campaign_1806.rules.command.reach import Ranges


def passes(board: Board, uid: str, die: int) -> bool:
    """osg 1.4-InitiativeRating, 5.12-2, 7.14, 12.21: whether a die does for a check: at most the rating, and one is
    added to the dice of the demoralized."""
    return die <= board.rating(uid)


def officers_checked(
    board: Board, ranges: Ranges, dice: Mapping[str, int], commanded: Collection[str], busy: Collection[str] = ()
) -> frozenset[str]:
    """osg 2.11A2-4, 7.12: who comes into command by checks of officers: each who is out of command and passes, with
    what of his formation is in his range. dice: of all officers, thrown whether they need one or not. busy: who
    reorganizes."""
    found: set[str] = set()
    for officer, die in dice.items():
        if officer in board.at and officer not in commanded and officer not in busy and passes(board, officer, die):
            found |= {officer, *following(board, ranges, officer)}
    return frozenset(found)


def may_check(board: Board, ranges: Ranges, uid: str) -> bool:
    """osg 2.11B2-NOTE1, 7.13, 7.31-2, 17.2: whether a unit may try to move by itself: one that is out of command, but
    none in the range of its own officer, who is out of command himself. Independent units have no officer."""
    unit = board.unit(uid)
    if unit.leads or uid not in board.out:
        return False
    officers = (one for one in formed(board, board.formation_of(uid)) if one in board.at and board.unit(one).leads)
    return not any(ranges.reaches(officer, uid) for officer in officers)


def may_move_in(board: Board, uid: str, *, individual: bool, passed: bool = False) -> bool:
    """osg 2.11B1, 2.11B2-1, 2.11B2-2, 7.1, 7.31-1, 7.31-2: whether a counter moves in the command or the individual
    movement segment.

    Who is in command moves in the first. Officers out of command move in the second without a die, units if they
    passed.
    """
    if uid not in board.out:
        return not individual
    return individual and (board.unit(uid).leads or passed)
