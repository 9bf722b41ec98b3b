"""The Old Guard repulsed: French infantry that sees it may rout (16.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.engine.requests import Roll, Tell
from pbem.hexgame.fighting.engagement import Engagement, Procedure
from pbem.hexgame.fighting.falling_back import fall_back
from pbem.wargame.retreat import Ground
from rulesets.napoleons_last_battles.board import INFANTRY, Board
from rulesets.napoleons_last_battles.rules.battle.guard import FRENCH, GUARD, Stake, army_books, move_levels_of_army
from rulesets.napoleons_last_battles.rules.battle.retreats import ground
from rulesets.napoleons_last_battles.rules.corps_morale import move_level
from rulesets.napoleons_last_battles.rules.observation import sees

_REPULSED: Final = ("Ar", "Ae")
_ROUTS: Final = 3
"""The highest face of the die at which a unit routs."""
FAR: Final = 3
"""Hexes that it retreats."""


def routs(combat: Engagement[Board], stake: Stake) -> Procedure:
    """nlb 16.12-1, 16.12-2: by the option `garde`, where an attack of the Old Guard came to Ar or Ae: a die for each
    French infantry unit outside of the Guard that observes a hex of the victorious defenders. Who routs retreats three
    hexes at once, and the level of his corps, or army, falls by one.

    Dice fall for all before anybody goes, in the order of the roster.
    """
    board, ledger, name = combat.board, combat.ledger, combat.attack.id
    if not board.setting.on("garde") or not stake.old or ledger.results[name] not in _REPULSED:
        return
    dice: dict[str, int] = {}
    for unit in witnesses(combat):
        dice[unit] = (yield Roll("1d6", ledger.label(f"{name}.rout.{unit}"), "16.12", (board.at[unit],)))[0]
    if dice:
        rolls = [{"unit": unit, "die": die} for unit, die in dice.items()]
        yield Tell({"kind": "rout-dice", "id": name, "dice": rolls, "case": "16.12"})
    for unit, die in dice.items():
        if die <= _ROUTS and unit in board.at:
            yield from _rout(combat, unit)


def witnesses(combat: Engagement[Board]) -> list[str]:
    """nlb 16.12-1, 16.3-2: the French infantry outside of the Guard that observes where the defenders stood."""
    board, units = combat.board, combat.board.setting.roster.units
    hexes = tuple(dict.fromkeys(combat.starts[unit] for unit in combat.targets))
    found = [
        unit
        for unit, at in board.at.items()
        if units[unit].nation == FRENCH
        and units[unit].kind == INFANTRY
        and units[unit].formation != GUARD
        and any(sees(board, at, to) for to in hexes)
    ]
    return sorted(found, key=lambda unit: units[unit].order)


def _rout(combat: Engagement[Board], unit: str) -> Procedure:
    """nlb 16.12-1, 16.12-2: three retreats of a hex each, every one farther from where the unit was, by what the
    attack's `retreat` says of it; one that cannot go so far is eliminated, a reading."""
    board, start = combat.board, combat.board.at[unit]
    yield Tell({"kind": "routed", "unit": unit, "at": start, "case": "16.12"})
    if board.setting.on("corps-morale"):
        yield move_level(board, board.setting.roster.units[unit].formation, -1, "16.12")
    else:
        yield from move_levels_of_army(board, army_books(board, unit), -1, "16.12")

    def away(engagement: Engagement[Board], army: str) -> Ground:
        plain = ground(engagement, army)

        def may_enter(one: str, a: str, b: str) -> bool:
            farther = board.field.distance(start, b) > board.field.distance(start, a)
            return plain.may_enter(one, a, b) and (one != unit or farther)

        return replace(plain, may_enter=may_enter)

    rules = replace(combat.rules, ground=away)
    fleeing = replace(combat, ledger=replace(combat.ledger, rules=rules), by=(), bombard=(), pushed=set())
    for _ in range(FAR):
        if unit in board.at:
            yield from fall_back(fleeing, unit)
