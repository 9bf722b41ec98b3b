"""Units that are eliminated: off the map, into the books and the other army's points (6.5, 9.0, 12.0, 13.0, 3.4A)."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.corps_morale import booked
from rulesets.napoleons_last_battles.rules.victory.points import score_loss


def take_off(board: Board, unit: str, why: str, case: str, *, returns: bool = True) -> dict[str, Json]:
    """nlb 3.4A, 6.5-1, 9.0, 12.0-1, 13.0-1, 13.3-3, 27.1A-1: takes a unit off the map as a loss and books the face that
    lay up, for its corps its full strength if it had been reorganized; the event that tells it. What the loss brings
    about is for the caller to have judged.

    With reorganization a unit of full strength that has a reduced side waits; all others are dead. returns: False where
    it may never come back (14.0).
    """
    position, books = board.position, tuple(board.books(unit))
    at, strength = board.lift(unit), board.face(unit)
    for book in books:
        position.losses[book] = position.losses.get(book, 0) + booked(board, unit, book, strength)
    position.unmark((unit,))
    score_loss(board, unit, strength)
    full = unit not in position.reduced and board.setting.roster.units[unit].reduced is not None
    if full and returns and board.setting.on("reorganization"):
        position.waiting[unit] = position.turn
    else:
        position.dead.add(unit)
    fact = {"kind": "eliminated", "unit": unit, "at": at, "strength": strength, "book": books[0]}
    return {**fact, "why": why, "case": case}
