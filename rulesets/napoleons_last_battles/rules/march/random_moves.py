"""Random legal moves, for tests and the random player: drawn from the same search that offers moves to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.moving.random_moves import free_to_move, random_stop
from rulesets.napoleons_last_battles.rules.march.entry import entry_hexes, judge_entry
from rulesets.napoleons_last_battles.rules.march.exits import exit_hexes

if TYPE_CHECKING:
    from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions

_RARE = 8
"""One in so many: who could leave the map does."""


def movable(options: MoveOptions) -> list[str]:
    """Who of the phasing army may still be named: combat units in order of hex, leaders, then those who are due."""
    marches, moved = options.marches, options.moved
    found = free_to_move(marches.rules_of_units, moved) + free_to_move(marches.rules_of_leaders, moved)
    found += [one for one in options.due if one not in moved and options.may_come(one)]
    return [one for one in found if marches.frozen(one) is None]


def random_entry(options: MoveOptions, unit: str, pick: Pick) -> Json:
    """A random legal entry for one, or for a stack; None where there is none."""
    marches, board = options.marches, options.board
    rules, start, spent = marches.rules(unit), marches.place(unit), 0
    units = [unit]
    if board.setting.on("garrisons") and start in board.chateau_hexes and pick(2):
        garrison = {"unit": unit, "garrison": True}
        if options.why_not(garrison) is None:
            return garrison
    if not start:
        hexes = entry_hexes(board, rules, options.due[unit])
        if not hexes:
            return None
        start = hexes[pick(len(hexes))]
        cost = judge_entry(marches, options.due[unit], start, options.came, False)
        if isinstance(cost, Refusal):
            return None
        spent = cost
    found = reach(rules, unit, start, rules.points(unit) - spent)
    off = [at for at in exit_hexes(board, unit) if at in found.paths] if not pick(_RARE) else []
    for at in off:
        entry: Json = {"unit": unit, "path": list(found.paths[at]), "exit": at}
        if options.why_not(entry) is None:
            return entry
    path = random_stop(rules, found, pick)
    if not path:
        return None
    companions = [one for one in movable(options) if one != unit and marches.place(one) == marches.place(unit)]
    if companions and pick(2):
        both = [unit, companions[pick(len(companions))]]
        fighting = [one for one in both if not marches.leads(one)]
        there = marches.rules_of_units.others_in(path[-1], both)
        units = both if marches.fits(path[-1], (*there, *fighting)) else units
    for named in ({"units": units}, {"unit": unit}):
        entry = {**named, "path": list(path)}
        charge = {**entry, "charge": True}
        if board.setting.on("charge") and start and options.why_not(charge) is None:
            return charge
        if options.why_not(entry) is None:
            return entry
    return None
