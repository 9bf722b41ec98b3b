"""The log as a fold: each message is checked against all before it and gives the next state (section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem import __version__
from pbem.protocol import control, keys
from pbem.protocol.admission import admit
from pbem.protocol.audit import Opened, opened_leaves, require_audit
from pbem.protocol.canonical import canon
from pbem.protocol.dice import Entry, Stream, segment_seed, tape_digest
from pbem.protocol.encoding import digest
from pbem.protocol.faults import Fault
from pbem.protocol.machine import Machine, OpeningSource, State
from pbem.protocol.messages import Message
from pbem.protocol.openings import CheckedOpenings
from pbem.protocol.scope import require_offered


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth telling that makes nothing invalid: REPLAY or DATE_BACKWARD."""

    code: str
    seq: int
    detail: str


@dataclass(frozen=True)
class Chain:
    """A verified log. Never changed: `extend` returns a longer one, so a refused message leaves no trace.

    machine: the rules. trees: depth of each commitment tree that the ruleset declares (`doctrine` at least).
    states: public state after message k ({} after the invite). tapes: tape of segment k, for every segment
    that is closed; so there is one fewer than messages.
    """

    machine: Machine
    trees: Mapping[str, int]
    messages: tuple[Message, ...] = ()
    states: tuple[State, ...] = ()
    tapes: tuple[list[Entry], ...] = ()
    opened: tuple[Opened, ...] = ()
    warnings: tuple[Notice, ...] = ()

    @property
    def terms(self) -> dict[str, Any]:
        """Terms of the invitation, {} before it."""
        return dict(self.messages[0].body["terms"]) if self.messages else {}

    @property
    def game(self) -> bytes:
        """Id of the game, 32 bytes; b"" before the accept."""
        return bytes.fromhex(self.messages[1].body["game"]) if len(self.messages) > 1 else b""

    @property
    def keys(self) -> dict[str, bytes]:
        """Public key of each side that is known."""
        return {m.side: bytes.fromhex(m.body["key"]) for m in self.messages[:2]}

    @property
    def state(self) -> State:
        """Public state after the last message, {} before the accept."""
        return self.states[-1] if self.states else {}

    @property
    def need(self) -> dict[str, Any]:
        """The question that is due, {} when there is none."""
        return dict(self.state.get("need", {}))

    @property
    def over(self) -> dict[str, Any]:
        """How the game ended, {} while it runs."""
        return dict(self.state.get("over", {}))

    @property
    def finished(self) -> bool:
        """Whether the game has ended on the board; the second audit may still be due."""
        return bool(self.over)

    @property
    def audited(self) -> bool:
        """Whether both sides have disclosed their veils; then the log has ended."""
        return len(self.messages) > 1 and all("audit" in m.body for m in self.messages[-2:])

    @property
    def waits_for(self) -> str:
        """The side whose message is next, "" when the log has ended."""
        return "" if self.audited else "ab"[len(self.messages) % 2]

    def seed(self, k: int) -> bytes:
        """Seed of the closed segment `k` (2 <= k <= number of messages - 2)."""
        reveal = bytes.fromhex(self.messages[k + 1].body["reveal"])
        return segment_seed(self.game, k, self.messages[k].id, reveal)

    def extend(self, line: bytes) -> Chain:
        """The log with one message more; the same log and the notice REPLAY for a message it holds.

        line: the envelope's JSON without LF. Raises Fault with the first failure in the order of section 14.
        """
        message = admit(self, line)
        if message.seq < len(self.messages):
            notice = Notice("REPLAY", message.seq, f"message {message.seq} was here already")
            return replace(self, warnings=(*self.warnings, notice))
        try:
            return self._apply(message)
        except Fault as fault:
            raise fault.placed(message.seq, message.side) from None

    def _apply(self, m: Message) -> Chain:
        """Checks 16 to 26 and the new state."""
        require_offered(m.body)
        if m.kind == "invite":
            self.machine.environment(m.body["terms"])
            return self._with(m, {}, (), ())
        if m.kind == "accept":
            state = self.machine.start()
            self._require_hide(state, m)
            self._require_commitments(m)
            return self._with(m, state, ([],), ())
        self._require_reveal(m)
        state, tape, opened = self._close(m)
        previous = self.messages[-1].body
        control.require_answer(previous, m.body)
        ended, state = state["over"], control.settle(state, previous, m.body)
        self._require_hide(state, m)
        self._require_digests(m, state, tape)
        control.require_place(ended, previous, m.body)
        control.require_input(self.machine, state, m.body)
        require_audit(m.body, state["over"], self.game, (*self.opened, *opened))
        self._require_commitments(m)
        return self._with(m, state, (tape,), opened)

    def _with(self, m: Message, state: State, tapes: tuple[list[Entry], ...], opened: tuple[Opened, ...]) -> Chain:
        return replace(
            self,
            messages=(*self.messages, m),
            states=(*self.states, state),
            tapes=(*self.tapes, *tapes),
            opened=(*self.opened, *opened),
            warnings=(*self.warnings, *self._date(m)),
        )

    def _require_reveal(self, m: Message) -> None:
        """Check 17: the value revealed is the one that the sender sealed two messages ago."""
        if m.seq == 2:
            return
        if "reveal" not in m.body:
            raise Fault("REVEAL_MISSING", "the sealed dice value is not revealed")
        sealing = self.messages[m.seq - 2]
        value = bytes.fromhex(m.body["reveal"])
        if keys.seal(self.game, m.side, sealing.seq, value).hex() != sealing.body["seal"]:
            raise Fault("REVEAL_MISMATCH", f"the value revealed does not open the seal of message {sealing.seq}")

    def _close(self, m: Message) -> tuple[State, list[Entry], tuple[Opened, ...]]:
        """Run the segment that `m` closes, with its openings (check 18)."""
        openings = m.body.get("open", [])
        source = CheckedOpenings(self.messages, self.trees, self.game, m.side, openings)
        reveal = bytes.fromhex(m.body.get("reveal", ""))
        state, tape = self.run_segment(m.side, reveal, source)
        return state, tape, opened_leaves(m.side, source.settle())

    def run_segment(self, closer: str, reveal: bytes, source: OpeningSource) -> tuple[State, list[Entry]]:
        """State and tape after the open segment, closed by `closer` with `reveal`. Nothing is kept.

        The engine runs only on an input; segments 0 and 1 have none.
        """
        op, state = self.messages[-1], self.states[-1]
        if op.seq < 2 or "input" not in op.body:
            return state, []
        stream = Stream(segment_seed(self.game, op.seq, op.id, reveal))
        return self.machine.run(state, op.seq, op.body["input"], closer, stream, source), stream.tape

    def _require_hide(self, state: State, m: Message) -> None:
        """Check 20. This version folds no markers: what a ruleset would permit is beyond it."""
        listed = m.body.get("hide", [])
        permitted = self.machine.may_hide(state, m.side) if listed else []
        for entry in listed:
            if entry["marker"] not in permitted:
                raise Fault("HIDE_ILLEGAL", f"marker {entry['marker']} cannot be committed to now")
        if listed:
            raise Fault("ENGINE_MISMATCH", "this program does not play with face-down markers yet")

    def _require_digests(self, m: Message, state: State, tape: list[Entry]) -> None:
        """Checks 21 and 22."""
        for code, name, own in (
            ("TAPE_MISMATCH", "tape", tape_digest(tape).hex()),
            ("STATE_MISMATCH", "state", state_digest(state).hex()),
        ):
            if m.body[name] != own:
                raise Fault(
                    code,
                    "a fault of the program, or two versions of it, is likelier than deceit\n"
                    f"{name} signed:   {m.body[name]}\n{name} computed: {own}\n"
                    f"engine: {self.terms['engine']}; pbem --version here: {__version__}\n"
                    f"tape computed: {canon(tape).decode('utf-8')[:4000]}",
                )

    def _require_commitments(self, m: Message) -> None:
        """Check 26: one new seal, and one root for each tree of the ruleset."""
        seal = m.body.get("seal")
        if seal is None:
            raise Fault("SEAL_MISSING", "no dice value is sealed")
        if any(earlier.body.get("seal") == seal for earlier in self.messages):
            raise Fault("SEAL_REUSED", "the seal stands in an earlier message")
        roots = m.body.get("roots", {})
        for kind in sorted(self.trees):
            if kind not in roots:
                raise Fault("ROOT_MISSING", f"no root for the tree {kind}")
        for kind in roots:
            if kind not in self.trees:
                raise Fault("PAYLOAD_SCHEMA", f"a root for the tree {kind}, which the ruleset lacks")

    def _date(self, m: Message) -> tuple[Notice, ...]:
        """Dates are claims: one that runs backward is told and changes nothing."""
        date = m.body.get("date")
        if date is None:
            return ()
        own = (e.body["date"] for e in reversed(self.messages) if e.side == m.side and "date" in e.body)
        last = next(own, date)
        if date >= last:
            return ()
        return (Notice("DATE_BACKWARD", m.seq, f"dated {date}, after {last} of the same side"),)


def state_digest(state: State) -> bytes:
    """What a message signs of the public state."""
    return digest("state", canon(state))
