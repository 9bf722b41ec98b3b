"""Supply and communications: what their lack does (14, 16.14C, 16.17)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from pbem.engine.requests import Request, Tell
from pbem.wargame.movement import reach
from rulesets.napoleons_last_battles.board import INACTIVE, UNSUPPLIED, Board
from rulesets.napoleons_last_battles.rules.battle.morale import settle
from rulesets.napoleons_last_battles.rules.losses import take_off
from rulesets.napoleons_last_battles.rules.march.leaders import flee_where_stranded
from rulesets.napoleons_last_battles.rules.supply_lines import SupplyLines, counter_of

HEADQUARTERS: Final = "headquarters"
_LONGEST: Final = 48
"""Half movement points of a line of communications (16.14C)."""


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


# -- communications --------------------------------------------------------------------


def headquarters_of(board: Board, nation: str) -> str:
    """nlb 16.14A: the headquarters of a nation, "" where the campaign is played without."""
    return counter_of(board, nation, HEADQUARTERS) if board.setting.on("headquarters") else ""


def has_communications(board: Board, leader: str) -> bool:
    """nlb 16.14C-1: whether a commander has a line to the active headquarters of his nation: of at most 24 movement
    points of a leader over any terrain, blocked as a line of supply is."""
    position, record = board.position, board.setting.roster.units[leader]
    quarters = headquarters_of(board, record.nation)
    to = board.at.get(quarters) or position.leaders.get(quarters, "")
    if not to or board.marked(INACTIVE, quarters):
        return False
    lines, steps = SupplyLines(board, record.nation), board.field.steps_for(record.mover)

    def step(a: str, b: str) -> int | None:
        return None if lines.blocked(b) else steps[a][b]

    found = reach(position.leaders[leader], _LONGEST, board.field.neighbours.__getitem__, step, until=to)
    return to in found.costs
