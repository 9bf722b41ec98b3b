"""Units that the practice opponent brings back: as many as its officers may, behind the front (12.0)."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command.phase import COMMAND
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.rules.reorganization import REORGANIZE, ReorganizeOptions, Return

REORGANIZES = "reorganizes"


def rallied(board: Board) -> dict[str, Json]:
    """The members `command` and `reorganize` of orders: every officer who may bring back units does; {} where nobody
    is waiting."""
    army, units = board.position.army, board.setting.roster.units
    if not board.setting.on("reorganization") or not any(units[u].army == army for u in board.position.waiting):
        return {}
    options, entries = ReorganizeOptions(board), list[Json]()
    for entry in list(options.candidates()):
        judged = options.judge(entry)
        if isinstance(judged, Return) and units[entry["officer"]].kind == "officer":
            options.chosen.append(judged)
            entries.append(entry)
    if not entries:
        return {}
    orders: dict[str, Json] = {REORGANIZE: entries}
    if board.setting.on("command"):
        orders[COMMAND] = {entry["officer"]: REORGANIZES for entry in entries}
    return orders if OrdersOptions(board).why_not(orders) is None else {}
