"""Attackers whom a retreat would cost the game, found by carrying the retreat out on a scratch board (7.7)."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.attack import Attack, Manner
from rulesets.napoleon_at_war.rules.battle.combat import muster
from rulesets.napoleon_at_war.rules.battle.engagement import Ledger
from rulesets.napoleon_at_war.rules.battle.retreats import retreat_all
from rulesets.napoleon_at_war.setting import Setting

_NO_WAY = "7.72"


def doomed_attackers(setting: Setting, board: Board, attack: Attack, manner: Manner) -> list[Json]:
    """naw 7.6-Ar, 7.72: who of the adjacent attackers would find no hex on the board as it stands: {"unit", "hex",
    "case", "text"}. Earlier attacks may change that. The retreat is that of the orders, asked of nobody.
    """
    scratch = setting.board(board.position.copy())
    army = scratch.position.army
    foes = {at: scratch.here[at][0] for at in attack.on}
    ledger = Ledger(setting, scratch, army, setting.enemy[army], "preview", foes)
    engagement, _ = muster(ledger, attack, ("attacks", attack.index), manner)
    book = OpenBook()
    book.carry_out(retreat_all(engagement, army, engagement.by))
    lost: list[Json] = []
    for event in book.events:
        if event["kind"] == "eliminated" and event["case"] == _NO_WAY:
            name = setting.roster.units[event["unit"]].name
            text = f"{name} in {event['at']} would have no hex to retreat to"
            lost.append({"unit": event["unit"], "hex": event["at"], "case": _NO_WAY, "text": text})
    return lost
