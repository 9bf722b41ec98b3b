"""Squares: the hexes at which one may fire in a fire phase (8.42)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.rules.ground import Ground

MOST: Final = 3
"""wv 8.42.1: target hexes of a square in a Reciprocal Fire Phase."""


def why_not_at(ground: Ground, board: Board, uid: str, targets: Sequence[str]) -> Refusal | None:
    """wv 8.42.1: why a square may not fire at these hexes in one Reciprocal Fire Phase; None if it may: three at most,
    at minimum range none adjacent to another, farther off none within two hexes of another."""
    name, at = board.unit(uid).name, board.piece(uid).at
    if len(targets) > MOST:
        return Refusal("8.42.1", f"{name} in {at} fires at {MOST} hexes at most, not {len(targets)}", uid, at)
    for one, other in combinations(targets, 2):
        close = 1 if 1 in (ground.distance(at, one), ground.distance(at, other)) else 2
        if ground.distance(one, other) <= close:
            return Refusal(
                "8.42.1", f"{name} in {at} may not fire at {one} and {other}: they lie too close", uid, other
            )
    return None
