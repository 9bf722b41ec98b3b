"""Retreat by one hex and displacement (6.6, 8.1A)."""

from __future__ import annotations

from collections.abc import Collection

from pbem.hexgame.fighting import falling_back
from pbem.hexgame.fighting.engagement import Engagement
from pbem.wargame.retreat import Ground, Moves
from rulesets.napoleons_last_battles.board import GARRISON, MOST, Board


def ground(engagement: Engagement[Board], army: str) -> Ground:
    """nlb 6.6-1, 6.6A, 6.6B, 6.6C-1, 6.6C-2, 6.6D-1, 6.6D-2, 6.6D-3, 6.6D-6: the board as those of an army find it who
    retreat one hex or are displaced, each by himself.

    Closed are the map's edge, what terrain bars, enemies and their zones, friends in a zone or not; the walls of an
    empty chateau keep zones off those whom they would shelter.
    """
    board, garrisons = engagement.board, _garrisons(engagement.board)
    retreating = frozenset(engagement.by if army == engagement.ledger.army else engagement.targets)

    def displaceable(unit: str) -> bool:
        """nlb 6.6D-4, 8.1A-3, 16.6B-2, 16.11B, 16.17B: nobody is displaced from a chateau, twice in one combat, or
        after he retreated in it himself."""
        if unit in retreating or unit in engagement.pushed:
            return False
        return not (board.at[unit] in board.chateaux or unit in garrisons or unit in board.loners)

    return falling_back.ground(
        board,
        army,
        falling_back.clear_of_the_enemy(board, army, spared=board.spared),
        _room(board, garrisons),
        displaceable,
    )


def _garrisons(board: Board) -> Collection[str]:
    return board.position.marks.get(GARRISON, ())


def _room(board: Board, garrisons: Collection[str]) -> falling_back.Fits:
    """nlb 6.6C-2, 8.1A-2, 16.6B-2, 16.11B, 16.17B: whether a hex has room for a unit once the chain has moved: two
    stand in a hex, one in a chateau, and nobody joins a train or a marker; a garrison takes no room."""
    here, chateaux, loners = board.here, board.chateaux, board.loners

    def fits(unit: str, at: str, moved: Moves) -> bool:
        if unit in garrisons:
            return True
        standing = here.get(at, ())
        left = 1 if at in chateaux or (loners and board.loner_in(at)) else MOST
        if len(standing) + len(moved) < left:
            return True
        if len(standing) >= left and not garrisons and unit not in standing and moved.keys().isdisjoint(standing):
            # As most hexes with friends are: full, and nobody leaves.
            return False
        for one in standing:
            if one not in moved and one != unit and one not in garrisons:
                left -= 1
        for one, to in moved.items():
            if to == at and one != unit and one not in garrisons:
                left -= 1
        return left > 0

    return fits
