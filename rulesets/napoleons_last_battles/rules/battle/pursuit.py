"""What decides on an advance beside the victor's will: charges, and the impetus of cavalry (15.5, 16.8)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

from pbem.engine.requests import Request, Roll, Tell
from pbem.hexgame.fighting.engagement import Advance, Engagement, Terms
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.combined import CAVALRY
from rulesets.napoleons_last_battles.rules.battle.ledger import BattleLedger

_FREE: Final = 2
_NONE: Final = 4
"""Highest faces of a die by which the owner decides, and nobody advances; beyond it one cavalry unit has to."""


def terms(engagement: Engagement[Board], army: str, open_: Sequence[Advance]) -> Generator[Request, Any, Terms]:
    """nlb 15.5, 16.8-3: which of the open advances are left, and whether one has to be made.

    Who charged has to advance with his whole hex, and no die is rolled for him, a reading.
    """
    ledger = engagement.ledger
    assert isinstance(ledger, BattleLedger)
    if army == ledger.army and engagement.attack.id in ledger.charges:
        return Terms(_together(open_, engagement.by), must=True)
    if not engagement.board.setting.on("impetus"):
        return Terms(open_)
    units = engagement.board.roster.units
    riders = [one for one in open_ if units[one["unit"]].kind == CAVALRY]
    if not riders:
        return Terms(open_)
    where = tuple(dict.fromkeys(one["to"] for one in riders))
    die = (yield Roll("1d6", ledger.label(f"{engagement.attack.id}.impetus"), "15.5", where))[0]
    effect = "free" if die <= _FREE else "none" if die <= _NONE else "must"
    yield Tell(
        {"kind": "impetus", "id": engagement.attack.id, "army": army, "die": die, "effect": effect, "case": "15.5"}
    )
    return {"free": Terms(open_), "none": Terms(()), "must": Terms(riders, must=True)}[effect]


def _together(open_: Sequence[Advance], by: Sequence[str]) -> list[Advance]:
    """For each hex one advance of all who charged, led by the first of them."""
    found: dict[str, list[str]] = {}
    for one in open_:
        found.setdefault(one["to"], []).append(one["unit"])
    return [
        {"unit": units[0], "to": to, **({"with": units[1:]} if units[1:] else {})}
        for to, units in found.items()
        if set(units) <= set(by)
    ]
