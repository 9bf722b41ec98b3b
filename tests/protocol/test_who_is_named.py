"""Nobody is named who did nothing: each row of the table of accusations in docs/threat-model.md, done by others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pbem.protocol import compose, keys
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import read_envelope, write_envelope
from pbem.protocol.faults import CLASSES, INVALID, PROOF, Fault
from pbem.protocol.forks import log_before
from pbem.protocol.machine import Disclosed, OpeningSource, State
from pbem.protocol.verify import log_lines, tape_lines
from pbem.protocol.verify_without_rules import check_without_rules
from tests.places import DOCS
from tests.protocol.log_rows import seat_twice
from tests.protocol.toy import MASTERS, Toy, begun, body_of, fresh, grown, line, refused, signed

PAGE = (DOCS / "threat-model.md").read_text(encoding="utf-8")
TABLE = {
    match[1]: match[2] for match in re.finditer(r"^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \| ([^|]+) \|$", PAGE, re.MULTILINE)
}
Body = dict[str, Any]


@dataclass
class Accusing(Toy):
    """The toy, with rules that find something: of what only rules with markers, teams or hidden forces can find."""

    code: str = ""

    def run(self, state: State, op_seq: int, input: Any, closer: str, stream: Any, openings: OpeningSource) -> State:
        after = super().run(state, op_seq, input, closer, stream, openings)
        if self.code == "HIDE_DUPLICATE" and input["strike"] == 3:
            raise Fault(self.code, "a unit stands in two markers")
        return after

    def formations(self, seat: str) -> list[str] | None:
        return ["guard", "line"] if self.code == "PART_SCOPE" else None

    def check_input(self, state: State, input: Any) -> str:
        if input.get("strike") == 5 and self.code == "PART_SCOPE":
            raise Fault(self.code, "an order of a part is for a foreign formation")
        return super().check_input(state, input)

    def audit(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        lied = any(m.seat == seat and m.body.get("note") == ["a lie"] for m in disclosed.messages)
        return [Fault(self.code, "the book shows it")] if lied and self.code.startswith("AUDIT_") else []


@dataclass(frozen=True)
class Deed:
    """A breach. chain: the log before it. bad: its payload. honest: what its author might have sent instead."""

    chain: Chain
    bad: Body | bytes
    honest: bytes

    @property
    def seat(self) -> str:
        return "ab"[len(self.chain.messages) % 2]


def plainly(edit: Callable[[Body], Any], count: int = 5, **given: Any) -> Deed:
    chain = begun(count)
    body = body_of(line(chain, **given))
    edit(body)
    return Deed(chain, body, line(chain, **given))


def turned_against() -> Deed:
    chain = begun(5)
    return Deed(chain, body_of(seat_twice(chain)), line(chain))


def struck(code: str, strike: int) -> Deed:
    """Message 4 strikes so that the rules find something when message 5 closes its segment, or in message 5's own."""
    chain = begun(4) if code == "HIDE_DUPLICATE" else begun(5)
    if code == "HIDE_DUPLICATE":
        chain = chain.extend(line(chain, strike=strike))
    finding = replace(chain, machine=Accusing(code=code))
    bad = body_of(line(chain)) if code == "HIDE_DUPLICATE" else body_of(line(chain, strike=strike))
    return Deed(finding, bad, line(chain))


def at_the_end(code: str) -> Deed:
    """Message 5 gives up; message 6 discloses."""
    chain = begun(5)
    chain = chain.extend(line(chain, control={"resign": True}))
    lie = body_of(line(chain, words=compose.Words(note=["a lie"])))
    if code == "AUDIT_MISSING":
        lie.pop("audit")
    if code == "AUDIT_COMMIT":
        lie["audit"]["veils"][0]["veil"] = fresh("veil").hex()
    return Deed(replace(chain, machine=Accusing(code=code)), lie, line(chain))


def ignored() -> Deed:
    chain = grown(begun(4), 1, control={"offer": "draw"})
    body = body_of(line(chain, control={"answer": "decline"}))
    body.pop("control")
    return Deed(chain, body, line(chain, control={"answer": "decline"}))


def unasked() -> Deed:
    chain = begun(5)
    body = body_of(line(chain, control={"offer": "draw"}))
    return Deed(chain, {**body, "input": {"for": chain.state["n"], "strike": 1}}, line(chain))


def bytes_of() -> Deed:
    chain = begun(5)
    body = body_of(line(chain))
    return Deed(chain, json.dumps(body).encode(), line(chain))


