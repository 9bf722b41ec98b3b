"""What the fold asks of a rules engine, so that the protocol knows no game (protocol sections 7 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from pbem.lean import dataclass
from pbem.protocol.dice import Entry, Stream
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message

State = dict[str, Any]
"""Public state: {"at", "input", "trace", "phase_seq", "need", "n", "over"}, and `markers` in a game with face-down
markers. `need` is {"side", "ask", "n"}, or {} when the game is over; `over` is {} while it runs. `n` is the number of
the latest question."""

Side = Literal["a", "b"]
Binding = Literal["message", "phase"]

CONTINUE = "continue"
"""The question to the closer of a segment who has nothing to decide; its answer is {"for": n} alone."""
SEALED = "sealed."
"""Stands before the name of a question whose answer is committed to; its answer is {"for": n, "sealed": commit}."""


class Absent:
    """The type of ABSENT."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()
"""Nothing at hand opens this now: its owner has to close a segment first."""


class OpeningSource(Protocol):
    """Where a run gets committed values: what the closer opens, and what the other side put into the input itself.

    What belongs to the closer is always at hand, or its absence is a Fault: OPEN_MISSING, OPEN_STALE or
    OPEN_MISMATCH. What belongs to the other side is ABSENT unless its input opens it. Asking again gives the same
    value. Fault ENGINE_MISMATCH when the rules ask for what cannot be asked here.
    """

    def consult(self, seat: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Any:
        """Value in `slot` of `seat`'s tree `kind`, "" where the slot is unused.

        binding "message": as of the newest message of the seat that precedes the closing one; "phase": as of its
        latest message with seq <= `phase_seq`.
        """
        ...

    def marker(self, seat: str, name: str, at: int, commit: str) -> Any:
        """Content of a marker, to which message `at` committed with `commit`."""
        ...

    def sealed(self, seat: str, at: int, commit: str) -> Any:
        """The answer that message `at` sealed with `commit`."""
        ...

    def lost(self, seat: str, at: int) -> bool:
        """Whether nobody holds any more what message `at` of a seat sealed."""
        ...

    def claim(self, seat: str, marker: str, say: str, scene: Any = None) -> Any:
        """What the closer states about his marker; ABSENT for a marker of the other side.

        scene: what the truth hangs on beside what he holds.
        """
        ...


@dataclass(frozen=True, slots=True)
class Disclosed:
    """A finished log with the books that are open: what the rules need to find lies (protocol section 13).

    contents: (seat, kind, at, name) -> value, for every entry of the open books; name: marker id, slot number in
    decimal, or "". draws: seat -> (segment, label, faces, result) of its private draws.
    """

    messages: Sequence[Message]
    states: Sequence[State]
    tapes: Sequence[Sequence[Entry]]
    seats: Sequence[str]
    contents: Mapping[tuple[str, str, int, str], Any]
    draws: Mapping[str, Sequence[tuple[int, str, int, int]]]


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

        closer: the seat that computes this. Draws come from `stream`, committed values from `openings`.
        """
        ...

    def check_input(self, state: State, input: Any) -> str:
        """ "" when `input` has the form that the question due in `state` asks for, else why not.

        The members `for`, `open` and `sealed` are the protocol's and are judged there.
        """
        ...

    def may_hide(self, state: State, seat: str) -> Sequence[str]:
        """Ids of the markers that `seat` may commit to now."""
        ...

    def formations(self, seat: str) -> Sequence[str] | None:
        """The formations that members of a seat's team may command; None in a game without team play (section 12)."""
        ...

    def concerned(self, state: State, seat: str, order: Any) -> Sequence[str]:
        """The formations that one order in the list `orders` of a seat concerns; the input it stands in has passed.

        Asked only in a game with team play.
        """
        ...

    def amended(self, terms: dict[str, Any], control: dict[str, Any]) -> Machine:
        """The machine from an accepted amendment on. Raises Fault of class environment where it is not here."""
        ...

    def anew(self, terms: dict[str, Any]) -> Machine:
        """A machine by these terms, bound to them, that shares no memory with this one.

        Raises Fault of class environment where it is not here.
        """
        ...

    def patched(self, state: State, patch: Sequence[dict[str, Any]]) -> State:
        """The state with a corrected position, the same question under a new number. Raises Fault OFFER_INVALID."""
        ...

    def audit(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        """Every lie of `seat` that its own book proves, the earliest first; `seq`: message where it was told.

        disclosed: with the book of `seat` alone.
        """
        ...

    def confronted(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        """Every lie of `seat` that only both books together prove, as `audit` tells them. disclosed: with both."""
        ...
