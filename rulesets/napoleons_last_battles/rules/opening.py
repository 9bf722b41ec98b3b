"""What is rolled and opened at the beginning of a player turn, before orders are written."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pbem.engine.requests import Request
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.dice import arrivals, commanders, personal
from rulesets.napoleons_last_battles.rules.dice.weather import weather
from rulesets.napoleons_last_battles.rules.hiding.revealing import reveal_seen
from rulesets.napoleons_last_battles.rules.memos import open_due
from rulesets.napoleons_last_battles.rules.supply_check import supply_check


def opening(board: Board) -> Generator[Request, Any, None]:
    """nlb 4.1.1A-1, 14.0-1, 16.6C-2: what dice and memos decide before the phasing army writes its orders, in this
    order and only where the scenario and its options say so. Raises GameDecided where want of supply decides the game.

    What the rulebook has in the command phase is left out at night, which has none (4.2). Last of all pairs are
    revealed that the light or the weather of this turn shows (16.6C).
    """
    personal.forget(board)
    yield from arrivals.start_dice(board)
    yield from weather(board)
    yield from supply_check(board)
    yield from open_due(board)
    yield from arrivals.arrivals(board)
    yield from arrivals.releases(board)
    yield from commanders.caution(board)
    yield from commanders.late_start(board)
    yield from commanders.release_dice(board)
    yield from commanders.communications(board)
    yield from personal.sick_napoleon(board)
    yield from personal.out_of_supply(board)
    yield from reveal_seen(board, f"gt{board.position.turn}.{board.position.army}.sight")
