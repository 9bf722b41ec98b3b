"""Why those of an entry cannot get where their player wants them: told of the goal that he wrote, not of a way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.options import Refusal
from pbem.hexgame.moving import why_unreachable
from rulesets.napoleons_last_battles.rules.march.exits import no_exit
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions
from rulesets.napoleons_last_battles.rules.march.routing import errands_of


def of_the_goal(
    options: MoveOptions, units: Sequence[str], entry: Mapping[str, Any], path: Sequence[str], refusal: Refusal
) -> Refusal:
    """nlb 5.5-1: the refusal of a path that was found for an entry, told of the entry. units: those whom it names.

    path: the one that `find_path` gave for it, refusal: what the rules have against it. A hex that is no exit comes
    first.
    """
    unit = refusal.unit if refusal.unit in units else units[0]
    rules, exit_ = options.marches.rules(unit), str(entry.get("exit", ""))
    no_way_off = no_exit(options.board, rules, unit, exit_) if exit_ else None
    if no_way_off is not None:
        return no_way_off
    company, errands = errands_of(options, units, entry)
    errand = next(one for one in errands if one.unit == unit)
    if not errand.starts:
        return refusal
    told = why_unreachable.of_the_goal(company[unit], errand, path, refusal, _goal(options, entry))
    return options.marches.cited(told)


def _goal(options: MoveOptions, entry: Mapping[str, Any]) -> str:
    """What they cannot do, in the player's words."""
    field = options.board.field
    if "exit" in entry:
        return f"cannot leave the map at {field.name(str(entry['exit']))}"
    return f"cannot reach {field.name(str(entry.get('to') or entry.get('enter', '')))}"
