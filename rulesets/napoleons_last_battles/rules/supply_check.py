"""The check of supply on the first daylight turn of a day: who is removed for want of it, or marked (14.0, 16.18)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pbem.engine.requests import Request, Tell
from rulesets.napoleons_last_battles.board import UNSUPPLIED, Board
from rulesets.napoleons_last_battles.rules.battle.morale import settle
from rulesets.napoleons_last_battles.rules.losses import take_off
from rulesets.napoleons_last_battles.rules.march.leaders import flee_where_stranded
from rulesets.napoleons_last_battles.rules.supply import SupplyLines


def supply_check(board: Board) -> Generator[Request, Any, None]:
    """nlb 14.0-1, 16.18-1: at the beginning of the army's player turn, on the first daylight turn of a day, its units
    without a line of supply are removed for good and count as lost, or marked until the next check.

    Leaders and trains need none. Raises GameDecided where losses decide the game.
    """
    if not board.setting.on("supply") or not board.now.first:
        return
    units, army = board.setting.roster.units, board.position.army
    lines: dict[str, SupplyLines] = {}
    unsupplied = []
    for unit in board.on_map(army):
        if units[unit].fights:
            nation = units[unit].nation
            if nation not in lines:
                lines[nation] = SupplyLines(board, nation)
            if not lines[nation].reaches(board.at[unit]):
                unsupplied.append(unit)
    if board.setting.on("out-of-supply"):
        yield from _mark(board, unsupplied)
    else:
        yield from _remove(board, unsupplied)


def _mark(board: Board, unsupplied: list[str]) -> Generator[Request, Any, None]:
    """nlb 16.18-1: the marks of an army since the morning before are replaced by those of this one."""
    position, army = board.position, board.position.army
    own = {u for u in position.marks.get(UNSUPPLIED, ()) if board.army_of(u) == army}
    position.unmark(own, (UNSUPPLIED,))
    position.mark(UNSUPPLIED, unsupplied)
    fresh = [unit for unit in unsupplied if unit not in own]
    again = sorted(own.intersection(board.at).difference(unsupplied), key=lambda u: board.roster.units[u].order)
    if fresh:
        yield Tell({"kind": "unsupplied", "units": fresh, "case": "16.18"})
    if again:
        yield Tell({"kind": "supplied", "units": again, "case": "16.18"})


def _remove(board: Board, unsupplied: list[str]) -> Generator[Request, Any, None]:
    """nlb 14.0-1: all of them at one instant."""
    if not unsupplied:
        return
    for unit in unsupplied:
        yield Tell(take_off(board, unit, "out of supply", "14.0", returns=False))
    yield from settle(board)
    yield from flee_where_stranded(board, f"gt{board.position.turn}.{board.position.army}.supply")
