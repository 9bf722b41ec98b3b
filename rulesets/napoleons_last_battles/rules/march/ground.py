"""What each step costs: the chart, and what options make of it (5.2, 13.2, 16.4, 16.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.hexgame.field.field import HexField, StepTable
from rulesets.napoleons_last_battles.battlefield import mover_in
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command.effects import effects_of

_DEMORALIZED: Final = "demoralized"


def mover(board: Board, unit: str) -> str:
    """nlb 5.2, 10.1C-1, 10.1C-3, 13.2, 16.15A: the class by whose costs a unit or leader pays.

    Those of a demoralized corps or nationality pay more for clear hexes, and under 16.15 those out of command;
    demoralization of an army costs nothing.
    """
    record, broken = board.setting.roster.units[unit], board.position.broken
    if record.formation in broken or record.nationality in broken:
        return mover_in(_DEMORALIZED, record.mover)
    state = effects_of(board.setting).state if unit in board.position.idle else ""
    return mover_in(state, record.mover) if state else record.mover


def steps(board: Board, unit: str, points: int) -> StepTable:
    """nlb 5.2, 5.2B-2, 16.4-4, 16.5-3, 16.17B: what each step costs a unit now, in half movement points. points: its
    allowance."""
    setting = board.setting
    table = board.field.steps_for(mover(board, unit))
    if setting.on("modified-terrain") and setting.roster.units[unit].fights:
        table = _off_road(board, unit, table)
    if setting.on("rain-effects") and board.wet:
        table = _in_rain(board, unit, table, points)
    if board.trains and not setting.roster.units[unit].leads:
        table = _around(board, unit, table)
    return table


def _around(board: Board, unit: str, table: StepTable) -> StepTable:
    """nlb 16.17B: nobody moves through a train, and a train through nobody; leaders do."""
    if unit in board.trains:
        closed = [at for at, units in board.here.items() if unit not in units]
    else:
        closed = [at for at in (board.at.get(train, "") for train in sorted(board.trains)) if at]
    found = dict(table)
    for at in closed:
        for near in board.field.neighbours[at]:
            found[near] = {**found[near], at: None}
    return found


def _in_rain(board: Board, unit: str, table: StepTable, points: int) -> StepTable:
    """nlb 16.5-3: all costs are doubled; a first step that is dearer than the allowance takes all of it."""
    doubled = {a: {b: None if cost is None else 2 * cost for b, cost in near.items()} for a, near in table.items()}
    at = board.at.get(unit) or board.position.leaders.get(unit, "")
    if at:
        doubled[at] = {b: None if cost is None else min(cost, points) for b, cost in doubled[at].items()}
    return doubled


def _off_road(board: Board, unit: str, table: StepTable) -> StepTable:
    """nlb 16.4-4, 16.4-5: a road or trail helps nobody into an enemy zone, or into the hex of a friend."""
    field, zone, army = board.field, board.zone(unit), board.army_of(unit)
    off, ways = field.steps_off_ways(mover(board, unit)), field.way_neighbours
    held = (at for at in board.here if board.holder(at) == army)
    found = dict(table)
    for at in dict.fromkeys((*(at for at in zone if zone.get(at)), *held)):
        for near in ways.get(at, ()):
            if table[near][at] is not None:
                found[near] = {**found[near], at: off[near][at]}
    return found


def on_road(field: HexField, path: Sequence[str]) -> bool:
    """nlb 16.4-5: whether the last step of a path follows a road or trail."""
    return len(path) > 1 and any(field.on_way(way, path[-2], path[-1]) for way in field.ways)
