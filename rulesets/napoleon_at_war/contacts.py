"""Which units are in contact, and the default allocation of attacks to them (7.0, 7.3, 8.4)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.options import Json
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.fighting import contacts as shared
from rulesets.napoleon_at_war.position import Board


def contacts(board: Board, army: str) -> Mapping[str, tuple[str, ...]]:
    """naw 7.0-1, 8.41: units of an army in enemy zones, in order of hex, each with the enemies it touches.

    Who is next to an enemy behind a river without a bridge touches nobody there.
    """
    return _found(board, army).by_unit


def default_allocation(board: Board) -> list[Json]:
    """naw 7.3: the list of attacks of a player who lists none, or lists wrongly: no strength is divided."""
    return shared.default_allocation(_found(board, board.position.army))


def duties(board: Board) -> shared.Duties:
    """naw 7.11, 7.12, 7.15, 7.21, 7.22, 8.42, 9.0-9: everybody in contact attacks and is attacked, batteries too.

    Adjacent attackers touch every target of their combat (ruling 9); a river without a bridge keeps them apart.
    """
    near = board.field.zone_neighbours
    return shared.Duties(board.units_in, lambda a, b: b in near[a], lambda _: True, lambda _: True)


def _found(board: Board, army: str) -> shared.Contacts[Piece]:
    return shared.Contacts(board, army, duties(board))
