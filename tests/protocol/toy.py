"""A toy game for the protocol's tests: two sides strike at each other; dice, two doctrine slots, a pursuit.

The striker names the number of dice. The struck side's guard (slot 0, message-bound) is what a die must
exceed; a pursuit stops for a `continue`, and its striker's zeal (slot 1, phase-bound) adds dice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from pbem.protocol import compose, keys
from pbem.protocol.admission import other
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.dice import Stream
from pbem.protocol.envelope import MESSAGE_TYPE, pae, read_envelope, write_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.machine import Disclosed, OpeningSource, State

TREES = {"doctrine": 2}
RULESET, SCENARIO = sha256(b"toy rules").hexdigest(), sha256(b"toy scenario").hexdigest()
TERMS: dict[str, Any] = {
    "ruleset": RULESET,
    "scenario": SCENARIO,
    "engine": "toy 1",
    "sides": {"a": "red", "b": "blue"},
    "audit": "end",
    "clock": {"days": 14, "default": "forfeit"},
    "arbiters": [],
}
MASTERS = {seat: sha256(f"master of {seat}".encode()).digest() for seat in ("a", "b", "c")}
SILENT = compose.Words()
VALUES: dict[str, list[Any]] = {"doctrine": [3, 2, ""]}


@dataclass
class Toy:
    """The machine; hp: strength of each side at the start; below: Stream.below, replaced by cheaters."""

    hp: int = 9
    roll: Callable[[Stream, str], int] = field(default=lambda stream, label: stream.die(label, 6))
    markers: list[str] = field(default_factory=list)
    bonus: int = 0

    def environment(self, terms: dict[str, Any]) -> None:
        for name, code, own in (
            ("ruleset", "RULESET_MISMATCH", RULESET),
            ("scenario", "SCENARIO_MISMATCH", SCENARIO),
            ("engine", "ENGINE_MISMATCH", "toy 1"),
        ):
            if terms[name] != own:
                raise Fault(code, f"{terms[name]} is not {own}")

    def start(self) -> State:
        need = {"side": "a", "ask": "orders", "n": 1}
        at = {"a": self.hp, "b": self.hp}
        return {"at": at, "input": {}, "trace": [], "phase_seq": 0, "need": need, "n": 1, "over": {}}

    def run(self, state: State, op_seq: int, input: Any, closer: str, stream: Stream, openings: OpeningSource) -> State:
        state = json.loads(json.dumps(state))
        n = state["n"] + 1
        if state["need"]["ask"] == "orders":
            guard = openings.consult(closer, "doctrine", 0, "message", op_seq)
            self._strike(state["at"], closer, guard if type(guard) is int else 4, input["strike"], stream)
            if input.get("pursue") and state["at"][closer] > 0:
                need = {"side": closer, "ask": "continue", "n": n}
                return {**state, "input": input, "trace": [guard], "phase_seq": op_seq, "need": need, "n": n}
            return self._turned(state, closer, n)
        zeal = openings.consult(closer, "doctrine", 1, "phase", state["phase_seq"])
        assert openings.consult(closer, "doctrine", 1, "phase", state["phase_seq"]) == zeal
        self._strike(state["at"], other(closer), state["trace"][0], zeal, stream)
        return self._turned(state, other(closer), n)

    def _strike(self, at: dict[str, int], target: str, guard: int, count: int, stream: Stream) -> None:
        if count > 3:
            stream.void("strike")
            stream.default("strike")
            count = 1
        for i in range(count):
            if self.roll(stream, f"strike.{i}") > guard:
                at[target] -= 1 + self.bonus

    def _turned(self, state: State, due: str, n: int) -> State:
        done = {**state, "input": {}, "trace": [], "phase_seq": 0, "n": n}
        if state["at"][due] <= 0:
            return {**done, "need": {}, "over": {"how": "board", "winner": other(due)}}
        return {**done, "need": {"side": due, "ask": "orders", "n": n}}

    def check_input(self, state: State, input: Any) -> str:
        if not input.keys() <= {"for", "strike", "pursue"} or type(input.get("strike")) is not int:
            return "strike: how many dice"
        return "" if 0 <= input["strike"] <= 9 else "strike: 0 to 9 dice"

    def may_hide(self, state: State, seat: str) -> list[str]:
        return list(self.markers)

    def formations(self, seat: str) -> list[str] | None:
        return None

    def concerned(self, state: State, seat: str, order: Any) -> list[str]:
        raise AssertionError("the toy has no teams")

    def amended(self, terms: dict[str, Any], control: dict[str, Any]) -> Toy:
        if control.get("terms", {}).get("engine", "toy 1") not in ("toy 1", "toy 2"):
            raise Fault("ENGINE_MISMATCH", "the toy has two versions")
        return replace(self, bonus=1) if control.get("terms") else self

    def anew(self, terms: dict[str, Any]) -> Toy:
        return replace(self, bonus=0 if terms["engine"] == "toy 1" else 1)

    def patched(self, state: State, patch: Sequence[dict[str, Any]]) -> State:
        at = dict(state["at"])
        for change in patch:
            if change["path"] not in (["a"], ["b"]):
                raise Fault("OFFER_INVALID", "a and b have strength, nothing else")
            at[change["path"][0]] = change["value"]
        n = state["n"] + 1
        return {**state, "at": at, "need": {**state["need"], "n": n}, "n": n}

    def audit(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        return ()

    def confronted(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        return ()


def fresh(what: str, size: int = 32) -> bytes:
    """Bytes that the tests take for random."""
    return sha256(what.encode()).digest()[:size]


def commitments(chain: Chain) -> dict[int, Mapping[str, list[Any]]]:
    """Everybody committed to VALUES in every message."""
    return {m.seq: VALUES for m in chain.messages}


def answer(state: State, seat: str, strike: int = 2, **more: Any) -> dict[str, Any] | None:
    """An honest input for the question due, None when the side is not asked."""
    need = state["need"]
    if not need or need["side"] != seat:
        return None
    return {"for": need["n"]} if need["ask"] == "continue" else {"for": need["n"], "strike": strike, **more}


def draft(
    chain: Chain,
    *,
    control: dict[str, Any] | None = None,
    words: compose.Words = SILENT,
    seed: str = "",
    **order: Any,
) -> compose.Draft:
    """The honest next message of `chain`, whoever is due. order: as for `answer`."""
    seq = len(chain.messages)
    nonce, vault = fresh(f"nonce {seq} {seed}"), fresh(f"vault {seq} {seed}", 12)
    if seq == 0:
        return compose.invite(MASTERS["a"], nonce, TERMS, words)
    if seq == 1:
        return compose.accept(MASTERS["b"], chain, nonce, VALUES, vault, words)
    seat = chain.waits_for
    closing = compose.close(chain, MASTERS[seat], commitments(chain))
    state = compose.settled(chain, closing, control)
    silent = control is not None and "answer" not in control
    return compose.move(
        MASTERS[seat],
        chain,
        closing,
        VALUES,
        vault,
        nonce=nonce if seq == 2 else b"",
        input=None if silent else answer(state, seat, **order),
        control=control,
        words=words,
    )


def line(chain: Chain, **given: Any) -> bytes:
    """The honest next message, signed."""
    return draft(chain, **given).sign(MASTERS["ab"[len(chain.messages) % 2]])


def grown(chain: Chain, count: int, **given: Any) -> Chain:
    """`count` honest messages more."""
    for _ in range(count):
        chain = chain.extend(line(chain, **given))
    return chain


def begun(count: int = 5, machine: Toy | None = None) -> Chain:
    """A log of `count` messages."""
    return grown(Chain(machine or Toy(), TREES), count)


def body_of(envelope: bytes) -> dict[str, Any]:
    """The payload in an envelope."""
    return dict(json.loads(read_envelope(envelope).payload))


def signed(body: dict[str, Any] | bytes, *who: str, kind: str = MESSAGE_TYPE) -> bytes:
    """An envelope around any payload, signed by the masters named."""
    payload = body if isinstance(body, bytes) else canon(body)
    data = pae(kind, payload)
    return write_envelope(payload, [(keys.public_key(MASTERS[w]), keys.sign(MASTERS[w], data)) for w in who], kind)


def cheat(chain: Chain, edit: Callable[[dict[str, Any]], Any], who: str = "", **given: Any) -> bytes:
    """The next message of `chain`, changed by `edit` before it is signed by the side that is due."""
    body = body_of(line(chain, **given))
    edit(body)
    return signed(body, who or "ab"[len(chain.messages) % 2])


def refused(chain: Chain, envelope: bytes) -> tuple[str, str, int | None, str]:
    """Code, class, seq and signed_by of the diagnosis."""
    before = (chain.messages, chain.states, chain.tapes, chain.ledger, chain.warnings)
    try:
        chain.extend(envelope)
    except Fault as fault:
        assert before == (chain.messages, chain.states, chain.tapes, chain.ledger, chain.warnings)
        assert fault.detail
        return fault.code, fault.cls, fault.seq, fault.signed_by
    raise AssertionError("the message was accepted")