HIDE = [{"marker": "m9", "commit": "0" * 64}]
SEAL = begun(4).messages[3].body["seal"]
DEEDS: dict[str, Callable[[], Deed]] = {
    "FORK": lambda: Deed(begun(5), body_of(line(begun(5), strike=1)), line(begun(5))),
    "SIDE_TURN": turned_against,
    "REVEAL_MISSING": lambda: plainly(lambda b: b.pop("reveal")),
    "REVEAL_MISMATCH": lambda: plainly(lambda b: b.update(reveal=fresh("x").hex())),
    "OPEN_MISSING": lambda: plainly(lambda b: b.update(open=[])),
    "OPEN_STALE": lambda: plainly(lambda b: b["open"][0].update(at=1)),
    "OPEN_MISMATCH": lambda: plainly(lambda b: b["open"][0].update(value=5)),
    "OPEN_EXTRA": lambda: plainly(lambda b: b.update(open=b["open"] * 2)),
    "HIDE_DUPLICATE": lambda: struck("HIDE_DUPLICATE", 3),
    "HIDE_ILLEGAL": lambda: plainly(lambda b: b.update(hide=HIDE)),
    "ANSWER_REQUIRED": ignored,
    "TAPE_MISMATCH": lambda: plainly(lambda b: b.update(tape="0" * 64)),
    "STATE_MISMATCH": lambda: plainly(lambda b: b.update(state="0" * 64)),
    "OFFER_INVALID": lambda: plainly(lambda b: b.update(control={"answer": "accept"})),
    "INPUT_MISSING": lambda: plainly(lambda b: b.pop("input")),
    "INPUT_UNEXPECTED": unasked,
    "INPUT_STALE": lambda: plainly(lambda b: b["input"].update({"for": 1})),
    "INPUT_SCHEMA": lambda: plainly(lambda b: b["input"].update(strike="all")),
    "PART_INVALID": lambda: plainly(lambda b: b.update(parts=[])),
    "PART_SCOPE": lambda: struck("PART_SCOPE", 5),
    "SEAL_MISSING": lambda: plainly(lambda b: b.pop("seal")),
    "SEAL_REUSED": lambda: plainly(lambda b: b.update(seal=SEAL)),
    "ROOT_MISSING": lambda: plainly(lambda b: b.pop("roots")),
    "PAYLOAD_NONCANONICAL": bytes_of,
    "PAYLOAD_SCHEMA": lambda: plainly(lambda b: b.update(foo=1)),
    "KEY_INVALID": lambda: plainly(lambda b: b.update(key="01" + "00" * 31)),
    "KEY_REUSED": lambda: plainly(lambda b: b.update(key=keys.public_key(MASTERS["a"]).hex())),
}
for _code in ("COMMIT", "MISSING", "CONSERVATION", "MOVE_ILLEGAL", "CLAIM", "OMISSION", "DRAW"):
    DEEDS[f"AUDIT_{_code}"] = lambda code=f"AUDIT_{_code}": at_the_end(code)
UNBOUND = ("KEY_INVALID", "KEY_REUSED")


def changed(payload: Body | bytes, **more: Any) -> Body | bytes:
    """The payload with other members; bytes by their text."""
    if isinstance(payload, dict):
        return {**payload, **more}
    return (
        payload.replace(begun(2).game.hex().encode(), str(more["game"]).encode()) if "game" in more else payload + b" "
    )


def test_the_table_asks_of_every_accusation() -> None:
    accusations = {code for code, cls in CLASSES.items() if cls in (PROOF, INVALID)}
    assert set(TABLE) == accusations == set(DEEDS)
    assert {code for code, so in TABLE.items() if so.startswith("not named")} == set(UNBOUND)


@pytest.mark.parametrize("code", TABLE)
def test_nobody_is_named_who_did_nothing(code: str) -> None:
    deed = DEEDS[code]()
    chain, seat = deed.chain, deed.seat
    # A side turned against is turned by whoever signed it.
    who = "ab"["ba".index(seat)] if code == "SIDE_TURN" else seat
    log = chain.extend(deed.honest) if code == "FORK" else chain
    envelope = signed(deed.bad, who)
    found = refused(log, envelope)
    assert found[0] == code
    named = "" if TABLE[code].startswith("not named") else who
    assert (found[1], found[3]) == (PROOF if named else INVALID, named)
    # The same by a stranger, by the opponent, and changed under its author's signature.
    for forger in ("c", "ab"["ba".index(who)]):
        assert refused(log, signed(deed.bad, forger))[3] in ("", forger)
        assert refused(log, signed(deed.bad, forger))[3] != who
    touched = changed(deed.bad, note=["not his words"])
    payload = touched if isinstance(touched, bytes) else canon(touched)
    assert refused(log, write_envelope(payload, read_envelope(envelope).signatures))[3] == ""
    # The same of another game, which he plays with the same key.
    elsewhere = refused(log, signed(changed(deed.bad, game="5" * 64), who))
    assert elsewhere[1] == "stranger" and elsewhere[3] == ""
    # Two markers with one unit cannot be put right; the others stand in no place that a correction could take.
    if code not in ("FORK", "HIDE_DUPLICATE", "SIDE_TURN", "PAYLOAD_NONCANONICAL", "PAYLOAD_SCHEMA", *UNBOUND):
        # He put it right: what was refused counts no more.
        corrected = chain.extend(deed.honest)
        assert refused(corrected, envelope) == (code, INVALID, len(chain.messages), "")
        assert log_before(corrected, len(chain.messages)).ledger == chain.ledger


def test_a_tape_file_that_nobody_signed_is_nobodys() -> None:
    """TAPE_MISMATCH without rules: only the digest that is signed, never what lies in the file, names anybody."""
    chain = begun(7)
    lines = tape_lines(chain).splitlines(keepends=True)
    for at in range(len(lines)):
        for other in (b"[]\n", b'[["strike.0",6,1]]\n'):
            fault = check_without_rules(log_lines(chain), b"".join([*lines[:at], other, *lines[at + 1 :]])).fault
            assert lines[at] == other or (
                fault is not None and (fault.code, fault.signed_by) == ("REPORT_MISMATCH", "")
            )
