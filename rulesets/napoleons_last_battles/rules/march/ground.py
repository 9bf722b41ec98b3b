"""What each step costs: the chart, and what options make of it (5.2, 13.2, 16.4, 16.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.hexgame.field.field import StepTable
from rulesets.napoleons_last_battles.battlefield import mover_in
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command.effects import effects_of
from rulesets.napoleons_last_battles.rules.marks import ON_ROAD

_DEMORALIZED: Final = "demoralized"


def mover(board: Board, unit: str) -> str:
    """nlb 5.2, 10.1C-1, 10.1C-3, 13.2-2, 16.15A: the class by whose costs a unit or leader pays.

    Those of a demoralized corps or nationality pay more for clear hexes, and under 16.15 those out of command;
    demoralization of an army costs nothing.
    """
    record, broken = board.setting.roster.units[unit], board.position.broken
    if record.formation in broken or record.nationality in broken:
        return mover_in(_DEMORALIZED, record.mover)
    state = effects_of(board.setting).state if unit in board.position.idle else ""
    return mover_in(state, record.mover) if state else record.mover


def steps(board: Board, unit: str, points: int, *, abreast: bool = False) -> StepTable:
    """nlb 5.2, 5.2B-2, 16.4-4, 16.5-3, 16.17B: what each step costs a unit now, in half movement points.

    points: its allowance. abreast: whether it goes together with another combat unit."""
    setting = board.setting
    table = board.field.steps_for(mover(board, unit))
    if setting.on("modified-terrain") and setting.roster.units[unit].fights:
        table = _off_road(board, unit, table, abreast)
        table = _clear_of_columns(board, table)
    if in_rain(board) > 1:
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


def in_rain(board: Board) -> int:
    """nlb 16.5-3: what all movement costs are multiplied with now."""
    return 2 if board.setting.on("rain-effects") and board.wet else 1


def _in_rain(board: Board, unit: str, table: StepTable, points: int) -> StepTable:
    """nlb 16.5-3: all costs are doubled; a first step that is dearer than the allowance takes all of it."""
    doubled = {a: {b: None if cost is None else 2 * cost for b, cost in near.items()} for a, near in table.items()}
    at = board.at.get(unit) or board.position.leaders.get(unit, "")
    if at:
        doubled[at] = {b: None if cost is None else min(cost, points) for b, cost in doubled[at].items()}
    return doubled


def _off_road(board: Board, unit: str, table: StepTable, abreast: bool) -> StepTable:
    """nlb 16.4-4, 16.4-5: a road or trail helps nobody into an enemy zone or into the hex of a friend, nor two who go
    together, as each would be in the other's."""
    field, ways = board.field, board.field.way_neighbours
    off = field.steps_off_ways(mover(board, unit))
    found = dict(table)
    for at in ways if abreast else _roadless(board, unit):
        for near in ways.get(at, ()):
            if table[near][at] is not None:
                found[near] = {**found[near], at: off[near][at]}
    return found


def _roadless(board: Board, unit: str) -> Sequence[str]:
    """The hexes into which a road helps a unit no more."""
    zone, army = board.zone(unit), board.army_of(unit)
    held = (at for at in board.here if board.holder(at) == army)
    return tuple(dict.fromkeys((*(at for at in zone if zone.get(at)), *held)))


def columns(board: Board) -> Sequence[str]:
    """nlb 16.4-5: the hexes of those who have marched by road in this phase."""
    marched = board.position.marks.get(ON_ROAD, ())
    return tuple(dict.fromkeys(board.at[unit] for unit in sorted(marched) if unit in board.at))


def _clear_of_columns(board: Board, table: StepTable) -> StepTable:
    """nlb 16.4-5: nobody else moves into the hex of a unit that has marched by road."""
    found = dict(table)
    for at in columns(board):
        for near in board.field.neighbours[at]:
            found[near] = {**found[near], at: None}
    return found


def by_road(board: Board, units: Sequence[str], path: Sequence[str]) -> bool:
    """nlb 16.4-5: whether combat units that are about to take a path come into its last hex at the rate of a road or
    trail."""
    if len(path) < 2 or len(units) != 1 or path[-1] in _roadless(board, units[0]):
        return False
    return any(board.field.on_way(way, path[-2], path[-1]) for way in board.field.ways)
