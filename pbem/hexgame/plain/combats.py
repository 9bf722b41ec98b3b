"""The Combat Phase: who has to fight, the list of attacks, then each attack in its order."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.engine.requests import Silent
from pbem.hexgame.fighting import results
from pbem.hexgame.fighting.engagement import B, Engagement, Procedure
from pbem.hexgame.fighting.resolve import fought_in_turn
from pbem.hexgame.plain.book import PlainBoard, PlainBook


def defenders_retreat(engagement: Engagement[B]) -> Procedure:
    """All defenders retreat."""
    return results.defender_retreats(engagement, engagement.targets)


def combat_phase(book: PlainBook, board: PlainBoard, said: Json | Silent) -> Procedure:
    """The combats of the phasing army on a board, which they change. said: the member `attacks` of the orders, SILENT
    if there is none."""
    attacks = yield from book.attacks(board).listed(board.prefix, said)
    ledger = book.ledger(board, [at for attack in attacks for at in attack.on])
    yield from fought_in_turn(ledger, attacks)
