"""The public state: what a campaign is between two messages (protocol section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from pbem.engine.options import Json


class Need(TypedDict, total=False):
    """The question that is due: side `a` or `b`, the name of its ask schema, its number. {} when the game is over."""

    side: str
    ask: str
    n: int


class State(TypedDict):
    """Canonical JSON; its digest travels in every message.

    at: the position at the start of the phase that is running. input: its orders, {} before they came.
    trace: every answer, opened value, claim and roll since, in order, as
        ["choose", label, answer], ["open", slot, value], ["roll", label, [results]],
        ["marker", marker, content], ["claim", marker, say, value].
    phase_seq: number of the message that gave the orders. n: number of questions asked so far.
    over: {} while the game goes on.
    """

    at: Json
    input: dict[str, Json]
    trace: list[Json]
    phase_seq: int
    need: Need
    n: int
    over: dict[str, Json]


def fresh(at: Json) -> State:
    """A state at a position with nothing asked yet."""
    return {"at": at, "input": {}, "trace": [], "phase_seq": 0, "need": {}, "n": 0, "over": {}}


def opened(state: State) -> Mapping[str, Json]:
    """Standing-order slots that the running phase has already opened: name -> value."""
    return {step[1]: step[2] for step in state["trace"] if step[0] == "open"}
