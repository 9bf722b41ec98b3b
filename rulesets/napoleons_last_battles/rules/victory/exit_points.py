"""Points for strength that has left the map, with the leaders and the line it needs (20.4C, 22.4A, 22.4B, 23.0D)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules.supply import is_supplied
from rulesets.napoleons_last_battles.rules.victory.conditions import Row, is_of

LINE_AND_COMMAND: Final = "line-and-command"


def exit_points(board: Board, row: Row) -> int:
    """nlb 20.4C-2, 20.4C-4, 22.4A-2, 23.0D-2: what a line of the schedule gives for units that have left the map, as if
    the game ended now.

    Faces that lay up count. Points for so many strength points each are rounded up; from a strength on they double.
    """
    gone = tuple(unit for unit in board.position.exited if is_of(board, unit, row["of"]))
    if not gone:
        return 0
    if row.get("needs") == LINE_AND_COMMAND:
        gone = in_command(board, gone) if line_open(board) else ()
    strength = board.strength(gone)
    points = -(-strength * int(row["points"]) // int(row.get("for-each", "1")))
    doubled = row.get("doubled-from")
    return 2 * points if doubled and strength >= int(doubled) else points


def in_command(board: Board, gone: Sequence[str]) -> tuple[str, ...]:
    """nlb 22.4B: the strongest set of units that left the map which the leaders who left can command together, at any
    distance: each commander as many officers, with all of their formation, and as many single units as his capacity.

    Without command in the game all of them count.
    """
    setting = board.setting
    if not setting.on("command"):
        return tuple(gone)
    units = setting.roster.units
    room = sum(one.capacity.value for one in (units[u] for u in gone) if one.kind == "commander" and one.capacity)
    officers = dict.fromkeys(units[unit].formation for unit in gone if units[unit].kind == "officer")
    fighting = sorted((u for u in gone if units[u].fights), key=lambda u: (-board.face(u), units[u].order))

    def commanded(formations: Sequence[str]) -> tuple[str, ...]:
        led = [unit for unit in fighting if units[unit].formation in formations]
        return (*led, *[unit for unit in fighting if unit not in led][:room])

    tried = [commanded(chosen) for chosen in combinations(officers, min(room, len(officers)))]
    return max(tried, key=board.strength)


def line_open(board: Board) -> bool:
    """nlb 22.4B, 28.0E: whether a French line of supply leads from the exit to a source as the board stands."""
    exits = (at for row in board.setting.exits if row.get("at") for at in words(row["at"]))
    return all(is_supplied(board, "french", at) for at in exits)
