"""What the fold asks of a rules engine, so that the protocol knows no game (protocol sections 7 and 9)."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from pbem.protocol.dice import Stream

State = dict[str, Any]
"""Public state: {"at", "input", "trace", "phase_seq", "need", "n", "over"}. `need` is {"side", "ask", "n"}, or
{} when the game is over; `over` is {} while it runs. `n` is the number of the latest question."""

Side = Literal["a", "b"]
Binding = Literal["message", "phase"]

CONTINUE = "continue"
"""The question to the closer of a segment who has nothing to decide; its answer is {"for": n} alone."""


class OpeningSource(Protocol):
    """Where a run gets the committed values of the side that closes the segment."""

    def consult(self, side: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Any:
        """Value in `slot` of `side`'s tree `kind`, "" where the slot is unused.

        binding "message": as of the newest message of the side that precedes the closing one; "phase": as of its latest
        message with seq <= `phase_seq`. Asking again gives the same value. Raises Fault OPEN_MISSING,
        OPEN_STALE or OPEN_MISMATCH; Fault ENGINE_MISMATCH when the rules ask for what cannot be asked here.
        """
        ...


class Machine(Protocol):
    """A rules engine bound to the terms of one game. All methods are pure but for `environment`."""

    def environment(self, terms: dict[str, Any]) -> None:
        """Bind to `terms`; called once, before anything else.

        Raises Fault RULESET_MISMATCH, SCENARIO_MISMATCH or ENGINE_MISMATCH.
        """
        ...

    def start(self) -> State:
        """Public state after the handshake."""
        ...

    def run(self, state: State, op_seq: int, input: Any, closer: str, stream: Stream, openings: OpeningSource) -> State:
        """The state after executing `input`, which message `op_seq` carried; `state` is left untouched.

        closer: the side that computes this. Draws come from `stream`, committed values from `openings`.
        """
        ...

    def check_input(self, state: State, input: Any) -> str:
        """ "" when `input` has the form that the question due in `state` asks for, else why not."""
        ...

    def may_hide(self, state: State, side: str) -> list[str]:
        """Ids of the markers that `side` may commit to now."""
        ...
