"""The log as a fold: each message is checked against all before it and gives the next state (section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem import __version__
from pbem.protocol import control, keys
from pbem.protocol.admission import accountable, admit
from pbem.protocol.audit import Book, earliest_first, require_audit
from pbem.protocol.canonical import canon
from pbem.protocol.clock import backward
from pbem.protocol.dice import Entry, Stream, private_results, segment_seed, tape_digest
from pbem.protocol.encoding import digest
from pbem.protocol.faults import Fault
from pbem.protocol.forks import second_version
from pbem.protocol.lazy_list import plus
from pbem.protocol.ledger import Ledger
from pbem.protocol.machine import Disclosed, Machine, OpeningSource, State
from pbem.protocol.messages import Message
from pbem.protocol.openings import CheckedOpenings
from pbem.protocol.scope import require_offered
from pbem.protocol.teams import require_members, require_parts

SIDES: Final = "ab"


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
    that is closed; so there is one fewer than messages. ledger: what each seat is bound to. books: what the audits
    disclosed, by seat.
    """

    machine: Machine
    trees: Mapping[str, int]
    messages: Sequence[Message] = ()
    states: Sequence[State] = ()
    tapes: Sequence[list[Entry]] = ()
    ledger: Ledger = field(default_factory=Ledger)
    warnings: tuple[Notice, ...] = ()
    books: Mapping[str, Book] = field(default_factory=dict)
    # Id of a message -> the state before its orders, once worked out; all chains of one log share it.
    withdrawn: dict[bytes, State] = field(default_factory=dict, repr=False, compare=False)

    @property
    def terms(self) -> dict[str, Any]:
        """Terms of the invitation as amended since, {} before it."""
        if not self.messages:
            return {}
        amended: dict[str, Any] = {}
        for agreement in self.ledger.agreed:
            if agreement.what == "amend":
                amended |= self.messages[agreement.seq - 1].body["control"]["terms"]
        return {**self.messages[0].body["terms"], **amended}

    @property
    def game(self) -> bytes:
        """Id of the game, 32 bytes; b"" before the accept."""
        return bytes.fromhex(self.messages[1].body["game"]) if len(self.messages) > 1 else b""

    @property
    def keys(self) -> dict[str, bytes]:
        """Public key with which each seat that is known signs its next message."""
        known = {seat: self.ledger.key(seat) for seat in "ab"}
        return {seat: key for seat, key in known.items() if key is not None}

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
        """The seat whose message is next, "" when the log has ended."""
        return "" if self.audited else "ab"[len(self.messages) % 2]

    def seed(self, k: int) -> bytes:
        """Seed of the closed segment `k` (2 <= k <= number of messages - 2); b"" where a void seating lost it."""
        if self.messages[k + 1].body.get("void"):
            return b""
        reveal = bytes.fromhex(self.messages[k + 1].body["reveal"])
        return segment_seed(self.game, k, self.messages[k].id, reveal)

    def extend(self, line: bytes) -> Chain:
        """The log with one message more; the same log and the notice REPLAY for a message it holds.

        line: the envelope's JSON without LF. Raises Fault with the first failure in the order of section 14.
        """
        try:
            message = admit(self, line)
        except Fault as fault:
            raise (second_version(self, line, fault) if fault.code == "FORK" else fault) from None
        if message.seq < len(self.messages):
            notice = Notice("REPLAY", message.seq, f"message {message.seq} was here already")
            return replace(self, warnings=(*self.warnings, notice))
        try:
            return self._apply(message)
        except Fault as fault:
            raise fault.placed(message.seq, accountable(self, message)) from None

    def alone(self) -> Chain:
        """The same log by rules that remember nothing. Raises Fault of class environment where they are not here."""
        return replace(self, machine=self.machine.anew(self.terms)) if self.messages else self

    @property
    def ruled(self) -> bool:
        """Whether what is in this log was checked by its rules."""
        return True

    def _apply(self, m: Message) -> Chain:
        """Checks 16 to 26 and the new state."""
        require_offered(m.body)
        if m.kind == "invite":
            self.machine.environment(m.body["terms"])
        require_members(self.machine, m.body)
        if m.kind == "invite":
            return self._with(m, {}, None)
        if m.kind == "accept":
            state = self._hidden(self.machine.start(), m)
            self._require_commitments(m)
            return self._with(m, state, [])
        state, tape = self._void(m) if m.body.get("void") else self._close(m)
        previous = self.messages[-1].body
        if m.kind == "move":
            control.require_answer(previous, m.body)
        before, state = state, control.settle(self, state, m.body)
        judged = self._amended(m)
        state = judged._hidden(state, m)
        self._require_digests(m, state, tape)
        control.require_place(self, before, m.body)
        control.require_input(judged.machine, state, m.body)
        require_parts(self, judged.machine, state, m.body)
        book = require_audit(self, m, state)
        self._require_commitments(m)
        longer = judged._with(m, state, tape)
        return longer if book is None else longer._audited(m.seat, book)

    def _amended(self, m: Message) -> Chain:
        """The chain by the rules that judge `m`: where it accepts an amendment, by the amended ones."""
        offer = control.accepted(self.messages[-1].body, m.body)
        if offer.get("offer") != "amend":
            return self
        return replace(self, machine=self.machine.amended(self.terms, offer))

    def _with(self, m: Message, state: State, tape: list[Entry] | None) -> Chain:
        previous = self.messages[-1].body if self.messages else {}
        agreed = control.agreements(previous, m.body)
        return replace(
            self,
            messages=plus(self.messages, m),
            states=plus(self.states, state),
            tapes=self.tapes if tape is None else plus(self.tapes, tape),
            ledger=self.ledger.after(m, agreed),
            warnings=self.warnings + self._date(m),
        )

    def _audited(self, seat: str, book: Book) -> Chain:
        """The chain with an open book, once the rules have nothing against what it says. Raises Fault AUDIT_*."""
        longer = replace(self, books={**self.books, seat: book})
        found = [*longer.accusations(seat), *longer.confronted(seat)]
        if found:
            first = min(found, key=lambda fault: earliest_first(fault.code, fault.seq))
            raise Fault(first.code, first.detail)
        return longer

    def accusations(self, seat: str) -> Sequence[Fault]:
        """The lies of a seat that its own book proves. Nothing that comes after its audit alters that."""
        return self.machine.audit(seat, self.disclosed(seat))

    def confronted(self, seat: str) -> Sequence[Fault]:
        """The lies of a seat that only both books together prove; none while one of them is closed."""
        return self.machine.confronted(seat, self.disclosed()) if len(self.books) == len(SIDES) else ()

    def disclosed(self, seats: str = SIDES) -> Disclosed:
        """The log with what the open books tell. seats: letters of those whose books are looked into."""
        books = {seat: self.books[seat] for seat in sorted(seats) if seat in self.books}
        contents = {(s, *entry): value for s, book in books.items() for entry, value in book.contents.items()}
        draws = {s: [drawn for k in range(2, len(self.tapes)) for drawn in self._draws(s, k)] for s in books}
        return Disclosed(self.messages, self.states, self.tapes, list(books), contents, draws)

    def _draws(self, seat: str, k: int) -> list[tuple[int, str, int, int]]:
        """The private draws of segment `k`, where `seat` closed it and its book tells w."""
        w = self.books[seat].w.get(k - 1)
        if w is None or self.messages[k].seat == seat or not any(e[1] and not e[2] for e in self.tapes[k]):
            return []
        return [(k, *drawn) for drawn in private_results(self.seed(k), w, self.tapes[k])]

    def _require_reveal(self, m: Message) -> None:
        """Check 17: the reveal opens the seal of the same seat's previous message."""
        if m.seq < 3:
            return
        reveal = m.body.get("reveal")
        if reveal is None:
            raise Fault("REVEAL_MISSING", "no dice value is revealed")
        sealed = keys.seal(self.game, m.seat, m.seq - 2, bytes.fromhex(reveal))
        if sealed.hex() != self.messages[m.seq - 2].body["seal"]:
            raise Fault("REVEAL_MISMATCH", f"the value revealed is not the one sealed in message {m.seq - 2}")

    def _close(self, m: Message) -> tuple[State, list[Entry]]:
        """Checks 17 and 18: the state and tape after the open segment, which `m` closes."""
        self._require_reveal(m)
        source = self.checked(m.seat, m.body)
        state, tape = self.run_segment(m.seat, bytes.fromhex(m.body.get("reveal", "")), source)
        source.settle()
        return state, tape

    def _void(self, m: Message) -> tuple[State, list[Entry]]:
        """A seating whose value is lost: the segment is not run and its question is asked again (section 11)."""
        for name in ("reveal", "open", "claims"):
            if name in m.body:
                raise Fault("PAYLOAD_SCHEMA", f"{name}: a void seat has nothing to open")
        return self.voided(), []

    def voided(self) -> State:
        """The state that a void seating signs: the open segment's question, due once more under a new number."""
        state = self.before_orders(len(self.messages) - 1)
        return control.renumbered(state, state["n"] + 1)

    def checked(self, closer: str, body: Mapping[str, Any]) -> CheckedOpenings:
        """The openings and claims of a closing message, to be checked as they are consulted."""
        opened, claims = body.get("open", []), body.get("claims", [])
        return CheckedOpenings(self.messages, self.trees, self.game, closer, opened, claims, self.ledger)

    def run_segment(self, closer: str, reveal: bytes, source: OpeningSource) -> tuple[State, list[Entry]]:
        """State and tape after the open segment, closed by `closer` with `reveal`. Nothing is kept.

        The engine runs only on an input; segments 0 and 1 have none.
        """
        op, state = self.messages[-1], self.states[-1]
        if op.seq < 2 or "input" not in op.body:
            return state, []
        stream = Stream(segment_seed(self.game, op.seq, op.id, reveal))
        return self.machine.run(state, op.seq, op.body["input"], closer, stream, source), stream.tape

    def before_orders(self, seq: int) -> State:
        """The state to which a take-back or a void seating returns: after message `seq`, but for what it hid itself.

        Those commitments were made with the orders that count no more. A seating's are no part of any orders; what the
        acceptance of an amendment hides stays, since it closed its segment by other rules than those of now.
        """
        # A message that accepted a take-back itself leads on to where that one returned to.
        path = [seq]
        while self._leads_on(path[-1]):
            path.append(self._offer_accepted(path[-1])["to"])
        state: State | None = None
        for q in reversed(path):
            known = self.messages[q].id
            if known not in self.withdrawn:
                self.withdrawn[known] = self._closed_anew(q, state) if self._withdrawn(q) else self.states[q]
            state = self.withdrawn[known]
        assert state is not None
        return state

    def _leads_on(self, seq: int) -> bool:
        """Whether the state before the orders of a message hangs on that of an earlier one, still to be worked out."""
        if self.messages[seq].id in self.withdrawn or not self._withdrawn(seq):
            return False
        return self._offer_accepted(seq).get("offer") == "takeback"

    def _offer_accepted(self, seq: int) -> dict[str, Any]:
        return control.accepted(self.messages[seq - 1].body, self.messages[seq].body)

    def _withdrawn(self, seq: int) -> bool:
        """Whether a message turned something face down that goes with its orders."""
        m = self.messages[seq]
        return m.kind == "move" and "hide" in m.body and self._offer_accepted(seq).get("offer") != "amend"

    def _closed_anew(self, seq: int, returned: State | None) -> State:
        """The state of message `seq` before it turned anything face down. returned: as for `control.settle`."""
        m = self.messages[seq]
        before = replace(self, messages=self.messages[:seq], states=self.states[:seq])
        reveal = bytes.fromhex(m.body.get("reveal", ""))
        state, _ = before.run_segment(m.seat, reveal, before.checked(m.seat, m.body))
        return control.settle(before, state, m.body, returned)

    def may_hide(self, state: State, seat: str, kind: str) -> Sequence[str]:
        """Markers that a message of `kind` may turn face down; a seating renews all that its seat has (section 11)."""
        if kind == "seat":
            return [name for name, entry in state.get("markers", {}).items() if entry["side"] == seat]
        return self.machine.may_hide(state, seat)

    def _hidden(self, state: State, m: Message) -> State:
        """Check 20, and the state with the message's commitments."""
        listed = m.body.get("hide", [])
        names = [entry["marker"] for entry in listed]
        # Without its answer a question permits nothing: else contents could be laid up for orders that come later.
        silent = not listed or (m.kind == "move" and not control.input_due(state, m.body))
        permitted = () if silent and m.kind != "seat" else self.may_hide(state, m.seat, m.kind)
        for name in names:
            if name not in permitted:
                raise Fault("HIDE_ILLEGAL", f"marker {name} cannot be committed to now")
        if names != sorted(set(names)):
            raise Fault("HIDE_ILLEGAL", "the markers do not stand in order, each once")
        if m.kind == "seat" and (names or m.body["void"]) and set(names) != set(permitted):
            raise Fault("HIDE_ILLEGAL", "a seat commits to all face-down markers of its side anew")
        return hidden(state, m.seat, m.seq, listed, seating=m.kind == "seat")

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
        if seal in self.ledger.seals:
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
        why = backward(self, m.seat, date) if date is not None else ""
        return (Notice("DATE_BACKWARD", m.seq, why),) if why else ()


def hidden(state: State, seat: str, seq: int, listed: Sequence[Mapping[str, str]], *, seating: bool = False) -> State:
    """The state with the commitments of a message's member `hide` (section 9).

    seating: the same markers under new secrets, so that what was seen of them stays seen (section 11).
    """
    if not listed:
        return state
    known = state["markers"] if seating else {}
    new = {e["marker"]: {**known.get(e["marker"], {}), "side": seat, "at": seq, "commit": e["commit"]} for e in listed}
    return {**state, "markers": {**state["markers"], **new}}


def state_digest(state: State) -> bytes:
    """What a message signs of the public state."""
    return digest("state", canon(state))
