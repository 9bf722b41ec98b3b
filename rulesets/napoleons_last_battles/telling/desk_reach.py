"""Where units, leaders and stacks can go when others have moved before them, as plain data for a page (5.0, 10.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.engine.desk import Reach
from pbem.engine.options import Refusal
from pbem.hexgame.desk.reaching import Marchers, cited
from pbem.hexgame.moving.together import Company, Starts
from rulesets.napoleons_last_battles.rules.march.entry import judge_entry
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions
from rulesets.napoleons_last_battles.rules.march.routing import entries_of, entry_costs

_STOPS: Final = "enemy zone of control: the move ends here (5.0)"


def stack_reach(options: MoveOptions, units: Sequence[str], way: Sequence[str] = ()) -> Reach:
    """nlb 5.0, 5.1-1, 5.1C-1, 5.3-2, 5.4-2, 5.6A-2, 10.1C-1, 10.1D-1: where units and leaders of the phasing army can
    go together now, and what it costs the slowest of them; one alone is a stack, too.

    options: the moves of this phase so far. way: hexes through which they have been led already, their own or the entry
    hex first; then only what lies behind them.
    """
    marches = options.marches
    company = marches.company(units)
    stacking = tuple(unit for unit in units if not marches.leads(unit))
    marchers = Marchers(company=company, stacking=stacking, moved=options.moved, ends=_STOPS)
    starts = options.unfit(units) or (_led(options, company, way) if way else _starts(options, company))
    if isinstance(starts, Refusal):
        return Reach(marchers.allowance(), (), cited(starts))
    found = marchers.reach(starts, led=len(way) > 1)
    return replace(found, note=found.note or _kept_out(options, company))


def _kept_out(options: MoveOptions, company: Company) -> str:
    """nlb 11.3A-1, 16.8-4: who enters no enemy zone, unlike others in this phase; "" for nobody."""
    usual = options.marches.rules_of_units
    for unit, rules in company.items():
        zones = rules.zones(unit)
        if not options.marches.leads(unit) and not zones.enter and usual.zones(unit).enter:
            return f"{rules.name(unit)} is {zones.when} and enters no enemy zone ({rules.cases.zone})"
    return ""


def _led(options: MoveOptions, company: Company, way: Sequence[str]) -> Starts | Refusal:
    """nlb 5.0: the end of a path, with the half points of the whole that each has spent."""
    fighting = [unit for unit in company if not options.marches.leads(unit)]
    spent: dict[str, int] = {}
    for unit in company:
        paid = options.walk(unit, way, fighting)
        if isinstance(paid, Refusal):
            return paid
        spent[unit] = paid
    return {way[-1]: spent}


def _starts(options: MoveOptions, company: Company) -> Starts | Refusal:
    first = next(iter(company))
    at = options.marches.place(first)
    return {at: dict.fromkeys(company, 0)} if at else _entries(options, company)


def _entries(options: MoveOptions, company: Company) -> Starts | Refusal:
    """nlb 5.6-1, 5.6A-1, 5.6A-2, 5.6D, 10.1A: where they may come in together now, at the column's cost for each."""
    first = next(iter(company))
    hexes = entries_of(options, first)
    costs = {unit: entry_costs(options, company, unit, hexes) for unit in company}
    open_ = {at: {unit: costs[unit][at] for unit in company} for at in hexes}
    found = {at: _paid(spent) for at, spent in open_.items() if None not in spent.values()}
    return found or _why_not(options, company, hexes)


def _paid(spent: Mapping[str, int | None]) -> dict[str, int]:
    return {unit: cost for unit, cost in spent.items() if cost is not None}


def _why_not(options: MoveOptions, company: Company, hexes: Sequence[str]) -> Refusal:
    """The refusal of the first who cannot come in at a hex, the first of those where he is due."""
    beside = not all(map(options.marches.leads, company))
    for unit in company:
        due = options.due[unit]
        for at in hexes or due.hexes:
            judged = judge_entry(options.marches, due, at, options.came, beside and options.marches.leads(unit))
            if isinstance(judged, Refusal):
                return judged
    return Refusal("5.6D", "no edge hex is open to them", next(iter(company)))
