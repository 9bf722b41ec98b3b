"""What orders would do before any die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.options import Json
from pbem.hexgame.telling.previewing import ordered, void
from rulesets.winters_victory.board.pieces import CREW
from rulesets.winters_victory.orders_options import ORDERS, SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.telling.named import WinterNames

Said = Mapping[str, Any]


def preview(names: WinterNames, play: Play, orders: Said) -> Json:
    """The preview of orders for the segment that begins on a board, which is read and never changed."""
    army, units = play.segment.army, play.setting.units
    free = [uid for uid in sorted(play.board.pieces) if units[uid].army == army and units[uid].kind != CREW]
    faults = SegmentOrders(play).faults(orders)
    found: dict[str, Any] = {
        "void": void(faults),
        **ordered(free, orders.get(ORDERS, ()), names.unit),
        "open": True,
    }
    refused = [f"Void: {names.text(one['text'])} ({one['case']})" for one in found["void"]]
    return {**found, "lines": refused or ["Nothing is void."]}
