"""What can be checked of a log whose rules are not here: everything but them (protocol section 11.3).

Form, order, signatures, keys, answers, seals and reveals, and, where the tapes are at hand, every public die. States,
openings, inputs and audits are left alone: they follow from rules. Such a log is never called verified.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.protocol import control
from pbem.protocol.canonical import parse_value
from pbem.protocol.chain import Chain
from pbem.protocol.dice import MAX_DRAWS, Entry, Stream, segment_seed, tape_digest
from pbem.protocol.encoding import digest
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message
from pbem.protocol.scope import require_offered
from pbem.protocol.verify import split_lines

_LABEL = re.compile(r"[a-z0-9._-]{1,64}")


@dataclass(frozen=True)
class ChainWithoutRules(Chain):
    """A log that grows without rules. given: the lines of the tape file beside it, () where there is none."""

    given: Sequence[bytes] = ()

    def alone(self) -> Chain:
        """The same log without the tapes, which are those of the messages in it."""
        return replace(self, given=())

    @property
    def over(self) -> dict[str, Any]:
        """How the game ended is for the rules to say; that it did, a disclosure shows."""
        return {"how": "disclosed"} if self.messages and "audit" in self.messages[-1].body else {}

    @property
    def ruled(self) -> bool:
        """Nothing here is checked by rules."""
        return False

    def _apply(self, m: Message) -> Chain:
        require_offered(m.body)
        if m.kind in ("invite", "accept"):
            if m.kind == "accept":
                self._require_seal(m)
            return self._with(m, {}, None if m.kind == "invite" else [])
        if m.body.get("void"):
            _require_nothing_opened(m)
        else:
            self._require_reveal(m)
        if m.kind == "move":
            control.require_answer(self.messages[-1].body, m.body)
        tape = self._tape(m)
        if m.kind == "move":
            control.require_sense(self, m.body)
        self._require_seal(m)
        return self._with(m, {}, tape)

    def _require_seal(self, m: Message) -> None:
        """Check 26 but for the trees, whose kinds the rules name."""
        if "seal" not in m.body:
            raise Fault("SEAL_MISSING", "no dice value is sealed")
        if m.body["seal"] in self.ledger.seals:
            raise Fault("SEAL_REUSED", "the seal stands in an earlier message")

    def _tape(self, m: Message) -> list[Entry]:
        """Check 21: what the message signs is the tape of its segment, as far as the tape file tells what that is.

        A line that is not the one signed is passed over: nobody signs the file (`compare_tapes`).
        """
        k, signed = m.seq - 1, m.body["tape"]
        if k < 2 or m.body.get("void") or "input" not in self.messages[k].body:
            if signed != tape_digest([]).hex():
                raise Fault("TAPE_MISMATCH", f"segment {k} has nothing to roll for, and another tape is signed")
            return []
        if k >= len(self.given) or digest("tape", self.given[k]).hex() != signed:
            return []
        tape = _entries(self.given[k])
        if tape is None:
            raise Fault("TAPE_MISMATCH", f"what is signed as the tape of segment {k} is no tape")
        stream = Stream(segment_seed(self.game, k, self.messages[k].id, bytes.fromhex(m.body["reveal"])))
        for label, n, result in _public(tape):
            if stream.below(n) + 1 != result:
                raise Fault("TAPE_MISMATCH", f"{label} on the tape of segment {k} does not follow from the seed")
        return tape


def _require_nothing_opened(m: Message) -> None:
    """Check 17 of a void seating."""
    for name in ("reveal", "open", "claims"):
        if name in m.body:
            raise Fault("PAYLOAD_SCHEMA", f"{name}: a void seat has nothing to open")


def _public(tape: list[Entry]) -> list[tuple[str, int, int]]:
    """Label, size and result of every draw that both sides see."""
    drawn = [(str(label), int(n), int(result)) for label, n, result in tape]
    return [entry for entry in drawn if entry[1] > 0 and entry[2] > 0]


def _entries(line: bytes) -> list[Entry] | None:
    """The entries of a line of the tape file, None where it is no tape."""
    try:
        tape = parse_value(line)
    except Fault:
        return None
    good = isinstance(tape, list) and all(_is_entry(entry) for entry in tape)
    return tape if good and sum(1 for entry in tape if entry[1] > 0) <= MAX_DRAWS else None


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, list)
        and [type(part) for part in entry] == [str, int, int]
        and _LABEL.fullmatch(entry[0]) is not None
        and 0 <= entry[2] <= entry[1] <= 2**16
    )


def compare_tapes(chain: Chain, tapes: bytes) -> None:
    """Holds a tape file against the digests that a log signs. Raises Fault REPORT_MISMATCH.

    Whoever signed the log did not sign the file, so a difference accuses nobody.
    """
    if tapes and not tapes.endswith(b"\n"):
        raise Fault("REPORT_MISMATCH", "the last line of the tape file has no line feed")
    lines = tapes.split(b"\n")[:-1]
    closing = chain.messages[1:]
    for k, (line, m) in enumerate(zip(lines, closing, strict=False)):
        if digest("tape", line).hex() != m.body.get("tape", tape_digest([]).hex()):
            raise Fault("REPORT_MISMATCH", f"line {k} of the tape file is not the tape that the log signs")
    if len(lines) != len(closing):
        raise Fault("REPORT_MISMATCH", f"the tape file has {len(lines)} lines; the log closes {len(closing)} segments")


@dataclass(frozen=True, slots=True)
class WithoutRules:
    """How far a log holds without its rules. messages: how many do. dice: public dice checked. fault: what is wrong."""

    messages: int
    dice: int
    fault: Fault | None = None


def check_without_rules(log: bytes, tapes: bytes | None = None) -> WithoutRules:
    """Everything but rules, of a log file and its tape file. Raises nothing on hostile input."""
    chain: Chain = ChainWithoutRules(_NONE, {}, given=tuple((tapes or b"").split(b"\n")[:-1]))
    try:
        for line in split_lines(log):
            chain = chain.extend(line)
        if not chain.messages:
            raise Fault("LOG_TRUNCATED", "the log is empty")
        if tapes is not None:
            compare_tapes(chain, tapes)
    except Fault as fault:
        return WithoutRules(len(chain.messages), _dice(chain), fault)
    return WithoutRules(len(chain.messages), _dice(chain))


def _dice(chain: Chain) -> int:
    return sum(len(_public(tape)) for tape in chain.tapes)


class _NoRules:
    """Stands where the machine would: nothing is asked of it."""


_NONE: Any = _NoRules()
