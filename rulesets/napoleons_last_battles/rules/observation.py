"""Observation: who sees whom, how far, and what stands in the way (16.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.artillery import obstacle

_DIM: Final = "dim"


def distance_of_observation(board: Board) -> int:
    """nlb 16.3-1, 16.3-3, 16.5-2, 26.0D: hexes to which anybody observes on this turn, the observed one counted.

    By the option `dusk` no more than at dusk on the turns of dawn and dusk, unless it is night.
    """
    hexes = board.setting.observation
    found = hexes[board.conditions]
    return min(found, hexes[_DIM]) if board.now.dim and board.setting.on("dusk") else found


def sees(board: Board, at: str, to: str) -> bool:
    """nlb 16.3-2: whether who stands in a hex observes another hex now: near enough, and on a clear line of sight.

    Neighbours always see each other. The line is that of bombardment (7.3).
    """
    return _sees(board, at, to, board.field.distance(at, to), distance_of_observation(board))


def _sees(board: Board, at: str, to: str, hexes: int, most: int) -> bool:
    return hexes <= 1 or (hexes <= most and obstacle(board.field, at, to) is None)


def observers(board: Board, army: str) -> Iterator[str]:
    """nlb 16.3-2: the hexes from which an army observes: those of its units and its leaders, each once, in order.

    Markers observe nobody, a reading of 16.6-1: else what they see would tell which one is real.
    """
    units, blind = board.setting.roster.units, board.markers
    places = [*board.at.items(), *board.position.leaders.items()]
    yield from sorted({at for unit, at in places if units[unit].army == army and unit not in blind})


def observed_from(board: Board, at: str, army: str) -> str:
    """nlb 16.3-2: the nearest hex from which an army observes a hex now, "" if it does not."""
    most = distance_of_observation(board)
    nearest = sorted((board.field.distance(one, at), one) for one in observers(board, army))
    return next((one for hexes, one in nearest if _sees(board, one, at, hexes, most)), "")
