"""Random legal lists of attacks: groupings, bombardments, reductions, preferences, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.engine.options import Pick
from rulesets.napoleon_at_war.contacts import Pair, combats, thinned
from rulesets.napoleon_at_war.rules.battle.artillery import targets_of
from rulesets.napoleon_at_war.rules.battle.attack import RESULTS
from rulesets.napoleon_at_war.rules.battle.odds import odds_of, reductions
from rulesets.napoleon_at_war.rules.battle.preferences import DIRECTIONS

if TYPE_CHECKING:
    from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions


Entry = dict[str, Any]


def sample(options: AttackOptions, pick: Pick) -> list[Entry]:
    """A random list that `options` finds legal: who is in contact is covered, batteries fire two times in three."""
    at = options.board.position.at
    pairs: list[Pair] = sorted(
        (at[enemy], at[unit], unit) for unit, enemies in options.contacts.items() for enemy in enemies
    )
    attacks: list[Entry] = [{"on": on, "by": by} for on, by in combats(thinned(pairs, shuffled(len(pairs), pick)))]
    attacks = [attacks[index] for index in shuffled(len(attacks), pick)]
    if pick(3) == 0:
        _join(options, attacks)
    _bombard(options, attacks, pick)
    for index, attack in enumerate(attacks):
        if pick(2):
            attack["id"] = f"a{index + 1}"
        _reduce(options, attack, pick)
        _prefer(attack, pick)
    _conditions(options, attacks, pick)
    _turn_about(options, attacks, pick)
    return attacks


def shuffled(count: int, pick: Pick) -> list[int]:
    """The numbers below `count` in random order."""
    left = list(range(count))
    return [left.pop(pick(len(left))) for _ in range(count)]


def _join(options: AttackOptions, attacks: list[Entry]) -> None:
    """Makes one combat of the first two whose attackers all touch all targets of both."""
    near, at = options.board.field.zone_neighbours, options.board.position.at
    for index, one in enumerate(attacks):
        for other in attacks[index + 1 :]:
            on, by = [*one["on"], *other["on"]], [*one["by"], *other["by"]]
            if all(target in near[at[unit]] for unit in by for target in on):
                one["on"], one["by"] = on, by
                attacks.remove(other)
                return


def _bombard(options: AttackOptions, attacks: list[Entry], pick: Pick) -> None:
    """Free batteries join an attack on a hex in range, or open one of their own."""
    board = options.board
    guns = [unit for unit in board.on_map(options.army) if board.roster.units[unit].kind == "artillery"]
    for unit in guns:
        aims = targets_of(options.setting, board, unit)
        if not aims or pick(3) == 0:
            continue
        aim = aims[pick(len(aims))]
        attack = next((one for one in attacks if aim in one["on"]), None)
        if attack is None:
            attack = {"on": [aim], "by": []}
            attacks.append(attack)
        attack["bombard"] = [*attack.get("bombard", ()), unit]


def _lower(options: AttackOptions, attack: Entry) -> tuple[str, ...]:
    targets = [options.board.here[at][0] for at in attack["on"]]
    odds = odds_of(options.setting, options.board, attack["by"], attack.get("bombard", []), targets)
    return reductions(options.setting, odds.column)


def _reduce(options: AttackOptions, attack: Entry, pick: Pick) -> None:
    lower = _lower(options, attack)
    if lower and pick(6) == 0:
        attack["reduce"] = lower[pick(len(lower))]


def _prefer(attack: Entry, pick: Pick) -> None:
    """Some of the decisions after the die: who advances, where to retreat, who pays."""
    by = attack["by"]
    if by and pick(2):
        unit = by[pick(len(by))]
        attack["advance"] = [{"unit": unit, "to": attack["on"][pick(len(attack["on"]))]}, {"unit": by[0]}]
    if pick(2):
        movers = [*by, *attack.get("bombard", ())]
        turned = [DIRECTIONS[index] for index in shuffled(len(DIRECTIONS), pick)]
        attack["retreat"] = [{"unit": unit, "to": turned[: 1 + pick(6)]} for unit in movers if pick(2)]
    if by and pick(4) == 0:
        attack["pay"] = list(by)


def _conditions(options: AttackOptions, attacks: list[Entry], pick: Pick) -> None:
    """Makes some later attacks depend on an earlier one."""
    names = [attack.get("id", attack["on"][0]) for attack in attacks]
    for index, attack in enumerate(attacks):
        if index == 0 or pick(4):
            continue
        earlier = pick(index)
        result = RESULTS[pick(len(RESULTS))]
        condition: Entry = {"attack": names[earlier], "result": [result]}
        if pick(3) == 0:
            condition = {"vacant": attacks[earlier]["on"][0]}
        attack["if"] = condition
        if attack["by"] or attack["on"][0] in options.pressed or pick(2):
            lower = _lower(options, attack)
            attack["else"] = {"reduce": lower[pick(len(lower))]} if lower else {"advance": "no"}


def _turn_about(options: AttackOptions, attacks: list[Entry], pick: Pick) -> None:
    """Gives a battery whose only attack waits for a result another target where that result does not come."""
    for attack in list(attacks):
        condition, guns = attack.get("if", {}), attack.get("bombard", [])
        if attack["by"] or "else" in attack or "attack" not in condition or len(guns) != 1 or pick(2):
            continue
        taken = {at for one in attacks for at in one["on"]}
        aims = [at for at in targets_of(options.setting, options.board, guns[0]) if at not in taken]
        aims = [at for at in aims if at not in options.pressed]
        if aims:
            others = [result for result in RESULTS if result not in condition["result"]]
            turned: Entry = {"on": [aims[pick(len(aims))]], "by": [], "bombard": list(guns)}
            attacks.append({**turned, "if": {"attack": condition["attack"], "result": others}})
