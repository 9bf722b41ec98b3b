"""Retreat by one hex and displacement (7.71 to 7.73, 7.8, 17.23)."""

from __future__ import annotations

from pbem.hexgame.fighting import falling_back
from pbem.hexgame.fighting.engagement import Engagement
from pbem.wargame.retreat import Ground
from rulesets.napoleon_at_war.position import Board


def ground(engagement: Engagement[Board], army: str) -> Ground:
    """naw 7.71, 7.72, 7.73, 7.81-1, 7.81-2, 7.82-1, 7.82-2, 7.82-3, 7.82-5, 17.23: the board as
    those of an army find it who retreat one hex or are displaced.

    Closed to them are all steps off the map, those that terrain bars, enemies and the zones of these; movement
    points do not matter (ruling 11). Vacant hexes come first. Displaced may be whoever has no part in the combat,
    however often (ruling 14), and its owner never refuses (ruling 12).
    """
    board = engagement.board
    return falling_back.ground(
        board,
        army,
        falling_back.clear_of_the_enemy(board, army),
        # Who leaves a hex in a chain still stands in it for the others of the chain.
        lambda unit, at, moved: not board.here.get(at),
        lambda unit: unit not in engagement.starts,
    )
