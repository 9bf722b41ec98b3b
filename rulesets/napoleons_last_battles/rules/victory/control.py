"""Control of hexes: who entered last, and what changes hands by it (3.4B)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.victory.conditions import Entries, fighters_in

Change = tuple[str, str, str]
"""A hex, the army that takes it, and the one that held it before, "" for nobody."""


def taken(board: Board, entries: Entries, standing: bool) -> Iterator[Change]:
    """nlb 3.4B-1, 3.4B-2, 18.3B: notes who holds each hex that something hangs on; yields what changes hands, in order.

    Who moves through a hex takes it, as does who retreats or advances into it, and keeps it when he is gone.
    entries: hexes entered on the way since the last time; then whoever stands in one of them holds it. standing:
    whether all hexes are looked at, entered or not: who stood in one the last time holds it already.
    """
    worth = board.setting.worth_holding
    entries = [(unit, at) for unit, at in entries if at in worth]
    hexes = board.setting.controlled if standing else sorted({at for _, at in entries})
    there = [(unit, at) for at in hexes for unit in fighters_in(board, at)]
    held, units = board.position.held, board.setting.roster.units
    for unit, at in (*entries, *there):
        army, before = units[unit].army, held.get(at, "")
        if army != before:
            held[at] = army
            yield at, army, before
