"""The weather die (22.6A)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pbem.engine.requests import Request, Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import CLEAR, NIGHT, RAIN
from rulesets.napoleons_last_battles.rules.dice.schedule import thrown


def weather(board: Board) -> Generator[Request, Any, None]:
    """nlb 22.6A: at the beginning of the first command phase of a turn a die makes the weather of what it was.

    There is none at night, which has no command phase; what the last die said holds until the next.
    """
    table, position = board.setting.weather, board.position
    if not table or position.army != board.setting.armies[0] or board.now.kind == NIGHT:
        return
    before = position.weather or CLEAR
    if board.now.id >= table["clear-from"]:
        position.weather = CLEAR
        if before == RAIN:
            yield Tell({"kind": "weather", "weather": CLEAR, "before": before, "die": 0, "case": "22.6A"})
    elif table["from"] <= board.now.id <= table["to"]:
        die = yield from thrown(board, "weather", "22.6A")
        position.weather = table[before][str(die)]
        yield Tell({"kind": "weather", "weather": position.weather, "before": before, "die": die, "case": "22.6A"})
