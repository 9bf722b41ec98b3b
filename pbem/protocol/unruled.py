"""What can be checked of a log whose rules are not here: everything but them (protocol section 11.3).

Form, order, signatures, keys, answers, seals and reveals, and, where the tapes are at hand, every public die. States,
openings, inputs and audits are left alone: they follow from rules. Such a log is never called verified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.protocol import control
from pbem.protocol.canonical import parse_value
from pbem.protocol.chain import Chain
from pbem.protocol.dice import Entry, Stream, segment_seed, tape_digest
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message
from pbem.protocol.scope import require_offered
from pbem.protocol.verify import split_lines


@dataclass(frozen=True)
class Unruled(Chain):
    """A log that grows without rules. given: the tapes beside it, () where there are none."""

    given: Sequence[Any] = ()

    def _apply(self, m: Message) -> Chain:
        require_offered(m.body)
        if m.kind != "invite":
            self._require_seal(m)
        if m.kind in ("invite", "accept"):
            return self._with(m, {}, None if m.kind == "invite" else [])
        tape = self._tape(m.seq - 1)
        if not m.body.get("void"):
            self._require_reveal(m)
        if tape is not None:
            self._require_dice(m, tape)
        if m.kind == "move":
            control.require_answer(self.messages[-1].body, m.body)
            control.require_patience(self, m.body)
        return self._with(m, {}, tape or [])

    def _require_seal(self, m: Message) -> None:
        """Check 26 but for the trees, whose kinds the rules name."""
        if "seal" not in m.body:
            raise Fault("SEAL_MISSING", "no dice value is sealed")
        if m.body["seal"] in self.ledger.seals:
            raise Fault("SEAL_REUSED", "the seal stands in an earlier message")

    def _tape(self, k: int) -> list[Entry] | None:
        if k >= len(self.given):
            return None
        tape = self.given[k]
        if not isinstance(tape, list) or not all(_is_entry(entry) for entry in tape):
            raise Fault("REPORT_MISMATCH", f"line {k} of the tape file is no tape")
        return tape

    def _require_dice(self, m: Message, tape: list[Entry]) -> None:
        """The tape is the one signed, its public dice are those of the seed; private draws take none of its bytes."""
        k = m.seq - 1
        if tape_digest(tape).hex() != m.body["tape"]:
            raise Fault("REPORT_MISMATCH", f"line {k} of the tape file is not the tape that message {m.seq} signs")
        if not tape:
            return
        if m.body.get("void") or "input" not in self.messages[k].body:
            raise Fault("TAPE_MISMATCH", f"segment {k} has nothing to roll for")
        stream = Stream(segment_seed(self.game, k, self.messages[k].id, bytes.fromhex(m.body.get("reveal", ""))))
        for label, n, result in _public(tape):
            if stream.below(n) + 1 != result:
                raise Fault("TAPE_MISMATCH", f"{label} on the tape of segment {k} does not follow from the seed")


def _public(tape: list[Entry]) -> list[tuple[str, int, int]]:
    """Label, size and result of every draw that both sides see."""
    drawn = [(str(label), int(n), int(result)) for label, n, result in tape]
    return [entry for entry in drawn if entry[1] > 0 and entry[2] > 0]


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, list)
        and [type(part) for part in entry] == [str, int, int]
        and 0 <= entry[2] <= entry[1] <= 2**16
    )


@dataclass(frozen=True, slots=True)
class WithoutRules:
    """How far a log holds without its rules. messages: how many do. dice: public dice checked. fault: what is wrong."""

    messages: int
    dice: int
    fault: Fault | None = None


def check_without_rules(log: bytes, tapes: bytes | None = None) -> WithoutRules:
    """Everything but rules, of a log file and its tape file. Raises nothing on hostile input."""
    chain: Chain = Unruled(_NONE, {})
    try:
        given = tuple(parse_value(line) for line in split_lines(tapes)) if tapes is not None else ()
        chain = Unruled(_NONE, {}, given=given)
        for line in split_lines(log):
            chain = chain.extend(line)
    except Fault as fault:
        return WithoutRules(len(chain.messages), _dice(chain), fault)
    return WithoutRules(len(chain.messages), _dice(chain))


def _dice(chain: Chain) -> int:
    return sum(len(_public(tape)) for tape in chain.tapes)


class _NoRules:
    """Stands where the machine would: nothing is asked of it."""


_NONE: Any = _NoRules()
