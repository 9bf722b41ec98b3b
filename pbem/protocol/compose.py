"""Building one's own messages: the holder of a master closes a segment and writes the next one (section 6)."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from pbem.lean import dataclass
from pbem.protocol import commitments, keys
from pbem.protocol.admission import game_id
from pbem.protocol.audit import disclosure
from pbem.protocol.canonical import admissible, canon, parse
from pbem.protocol.chain import Chain, hidden, state_digest
from pbem.protocol.commitments import Tree
from pbem.protocol.control import settle
from pbem.protocol.dice import Entry, tape_digest
from pbem.protocol.envelope import message_id, sign_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.machine import State
from pbem.protocol.messages import check_shape
from pbem.protocol.openings import Commitments, Committed, OwnOpenings, Truth, own_marker
from pbem.protocol.secrets_ring import Ring, Secrets
from pbem.protocol.vault import write_vault

Values = Mapping[str, Sequence[Any]]
"""Kind of tree -> values of its slots from 0, as one message commits to them; of `hidden` from slot 1."""


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

    committed: what the payload commits to and the master alone does not give back: tree -> values of its slots,
    `marker` -> id -> content, `sealed` -> list with the answer; in a seating also `inherited`.
    """

    payload: bytes
    id: bytes
    seq: int
    game: bytes
    committed: dict[str, Any]

    def sign(self, *masters: bytes) -> bytes:
        """The envelope's JSON, without LF. masters: whose keys sign; two for a change of key."""
        return sign_envelope(self.payload, *masters)


@dataclass(frozen=True, slots=True)
class Closing:
    """The result of closing the open segment of a log, as its closer computes it before he writes.

    state: before answer or resignation. open, claims: what to publish. reveal: b"" in message 2.
    """

    state: State
    tape: list[Entry]
    open: list[dict[str, Any]]
    reveal: bytes
    claims: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Secret:
    """What a message hides beside its trees. hide: marker -> content. sealed: answer to a sealed question, in a tuple.

    show: own markers, and (tree, slot) of own leaves, that the input itself opens. least: see `write_vault`.
    """

    hide: Mapping[str, Any] = field(default_factory=dict)
    sealed: tuple[Any, ...] = ()
    show: Sequence[str | tuple[str, int]] = ()
    least: int = 0

    def committed(self) -> dict[str, Any]:
        """The part of `Draft.committed` that is no tree."""
        parts = {"marker": dict(self.hide), "sealed": list(self.sealed)}
        return {kind: value for kind, value in parts.items() if value}


NO_SECRET = Secret()


def invite(
    master: bytes,
    nonce: bytes,
    terms: Mapping[str, Any],
    words: Words = Words(),
    members: Sequence[Mapping[str, Any]] = (),
) -> Draft:
    """Message 0. nonce: 32 fresh random bytes. members: of the sender's team, {"id", "key", "may"} each.

    Raises ValueError for terms of the wrong form.
    """
    body = {
        **_opening(0, "invite", b""),
        "key": keys.public_key(master).hex(),
        "nonce": nonce.hex(),
        "terms": dict(terms),
        **words.members(named=True),
        **_team(members),
    }
    return _draft(body, b"", {})


def accept(
    master: bytes,
    chain: Chain,
    nonce: bytes,
    values: Values,
    vault_nonce: bytes,
    words: Words = Words(),
    secret: Secret = NO_SECRET,
    members: Sequence[Mapping[str, Any]] = (),
) -> Draft:
    """Message 1, to a log that holds the invitation alone. nonce: 32, vault_nonce: 12 fresh random bytes.

    values: what it commits to. members: as for `invite`. Raises ValueError where they do not fit the ruleset's trees.
    """
    if len(chain.messages) != 1:
        raise ValueError("an accept follows the invitation")
    own = keys.public_key(master)
    game = game_id(chain.messages[0].id, own, nonce)
    made = _Commitments(chain, game, Secrets.of(master, game), values, secret)
    body = {
        **_opening(1, "accept", chain.messages[0].id),
        "game": game.hex(),
        "key": own.hex(),
        "nonce": nonce.hex(),
        **made.members(vault_nonce),
        **words.members(named=True),
        **_team(members),
    }
    return _draft(body, game, made.committed)


