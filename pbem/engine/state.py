"""The public state: what a campaign is between two messages (protocol section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from pbem.engine.options import Json


class Need(TypedDict, total=False):
    """The question that is due: side `a` or `b`, the name of its ask schema, its number. {} when the game is over."""

    side: str
    ask: str
    n: int


class Marker(TypedDict):
    """The commitment to a face-down marker's content, and what came of it when the marker was opened.

    side: `a` or `b`. at: number of the message that committed to it. commit: 64 hex digits. units: ids of the units
    that were found in it, seen: number of the message that opened it first.
    """

    side: str
    at: int
    commit: str
    units: NotRequired[list[str]]
    seen: NotRequired[int]


class State(TypedDict):
    """Canonical JSON; its digest travels in every message.

    at: the position at the start of the phase that is running. input: its orders, {} before they came.
    trace: every answer, opened value, claim and roll since, in order, as
        ["choose", label, answer], ["open", slot, value], ["roll", label, [results]],
        ["marker", marker, content], ["claim", marker, say, value], ["hand", label, [markers]],
        ["leaf", tree.name, value], ["sealed", label, {"at", "commit"}].
    markers: marker id -> commitment, in a game with face-down markers only.
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
    markers: NotRequired[dict[str, Marker]]


def fresh(at: Json, *, hidden: bool = False) -> State:
    """A state at a position with nothing asked yet. hidden: whether the game has face-down markers."""
    state: State = {"at": at, "input": {}, "trace": [], "phase_seq": 0, "need": {}, "n": 0, "over": {}}
    if hidden:
        state["markers"] = {}
    return state


def opened(state: State) -> Mapping[str, Json]:
    """Standing-order slots that the running phase has already opened: name -> value."""
    return {step[1]: step[2] for step in state["trace"] if step[0] == "open"}
