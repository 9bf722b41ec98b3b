"""A verified log as it was left, to go on from without folding it anew (protocol section 13).

A checkpoint is one's own note to oneself. It is worth what the place is worth where it is kept, never mailed and never
part of an archive; `pbem verify` does not look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.protocol.canonical import parse_value
from pbem.protocol.chain import Chain, state_digest
from pbem.protocol.lazy_list import LazyList
from pbem.protocol.ledger import Agreement, Holder, Ledger, Member
from pbem.protocol.machine import Machine, State
from pbem.protocol.messages import Message, peek

FORMAT = 3
KEPT = 3
"""How many of the newest states a checkpoint holds; older ones are computed anew when somebody asks for them."""


def freeze(chain: Chain) -> dict[str, Any]:
    """A checkpoint of a log that holds an accept at least and goes on; canonical JSON."""
    count = len(chain.messages)
    ledger = chain.ledger
    return {
        "format": FORMAT,
        "count": count,
        "last": chain.messages[-1].id.hex(),
        "terms": chain.terms,
        "states": [chain.states[k] for k in range(max(0, count - KEPT), count)],
        "seals": sorted(ledger.seals),
        "holders": [{"since": h.since, "side": h.seat, "key": h.key.hex(), "seat": h.seated} for h in ledger.holders],
        "agreed": [{"what": a.what, "seq": a.seq, "side": a.seat, "to": a.to} for a in ledger.agreed],
        "members": [{"side": m.seat, "id": m.id, "key": m.key.hex(), "may": list(m.may)} for m in ledger.members],
    }


def fits(frozen: Any, lines: Sequence[bytes]) -> bool:
    """Whether a checkpoint is one of these log lines: its last message stands there and signs its last state."""
    try:
        if frozen["format"] != FORMAT or not 2 <= frozen["count"] <= len(lines):
            return False
        last = peek(lines[frozen["count"] - 1])
        signed = last.body.get("state")
        return last.id.hex() == frozen["last"] and signed in (None, state_digest(frozen["states"][-1]).hex())
    except Exception:
        # Whatever a damaged note looks like, it is no checkpoint.
        return False


def thaw(
    frozen: dict[str, Any],
    machine: Machine,
    trees: Any,
    lines: Sequence[bytes],
    tapes: Sequence[bytes],
    refold: Callable[[], Chain],
) -> Chain:
    """The chain that was frozen. machine: by the checkpoint's terms. lines, tapes: of log and tape file.

    refold: folds the log from its beginning, for states that the checkpoint does not hold.
    """
    count, states = frozen["count"], frozen["states"]
    first = count - len(states)

    def state(k: int) -> State:
        found: State = states[k - first] if k >= first else refold().states[k]
        return found

    def message(k: int) -> Message:
        return peek(lines[k])

    return Chain(
        machine,
        trees,
        messages=LazyList(count, message),
        states=LazyList(count, state),
        tapes=LazyList(count - 1, lambda k: parse_value(tapes[k])),
        ledger=Ledger(
            holders=tuple(Holder(h["since"], h["side"], bytes.fromhex(h["key"]), h["seat"]) for h in frozen["holders"]),
            seals=frozenset(frozen["seals"]),
            agreed=tuple(Agreement(a["what"], a["seq"], a["side"], a["to"]) for a in frozen["agreed"]),
            members=tuple(
                Member(m["side"], m["id"], bytes.fromhex(m["key"]), tuple(m["may"])) for m in frozen["members"]
            ),
        ),
    )
