"""Reinforcements of the practice opponent: pairs that come in one after the other, each as far on as it gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.practice.ground import FAR
from pbem.hexgame.practice.posting import NEARER
from rulesets.napoleons_last_battles.board import MOST
from rulesets.napoleons_last_battles.practice.goals import Goals
from rulesets.napoleons_last_battles.rules.march.entry import Due, entry_hexes, judge_entry
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions

# Entry hexes that are thought of where a whole edge is open.
MOST_ENTRIES = 4


def come_in(options: MoveOptions, goals: Goals) -> list[Json]:
    """The entries of everybody who is due and finds a way in; each is carried out on the board of `options`."""
    done: list[Json] = []
    for stack in _stacks(options):
        entry = _entry(options, goals, stack)
        if entry is None:
            continue
        leaders = [one for one in _leaders(options, stack[0]) if one not in options.moved]
        for named in ([*leaders, *stack], list(stack)):
            asked = {**entry, "units": named} if len(named) > 1 else {**entry, "unit": named[0]}
            if options.why_not(asked) is None:
                options.perform(asked)
                done.append(asked)
                break
    return done


def _stacks(options: MoveOptions) -> Iterator[tuple[str, ...]]:
    """Those who may come in, in their order: two of the same part of a group and the same kind together."""
    due = [one for unit, one in options.due.items() if not options.marches.leads(unit) and options.may_come(unit)]
    fit = [one for one in due if options.marches.frozen(one.unit) is None]
    for _, group in groupby(fit, key=lambda one: (id(one.group), one.after)):
        units = list(group)
        most = 1 if units[0].group.unstacked else MOST
        mover = options.board.setting.roster.units
        for _, alike in groupby(units, key=lambda one: mover[one.unit].mover):
            named = [one.unit for one in alike]
            yield from (tuple(named[at : at + most]) for at in range(0, len(named), most))


def _leaders(options: MoveOptions, unit: str) -> Sequence[str]:
    return [one for one in options.due[unit].group.leaders if one in options.due and options.may_come(one)]


def _entry(options: MoveOptions, goals: Goals, stack: Sequence[str]) -> dict[str, Json] | None:
    """The way in that brings a stack nearest to its goal; None where there is none now."""
    marches, board = options.marches, options.board
    unit = min(stack, key=lambda one: (marches.points(one), one))
    rules, due = marches.rules(unit), options.due[unit]
    goal = goals.of(unit).way
    best: tuple[int, str, tuple[str, ...]] | None = None
    for at in sorted(entry_hexes(board, rules, due), key=lambda one: (goal.get(one, FAR), one))[:MOST_ENTRIES]:
        cost = _cost(options, due, at)
        if cost is None:
            continue
        found = reach(rules, unit, at, rules.points(unit) - cost)
        for to in found.costs:
            if rules.zone(unit).get(to) or not board.fits(to, (*board.units_in(to), *stack)):
                continue
            value = -NEARER * goal.get(to, FAR) - goals.exposure(unit, to)
            if best is None or (value, to) > best[:2]:
                best = value, to, tuple(found.paths[to])
    return None if best is None else {"path": list(best[2])}


def _cost(options: MoveOptions, due: Due, at: str) -> int | None:
    found = judge_entry(options.marches, due, at, options.came, False)
    return None if isinstance(found, Refusal) else found
