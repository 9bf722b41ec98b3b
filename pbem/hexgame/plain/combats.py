"""The Combat Phase: who has to fight, the list of attacks, then each attack in its order."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.engine.requests import Silent
from pbem.hexgame.fighting.contacts import Duties
from pbem.hexgame.fighting.engagement import Procedure
from pbem.hexgame.fighting.falling_back import Fits
from pbem.hexgame.fighting.resolve import begun, fought
from pbem.hexgame.plain.book import PlainBoard, PlainBook


def duties_of_zones(board: PlainBoard) -> Duties:
    """Who is in an enemy zone attacks, and who is in a zone of the attacking army is attacked: of everybody."""
    near = board.field.zone_neighbours
    return Duties(board.units_in, lambda a, b: b in near[a], lambda _: True, lambda _: True)


def alone(board: PlainBoard) -> Fits:
    """Room for one unit in a hex. Who leaves a hex in a chain still stands in it for the others of the chain."""
    here = board.here
    return lambda unit, at, moved: not here.get(at)


def combat_phase(book: PlainBook, board: PlainBoard, said: Json | Silent) -> Procedure:
    """The combats of the phasing army on a board, which they change. said: the member `attacks` of the orders, SILENT
    if there is none."""
    attacks = yield from book.attacks(board).listed(board.prefix, said)
    ledger = book.ledger(board, [at for attack in attacks for at in attack.on])
    for attack in attacks:
        engagement = yield from begun(ledger, attack)
        if engagement is not None:
            yield from fought(engagement)
