"""Newcomers in the toy game: Carl and Dora, who take seats and get new keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.protocol import compose, keys
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.secrets_ring import Ring, Secrets
from tests.protocol.toy import (
    MASTERS,
    VALUES,
    Toy,
    answer,
    fresh,
)

CARL = fresh("Carl's master")
DORA = fresh("Dora's master")


class Marked(Toy):
    """The toy with two markers of side b that lie face down from message 3 on."""

    def start(self) -> Any:
        return {**super().start(), "markers": {}}

    def may_hide(self, state: Any, seat: str) -> list[str]:
        return ["m1", "m2"] if seat == "b" else []


def seating_of(chain: Chain, master: bytes = CARL, *, kept: bool = False, **more: Any) -> bytes:
    """A seat for the side that is due, signed by the newcomer and by the side that stays."""
    return compose_seating(chain, master, kept=kept, **more).sign(master, stays(chain))


def stays(chain: Chain) -> bytes:
    """The master of the side that is not due."""
    key = chain.keys["ab"[(len(chain.messages) + 1) % 2]]
    return next(master for master in (*MASTERS.values(), CARL, DORA) if keys.public_key(master) == key)


def holder(chain: Chain) -> bytes:
    """The master of the side that is due."""
    key = chain.keys[chain.waits_for]
    return next(master for master in (*MASTERS.values(), CARL, DORA) if keys.public_key(master) == key)


def handed_over(chain: Chain, master: bytes) -> Ring:
    """What a player hands to his successor: it signs nothing."""
    known = Secrets.of(master, chain.game)
    return Ring(b"", ((0, Secrets(known.dice, known.veil)),))


def known(chain: Chain, markers: Mapping[int, Any] | None = None) -> dict[int, Any]:
    return {m.seq: {**VALUES, "marker": (markers or {}).get(m.seq, {})} for m in chain.messages}


def compose_seating(chain: Chain, master: bytes = CARL, *, kept: bool = False, **more: Any) -> compose.Draft:
    closing = None
    if kept:
        closing = compose.close(chain, handed_over(chain, holder(chain)), known(chain))
    nonce = fresh(f"seat {len(chain.messages)} {master.hex()}")
    return compose.seating(master, chain, nonce, VALUES, nonce[:12], closing=closing, **more)


def move_of(chain: Chain, master: bytes, ring: Ring | None = None, **more: Any) -> bytes:
    """An honest move of whoever is due, by the master that he holds now."""
    held = ring or Ring.single(master, chain.game)
    closing = compose.close(chain, held, known(chain))
    control = more.pop("control", None)
    state = compose.settled(chain, closing, control)
    given = None if control and "answer" not in control else answer(state, chain.waits_for)
    new = more.get("new_master", b"")
    nonce = fresh(f"move {len(chain.messages)}", 12)
    draft = compose.move(
        held, chain, closing, VALUES, nonce, input=given, control=control, own=known_books(chain), **more
    )
    return draft.sign(master, new) if new else draft.sign(master)


def known_books(chain: Chain) -> dict[int, Any]:
    return {m.seq: VALUES for m in chain.messages}


def played_out(chain: Chain, seat: str, master: bytes, ring: Ring | None = None) -> Chain:
    """The game to its last audit; `seat` is played by `master`, the other one by its first player."""
    while not chain.audited:
        who = master if chain.waits_for == seat else MASTERS[chain.waits_for]
        chain = chain.extend(move_of(chain, who, ring if chain.waits_for == seat else None))
    return chain


def compose_signed(body: dict[str, Any], *masters: bytes) -> bytes:
    """An envelope around any payload, signed by these masters."""
    return sign_envelope(canon(body), *masters)
