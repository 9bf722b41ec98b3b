"""The order of activities in a Command Phase: Allied from below, French from above (4.1.2, 4.1.7, 17.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS, DETACHMENT, DIVISION
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH

DELAYS, BRIGADES, DIVISIONS, CORPS_SEGMENT, ARMY_SEGMENT = "delays", "brigades", "divisions", "corps", "army"
CHARGES, AMMUNITION = "charges", "ammunition"
SEGMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    ALLIED: (DELAYS, BRIGADES, DIVISIONS, CORPS_SEGMENT, ARMY_SEGMENT, CHARGES, AMMUNITION),
    FRENCH: (DELAYS, ARMY_SEGMENT, CORPS_SEGMENT, DIVISIONS, BRIGADES, CHARGES, AMMUNITION),
}
"""wv 17.4-SEQ, 4.1.2, 4.1.7: segments A to G. An Allied order takes effect a turn later, one of the French may run down
the chain in one phase."""
ACTING: Final[Mapping[str, tuple[str, ...]]] = {
    BRIGADES: (BRIGADE,),
    DIVISIONS: (DIVISION, DETACHMENT),
    CORPS_SEGMENT: (CORPS,),
    ARMY_SEGMENT: (ARMY,),
}
"""wv 17.4-0, 17.41-4: levels that act in a segment; those of BRIGADES only activate."""


def segment_of(level: str) -> str:
    """wv 17.4-0: the segment in which command units of a level act."""
    return next(segment for segment, levels in ACTING.items() if level in levels)


def same_phase(army: str, sender: str, receiver: str) -> bool:
    """wv 17.4-SEQ: whether an order that is received at once can be used in the phase in which it was issued. sender,
    receiver: levels."""
    order = SEGMENTS[army]
    return order.index(segment_of(sender)) < order.index(segment_of(receiver))
