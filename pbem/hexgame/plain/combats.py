"""The Combat Phase: who has to fight, the list of attacks, then each attack in its order."""

from __future__ import annotations

from typing import Any

from pbem.engine.options import Json
from pbem.engine.requests import Silent
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.fighting import results
from pbem.hexgame.fighting.contacts import Duties
from pbem.hexgame.fighting.engagement import B, Engagement, Procedure
from pbem.hexgame.fighting.resolve import begun, fought
from pbem.hexgame.plain.book import PlainBoard, PlainBook


def duties_of_zones(board: HexBoard[Any]) -> Duties:
    """Who is in an enemy zone attacks, and who is in a zone of the attacking army is attacked: of everybody."""
    near = board.field.zone_neighbours
    return Duties(board.units_in, lambda a, b: b in near[a], lambda _: True, lambda _: True)


def defenders_retreat(engagement: Engagement[B]) -> Procedure:
    """All defenders retreat."""
    return results.defender_retreats(engagement, engagement.targets)


def combat_phase(book: PlainBook, board: PlainBoard, said: Json | Silent) -> Procedure:
    """The combats of the phasing army on a board, which they change. said: the member `attacks` of the orders, SILENT
    if there is none."""
    attacks = yield from book.attacks(board).listed(board.prefix, said)
    ledger = book.ledger(board, [at for attack in attacks for at in attack.on])
    for attack in attacks:
        engagement = yield from begun(ledger, attack)
        if engagement is not None:
            yield from fought(engagement)
