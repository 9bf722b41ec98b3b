"""The Combat Phase: the list of attacks, then each attack in order (4.1B, 7.0, 10.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pbem.engine.calculation import Calculation
from pbem.engine.options import Json
from pbem.engine.requests import Silent
from pbem.hexgame.fighting.engagement import CombatRules, Engagement, Ledger, Procedure
from pbem.hexgame.fighting.resolve import begun, fought
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.artillery import bombardment
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from rulesets.napoleon_at_war.rules.battle.odds import doubling_hexside, odds_of
from rulesets.napoleon_at_war.rules.battle.results import RESULTS, ground, judge, lose
from rulesets.napoleon_at_war.setting import Setting


def combat_phase(setting: Setting, board: Board, attacks_said: Json | Silent) -> Procedure:
    """naw 7.0-1, 7.0-3, 7.0-4, 8.52: the phasing army's combats, in the order listed. There is none at night (10.1).

    attacks_said: the member `attacks` of the orders, SILENT if there is none. The board is changed.
    """
    options = AttackOptions(setting, board)
    prefix = f"gt{board.position.turn}.{options.army}"
    attacks = yield from options.listed(prefix, attacks_said)
    ledger = ledger_of(setting, board, prefix, {at: board.units_in(at) for attack in attacks for at in attack.on})
    for attack in attacks:
        engagement = yield from begun(ledger, attack)
        if engagement is not None:
            yield from fought(engagement)


def ledger_of(setting: Setting, board: Board, prefix: str, foes: Mapping[str, tuple[str, ...]]) -> Ledger[Board]:
    """What the Combat Phase of the phasing army remembers. foes: hex -> enemies there when it begins."""
    army = board.position.army
    return Ledger(combat_rules(setting), board, army, setting.enemy[army], prefix, foes)


def combat_rules(setting: Setting) -> CombatRules[Board]:
    """naw 7.0-3, 7.14-1, 7.14-2, 7.5, 7.6-T, 7.74-1, 7.74-2, 7.74-3, 7.74-4, 7.74-5, 7.75, 7.82-4, 8.22: what attacks
    are made by.

    Each has one die on the printed table. Targets are the units that stood in the hexes when the phase began, as far
    as an attacker still reaches them (ruling 15); attackers who advanced or were displaced fall out, and so do
    batteries whose target has gone, or whom an enemy pins who advanced next to them (ruling 43). At once, before any
    other combat, one victor may advance one hex into one that was vacated, whatever zones lie over it; a bombarder
    is never a victor (ruling 13).
    """
    return CombatRules(
        cases=CASES,
        columns=setting.columns,
        table=setting.results,
        results=RESULTS,
        reckon=partial(_reckon, setting),
        lose=lose,
        judge=partial(judge, setting),
        ground=ground,
        bombardment=bombardment(setting),
        via=_via,
    )


def _reckon(setting: Setting, engagement: Engagement[Board]) -> Calculation:
    return odds_of(setting, engagement.board, engagement.by, engagement.bombard, engagement.targets)


def _via(board: Board, start: str, targets: Sequence[str]) -> str:
    """The kind of doubling hexside through which an adjacent attacker attacks, of the first target that has one."""
    near = board.field.neighbours[start]
    return next((kind for at in targets if at in near and (kind := doubling_hexside(board.field, start, at))), "")
