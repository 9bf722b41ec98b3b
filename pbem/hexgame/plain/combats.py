"""The Combat Phase: the list of attacks, then each attack in its order."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.engine.requests import Silent
from pbem.hexgame.fighting.engagement import Procedure
from pbem.hexgame.fighting.resolve import resolve
from pbem.hexgame.plain.book import PlainBoard, PlainBook


def combat_phase(book: PlainBook, board: PlainBoard, said: Json | Silent) -> Procedure:
    """The combats of the phasing army on a board, which they change. said: the member `attacks` of the orders, SILENT
    if there is none."""
    attacks = yield from book.attacks(board).listed(board.prefix, said)
    ledger = book.ledger(board, [at for attack in attacks for at in attack.on])
    for attack in attacks:
        yield from resolve(ledger, attack)
