"""The usual results of a combat results table, each carried out for all whom it concerns."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Json, Listed
from pbem.engine.requests import ASK, SILENT, Silent, Tell
from pbem.hexgame.fighting.advance import advance
from pbem.hexgame.fighting.cases import Reason
from pbem.hexgame.fighting.engagement import B, Engagement, Procedure
from pbem.hexgame.fighting.falling_back import StepOptions, fall_back, retreat_all
from pbem.hexgame.fighting.losses import eliminate, remove
from pbem.hexgame.fighting.payment import payment
from pbem.hexgame.fighting.said import entries
from pbem.wargame.retreat import NOBODY

STAY, RETREAT = "stay", "retreat"


def attacker_eliminated(engagement: Engagement[B]) -> Procedure:
    """All adjacent attackers are lost, batteries among them too; bombarders are not."""
    ledger, case = engagement.ledger, engagement.rules.cases[Reason.RESULT]
    yield from eliminate(ledger, engagement.by, "attacker eliminated", case)
    yield from advance(engagement, ledger.foe, engagement.targets, engagement.by)


def defender_eliminated(engagement: Engagement[B]) -> Procedure:
    """All defenders of the combat are lost."""
    ledger, case = engagement.ledger, engagement.rules.cases[Reason.RESULT]
    yield from eliminate(ledger, engagement.targets, "defender eliminated", case)
    yield from advance(engagement, ledger.army, engagement.by, engagement.targets)


def exchange(engagement: Engagement[B]) -> Procedure:
    """All defenders are lost, and adjacent attackers as strong as they by the board's count, terrain left aside.

    Both losses are of one instant and judged together. Bombarders neither pay nor count.
    """
    ledger, board, cases = engagement.ledger, engagement.board, engagement.rules.cases
    owed = board.strength(engagement.targets)
    yield from remove(ledger, engagement.targets, "exchange", cases[Reason.RESULT])
    payers = yield from payment(engagement, owed)
    given = board.strength(payers)
    yield Tell({"kind": "paid", "units": list(payers), "owed": owed, "given": given, "case": cases[Reason.PAYMENT]})
    yield from remove(ledger, payers, "exchange", cases[Reason.RESULT])
    yield from ledger.rules.judge(ledger, (*engagement.targets, *payers))
    left = tuple(unit for unit in engagement.by if unit not in payers)
    yield from advance(engagement, ledger.army, left, engagement.targets)


def attacker_retreats(engagement: Engagement[B]) -> Procedure:
    """All adjacent attackers retreat; bombarders if they wish."""
    ledger = engagement.ledger
    yield from retreat_all(engagement, ledger.army, engagement.by)
    for unit in engagement.bombard:
        yield from volunteer(engagement, unit)
    yield from advance(engagement, ledger.foe, engagement.targets, engagement.by)


def defender_retreats(engagement: Engagement[B], leaving: Sequence[str]) -> Procedure:
    """Defenders retreat, all or those of them who leave."""
    ledger = engagement.ledger
    yield from retreat_all(engagement, ledger.foe, leaving)
    yield from advance(engagement, ledger.army, engagement.by, leaving)


def volunteer(engagement: Engagement[B], unit: str) -> Procedure:
    """Where the attackers retreat a bombarder may too: the attack's `retreat` names it, or asks.

    One that could only be lost by it stays.
    """
    said: Json | Silent = SILENT
    if engagement.manner.retreat == ASK:
        said = ASK
    elif any(one.get("unit") == unit for one in entries(engagement.manner.retreat)):
        said = RETREAT
    army, board, rules = engagement.ledger.army, engagement.board, engagement.rules
    if not StepOptions(engagement, rules.ground(engagement, army), unit, board.at[unit], NOBODY).steps:
        return
    options = Listed((STAY, RETREAT), rules.cases[Reason.VOLUNTEER], "a choice of a bombarder")
    choice = yield engagement.decision(army, "bombardier", options, f"bombardier.{unit}", said, "")
    if choice == RETREAT:
        yield from fall_back(engagement, unit)
