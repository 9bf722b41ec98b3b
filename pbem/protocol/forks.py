"""Two messages of one number: whether their signer went back on his word (protocol sections 12 and 13.3).

A message that was refused takes no number: its author may send another, and did nothing wrong. So the second one is
judged in its own place first, as if the log ended before it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.protocol import control
from pbem.protocol.faults import Fault
from pbem.protocol.ledger import Ledger

if TYPE_CHECKING:
    from pbem.protocol.chain import Chain


def log_before(chain: Chain, seq: int) -> Chain:
    """The log as it was when message `seq` was due. Raises Fault where the rules of then are not here."""
    messages = tuple(chain.messages[:seq])
    ledger = Ledger()
    previous: dict[str, Any] = {}
    for m in messages:
        ledger = ledger.after(m, control.agreements(previous, m.body))
        previous = m.body
    later = {m.seat for m in chain.messages[seq:] if "audit" in m.body}
    return replace(
        chain,
        messages=messages,
        states=tuple(chain.states[:seq]),
        tapes=tuple(chain.tapes[: max(0, seq - 1)]),
        ledger=ledger,
        warnings=(),
        books={seat: book for seat, book in chain.books.items() if seat not in later},
    ).alone()


def second_version(chain: Chain, line: bytes, fork: Fault) -> Fault:
    """What a second message of a number proves. fork: what check 12 says of it, with its number and its signer.

    The fork, where it is valid in its place; its own fault, which then names nobody, where it is not.
    """
    assert fork.seq is not None
    try:
        before = log_before(chain, fork.seq)
    except Fault as fault:
        return Fault("FORK", f"{fork.detail}\nNobody is named, for its rules are not here: {fault.detail}", fork.seq)
    try:
        before.extend(line)
    except Fault as fault:
        said = f"the log holds another message {fork.seq}; this one was never valid, so it is no fork: {fault.detail}"
        return Fault(fault.code, said, fault.seq)
    if not chain.ruled:
        said = f"two versions of message {fork.seq} exist, both well signed; rules not checked, so nobody is named"
        return Fault("FORK", said, fork.seq)
    return fork
