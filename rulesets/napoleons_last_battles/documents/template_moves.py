"""The moves of an orders template: who stands where and may move, who is held, who may come in and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.contract import Line
from pbem.engine.options import Refusal
from pbem.hexgame.documents.members import flow
from pbem.hexgame.documents.template import held_by
from pbem.hexgame.moving.marching import held_in_place, reach
from rulesets.napoleons_last_battles.board import GARRISON, MOST, Board
from rulesets.napoleons_last_battles.documents.printed import points, told
from rulesets.napoleons_last_battles.rules.march.entry import Due, entry_hexes, judge_entry
from rulesets.napoleons_last_battles.rules.march.exits import exit_hexes
from rulesets.napoleons_last_battles.rules.march.garrisons import bound_refusal, forming_refusal
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions

_TRIED = 40
"""Ends of a march tried for a stack that comes in."""
_MOVING = (
    'Moves, carried out in this order. Take away the "# " of a line to give the order.',
    'to: "{to}" takes the cheapest path; path: ["{at}", "{to}"] names every hex, its own first.',
    "units: [{units}] of a hex move together, with leaders too; they may be ordered one by one as well.",
    "Two units may end in a hex, one in a chateau, and any number of leaders: the last move is taken back (5.4).",
)
_COMING = (
    "Reinforcements come in at enter: and go on to to:, one stack after the other, each paying once more for its place",
    "in the column (5.6A). Who is not named waits.",
)


def move_lines(options: MoveOptions) -> Iterator[Line]:
    """nlb 5.0 to 5.6, 10.1C-1: the member `orders`. options: on a scratch board, which is changed."""
    board = options.board
    example = _example(board)
    for text in _MOVING:
        yield Line(comment=text.format_map(example))
    yield from (Line(comment=text) for text in _special(board))
    yield Line("orders:")
    lines = [line for at in _places(board) for line in _in_hex(options, at)]
    yield from lines or [Line(comment="Nobody is on the map.", indent=1)]
    stacks = list(_stacks(options))
    if stacks:
        yield from (Line(comment=text, indent=1) for text in _COMING)
    for stack in stacks:
        yield _coming(options, stack)


def _example(board: Board) -> dict[str, str]:
    """A hex of the army with a neighbour, and two units, for examples."""
    here, everybody = board.on_map(board.position.army), board.roster.of(board.position.army)
    own = [*here, *(unit.id for unit in everybody if unit.id not in here)]
    own = [unit for unit in own if unit not in board.loners]
    at = next((board.at[unit] for unit in own if unit in board.at), board.field.hexes[0])
    return {"at": at, "to": board.field.neighbours[at][0], "units": ", ".join(own[:2])}


def _special(board: Board) -> Iterator[str]:
    """What else an order may say under the options of the campaign, where somebody could use it."""
    units, army = board.roster.units, board.position.army
    exits = dict.fromkeys(at for unit in board.on_map(army) for at in exit_hexes(board, unit))
    if exits:
        yield f'Leaving the map (5.5): exit: "{next(iter(exits))}" instead of to:; exits now: {", ".join(exits)}.'
    if board.setting.on("charge") and any(units[unit].kind == "cavalry" for unit in board.on_map(army)):
        yield "A charge of cavalry (16.8): charge: true behind to: or path:."
    if any(forming_refusal(board, [unit]) is None for unit in board.on_map(army)):
        yield "A garrison (16.11): garrison: true instead of to:."


def _places(board: Board) -> list[str]:
    """The hexes in which somebody of the phasing army stands, ascending."""
    units, army = board.setting.roster.units, board.position.army
    leaders = {at for uid, at in board.position.leaders.items() if units[uid].army == army}
    return sorted(leaders | {at for at in board.here if board.holder(at) == army})


def _in_hex(options: MoveOptions, at: str) -> Iterator[Line]:
    """Those of a hex: one order for all who may move, and why others may not."""
    board, marches = options.board, options.marches
    roster, army = board.setting.roster.units, board.position.army
    leaders = [uid for uid, place in board.position.leaders.items() if place == at and roster[uid].army == army]
    there = [uid for uid in board.units_in(at) if roster[uid].army == army]
    held = {uid: why for uid in (*there, *leaders) if (why := _bound(options, uid, at))}
    free = [uid for uid in (*there, *leaders) if uid not in held]
    where = board.field.name(at)
    if free:
        who = {"unit": free[0]} if len(free) == 1 else {"units": free}
        names = "; ".join(told(board, unit) for unit in free)
        yield Line(f"- {flow({**who, 'to': at})}", f"{names}; in {where}, {points(marches, free)}", 1, off=True)
    for unit, why in held.items():
        yield Line(comment=f"{told(board, unit)} in {where}: {why}", indent=1)


def _bound(options: MoveOptions, unit: str, at: str) -> str:
    """Why one on the map is not offered a move, "" for who is."""
    board, rules = options.board, options.marches.rules(unit)
    refusal = options.marches.frozen(unit) or bound_refusal(board, unit)
    if board.marked(GARRISON, unit):
        return "it holds the chateau until it is ordered to move, or hold: true brings it out (16.11C)"
    if refusal is not None:
        return f"{refusal.text} ({refusal.case})"
    if options.marches.leads(unit) or not held_in_place(rules, unit, at):
        return ""
    return f"may not move, {held_by(rules, unit)}"


# -- reinforcements ----------------------------------------------------------------


def _stacks(options: MoveOptions) -> Iterator[list[str]]:
    """nlb 5.6A-1, 10.1A: who may come in, stack by stack in the order of the column, each leader with the first of his
    group."""
    groups: dict[int, list[Due]] = {}
    for due in options.due.values():
        groups.setdefault(id(due.group), []).append(due)
    for listed in groups.values():
        units = [due.unit for due in listed if not options.marches.leads(due.unit)]
        leaders = [due.unit for due in listed if options.marches.leads(due.unit)]
        size = 1 if listed[0].group.unstacked else MOST
        stacks = [units[first : first + size] for first in range(0, len(units), size)]
        yield from [[*stacks[0], *leaders], *stacks[1:]] if stacks else [leaders]


def _coming(options: MoveOptions, stack: list[str]) -> Line:
    """A stack that may come in: the order that brings it in behind those above, or that none is open."""
    board, due = options.board, options.due[stack[0]]
    names = "; ".join(told(board, unit) for unit in stack)
    hexes = ", ".join(due.hexes[:4])
    comment = f"{names}; {points(options.marches, stack)}, due at {hexes} ({due.case}); default: waits"
    entry = _open(options, stack, due)
    if not entry:
        return Line(comment=f"{comment}; no way in is open behind those above", indent=1)
    return Line(f"- {flow(entry)}", comment, 1, off=True)


def _open(options: MoveOptions, stack: Sequence[str], due: Due) -> dict[str, Any]:
    """The nearest place behind those who came before, and the order that leads there; it is carried out. {}: none."""
    marches, unit = options.marches, stack[0]
    rules = marches.rules(unit)
    who: dict[str, Any] = {"unit": unit} if len(stack) == 1 else {"units": list(stack)}
    for enter in entry_hexes(options.board, rules, due):
        cost = judge_entry(marches, due, enter, options.came, False)
        if isinstance(cost, Refusal):
            continue
        found = reach(rules, unit, enter, rules.points(unit) - cost)
        for to in found.stops[:_TRIED]:
            public = {**who, "path": list(found.paths[to])}
            together = [one for one in (*options.board.units_in(to), *stack) if not marches.leads(one)]
            if marches.fits(to, together) and options.why_not(public) is None:
                options.perform(public)
                return {**who, "enter": enter, "to": to}
    return {}
