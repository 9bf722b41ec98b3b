"""Units that are lost in a combat: taken off the map, booked and told, then judged for what they bring about."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.requests import Tell
from pbem.hexgame.fighting.engagement import B, Ledger, Procedure


def eliminate(ledger: Ledger[B], units: Sequence[str], why: str, case: str) -> Procedure:
    """Units are lost at one instant, and what that brings about is judged at once."""
    yield from remove(ledger, units, why, case)
    yield from ledger.rules.judge(ledger, units)


def remove(ledger: Ledger[B], units: Sequence[str], why: str, case: str) -> Procedure:
    """Takes units off the map as losses. Whoever calls it has them judged once all of that instant are gone."""
    for unit in units:
        yield Tell(ledger.rules.lose(ledger, unit, why, case))
