"""The verdict on a whole log, on a single message, and on what lies beside a log (protocol section 14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pbem.protocol import keys
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain, Notice
from pbem.protocol.clock import late, seconds_of
from pbem.protocol.envelope import pae, read_envelope
from pbem.protocol.faults import CLASSES, EXITS, Fault
from pbem.protocol.head import Head, read_head, write_head
from pbem.protocol.machine import Machine
from pbem.protocol.messages import Message, read_message


@dataclass(frozen=True)
class Verdict:
    """What a verification says. chain: as far as it is valid; None where there was no log to fold.

    code: "OK" or a code of section 14. cls, exit: its class and exit status. seq: message at fault, or None.
    signed_by: "a", "b" or "" for nobody. warnings: REPLAY, DATE_BACKWARD. messages: how many are valid.
    dice: how many dice, cards and draws those messages rolled, private ones included. agreed: what both players
    agreed to outside the rules (`takeback`, `draw`, `amend`, `seat`, `void seat`) -> how often.
    """

    code: str
    cls: str
    exit: int
    seq: int | None
    signed_by: str
    detail: str
    warnings: tuple[Notice, ...] = ()
    messages: int = 0
    dice: int = 0
    agreed: Mapping[str, int] = field(default_factory=dict)
    chain: Chain | None = field(default=None, repr=False, compare=False)


def dice_count(chain: Chain) -> int:
    """Number of draws on all tapes; marks of void and defaulted orders are none."""
    return sum(1 for tape in chain.tapes for entry in tape if entry[1] != 0)


def head_of(chain: Chain) -> bytes:
    """The head of a log that holds an accept at least. Raises ValueError for a shorter one."""
    if not chain.game:
        raise ValueError("a log without an accept has no head")
    return write_head(Head(chain.game, len(chain.messages), chain.messages[-1].id))


def log_lines(chain: Chain) -> bytes:
    """The log file: one envelope a line."""
    return b"".join(m.line + b"\n" for m in chain.messages)


def tape_lines(chain: Chain) -> bytes:
    """The tape file: line k = tape of segment k, for every closed segment."""
    return b"".join(canon(tape) + b"\n" for tape in chain.tapes)


def split_lines(data: bytes) -> list[bytes]:
    """Lines of a log or tape file. Raises Fault ENVELOPE_MALFORMED where the last one lacks its LF."""
    if data and not data.endswith(b"\n"):
        raise Fault("ENVELOPE_MALFORMED", "the last line has no line feed", data.count(b"\n"))
    return data.split(b"\n")[:-1]


def verify_log(
    log: bytes,
    machine: Machine,
    trees: Mapping[str, int],
    *,
    tapes: bytes | None = None,
    head: bytes | None = None,
    complete: bool = False,
    as_of: str = "",
    each: Callable[[int, int], None] = lambda done, total: None,
) -> Verdict:
    """Fold a log file and judge it. Raises nothing on hostile input.

    machine, trees: as for Chain. tapes, head: content of the files to compare with. complete: a game that is
    unfinished or not audited is reported as pending. as_of: `YYYY-MM-DD` or a full date; the clock of the seat
    that is due is held against it (ValueError for another form). each: told how many messages are folded, of how many.
    """
    if as_of:
        seconds_of(as_of)  # what is no date is said before anything else
    chain = Chain(machine, trees)
    try:
        lines = split_lines(log)
        for number, line in enumerate(lines):
            each(number, len(lines))
            chain = chain.extend(line)
        if not chain.messages:
            raise Fault("LOG_TRUNCATED", "the log is empty")
        if head is not None:
            compare_head(chain, head)
        if tapes is not None and tapes != tape_lines(chain):
            raise Fault("REPORT_MISMATCH", _tape_difference(chain, tapes))
        if chain.audited:
            require_truth(chain)
        if complete:
            _require_complete(chain)
        if as_of:
            _require_clock(chain, as_of)
    except Fault as fault:
        return verdict_of(fault, chain)
    return _verdict(chain, "OK", "ok", 0, None, "", status_line(chain))


def verdict_of(fault: Fault, chain: Chain | None = None) -> Verdict:
    """The verdict that a fault amounts to."""
    return _verdict(chain, fault.code, fault.cls, fault.exit, fault.seq, fault.signed_by, fault.detail)


def _verdict(
    chain: Chain | None, code: str, cls: str, exit_: int, seq: int | None, signed_by: str, detail: str
) -> Verdict:
    if chain is None:
        return Verdict(code, cls, exit_, seq, signed_by, detail)
    return Verdict(
        code,
        cls,
        exit_,
        seq,
        signed_by,
        detail,
        chain.warnings,
        len(chain.messages),
        dice_count(chain),
        agreed_counts(chain),
        chain,
    )


def agreed_counts(chain: Chain) -> dict[str, int]:
    """What both players agreed to outside the rules, and how often; the kinds in alphabetical order."""
    kinds = sorted({agreement.what for agreement in chain.ledger.agreed})
    return {kind: sum(1 for agreement in chain.ledger.agreed if agreement.what == kind) for kind in kinds}


def require_truth(chain: Chain) -> None:
    """What only both books together prove against the seat whose book was opened first. Raises Fault AUDIT_*.

    The message with which it ended was accepted before that could be known, so the fault is placed where it lied. What
    its own book proves was judged at that message.
    """
    first = chain.messages[-2].seat
    for fault in chain.confronted(first):
        raise Fault(fault.code, fault.detail, fault.seq, first)


def status_line(chain: Chain) -> str:
    """How far a valid log has come."""
    if chain.audited:
        return "finished and audited"
    if chain.finished:
        return f"finished, not audited; waits for {chain.waits_for}"
    return f"waits for {chain.waits_for}"


def compare_head(chain: Chain, head: bytes) -> None:
    """Raises Fault LOG_TRUNCATED unless the log holds the message that the head pins."""
    pinned = read_head(head)
    if pinned.count > len(chain.messages):
        raise Fault("LOG_TRUNCATED", f"{len(chain.messages)} messages, the head knows {pinned.count}")
    if pinned.game != chain.game or chain.messages[pinned.count - 1].id != pinned.last:
        raise Fault("LOG_TRUNCATED", f"message {pinned.count - 1} is another than the head knows")


def _tape_difference(chain: Chain, tapes: bytes) -> str:
    given, own = tapes.split(b"\n"), tape_lines(chain).split(b"\n")
    for k, (line, expected) in enumerate(zip(given, own, strict=False)):
        if line != expected:
            return f"the tape file differs from the log in line {k}"
    return f"the tape file has {len(given) - 1} lines; the log closes {len(own) - 1} segments"


def _require_complete(chain: Chain) -> None:
    if not chain.finished:
        raise Fault("OPEN_SEGMENT", f"the game is not finished; it waits for {chain.waits_for}")
    if not chain.audited:
        raise Fault("NOT_AUDITED", status_line(chain))


def _require_clock(chain: Chain, as_of: str) -> None:
    found = late(chain, as_of)
    if found is not None:
        counts = f"; clock.default counts against {found.seat}: {found.default}" if found.disclosure else ""
        raise Fault("OPEN_SEGMENT", found.told + counts)


def verify_single(line: bytes, key: bytes) -> tuple[Verdict, Message | None]:
    """Judge one envelope by a public key alone, where there is no campaign to hold it against.

    The message comes with the verdict OK only. signed_by is the seat that the payload names.
    """
    try:
        envelope = read_envelope(line)
        message = read_message(envelope)
        good = dict(envelope.signatures).get(key)
        if good is None:
            raise Fault("SIG_WRONG_KEY", f"not signed by {keys.fingerprint(key)}", message.seq)
        if not keys.verifies(key, good, pae(envelope.type, envelope.payload)):
            raise Fault("SIG_INVALID", f"the signature of {keys.fingerprint(key)} fails", message.seq)
    except Fault as fault:
        return verdict_of(fault), None
    detail = f"message {message.seq} signed by {keys.fingerprint(key)}; not held against a log"
    return Verdict("OK", CLASSES["OK"], EXITS["ok"], message.seq, message.seat, detail, messages=1), message
