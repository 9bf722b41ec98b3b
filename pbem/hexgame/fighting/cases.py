"""Why something is refused, lost or told in a combat. A rulebook hands in the case of each reason."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from pbem.wargame.retreat import WhyNot


class Reason(Enum):
    """What a case is cited for; where a unit cannot retreat to has the reasons of `pbem.wargame.retreat`."""

    COMBAT = "the die of a combat"
    RESULT = "losses by a result of the table"
    PAYMENT = "who pays an exchange"
    GONE = "no longer on the map"
    HAS_ADVANCED = "who has advanced fights no more"
    WAS_DISPLACED = "who was displaced fights no more"
    APART = "attackers and targets are apart by now"
    RETREAT = "who retreats, in which order, how far"
    NO_RETREAT = "lost for want of a hex to retreat into"
    PUSH = "who is displaced"
    ADVANCE = "who advances where to"
    VOLUNTEER = "a bombarder who may share a retreat"
    NO_GUNS = "who does not bombard at all"
    HELD = "held by an enemy zone"
    RANGE = "out of range"
    SIGHT = "a hex blocks the line of sight"
    SIGHT_BETWEEN = "hexes on both sides block the line of sight"
    UNREACHED = "a battery reaches nobody of the attack"


Cases = Mapping[Reason | WhyNot, str]
"""Reason -> case of the rulebook. A reason that a rulebook cannot come to may be left out."""


def under(case: str, others: Cases) -> Cases:
    """One case for all reasons but those that are named."""
    return {**dict.fromkeys((*Reason, *WhyNot), case), **others}
