"""Take-backs of take-backs, each of which hid something: what they return to."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Sequence
from typing import Any

from pbem.protocol import compose
from pbem.protocol.chain import Chain
from pbem.protocol.machine import State
from pbem.protocol.verify import agreed_counts
from tests.protocol.newcomers import known
from tests.protocol.test_offers import ACCEPT, takeback
from tests.protocol.toy import MASTERS, TREES, VALUES, Toy, answer, fresh, grown


class Hiding(Toy):
    """A toy in which side a may turn a marker face down at any time."""

    def start(self) -> State:
        return {**super().start(), "markers": {}}

    def may_hide(self, state: State, seat: str) -> Sequence[str]:
        return ("m1",) if seat == "a" else ()


def hiding_line(chain: Chain, control: dict[str, Any] | None = None, *, hide: bool = True) -> bytes:
    """The next message with orders and a marker turned face down, or with an offer."""
    seat, seq = chain.waits_for, len(chain.messages)
    own = known(chain, {m.seq: {"m1": "x"} for m in chain.messages})
    closing = compose.close(chain, MASTERS[seat], own)
    orders = answer(compose.settled(chain, closing, control), seat, 0) if hide else None
    draft = compose.move(
        MASTERS[seat],
        chain,
        closing,
        VALUES,
        fresh(f"hiding {seq}", 12),
        nonce=fresh("nonce") if seq == 2 else b"",
        input=orders,
        control=control,
        secret=compose.Secret(hide={"m1": "x"} if hide else {}),
    )
    return draft.sign(MASTERS[seat])


def test_takebacks_that_return_to_each_other_need_no_depth() -> None:
    """Each acceptance hides something and is taken back in its turn: the state before all of them is looked for in
    a loop, or a long log would verify or not by the depth of whoever calls."""
    chain = grown(Chain(Hiding(hp=9), TREES), 2)
    chain = chain.extend(hiding_line(chain))
    for _ in range(60):
        chain = chain.extend(hiding_line(chain, takeback(len(chain.messages) - 1), hide=False))
        chain = chain.extend(hiding_line(chain, ACCEPT))
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 60)
    try:
        again = Chain(Hiding(hp=9), TREES)
        for message in chain.messages:
            again = again.extend(message.line)
    finally:
        sys.setrecursionlimit(depth)
    assert again.state == chain.state and agreed_counts(again) == {"takeback": 60}
