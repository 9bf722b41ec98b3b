"""From an entry without a path to the cheapest one; where none is allowed, to the one whose refusal says most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.options import Refusal
from pbem.hexgame.moving import routing
from pbem.hexgame.moving.together import Company
from rulesets.napoleons_last_battles.rules.march.charge import charging
from rulesets.napoleons_last_battles.rules.march.entry import entry_hexes, judge_entry
from rulesets.napoleons_last_battles.rules.march.exits import leaving_cost

if TYPE_CHECKING:
    from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions


def find_path(options: MoveOptions, units: Sequence[str], entry: Mapping[str, Any]) -> list[str]:
    """The cheapest allowed path that all of an entry may take, for the slowest of them; equal ones by fewest hexes,
    then by hex numbers.

    A reinforcement that names no entry hex takes the one from which its whole way is cheapest.
    """
    company, errands = errands_of(options, units, entry)
    if not all(errand.starts for errand in errands):
        return [at for at in (entry.get("enter"), entry.get("to")) if at][:1]
    return routing.find_common_path(company, errands)


def open_path(options: MoveOptions, units: Sequence[str], entry: Mapping[str, Any]) -> list[str]:
    """As `find_path`, but nothing where nothing is allowed, which is told without a search for the reason."""
    company, errands = errands_of(options, units, entry)
    return routing.open_common_path(company, errands) if all(errand.starts for errand in errands) else []


def errands_of(
    options: MoveOptions, units: Sequence[str], entry: Mapping[str, Any]
) -> tuple[Company, list[routing.Errand]]:
    """nlb 16.8-1: how those of an entry move together, and the march of each: from its hex, or from those where it may
    come in, to where it may end. Who charges looks for a way over open ground."""
    company = options.marches.company(units)
    if entry.get("charge"):
        company = {unit: charging(options.board, rules) for unit, rules in company.items()}
    enter, at = str(entry.get("enter", "")), options.marches.place(units[0])
    hexes = () if at else [enter] if enter else entries_of(options, next(iter(company)))
    return company, [_errand(options, unit, entry, entry_costs(options, company, unit, hexes)) for unit in company]


def _errand(
    options: MoveOptions, unit: str, entry: Mapping[str, Any], costs: Mapping[str, int | None]
) -> routing.Errand:
    marches, field = options.marches, options.board.field
    rules, at = marches.rules(unit), marches.place(unit)
    starts = {at: 0} if at else costs
    first = next(iter(starts), "")
    exit_, to = str(entry.get("exit", "")), str(entry.get("to", ""))
    off = (lambda path: leaving_cost(options.board, rules, unit, path)) if exit_ else None
    goals = [to] if to else [exit_] if exit_ in field.terrain else [first]
    return routing.Errand(unit, starts, goals, to, off)


def entries_of(options: MoveOptions, unit: str) -> Sequence[str]:
    """The hexes at which one may come in now, or is due where none is open to him; none for who is not due."""
    due = options.due.get(unit)
    return entry_hexes(options.board, options.marches.rules(unit), due) or due.hexes if due is not None else ()


def entry_costs(options: MoveOptions, company: Company, unit: str, hexes: Sequence[str]) -> dict[str, int | None]:
    """The half points that coming in at hexes takes one of a company, None where he may not; {} for who is not due."""
    marches, due = options.marches, options.due.get(unit)
    if due is None:
        return {}
    beside = marches.leads(unit) and not all(map(marches.leads, company))
    costs = {at: judge_entry(marches, due, at, options.came, beside) for at in hexes}
    return {at: None if isinstance(cost, Refusal) else cost for at, cost in costs.items()}
