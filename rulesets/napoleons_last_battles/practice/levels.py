"""How near armies are to their levels of losses, and what a strength point counts for that (9.0 to 9.2)."""

from __future__ import annotations

from functools import cache
from typing import Final

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.levels import army_of_book, books, marks
from rulesets.napoleons_last_battles.rules.victory.conditions import DISINTEGRATED

# A strength point of the enemy, and an own one: more, since who attacks blindly bleeds first.
WON: Final = 10
LOST: Final = 11
# Losses within which a level is near, and what the last point before it counts besides.
NEAR: Final = 16
URGENT: Final = 14
FAR_OFF: Final = 1_000
"""Strength points of a book that has no level left to come to."""


class Levels:
    """What every book may still lose before its next level, on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.left: dict[str, int] = {}
        for book in books(board):
            found = marks(board, book)
            state = board.position.broken.get(book)
            if found is None or state == DISINTEGRATED:
                continue
            level = found.disintegrated if state else found.demoralized
            if level.points:
                lost = board.position.losses.get(book, 0)
                self.left[book] = max(level.points + level.strict - lost, 0)
        self.rate = cache(self._rate)

    def _rate(self, unit: str) -> int:
        """What a strength point of a unit counts: more, the nearer its loss brings a level."""
        army = self.board.army_of(unit)
        base = LOST if army == self.board.position.army else WON
        left = min((self.left.get(book, FAR_OFF) for book in self.board.books(unit)), default=FAR_OFF)
        return base + URGENT * max(NEAR - left, 0) // NEAR

    def spare(self, army: str) -> int:
        """Strength points that the weakest book of an army may still lose."""
        own = [left for book, left in self.left.items() if army_of_book(self.board, book) == army]
        return min(own, default=FAR_OFF)
