"""Which units are in contact, and the default allocation of attacks to them (7.0, 7.3, 8.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.options import Json
from rulesets.napoleon_at_war.position import Board

Contacts = Mapping[str, tuple[str, ...]]


def contacts(board: Board, army: str) -> dict[str, tuple[str, ...]]:
    """naw 7.0-1, 8.41: units of an army in enemy zones, in order of hex, each with the enemies it touches.

    Who is next to an enemy behind a river without a bridge touches nobody there.
    """
    zone = board.zones[board.enemy[army]]
    held = sorted((at, unit) for unit, at in board.position.at.items() if zone.get(at) and board.army_of(unit) == army)
    return {unit: board.in_contact(unit) for _, unit in held}


def default_allocation(board: Board) -> list[Json]:
    """The list of attacks of a player who lists none, or lists wrongly.

    All pairs of a unit and an enemy in contact, in order of enemy hex, then unit hex; from the last to the first
    every pair is struck out whose two units both stand in another pair. Pairs that share a unit are one combat.
    No bombardment, no reduction.
    """
    found = contacts(board, board.position.army)
    at = board.position.at
    pairs = sorted((at[enemy], at[unit], unit) for unit, enemies in found.items() for enemy in enemies)
    return [{"on": on, "by": by} for on, by in combats(thinned(pairs, range(len(pairs) - 1, -1, -1)))]


Pair = tuple[str, str, str]


def thinned(pairs: Sequence[Pair], order: Iterable[int]) -> list[Pair]:
    """naw 7.3: pairs left when, in this order, each pair is struck out whose unit and enemy both stand in another.

    In what is left every pair has a partner of its own, so that no strength is divided.
    """
    enemies: dict[str, int] = {}
    units: dict[str, int] = {}
    for enemy, _, unit in pairs:
        enemies[enemy] = enemies.get(enemy, 0) + 1
        units[unit] = units.get(unit, 0) + 1
    struck: dict[int, None] = {}
    for index in order:
        enemy, _, unit = pairs[index]
        if enemies[enemy] > 1 and units[unit] > 1:
            enemies[enemy] -= 1
            units[unit] -= 1
            struck[index] = None
    return [pair for index, pair in enumerate(pairs) if index not in struck]


def combats(pairs: Sequence[Pair]) -> list[tuple[list[str], list[str]]]:
    """Pairs that share a unit or an enemy as one combat each: target hexes and units, in the order of the pairs."""
    of_unit: dict[str, tuple[list[str], list[str]]] = {}
    of_enemy: dict[str, tuple[list[str], list[str]]] = {}
    found = []
    for enemy, _, unit in pairs:
        combat = of_enemy.get(enemy) or of_unit.get(unit)
        if combat is None:
            combat = ([], [])
            found.append(combat)
        if enemy not in combat[0]:
            combat[0].append(enemy)
        if unit not in combat[1]:
            combat[1].append(unit)
        of_enemy[enemy] = of_unit[unit] = combat
    return found
