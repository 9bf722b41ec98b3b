"""Random legal lists of attacks: groupings, bombardments, reductions, preferences, conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine.options import Json, Pick
from pbem.hexgame.board.pieces import P
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.contacts import thinned

Entry = dict[str, Any]
Prefer = Callable[[Entry, Pick], None]
"""Adds to an entry some of the decisions after the die."""


def random_allocation(options: AttackList[P], pick: Pick) -> Json:
    """A random list that `options` finds legal, and nothing but who attacks whom: all who have to, some who may."""
    called = options.bodies.called()
    called += [at for at in options.bodies.touched if at not in called and pick(2)]
    pairs = options.bodies.pairs(called)
    attacks = options.bodies.combats(thinned(pairs, shuffled(len(pairs), pick)))
    return [attacks[index] for index in shuffled(len(attacks), pick)]


def random_attacks(options: AttackList[P], pick: Pick, prefer: Prefer) -> Json:
    """A random list that `options` finds legal: who is in contact is covered, batteries fire two times in three."""
    attacks: list[Entry] = random_allocation(options, pick)
    if pick(3) == 0:
        _join(options, attacks)
    _bombard(options, attacks, pick)
    for index, attack in enumerate(attacks):
        if pick(2):
            attack["id"] = f"a{index + 1}"
        _reduce(options, attack, pick)
        prefer(attack, pick)
    _conditions(options, attacks, pick)
    _turn_about(options, attacks, pick)
    return attacks


def prefer_at_random(directions: Sequence[str]) -> Prefer:
    """Some of the decisions after the die: who advances, where to retreat, who pays. directions: of the map's grid."""

    def prefer(attack: Entry, pick: Pick) -> None:
        by = attack["by"]
        if by and pick(2):
            unit = by[pick(len(by))]
            attack["advance"] = [{"unit": unit, "to": attack["on"][pick(len(attack["on"]))]}, {"unit": by[0]}]
        if pick(2):
            movers = [*by, *attack.get("bombard", ())]
            turned = [directions[index] for index in shuffled(len(directions), pick)]
            attack["retreat"] = [{"unit": unit, "to": turned[: 1 + pick(6)]} for unit in movers if pick(2)]
        if by and pick(4) == 0:
            attack["pay"] = list(by)

    return prefer


def shuffled(count: int, pick: Pick) -> list[int]:
    """The numbers below `count` in random order."""
    left = list(range(count))
    return [left.pop(pick(len(left))) for _ in range(count)]


def _join(options: AttackList[P], attacks: list[Entry]) -> None:
    """Makes one combat of the first two whose attackers all touch all targets of both."""
    near, at = options.bodies.touched, options.board.at
    for index, one in enumerate(attacks):
        for other in attacks[index + 1 :]:
            on, by = [*one["on"], *other["on"]], [*one["by"], *other["by"]]
            if all(target in near[at[unit]] for unit in by for target in on):
                one["on"], one["by"] = on, by
                attacks.remove(other)
                return


def _bombard(options: AttackList[P], attacks: list[Entry], pick: Pick) -> None:
    """Free batteries join an attack on a hex in range, or open one of their own; those of a stack fire together."""
    aimed: dict[str, str] = {}
    near = {unit for attack in attacks for unit in attack["by"]}
    for unit in options.batteries():
        if unit in near:
            continue
        aims, at = options.rules.aims(unit), options.board.at[unit]
        if not aims or pick(3) == 0:
            continue
        aim = aims[pick(len(aims))]
        aim = aimed.get(at, aim)
        if aim not in aims:
            continue
        aimed[at] = aim
        attack = next((one for one in attacks if aim in one["on"]), None)
        if attack is None:
            attack = {"on": [aim], "by": []}
            attacks.append(attack)
        attack["bombard"] = [*attack.get("bombard", ()), unit]


def _lower(options: AttackList[P], attack: Entry) -> tuple[str, ...]:
    return options.rules.column(attack["by"], attack.get("bombard", ()), attack["on"])[1]


def _reduce(options: AttackList[P], attack: Entry, pick: Pick) -> None:
    lower = _lower(options, attack)
    if lower and pick(6) == 0:
        attack["reduce"] = lower[pick(len(lower))]


def _conditions(options: AttackList[P], attacks: list[Entry], pick: Pick) -> None:
    """Makes some later attacks depend on an earlier one."""
    names = [attack.get("id", attack["on"][0]) for attack in attacks]
    for index, attack in enumerate(attacks):
        if index == 0 or pick(4):
            continue
        earlier = pick(index)
        result = options.rules.results[pick(len(options.rules.results))]
        condition: Entry = {"attack": names[earlier], "result": [result]}
        if pick(3) == 0:
            condition = {"vacant": attacks[earlier]["on"][0]}
        attack["if"] = condition
        if attack["by"] or attack["on"][0] in options.pressed or pick(2):
            lower = _lower(options, attack)
            attack["else"] = {"reduce": lower[pick(len(lower))]} if lower else {"advance": "no"}


def _turn_about(options: AttackList[P], attacks: list[Entry], pick: Pick) -> None:
    """Gives a battery whose only attack waits for a result another target where that result does not come."""
    for attack in list(attacks):
        condition, guns = attack.get("if", {}), attack.get("bombard", [])
        if attack["by"] or "else" in attack or "attack" not in condition or len(guns) != 1 or pick(2):
            continue
        taken = {at for one in attacks for at in one["on"]}
        aims = [at for at in options.rules.aims(guns[0]) if at not in taken]
        aims = [at for at in aims if at not in options.pressed]
        if aims:
            others = [result for result in options.rules.results if result not in condition["result"]]
            turned: Entry = {"on": [aims[pick(len(aims))]], "by": [], "bombard": list(guns)}
            attacks.append({**turned, "if": {"attack": condition["attack"], "result": others}})
