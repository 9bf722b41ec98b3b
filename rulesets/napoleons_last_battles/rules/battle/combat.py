"""The Combat Phase: the list of attacks, then each attack in order (6.0, 7.0)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from pbem.engine.calculation import Calculation
from pbem.engine.options import Json
from pbem.engine.requests import SILENT, Request, Silent, Tell, as_said
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Advance, CombatRules, Engagement, Ledger, Procedure, Terms
from pbem.hexgame.fighting.resolve import begun
from pbem.hexgame.fighting.resolve import fought as die_and_result
from pbem.hexgame.fighting.said import Found
from rulesets.napoleons_last_battles.board import GARRISON, Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.rules.approach import approached
from rulesets.napoleons_last_battles.rules.battle import morale
from rulesets.napoleons_last_battles.rules.battle.aftermath import aftermath
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.artillery import ARTILLERY, bombardment
from rulesets.napoleons_last_battles.rules.battle.cases import CASES
from rulesets.napoleons_last_battles.rules.battle.charges import note_charge
from rulesets.napoleons_last_battles.rules.battle.combined import choose_arms, enhancements
from rulesets.napoleons_last_battles.rules.battle.conversions import convert
from rulesets.napoleons_last_battles.rules.battle.duties import fighting
from rulesets.napoleons_last_battles.rules.battle.guard import stake_of
from rulesets.napoleons_last_battles.rules.battle.leader_losses import leaders_after
from rulesets.napoleons_last_battles.rules.battle.leading import leader_shifts, led_advance, take_command, with_pairs
from rulesets.napoleons_last_battles.rules.battle.ledger import BattleLedger
from rulesets.napoleons_last_battles.rules.battle.mounted import mounted_retreats, repaired
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of, watery_hexside
from rulesets.napoleons_last_battles.rules.battle.out_of_supply import refresh, steadied
from rulesets.napoleons_last_battles.rules.battle.pursuit import terms
from rulesets.napoleons_last_battles.rules.battle.results import RESULTS, lose, may_advance, retreated_here
from rulesets.napoleons_last_battles.rules.battle.retreats import ground
from rulesets.napoleons_last_battles.rules.hiding.revealing import reveal_seen
from rulesets.napoleons_last_battles.rules.march.leaders import flee_where_stranded
from rulesets.napoleons_last_battles.rules.raids import parted, raid_faults, raids


def combat_phase(board: Board, attacks_said: Json | Silent, mounted_said: Json | Silent = SILENT) -> Procedure:
    """nlb 4.3-1, 6.0-1, 6.0-2, 10.1E-2, 16.17C: the phasing army's combats, in the order listed; none at night or in
    rain.

    attacks_said, mounted_said: the members `attacks` and `mounted` of the orders, SILENT if there is none. The board
    is changed. Raises GameDecided where the game ends at an instant.
    """
    if not fights_now(board):
        return
    army, before = board.position.army, dict(board.at)
    prefix = f"gt{board.position.turn}.{army}"
    yield from mounted_retreats(board, ledger_of(board, prefix, {}), mounted_said)
    yield from flee_where_stranded(board, f"{prefix}.mounted")
    yield from reveal_seen(board, f"{prefix}.mounted")
    parts, stood = parted(board, attacks_said), board.at == before
    yield from raids(board, prefix, parts)
    options = attack_list(board)
    attacks = yield from options.listed(prefix, parts.rest, as_said if stood else repaired(options))
    ledger = ledger_of(board, prefix, {at: board.units_in(at) for attack in attacks for at in attack.on})
    for attack in attacks:
        yield from resolve(ledger, attack)


def attack_faults(board: Board, said: Json) -> list[Found]:
    """Everything that the rules have against a list of attacks, raids among them, with its place in the list."""
    parts = parted(board, said)
    return [*raid_faults(board, parts), *map(parts.at, attack_list(board).faults(parts.rest))]


def fights_now(board: Board) -> bool:
    """nlb 4.2-3, 4.3-1, 6.0-1, 16.5-4, 26.0D: whether this turn has combat: by day, in rain or mud only with 16.5."""
    return board.conditions != NIGHT and (board.setting.on("rain-effects") or not board.wet)


def resolve(ledger: BattleLedger, attack: Attack) -> Procedure:
    """nlb 6.0-2, 10.2-2, 15.4-4, 16.6C-2, 16.18B, 19.5C, 21.3B-2, 22.5B-1: one attack, and what it brings about besides
    its losses: nations that meet, leaders who are left alone, the Guard beaten back, hexes and zones entered, markers
    observed.

    An army that the scenario takes off the map goes when the combat is over (24.3D, 27.3D).
    """
    board, before = ledger.board, dict(ledger.board.at)
    combat = yield from begun(ledger, attack)
    if combat is None:
        return
    yield from morale.attacked(board, (*combat.by, *combat.bombard), combat.targets)
    if board.setting.on("out-of-supply"):
        combat = yield from steadied(combat)
    if combat is not None:
        yield from _before_the_die(ledger, combat)
        stake = stake_of(combat)
        yield from die_and_result(combat)
        yield from aftermath(combat, stake)
    refresh(board)
    yield from approached(board, (u for u, at in board.at.items() if before.get(u) != at))
    yield from morale.settle(board)
    yield from reveal_seen(board, f"{ledger.prefix}.{attack.id}")


def _before_the_die(ledger: BattleLedger, combat: Engagement[Board]) -> Procedure:
    """nlb 16.7-1, 16.8-1, 16.13-1: a charge is noted, leaders take command of stacks, and the defender chooses the arms
    that the attack enhances."""
    yield from take_command(combat)
    if note_charge(combat.board, combat.by, combat.targets):
        ledger.charges.add(combat.attack.id)
        yield Tell({"kind": "charge", "id": combat.attack.id, "units": list(combat.by), "case": "16.8"})
    if combat.board.position.marks:
        ledger.garrisons |= {combat.starts[unit] for unit in combat.targets if combat.board.marked(GARRISON, unit)}
    offered = tuple(enhancements(combat.board, combat.by, combat.bombard, combat.targets))
    if len(offered) > 1:
        ledger.arms[combat.attack.id] = yield from choose_arms(combat, offered, lambda arms: _reckon(combat, arms))


def ledger_of(board: Board, prefix: str, foes: Mapping[str, tuple[str, ...]]) -> BattleLedger:
    """What the Combat Phase of the phasing army remembers. foes: hex -> enemies there when it begins."""
    army = board.position.army
    return BattleLedger(combat_rules(board), board, army, board.enemy[army], prefix, foes)


def combat_rules(board: Board) -> CombatRules[Board]:
    """nlb 6.0-2, 6.1B, 6.4, 6.6C-3, 6.6D-5, 6.7-1, 6.7C-1, 6.7C-2, 7.5, 11.3B-1: what attacks are made by.

    One die on the printed table. Targets are the units that stand in the hexes now. Who advanced neither attacks nor is
    attacked; displaced artillery that has not fought may not.
    """
    return CombatRules(
        cases=CASES,
        columns=board.setting.columns,
        table=board.setting.results,
        results=RESULTS,
        reckon=_reckon,
        lose=lose,
        judge=_judge,
        ground=ground,
        bombardment=bombardment(board),
        whom=_whom,
        pushed_out=lambda board, unit: board.roster.units[unit].kind in ARTILLERY,
        may_advance=may_advance,
        terms=_terms,
        convert=convert,
        via=_via,
        guns=ARTILLERY,
    )


def _whom(ledger: Ledger[Board], attack: Attack) -> Sequence[str]:
    """nlb 6.1D, 6.6C-3: the combat units of the enemy that stand in the attacked hexes now, retreated ones too."""
    board = ledger.board
    return [unit for at in attack.on if board.holder(at) == ledger.foe for unit in fighting(board, at)]


def _reckon(combat: Engagement[Board], arms: str = "") -> Calculation:
    ledger = combat.ledger
    assert isinstance(ledger, BattleLedger)
    silent = retreated_here(ledger, combat.targets)
    chosen = arms or ledger.arms.get(combat.attack.id, "")
    return odds_of(combat.board, combat.by, combat.bombard, combat.targets, silent, chosen, leader_shifts(combat))


def _terms(combat: Engagement[Board], army: str, open_: Sequence[Advance]) -> Generator[Request, Any, Terms]:
    """nlb 10.1E-2, 10.2-2, 15.5, 15.6, 16.8-3, 16.13-2: before anybody advances leaders who lost their units are looked
    after. A leader who has taken command is bound to advance whatever the impetus."""
    yield from leaders_after(combat, "left")
    return led_advance(combat, army, open_) or with_pairs(combat, army, (yield from terms(combat, army, open_)))


def _judge(ledger: Ledger[Board], units: Sequence[str]) -> Procedure:
    """nlb 9.1, 9.2, 9.2B: units are lost at one instant; whoever breaks by it breaks now."""
    yield from morale.judge(ledger.board)


def _via(board: Board, start: str, targets: Sequence[str]) -> str:
    """The stream or bridge through which an adjacent attacker attacks, of the first target that has one."""
    near = board.field.neighbours[start]
    return next((kind for at in targets if at in near and (kind := watery_hexside(board.field, start, at))), "")
