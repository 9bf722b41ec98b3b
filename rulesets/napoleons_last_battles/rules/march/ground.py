"""What each step costs: the chart, and what options make of it (5.2, 13.2, 16.4, 16.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Final

from pbem.hexgame.field.field import StepTable
from rulesets.napoleons_last_battles.battlefield import mover_in
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command.effects import effects_of
from rulesets.napoleons_last_battles.rules.hiding.pairs import pair_of, under
from rulesets.napoleons_last_battles.rules.marks import ON_ROAD

Steps = Mapping[str, int | None]
"""Neighbour -> half movement points, None where prohibited."""
_DEMORALIZED: Final = "demoralized"
_WHOLE: Final = 99
"""Points with which the costs of who moves under a marker are asked for: his allowance bounds the march, not a step."""


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


def steps(board: Board, unit: str, points: Callable[[str], int], *, abreast: bool = False) -> StepTable:
    """nlb 5.2, 5.2B-2, 16.4-4, 16.5-3, 16.17B: what each step costs a unit now, in half movement points.

    points: its allowance, for where a step hangs on that. abreast: whether it goes together with another combat
    unit."""
    if unit in board.markers:
        taken = {at for at, there in board.here.items() if pair_of(unit) != pair_of(there[0])}
        return _closing(_first_step(board, unit, _dearest(board, unit), points), taken)
    table = _costs(board, unit, points, abreast)
    return _around(board, unit, table) if board.loners and unit not in board.setting.leaders else table


def as_charted(board: Board) -> bool:
    """nlb 5.2: whether nothing but the chart, and who somebody is, says in this phase what a step costs."""
    return not (board.loners or board.setting.on("modified-terrain") or in_rain(board) > 1)


def _costs(board: Board, unit: str, points: Callable[[str], int], abreast: bool = False) -> StepTable:
    """The steps of a unit or leader, whoever shares his hex with nobody left out."""
    setting = board.setting
    table = board.field.steps_for(mover(board, unit))
    if setting.on("modified-terrain") and unit in setting.fighters:
        table = _off_road(board, unit, table, abreast)
        table = _clear_of_columns(board, table)
    if in_rain(board) == 1:
        return table
    return _first_step(board, unit, _Rows(table, lambda _, near: _doubled(near)), points)


def _dearest(board: Board, marker: str) -> StepTable:
    """nlb 16.6B-1: a marker pays for each step what the one of those under it pays for whom it is dearest; in rain too.

    Under modified terrain the road helps it as it helps a unit alone.
    """
    tables = [_costs(board, unit, lambda _: 2 * _WHOLE) for unit in under(board, pair_of(marker))]

    def row(at: str, near: Steps) -> Steps:
        return {to: _most([table[at][to] for table in tables]) for to in near}

    return _Rows(board.field.steps_for(mover(board, marker)), row)


def _most(costs: Sequence[int | None]) -> int | None:
    """The greatest of some costs, None where one of them is."""
    known = [cost for cost in costs if cost is not None]
    return max(known) if len(known) == len(costs) and known else None


class _Rows(Mapping[str, Mapping[str, int | None]]):
    """Steps that are worked out where they are asked for: a march touches few of the hexes of a map."""

    def __init__(self, table: StepTable, row: Callable[[str, Steps], Steps]) -> None:
        self._table, self._row = table, row
        self._known: dict[str, Steps] = {}

    def __getitem__(self, at: str) -> Steps:
        if at not in self._known:
            self._known[at] = self._row(at, self._table[at])
        return self._known[at]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


def _around(board: Board, unit: str, table: StepTable) -> StepTable:
    """nlb 16.6B-2, 16.17B: nobody moves through a train or a marker, and a train through nobody; leaders do."""
    if unit in board.trains:
        closed = {at for at, units in board.here.items() if unit not in units}
    else:
        closed = {board.at[one] for one in board.loners if one in board.at}

    return _closing(table, closed)


def _closing(table: StepTable, closed: Set[str]) -> StepTable:
    """The steps with some hexes closed."""

    def row(_: str, near: Steps) -> Steps:
        return {to: None if to in closed else near[to] for to in near} if closed & near.keys() else near

    return _Rows(table, row) if closed else table


def avoiding(table: StepTable, closed: Callable[[str], bool]) -> StepTable:
    """The steps of a table without those into hexes that are closed; each is asked about as it is come to."""
    return _Rows(table, lambda _, near: {to: c if c is None or not closed(to) else None for to, c in near.items()})


def in_rain(board: Board) -> int:
    """nlb 16.5-3: what all movement costs are multiplied with now."""
    return 2 if board.setting.on("rain-effects") and board.wet else 1


def _doubled(near: Steps) -> Steps:
    """nlb 16.5-3: all costs are doubled."""
    return {to: None if cost is None else 2 * cost for to, cost in near.items()}


def _first_step(board: Board, unit: str, table: StepTable, points: Callable[[str], int]) -> StepTable:
    """nlb 16.5-3: in rain a first step that is dearer than the allowance takes all of it, a marker's too. points: the
    allowance, in half points."""
    start = board.at.get(unit) or board.position.leaders.get(unit, "")
    if in_rain(board) == 1 or not start:
        return table
    most = points(unit)

    def row(at: str, near: Steps) -> Steps:
        return {to: None if c is None else min(c, most) for to, c in near.items()} if at == start else near

    return _Rows(table, row)


def _off_road(board: Board, unit: str, table: StepTable, abreast: bool) -> StepTable:
    """nlb 16.4-4, 16.4-5: a road or trail helps nobody into an enemy zone or into the hex of a friend, nor two who go
    together, as each would be in the other's."""
    off, ways = board.field.steps_off_ways(mover(board, unit)), board.field.way_neighbours
    zone = board.zone(unit)

    def row(at: str, near: Steps) -> Steps:
        helped = ways.get(at, ())
        barred = [to for to in helped if near[to] is not None and (abreast or _roadless(board, unit, zone, to))]
        return {**near, **{to: off[at][to] for to in barred}} if barred else near

    return _Rows(table, row)


def _roadless(board: Board, unit: str, zone: Mapping[str, int], to: str) -> bool:
    """nlb 16.4-4: whether a road helps a unit into a hex no more. zone: the enemy's, as it counts for the unit."""
    return bool(zone.get(to)) or board.holder(to) == board.army_of(unit)


def columns(board: Board) -> Sequence[str]:
    """nlb 16.4-5: the hexes of those who have marched by road in this phase."""
    marched = board.position.marks.get(ON_ROAD, ())
    return tuple(dict.fromkeys(board.at[unit] for unit in sorted(marched) if unit in board.at))


def _clear_of_columns(board: Board, table: StepTable) -> StepTable:
    """nlb 16.4-5: nobody else moves into the hex of a unit that has marched by road."""
    return _closing(table, frozenset(columns(board)))


def by_road(board: Board, units: Sequence[str], path: Sequence[str]) -> bool:
    """nlb 16.4-5: whether combat units that are about to take a path come into its last hex at the rate of a road or
    trail."""
    if len(path) < 2 or len(units) != 1 or _roadless(board, units[0], board.zone(units[0]), path[-1]):
        return False
    return any(board.field.on_way(way, path[-2], path[-1]) for way in board.field.ways)