def close(chain: Chain, master: bytes | Ring, own: Commitments, truth: Truth | None = None) -> Closing:
    """Run the open segment as the seat that is due, holder of `master`. Nothing is signed.

    master: the only one of the player in this game, or his ring; the ring of secrets that were handed over has the
    master b"", which signs nothing. own: his committed values by seq of his message. truth: what answers claims.
    Raises ValueError for another player's master or a log that has no segment to close, KeyError where values that are
    consulted are not given.
    """
    seq = len(chain.messages)
    if seq < 2 or not chain.waits_for:
        raise ValueError("there is no segment to close")
    seat, ring = chain.waits_for, _ring(master, chain.game)
    if ring.master and keys.public_key(ring.master) != chain.keys[seat]:
        raise ValueError(f"this master is not that of side {seat}, who is due")
    reveal = b"" if seq == 2 else _value(ring.at(seq - 2), chain, seq - 2)
    markers = chain.state.get("markers", {})
    source = OwnOpenings(chain.messages, chain.trees, chain.game, seat, ring, own, truth, chain.ledger, markers)
    state, tape = chain.run_segment(seat, reveal, source)
    return Closing(state, tape, source.openings, reveal, source.claims)


def settled(chain: Chain, closing: Closing, control_: Mapping[str, Any] | None) -> State:
    """The public state that a message with this `control` signs: what its question is, or how it ended."""
    body = {"side": chain.waits_for, **({"control": dict(control_)} if control_ else {})}
    return settle(chain, closing.state, body)


def move(
    master: bytes | Ring,
    chain: Chain,
    closing: Closing,
    values: Values,
    vault_nonce: bytes,
    *,
    nonce: bytes = b"",
    input: Mapping[str, Any] | None = None,
    control: Mapping[str, Any] | None = None,
    words: Words = Words(),
    secret: Secret = NO_SECRET,
    own: Commitments | None = None,
    new_master: bytes = b"",
    parts: Sequence[bytes] = (),
) -> Draft:
    """The message that is due after `closing`. Whether it stands is for `Chain.extend` to say.

    nonce: 32 fresh random bytes in message 2, b"" elsewhere. input: with its member `for`. secret: what it hides and
    shows. own: as for `close`; needed to show something and to disclose hidden things. new_master: changes the key.
    parts: envelopes of team members, whose orders `input` begins with.
    The audit is added where the game is over. Raises ValueError for a form that no verifier would accept.
    """
    seq, seat, ring = len(chain.messages), chain.waits_for, _ring(master, chain.game)
    makes = Secrets.of(new_master, chain.game) if new_master else ring.at(seq)
    made = _Commitments(chain, chain.game, makes, values, secret)
    hide = made.hide()
    state = hidden(settled(chain, closing, control), seat, seq, hide)
    body = {
        **_opening(seq, "move", chain.messages[-1].id),
        "game": chain.game.hex(),
        "state": state_digest(state).hex(),
        "tape": tape_digest(closing.tape).hex(),
        **made.members(vault_nonce),
        **words.members(named=False),
    }
    # Vaults are opened where they are asked for only: a long game has many.
    known: Commitments = ChainMap({seq: made.committed}, own or {})  # type: ignore[arg-type]
    spans = (*ring.spans, (seq, makes)) if new_master else ring.spans
    optional = {
        "nonce": nonce.hex(),
        "reveal": closing.reveal.hex(),
        "open": closing.open,
        "claims": closing.claims,
        "input": made.input(input, Ring(ring.master, spans), known, state),
        "control": dict(control or {}),
        "key": keys.public_key(new_master).hex() if new_master else "",
        "audit": disclosure(chain, seat, Ring(ring.master, spans), own or {}, state.get("markers", {}))
        if state["over"]
        else {},
        "parts": [part.decode("utf-8") for part in parts],
    }
    return _draft(body | {key: value for key, value in optional.items() if value}, chain.game, made.committed)


def seating(
    master: bytes,
    chain: Chain,
    nonce: bytes,
    values: Values,
    vault_nonce: bytes,
    *,
    closing: Closing | None = None,
    words: Words = Words(),
    secret: Secret = NO_SECRET,
    inherited: Mapping[str, Any] | None = None,
) -> Draft:
    """The seating of a successor in the seat that is due, `master` his own (section 11).

    closing: the result of the open segment, from whoever holds its value; None where the value is lost: a void seating.
    inherited: what he took over, for his vault (section 6). It needs the signature of the other side too. Raises
    ValueError.
    """
    seq, seat = len(chain.messages), chain.waits_for
    if seq < 3 or not seat:
        raise ValueError("nobody can be seated now")
    made = _Commitments(chain, chain.game, Secrets.of(master, chain.game), values, secret)
    if inherited:
        made.committed["inherited"] = dict(inherited)
    before = chain.voided() if closing is None else closing.state
    state = hidden(before, seat, seq, made.hide(), seating=True)
    body = {
        **_opening(seq, "seat", chain.messages[-1].id),
        "game": chain.game.hex(),
        "key": keys.public_key(master).hex(),
        "nonce": nonce.hex(),
        "void": closing is None,
        "state": state_digest(state).hex(),
        "tape": tape_digest(closing.tape if closing else []).hex(),
        **made.members(vault_nonce),
        **words.members(named=True),
    }
    optional = {"reveal": closing.reveal.hex(), "open": closing.open, "claims": closing.claims} if closing else {}
    return _draft(body | {key: value for key, value in optional.items() if value}, chain.game, made.committed)


