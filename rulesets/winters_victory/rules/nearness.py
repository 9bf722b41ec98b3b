"""How far brigades are from the enemy, by which what they decide can matter in a segment or not."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.rules.ground import Ground

NEAR: Final = 12
"""Hexes from an enemy at which what a brigade may do meanwhile can matter in a segment."""


def nearest_enemies(ground: Ground, board: Board, army: str) -> dict[str, tuple[int, str]]:
    """Brigade of an army with units on the map -> hexes from one of them to the nearest enemy unit, and his hex; by
    id. None is in it while there is no enemy."""
    standing = [(board.unit(uid), piece.at) for uid, piece in sorted(board.pieces.items()) if board.unit(uid).fights]
    foes = sorted({at for unit, at in standing if unit.army != army})
    own = sorted({(unit.brigade, at) for unit, at in standing if unit.army == army})
    found: dict[str, tuple[int, str]] = {}
    for brigade, at in own if foes else ():
        nearest = min((ground.distance(at, foe), foe) for foe in foes)
        found[brigade] = min(nearest, found.get(brigade, nearest))
    return found


def near_brigades(ground: Ground, board: Board, army: str) -> list[str]:
    """The brigades of an army that are near an enemy, by id."""
    return [uid for uid, (hexes, _) in nearest_enemies(ground, board, army).items() if hexes <= NEAR]
