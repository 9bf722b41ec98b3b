"""Units that are lost, in combat or by want of supply: off the map, and booked (6.5, 9.0, 13.0)."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.board import Board


def book_loss(board: Board, unit: str, why: str, case: str) -> dict[str, Json]:
    """nlb 6.5-1, 9.0, 13.0-1: takes a unit off the map and books the face that lay up; the event that tells it. Whether
    it may come back is for the caller to note."""
    losses = board.position.losses
    at, strength = board.lift(unit), board.face(unit)
    books = tuple(board.books(unit))
    for book in books:
        losses[book] = losses.get(book, 0) + strength
    fact: dict[str, Json] = {"kind": "eliminated", "unit": unit, "at": at, "strength": strength, "book": books[0]}
    return {**fact, "why": why, "case": case}
