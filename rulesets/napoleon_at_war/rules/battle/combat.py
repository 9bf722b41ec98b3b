"""The Combat Phase: the list of attacks, then each in order, and what its result brings about at once: losses,
retreats, displacement (4.1B, 7.0, 7.6 to 7.8, 8.14, 8.15, 10.1, 17.23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from pbem.engine.calculation import Calculation
from pbem.engine.options import Json
from pbem.engine.requests import Silent
from pbem.hexgame.fighting import falling_back, results
from pbem.hexgame.fighting.engagement import CombatRules, Engagement, Event, Ledger, Procedure
from pbem.hexgame.fighting.resolve import fought_in_turn
from pbem.wargame.retreat import Ground
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.artillery import bombardment
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from rulesets.napoleon_at_war.rules.battle.morale import collapse
from rulesets.napoleon_at_war.rules.battle.odds import doubling_hexside, odds_of
from rulesets.napoleon_at_war.setting import Setting

Combat = Engagement[Board]


def combat_phase(setting: Setting, board: Board, attacks_said: Json | Silent) -> Procedure:
    """naw 7.0-1, 7.0-3, 7.0-4, 8.52: the phasing army's combats, in the order listed. There is none at night (10.1).

    attacks_said: the member `attacks` of the orders, SILENT if there is none. The board is changed.
    """
    options = AttackOptions(setting, board)
    prefix = f"gt{board.position.turn}.{options.army}"
    attacks = yield from options.listed(prefix, attacks_said)
    ledger = ledger_of(setting, board, prefix, {at: board.units_in(at) for attack in attacks for at in attack.on})
    yield from fought_in_turn(ledger, attacks)


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

    def reckon(engagement: Combat) -> Calculation:
        return odds_of(setting, engagement.board, engagement.by, engagement.bombard, engagement.targets)

    return CombatRules(
        cases=CASES,
        columns=setting.columns,
        table=setting.results,
        results=_results(),
        reckon=reckon,
        lose=_lose,
        judge=partial(_judge, setting),
        ground=ground,
        bombardment=bombardment(setting),
        via=_via,
    )


def _via(board: Board, start: str, targets: Sequence[str]) -> str:
    """The kind of doubling hexside (9.0) through which an adjacent attacker attacks the first target that has one."""
    near = board.field.neighbours[start]
    return next((kind for at in targets if at in near and (kind := doubling_hexside(board.field, start, at))), "")


# -- results -------------------------------------------------------------------------


def _results() -> Mapping[str, Callable[[Combat], Procedure]]:
    """naw 7.6-Ae, 7.6-De, 7.6-Ex, 7.6-Ar, 7.6-Dr, 7.71, 8.0-2, 8.14, 8.15, 8.23, 8.43, 8.52, 18.0-4: what each result
    of the table brings about at once.

    Attackers are the adjacent ones, batteries among them too; bombarders are not lost, neither pay nor count in an
    exchange (ruling 10, ruling 13), and retreat only if they wish. In an exchange all defenders are lost, and attackers
    as strong as they in print, both at one instant: all who can pay where they are no stronger than the loss, else it
    is the owner's choice.
    """
    return {
        "Ae": results.attacker_eliminated,
        "De": results.defender_eliminated,
        "Ex": results.exchange,
        "Ar": results.attacker_retreats,
        "Dr": lambda combat: results.defender_retreats(combat, combat.targets),
    }


def ground(engagement: Combat, army: str) -> Ground:
    """naw 7.71, 7.72, 7.73, 7.81-1, 7.81-2, 7.82-1, 7.82-2, 7.82-3, 7.82-5, 17.23: the board as
    those of an army find it who retreat one hex or are displaced.

    Closed to them are all steps off the map, those that terrain bars, enemies and the zones of these; movement
    points do not matter (ruling 11). Vacant hexes come first. Displaced may be whoever has no part in the combat,
    however often (ruling 14), and its owner never refuses (ruling 12).
    """
    board = engagement.board
    return falling_back.ground(
        board,
        army,
        falling_back.clear_of_the_enemy(board, army),
        # Who leaves a hex in a chain still stands in it for the others of the chain.
        lambda unit, at, moved: not board.here.get(at),
        lambda unit: unit not in engagement.starts,
    )


def _lose(ledger: Ledger[Board], unit: str, why: str, case: str) -> Event:
    """naw 2.3: takes a unit off the board as a loss at its battle; the event that tells of it."""
    board = ledger.board
    at = board.eliminate(unit)
    battle = board.field.map_of[at]
    strength = board.roster.units[unit].strength
    fact = {"kind": "eliminated", "unit": unit, "at": at, "strength": strength, "battle": battle}
    return {**fact, "why": why, "case": case}


def _judge(setting: Setting, ledger: Ledger[Board], units: Sequence[str]) -> Procedure:
    """naw 18.0-1: units are lost at one instant; whoever breaks by it breaks now."""
    board = ledger.board
    for battle in dict.fromkeys(board.position.lost[unit] for unit in units):
        yield from collapse(setting, board, battle)
