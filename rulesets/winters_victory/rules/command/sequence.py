"""The order of activities in a Command Phase: Allied from below, French from above (4.1.2, 4.1.7, 17.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS, DETACHMENT, DIVISION

DELAYS, CHARGES, AMMUNITION = "delays", "charges", "ammunition"
"""wv 4.1.2, 4.1.7: the segments before and behind those in which command units act."""
ACTING: Final[Mapping[str, tuple[str, ...]]] = {
    "brigade": (BRIGADE,),
    "division": (DIVISION, DETACHMENT),
    "corps": (CORPS,),
    "wing": (CORPS,),
    "army": (ARMY,),
}
"""wv 17.4-0, 17.41-4: the levels that act in a segment, by the words of data/chain.yaml; brigades only activate."""


def segments(order: Sequence[str]) -> tuple[str, ...]:
    """wv 17.4-SEQ, 4.1.2, 4.1.7: segments A to G of an army. order: its levels as data/chain.yaml has them."""
    return (DELAYS, *order, CHARGES, AMMUNITION)


def segment_of(order: Sequence[str], level: str) -> str:
    """wv 17.4-0: the segment in which command units of a level act."""
    return next(segment for segment in order if level in ACTING[segment])


def same_phase(order: Sequence[str], sender: str, receiver: str) -> bool:
    """wv 17.4-SEQ: whether an order that is received at once can be used in the phase in which it was issued: the
    French may run down their chain, an Allied one takes effect a turn later. sender, receiver: levels."""
    return order.index(segment_of(order, sender)) < order.index(segment_of(order, receiver))