def _ring(master: bytes | Ring, game: bytes) -> Ring:
    return master if isinstance(master, Ring) else Ring.single(master, game)


class _Commitments:
    """Seal, roots, markers and vault of one new message. committed: see Draft."""

    def __init__(self, chain: Chain, game: bytes, secrets: Secrets, values: Values, secret: Secret) -> None:
        if values.keys() != chain.trees.keys():
            raise ValueError(f"the ruleset declares the trees {', '.join(sorted(chain.trees))}")
        self.chain, self.game, self.secrets, self.secret = chain, game, secrets, secret
        self.seq = len(chain.messages)
        self.seat = "ab"[self.seq % 2]
        trees = {kind: list(listed) for kind, listed in values.items()}
        if "hidden" in trees:
            trees["hidden"] = [keys.private_value(secrets.veil, self.seq), *trees["hidden"]]
        self.trees = {
            kind: Tree(game, self.seat, self.seq, kind, secrets.veil, trees[kind], depth)
            for kind, depth in sorted(chain.trees.items())
        }
        self.committed: dict[str, Any] = {**trees, **secret.committed()}

    def members(self, vault_nonce: bytes) -> dict[str, Any]:
        """`seal`, `roots`, `hide` and `vault`."""
        value = _value(self.secrets, self.chain, self.seq)
        hide = self.hide()
        return {
            "seal": keys.seal(self.game, self.seat, self.seq, value).hex(),
            "roots": {kind: tree.root.hex() for kind, tree in self.trees.items()},
            **({"hide": hide} if hide else {}),
            "vault": write_vault(
                self.secrets.master, self.game, self.seq, self.committed, vault_nonce, self.secret.least
            ),
        }

    def hide(self) -> list[dict[str, str]]:
        """The member `hide`, in order of the markers."""
        return [
            {"marker": name, "commit": self._marker(name, content).hex()}
            for name, content in sorted(self.secret.hide.items())
        ]

    def _marker(self, name: str, content: Any) -> bytes:
        return commitments.marker(self.game, self.seat, self.seq, name, self._salt("marker", name), content)

    def _salt(self, kind: str, name: str) -> bytes:
        return keys.salt(self.secrets.veil, self.game, self.seat, self.seq, kind, name)

    def input(
        self, given: Mapping[str, Any] | None, ring: Ring, own: Mapping[int, Committed], state: State
    ) -> dict[str, Any]:
        """The input with its sealed answer and with what it opens itself."""
        made = dict(given or {})
        if self.secret.sealed:
            commit = commitments.sealed(self.game, self.seat, self.seq, self._salt("sealed", ""), self.secret.sealed[0])
            made["sealed"] = commit.hex()
        shown = [self._shown(what, ring, own, state) for what in self.secret.show]
        return {**made, "open": shown} if shown else made

    def _shown(
        self, what: str | tuple[str, int], ring: Ring, own: Mapping[int, Committed], state: State
    ) -> dict[str, Any]:
        if isinstance(what, str):
            at = state["markers"][what]["at"]
            return own_marker(ring, self.game, self.seat, at, what, own[at]["marker"][what])
        kind, slot = what
        return self.trees[kind].opening(slot)


def _team(members: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"members": [dict(member) for member in members]} if members else {}


def _opening(seq: int, kind: str, parent: bytes) -> dict[str, Any]:
    body: dict[str, Any] = {"v": 1, "kind": kind, "seq": seq, "side": "ab"[seq % 2]}
    return body | {"parent": parent.hex()} if parent else body


def _value(secrets: Secrets, chain: Chain, seq: int) -> bytes:
    """The dice value that one's own message `seq` seals."""
    return keys.dice_value(secrets.dice, seq, chain.messages[seq - 1].id)


def _draft(body: dict[str, Any], game: bytes, committed: Committed) -> Draft:
    kept = {kind: dict(part) if isinstance(part, Mapping) else list(part) for kind, part in committed.items()}
    for part in kept.values():
        for value in part.values() if isinstance(part, dict) else part:
            admissible(value)
    try:
        payload = canon(body)
        check_shape(parse(payload))
    except (Fault, TypeError) as fault:
        raise ValueError(str(fault)) from None
    return Draft(payload, message_id(payload), body["seq"], game, kept)
