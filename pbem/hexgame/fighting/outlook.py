"""What an attack may cost, found by carrying its results out on a scratch board."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.cases import Reason
from pbem.hexgame.fighting.engagement import B, Ledger
from pbem.hexgame.fighting.falling_back import retreat_all
from pbem.hexgame.fighting.resolve import muster


def lost_by_retreat(ledger: Ledger[B], attack: Attack, manner: Manner) -> list[Json]:
    """Who of the adjacent attackers would find no hex to retreat into: {"unit", "hex", "case", "text"}.

    ledger: of a scratch board, which is changed. The retreat is that of the orders, asked of nobody.
    """
    engagement, _ = muster(ledger, attack, ("attacks", attack.index), manner)
    book = OpenBook()
    book.carry_out(retreat_all(engagement, ledger.army, engagement.by))
    case, units = ledger.rules.cases[Reason.NO_RETREAT], ledger.board.roster.units
    return [
        {
            "unit": event["unit"],
            "hex": event["at"],
            "case": case,
            "text": f"{units[event['unit']].name} in {event['at']} would have no hex to retreat to",
        }
        for event in book.events
        if event["kind"] == "eliminated" and event["case"] == case
    ]
