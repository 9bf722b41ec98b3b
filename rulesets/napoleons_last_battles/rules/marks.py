"""Marks that units bear for a while: what they did in this player turn, or what a charge has done to them."""

from __future__ import annotations

from typing import Final

from rulesets.napoleons_last_battles.board import BLOWN, Board

MOVED: Final = "moved"
"""Artillery that has moved in this Movement Phase (16.9)."""
CHARGING: Final = "charging"
"""Cavalry that was moved to charge (16.8)."""
CHARGED: Final = "charged"
"""Cavalry that has charged in this player turn."""
ON_ROAD: Final = "on-road"
"""Combat units that have followed a road or trail into their hex in this Movement Phase (16.4)."""
FORMING: Final = "forming"
"""Infantry that forms a garrison (16.11A)."""
ROUSED: Final = "roused"
"""Inactive commanders whom an active one has met; they are released in the next command phase (15.4-3)."""
WEAKENED: Final = "weakened"
"""Units out of supply that a die has halved for the combat that is being fought (16.18B)."""


def end_player_turn(board: Board) -> None:
    """nlb 16.8-4, 16.9: what is left of marks: who charged is blown through the enemy's player turn and his own next
    one, whoever of the phasing army was blown is fresh again, and movement is forgotten."""
    position = board.position
    charged = position.marks.pop(CHARGED, set())
    position.marks.pop(CHARGING, None)
    position.marks.pop(MOVED, None)
    position.marks.pop(ON_ROAD, None)
    still = {unit for unit in position.marks.pop(BLOWN, set()) if board.army_of(unit) != position.army}
    position.mark(BLOWN, {unit for unit in charged if unit in board.at} | still)
