"""Building one's own messages: the holder of a master closes a segment and writes the next one (section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.protocol import keys
from pbem.protocol.admission import game_id
from pbem.protocol.audit import disclosure
from pbem.protocol.canonical import admissible, canon, parse
from pbem.protocol.chain import Chain, state_digest
from pbem.protocol.commitments import Tree
from pbem.protocol.control import settle
from pbem.protocol.dice import Entry, tape_digest
from pbem.protocol.envelope import message_id, sign_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.machine import State
from pbem.protocol.messages import check_shape
from pbem.protocol.openings import Commitments, OwnOpenings
from pbem.protocol.vault import write_vault

Values = Mapping[str, Sequence[Any]]
"""Kind of tree -> values of its slots from 0, as one message commits to them."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a player adds for people; without effect on validity or dice. Empty members are left out."""

    name: str = ""
    note: Sequence[str] = ()
    date: str = ""

    def members(self, *, named: bool) -> dict[str, Any]:
        """Members of the payload; `name` only in the handshake."""
        given = {"name": self.name if named else "", "note": list(self.note), "date": self.date}
        return {key: value for key, value in given.items() if value}


@dataclass(frozen=True, slots=True)
class Draft:
    """A payload ready for the journal, not signed yet. game: b"" in an invitation.

    committed: what the payload commits to and the master alone does not give back.
    """

    payload: bytes
    id: bytes
    seq: int
    game: bytes
    committed: dict[str, list[Any]]

    def sign(self, master: bytes) -> bytes:
        """The envelope's JSON, without LF."""
        return sign_envelope(self.payload, master)


@dataclass(frozen=True, slots=True)
class Closing:
    """The result of closing the open segment of a log, as its closer computes it before he writes.

    state: before answer or resignation. open: openings to publish. reveal: b"" in message 2.
    """

    state: State
    tape: list[Entry]
    open: list[dict[str, Any]]
    reveal: bytes


def invite(master: bytes, nonce: bytes, terms: Mapping[str, Any], words: Words = Words()) -> Draft:
    """Message 0. nonce: 32 fresh random bytes. Raises ValueError for terms of the wrong form."""
    body = {
        **_opening(0, "invite", b""),
        "key": keys.public_key(master).hex(),
        "nonce": nonce.hex(),
        "terms": dict(terms),
        **words.members(named=True),
    }
    return _draft(body, b"", {})


def accept(
    master: bytes,
    chain: Chain,
    nonce: bytes,
    values: Values,
    vault_nonce: bytes,
    words: Words = Words(),
) -> Draft:
    """Message 1, to a log that holds the invitation alone. nonce: 32, vault_nonce: 12 fresh random bytes.

    values: what it commits to. Raises ValueError where they do not fit the ruleset's trees.
    """
    if len(chain.messages) != 1:
        raise ValueError("an accept follows the invitation")
    own = keys.public_key(master)
    game = game_id(chain.messages[0].id, own, nonce)
    body = {
        **_opening(1, "accept", chain.messages[0].id),
        "game": game.hex(),
        "key": own.hex(),
        "nonce": nonce.hex(),
        **_commitments(master, chain, game, values, vault_nonce),
        **words.members(named=True),
    }
    return _draft(body, game, values)


def close(chain: Chain, master: bytes, commitments: Commitments) -> Closing:
    """Run the open segment as the side that is due, holder of `master`. Nothing is signed.

    commitments: own committed values by seq of the own message. Raises ValueError for another player's
    master or a log that has no segment to close, KeyError where values that are consulted are not given.
    """
    seq = len(chain.messages)
    if seq < 2 or not chain.waits_for:
        raise ValueError("there is no segment to close")
    side = chain.waits_for
    if keys.public_key(master) != chain.keys[side]:
        raise ValueError(f"this master is not that of side {side}, who is due")
    reveal = b"" if seq == 2 else _value(master, chain, chain.game, seq - 2)
    veil = keys.veil_secret(master, chain.game)
    source = OwnOpenings(chain.messages, chain.trees, chain.game, side, veil, commitments)
    state, tape = chain.run_segment(side, reveal, source)
    return Closing(state, tape, source.openings, reveal)


def settled(chain: Chain, closing: Closing, control_: Mapping[str, Any] | None) -> State:
    """The public state that a message with this `control` signs: what its question is, or how it ended."""
    body = {"side": chain.waits_for, **({"control": dict(control_)} if control_ else {})}
    return settle(closing.state, chain.messages[-1].body, body)


def move(
    master: bytes,
    chain: Chain,
    closing: Closing,
    values: Values,
    vault_nonce: bytes,
    *,
    nonce: bytes = b"",
    input: Mapping[str, Any] | None = None,
    control: Mapping[str, Any] | None = None,
    words: Words = Words(),
) -> Draft:
    """The message that is due after `closing`. Whether it stands is for `Chain.extend` to say.

    nonce: 32 fresh random bytes in message 2, b"" elsewhere. input: with its member `for`. The audit is
    added where the game is over. Raises ValueError for a form that no verifier would accept.
    """
    seq = len(chain.messages)
    state = settled(chain, closing, control)
    body = {
        **_opening(seq, "move", chain.messages[-1].id),
        "game": chain.game.hex(),
        "state": state_digest(state).hex(),
        "tape": tape_digest(closing.tape).hex(),
        **_commitments(master, chain, chain.game, values, vault_nonce),
        **words.members(named=False),
    }
    optional = {
        "nonce": nonce.hex(),
        "reveal": closing.reveal.hex(),
        "open": closing.open,
        "input": dict(input or {}),
        "control": dict(control or {}),
        "audit": disclosure(keys.veil_secret(master, chain.game)) if state["over"] else {},
    }
    return _draft(body | {key: value for key, value in optional.items() if value}, chain.game, values)


def _opening(seq: int, kind: str, parent: bytes) -> dict[str, Any]:
    body: dict[str, Any] = {"v": 1, "kind": kind, "seq": seq, "side": "ab"[seq % 2]}
    return body | {"parent": parent.hex()} if parent else body


def _value(master: bytes, chain: Chain, game: bytes, seq: int) -> bytes:
    """The dice value that one's own message `seq` seals."""
    return keys.dice_value(keys.dice_secret(master, game), seq, chain.messages[seq - 1].id)


def _commitments(master: bytes, chain: Chain, game: bytes, values: Values, vault_nonce: bytes) -> dict[str, Any]:
    seq = len(chain.messages)
    side, veil = "ab"[seq % 2], keys.veil_secret(master, game)
    if values.keys() != chain.trees.keys():
        raise ValueError(f"the ruleset declares the trees {', '.join(sorted(chain.trees))}")
    roots = {
        kind: Tree(game, side, seq, kind, veil, values[kind], depth).root.hex()
        for kind, depth in sorted(chain.trees.items())
    }
    return {
        "seal": keys.seal(game, side, seq, _value(master, chain, game, seq)).hex(),
        "roots": roots,
        "vault": write_vault(master, game, seq, values, vault_nonce),
    }


def _draft(body: dict[str, Any], game: bytes, values: Values) -> Draft:
    committed = {kind: list(listed) for kind, listed in values.items()}
    for listed in committed.values():
        for value in listed:
            admissible(value)
    try:
        payload = canon(body)
        check_shape(parse(payload))
    except (Fault, TypeError) as fault:
        raise ValueError(str(fault)) from None
    return Draft(payload, message_id(payload), body["seq"], game, committed)
