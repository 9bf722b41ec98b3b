"""What an attack may cost, found by carrying its results out on a scratch board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.cases import Reason
from pbem.hexgame.fighting.engagement import B, Engagement, Ledger, Procedure
from pbem.hexgame.fighting.falling_back import retreat_all
from pbem.hexgame.fighting.resolve import muster


def lost_by_retreat(ledger: Ledger[B], attack: Attack, manner: Manner) -> list[Json]:
    """Who of the adjacent attackers would find no hex to retreat into: see `cut_off`. ledger: of a scratch board."""
    engagement, _ = muster(ledger, attack, ("attacks", attack.index), manner)
    return cut_off(engagement, ledger.army, engagement.by)


def cut_off(engagement: Engagement[B], army: str, units: Sequence[str]) -> list[Json]:
    """Who of an army would find no hex to retreat into if these retreated: {"unit", "hex", "case", "text"}.

    engagement: on a scratch board, which is changed. Each goes where the orders have him go, else by the defaults;
    nobody is asked, and what the losses bring about is left aside.
    """
    ledger = engagement.ledger
    ledger.rules = replace(ledger.rules, judge=_unjudged)
    book = OpenBook()
    book.carry_out(retreat_all(engagement, army, units))
    case, pieces = ledger.rules.cases[Reason.NO_RETREAT], ledger.board.roster.units
    return [
        {
            "unit": event["unit"],
            "hex": event["at"],
            "case": case,
            "text": f"{pieces[event['unit']].name} in {event['at']} would have no hex to retreat to",
        }
        for event in book.events
        if event["kind"] == "eliminated" and event["case"] == case
    ]


def _unjudged(ledger: Ledger[Any], units: Sequence[str]) -> Procedure:
    yield from ()
