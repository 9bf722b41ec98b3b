"""The cases of the rulebook that attacks are refused, told and booked by."""

from __future__ import annotations

from typing import Final

from pbem.hexgame.fighting.attack_rules import AttackCases
from pbem.hexgame.fighting.cases import Cases, Reason
from pbem.wargame.retreat import WhyNot

ATTACK_CASES: Final = AttackCases(
    listed="6.0",
    target="6.1A",
    unknown="6.1",
    foreign="6.0",
    absent="6.1",
    distance="6.1A",
    water="5.2",
    nobody="6.0",
    single="7.1",
    condition="6.0",
    must_attack="6.1",
    must_be_attacked="6.1",
    reduction="6.2C",
    twice="6.1B",
    name="6.0",
    bystander="6.1",
    together="6.1D",
    salvo="7.1C",
    drawn_in="8.2A",
)
CASES: Final[Cases] = {
    Reason.COMBAT: "6.0",
    Reason.RESULT: "6.4",
    Reason.PAYMENT: "6.5A",
    Reason.GONE: "6.5",
    Reason.HAS_ADVANCED: "6.7C",
    Reason.WAS_DISPLACED: "6.6D",
    Reason.APART: "6.1A",
    Reason.RETREAT: "6.6",
    Reason.NO_RETREAT: "6.6",
    Reason.PUSH: "6.6D",
    Reason.ADVANCE: "6.7",
    Reason.VOLUNTEER: "7.1E",
    Reason.NO_GUNS: "7.1",
    Reason.HELD: "7.4A",
    Reason.RANGE: "7.1",
    Reason.SIGHT: "7.3A",
    Reason.SIGHT_BETWEEN: "7.3B",
    Reason.UNREACHED: "7.2",
    WhyNot.NOT_ADJACENT: "6.6",
    WhyNot.BARRED: "6.6A",
    WhyNot.VACANT_FIRST: "6.6C",
    WhyNot.IN_CHAIN: "6.6D",
    WhyNot.NOT_DISPLACEABLE: "6.6D",
    WhyNot.NO_WAY_OUT: "6.6D",
}
RESULTS: Final = ("Ae", "De", "Ex", "Ar", "Dr")
"""The codes of the Combat Results Table (6.4)."""
