"""What a combat brings about once its losses, retreats and advances are over: leaders, and the Guard (10.2, 22.5B)."""

from __future__ import annotations

from pbem.hexgame.fighting.engagement import Engagement, Procedure
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.guard import Stake, beaten_back
from rulesets.napoleons_last_battles.rules.battle.leader_losses import leaders_after
from rulesets.napoleons_last_battles.rules.battle.leading import accompany, leaders_risk
from rulesets.napoleons_last_battles.rules.battle.rout import routs
from rulesets.napoleons_last_battles.rules.march.leaders import flee_where_stranded


def aftermath(combat: Engagement[Board], stake: Stake | None) -> Procedure:
    """nlb 10.1E-2, 10.2-2, 15.2-1, 15.6, 16.12-1, 16.13-3, 22.5B-1: leaders who go along or are left alone, and what it
    costs the French if their Guard was beaten back. stake: of the Guard, before the die."""
    yield from accompany(combat)
    yield from leaders_after(combat, "end")
    yield from leaders_risk(combat)
    if stake is not None:
        yield from beaten_back(combat, stake)
        yield from routs(combat, stake)
        yield from flee_where_stranded(combat.board, combat.ledger.label(f"{combat.attack.id}.rout"))
