"""From an entry without a path to the cheapest one; where none is allowed, to the one whose refusal says most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.options import Refusal
from pbem.hexgame.moving import routing
from rulesets.napoleons_last_battles.rules.march.entry import entry_hexes, judge_entry
from rulesets.napoleons_last_battles.rules.march.exits import leaving_cost

if TYPE_CHECKING:
    from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions


def find_path(options: MoveOptions, units: Sequence[str], entry: Mapping[str, Any]) -> list[str]:
    """The cheapest allowed path that all of an entry may take; equal ones by fewest hexes, then by hex numbers.

    A reinforcement that names no entry hex takes the one from which its whole way is cheapest. Leaders go where the
    combat units go with whom they move.
    """
    leading = [unit for unit in units if not options.marches.leads(unit)] or list(units)
    errands = [_errand(options, unit, entry) for unit in leading]
    rules = options.marches.rules(leading[0])
    if not all(errand.starts for errand in errands):
        return [at for at in (entry.get("enter"), entry.get("to")) if at][:1]
    return routing.find_common_path(rules, errands)


def _errand(options: MoveOptions, unit: str, entry: Mapping[str, Any]) -> routing.Errand:
    marches, field = options.marches, options.board.field
    rules, at = marches.rules(unit), marches.place(unit)
    starts: dict[str, int | None] = {at: 0} if at else _entries(options, unit, entry)
    first = next(iter(starts), "")
    exit_, to = str(entry.get("exit", "")), str(entry.get("to", ""))
    off = (lambda path: leaving_cost(rules, unit, path)) if exit_ else None
    goals = [to] if to else [exit_] if exit_ in field.terrain else [first]
    return routing.Errand(unit, starts, goals, to, off)


def _entries(options: MoveOptions, unit: str, entry: Mapping[str, Any]) -> dict[str, int | None]:
    """Where one may come in now, or where the entry says, with the half points that it takes."""
    due, board = options.due.get(unit), options.board
    if due is None:
        return {}
    enter = entry.get("enter")
    hexes = [enter] if enter else entry_hexes(board, options.marches.rules(unit), due) or due.hexes
    costs = {at: judge_entry(options.marches, due, at, options.came, False) for at in hexes}
    return {at: None if isinstance(cost, Refusal) else cost for at, cost in costs.items()}
