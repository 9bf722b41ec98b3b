"""Lines of supply: some hexes over any ground, then roads and trails to a source (14.0, 14.1, 14.2, 28.0E)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from pbem.wargame.hexgrid import hexside
from pbem.wargame.movement import reach
from rulesets.napoleons_last_battles.board import Board

FREE: Final = 5
"""Hexes of a line that need no road or trail (14.0-2)."""


def edge_sources(board: Board, nation: str) -> frozenset[str]:
    """nlb 14.1: the hexes of the edge of the map that supplies a nation; none where the scenario names no edge."""
    area, edge = board.setting.area, board.setting.supply.get(nation, "")
    along = {"west": area.columns[0], "east": area.columns[1], "north": area.rows[0], "south": area.rows[1]}.get(edge)
    digits = slice(0, 2) if edge in ("west", "east") else slice(2, 4)
    return frozenset(at for at in board.field.hexes if int(at[digits]) == along)


def line_of_supply(board: Board, army: str, start: str, sources: Collection[str]) -> bool:
    """nlb 14.0-2, 14.2: whether a line leads from a hex to one of the sources: at most five hexes of any ground, then
    roads and trails only. Prohibited terrain and enemies in the way bar it, their zones do not; the hex in which it
    begins counts as none of the five."""
    foe, steps = board.enemy[army], board.field.steps
    ways = frozenset().union(*board.field.ways.values())

    def free(a: str, b: str) -> int | None:
        return None if steps[a][b] is None or board.holder(b) == foe else 1

    begins = reach(start, FREE, board.field.neighbours.__getitem__, free).costs
    found, left = dict.fromkeys(begins), list(begins)
    while left and found.keys().isdisjoint(sources):
        at = left.pop()
        for n in steps[at]:
            if n not in found and hexside(at, n) in ways and free(at, n):
                found[n] = None
                left.append(n)
    return not found.keys().isdisjoint(sources)
