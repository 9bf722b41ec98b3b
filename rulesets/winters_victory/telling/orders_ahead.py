"""Volleys and orders to commanders before any die, with the exact chances of what comes of them (11.0, 17.34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from pbem.engine.options import Json
from rulesets.winters_victory.command_charts import ROLL
from rulesets.winters_victory.decisions import CHARGES, COMMAND, FIRE, activity
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.command.delivery import sending
from rulesets.winters_victory.rules.command.orders import Order, why_not
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.firing.aiming import Fire, aim, table
from rulesets.winters_victory.rules.firing.volleys import volleys

Said = Mapping[str, Any]
_FACES: Final = 10


def fire_ahead(play: Play, orders: Said) -> list[Json]:
    """wv 11.0-P2: the volleys of the author as everybody stands now, each with its column and exact chances."""
    return list(_volleys(play, orders.get(FIRE, {})))


def _volleys(play: Play, wishes: Said) -> Iterator[Json]:
    scene = play.scene
    for volley in volleys(scene, play.segment.army, wishes):
        for share in volley.shares:
            fire = aim(scene, volley.unit, share.to, share.terms, at=share.at)
            if isinstance(fire, Fire):
                spread = table(scene, volley.unit).chances(fire.column, fire.target.number, fire.modifier)
                told = {result: str(part) for result, part in spread.items()}
                yield {"unit": volley.unit, "to": share.to, "column": fire.column, "chances": told}


def command_ahead(play: Play, orders: Said) -> list[Json]:
    """wv 17.34-1, 17.34-2: the orders that commanders are to issue, each with the exact chances of its arrival, on the
    state of command as it is now; `text` where the rules refuse it."""
    return list(_orders(play.staff, orders.get(COMMAND, {})))


def _orders(staff: Staff, said: Said) -> Iterator[Json]:
    given: list[Order] = []
    for wishes in said.values():
        for leader, wish in wishes.items():
            if leader == CHARGES or leader not in staff.chain.officers:
                continue
            for order in activity(leader, wish).orders:
                refused = why_not(staff, order, given)
                told = {"sender": leader, "receiver": order.receiver, "attack": order.attack}
                if refused is not None:
                    yield {**told, "text": f"{refused.text} ({refused.case})", "chances": {}}
                    continue
                given.append(order)
                yield {**told, "text": "", "chances": _arrival(staff, order)}


def _arrival(staff: Staff, order: Order) -> dict[str, str]:
    """wv 17.34-0: result -> its exact chance."""
    sent = sending(staff, order)
    if sent.fate != ROLL:
        return {sent.fate: "1"}
    brigade = staff.officer(order.receiver).level == "brigade"
    found: dict[str, Fraction] = {}
    for die in range(_FACES):
        result = staff.card.result(die, sent.modifier, brigade=brigade)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, _FACES)
    return {result: str(share) for result, share in found.items()}
