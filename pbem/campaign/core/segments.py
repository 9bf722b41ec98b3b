"""Segments and the phases they belong to: a phase that stops to ask runs on in the segment after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.engine.requests import ORDERS

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

Event = Mapping[str, Any]


def phase_start(campaign: Campaign, segment: int) -> int:
    """The segment in which the phase began that ran in this one; 0 before the first.

    A segment is called by the number of the message that opened it.
    """
    states = campaign.chain.states
    if not 1 <= segment < len(states):
        return 0
    state = states[segment]
    return int(state["phase_seq"]) if state["input"] else segment


def orders_waiting(campaign: Campaign, seq: int) -> Mapping[str, Any]:
    """The orders that message `seq` brings, which the next one carries out; {} where it brings none."""
    if seq < 1:
        return {}
    body, state = campaign.chain.messages[seq].body, campaign.chain.states[seq]
    given: Mapping[str, Any] = body.get("input", {})
    return given if state["need"].get("ask", "") == ORDERS and not body.get("void") else {}


def told_in(campaign: Campaign, first: int, last: int) -> list[Event]:
    """What was told while the segments from one to another ran, in order."""
    return [event for segment in range(max(first, 1), last + 1) for event in campaign.machine.events.get(segment, [])]
