"""The cases of the rulebook that a combat is refused, told and booked by."""

from __future__ import annotations

from typing import Final

from pbem.hexgame.fighting.cases import Cases, Reason, under
from pbem.wargame.retreat import WhyNot

CASES: Final[Cases] = under(
    "7.82",
    {
        Reason.COMBAT: "7.0",
        Reason.RESULT: "7.6",
        Reason.PAYMENT: "7.6",
        Reason.GONE: "7.14",
        Reason.HAS_ADVANCED: "7.74",
        Reason.RETREAT: "7.71",
        Reason.NO_RETREAT: "7.72",
        Reason.PUSH: "7.81",
        Reason.ADVANCE: "7.74",
        Reason.VOLUNTEER: "8.15",
        Reason.NO_GUNS: "8.0",
        Reason.HELD: "8.41",
        Reason.RANGE: "8.11",
        Reason.SIGHT: "8.31",
        Reason.SIGHT_BETWEEN: "8.32",
        Reason.UNREACHED: "8.22",
        WhyNot.NOT_ADJACENT: "7.71",
        WhyNot.BARRED: "7.72",
        WhyNot.NOT_DISPLACEABLE: "7.81",
    },
)
"""Displacement (7.82) is what all others are for."""
