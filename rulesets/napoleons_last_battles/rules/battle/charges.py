"""Cavalry that charges in combat: when its strength counts double, and what a charge leaves behind (16.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.hexgame.field.field import HexField
from rulesets.napoleons_last_battles.board import INFANTRY, Board
from rulesets.napoleons_last_battles.rules.marks import CHARGED, CHARGING

CLEAR: Final = "clear"
_PASSABLE: Final = "crest"


def charged(board: Board, by: Sequence[str], targets: Sequence[str]) -> bool:
    """nlb 16.8-1, 16.8-2: whether the adjacent attackers of a combat charge: cavalry of one hex that was moved so,
    and nobody else; against infantry alone, into clear hexes, over open hexsides. Batteries may fire in support."""
    if not by or not targets or not all(board.marked(CHARGING, unit) for unit in by):
        return False
    field, start = board.field, board.at[by[0]]
    hexes = {board.at[unit] for unit in targets}
    return (
        all(board.at[unit] == start for unit in by)
        and all(board.roster.units[unit].kind == INFANTRY for unit in targets)
        and all(field.terrain[at] == CLEAR and open_hexside(field, start, at) for at in hexes)
    )


def open_hexside(field: HexField, a: str, b: str) -> bool:
    """nlb 16.8-1: whether a hexside is clear or a crest, so that cavalry may charge over it."""
    return not any(field.has(kind, a, b) for kind in field.chart.sides if kind != _PASSABLE)


def note_charge(board: Board, by: Sequence[str], targets: Sequence[str]) -> bool:
    """Whether a combat is a charge; who makes one is marked for what it costs him."""
    found = charged(board, by, targets)
    if found:
        board.position.mark(CHARGED, by)
    return found
