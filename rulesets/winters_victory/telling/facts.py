"""What `status` and reports tell of a position, as data."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.telling.named import WinterNames


def facts(names: WinterNames, play: Play) -> Json:
    """wv 4.0-2: turn, clock and who is on the map."""
    position = play.position
    now = play.setting.calendar.get(position.turn) if position.segment else None
    units = play.setting.units
    return {
        "day": position.day,
        "turn": position.turn,
        "segment": position.segment,
        "time": now.clock if now else "",
        "units": {
            army: sum(units[uid].army == army and units[uid].fights for uid in play.board.pieces) for army in ARMIES
        },
        "standing": [],
    }
