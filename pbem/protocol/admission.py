"""Checks 1 to 15 of section 14: is this a message of this game, by whom, and is it its turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.protocol import keys
from pbem.protocol.encoding import digest
from pbem.protocol.envelope import Envelope, pae, read_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.ledger import members_of
from pbem.protocol.messages import Message, claimed_game, read_message

if TYPE_CHECKING:
    from pbem.protocol.chain import Chain


def other(seat: str) -> str:
    """The opponent of `seat`."""
    return "b" if seat == "a" else "a"


def game_id(invite_id: bytes, key_b: bytes, nonce_b: bytes) -> bytes:
    """Id of the game that an accept founds (section 5)."""
    return digest("game", invite_id, key_b, nonce_b)


def signer(envelope: Envelope, known: Mapping[str, bytes]) -> str:
    """The seat of `known` (seat -> key) that verifiably signed the payload, "" when none did."""
    data = pae(envelope.type, envelope.payload)
    for key, signature in envelope.signatures:
        for seat, own in known.items():
            if key == own and keys.verifies(key, signature, data):
                return seat
    return ""


def admit(chain: Chain, line: bytes) -> Message:
    """The message in `line`, when it passes checks 1 to 15 against `chain`. Raises Fault.

    A copy of a known message is admitted too: its seq is below the length of the log.
    """
    envelope: Envelope | None = None
    message: Message | None = None
    try:
        envelope = read_envelope(line)
        message = read_message(envelope)
        _check_game(chain, message)
        _check_keys(chain, message)
        verified = _check_signatures(chain, message, envelope)
    except Fault as fault:
        place = message.seq if message else len(chain.messages)
        if envelope is not None and fault.code in ("PAYLOAD_NONCANONICAL", "PAYLOAD_SCHEMA"):
            raise _malformed(chain, envelope, fault).placed(place, _author(chain, envelope)) from None
        raise fault.placed(place, "") from None
    try:
        _check_place(chain, message, verified)
    except Fault as fault:
        raise fault.placed(message.seq, accountable(chain, message) if verified else "") from None
    return message


def _malformed(chain: Chain, envelope: Envelope, fault: Fault) -> Fault:
    """The fault of a payload that is no message: of another game, where it says so itself."""
    game = claimed_game(envelope.payload)
    if game and chain.game and game != chain.game.hex():
        return Fault("GAME_MISMATCH", f"a message of game {game[:16]}, which is malformed besides")
    return fault


def _author(chain: Chain, envelope: Envelope) -> str:
    """Who signed a payload that is no message, for this game and no other; "" where that cannot be seen.

    His signature under what names no game could have been taken from anywhere else.
    """
    here = chain.game and claimed_game(envelope.payload) == chain.game.hex()
    return signer(envelope, chain.keys) if here else ""


def accountable(chain: Chain, message: Message) -> str:
    """The seat that answers for a message whose signatures are good; "" for nobody.

    Nobody does where the message names no game, as an invitation; while the log holds no acceptance, since nothing
    binds a signature to this game then, and an acceptance brings in its own key; and where it is a seating, or stands
    beside one: that is signed by two, and whoever sat there before has signed nothing of it.
    """
    known = chain.messages[message.seq] if message.seq < len(chain.messages) else message
    unbound = message.kind == "invite" or not chain.game
    return "" if unbound or "seat" in (message.kind, known.kind) else message.seat


def _check_game(chain: Chain, message: Message) -> None:
    """Check 7. An invite founds a game of its own; an accept is judged after 15 while no game is known."""
    if message.kind == "invite":
        if message.seq == 0 and chain.messages and message.id != chain.messages[0].id:
            raise Fault("GAME_MISMATCH", "the invitation to another game")
    elif chain.game and message.body["game"] != chain.game.hex():
        raise Fault("GAME_MISMATCH", f"a message of game {message.body['game'][:16]}")


def _check_keys(chain: Chain, message: Message) -> None:
    """Checks 8 and 9."""
    team = [member.key for member in members_of(message.body)]
    declared = [bytes.fromhex(message.body[name]) for name in ("key",) if name in message.body] + team
    for key in declared:
        if not keys.acceptable(key):
            raise Fault("KEY_INVALID", "the key is no canonical point of the prime-order group")
    if not declared:
        return
    # A copy of a known message brings in the key that it brought in: only what was there before it counts.
    used = chain.ledger.used(message.seq - (message.kind in ("invite", "accept")))
    if len(set(declared)) != len(declared) or not used.isdisjoint(declared):
        raise Fault("KEY_REUSED", "the key already serves in this game, or did")


def _required(chain: Chain, message: Message) -> list[bytes | None]:
    """Keys that must sign, the sender's own first; None where the log does not know the key yet."""
    current = chain.ledger.key(message.seat, message.seq)
    declared = message.body.get("key")
    if message.kind == "move":
        return [current] if declared is None else [current, bytes.fromhex(declared)]
    own = bytes.fromhex(message.body["key"])
    if message.kind == "seat":
        return [own, chain.ledger.key(other(message.seat), message.seq)]
    return [own] if current in (None, own) else [current]


def _check_signatures(chain: Chain, message: Message, envelope: Envelope) -> bool:
    """Checks 10 and 11. False when the log is too short to know the keys: then only SEQ_GAP can follow."""
    required = _required(chain, message)
    if None in required:
        if message.seq > len(chain.messages):
            return False
        raise Fault("SIG_WRONG_KEY", f"no key of side {message.seat} is known yet")
    data = pae(envelope.type, envelope.payload)
    given = dict(envelope.signatures)
    for key in given:
        if key not in required:
            raise Fault("SIG_WRONG_KEY", f"key {keys.fingerprint(key)} has no part in this message")
    for key, signature in given.items():
        if not keys.verifies(key, signature, data):
            raise Fault("SIG_INVALID", f"the signature of key {keys.fingerprint(key)} fails")
    if any(key not in given for key in required):
        raise Fault("COSIGN_MISSING", "one of the two signatures that this message needs is missing")
    return True


def _check_place(chain: Chain, message: Message, verified: bool) -> None:
    """Checks 12 to 15, and the game of an accept."""
    length = len(chain.messages)
    if message.seq > length:
        raise Fault("SEQ_GAP", f"message {length} is missing before it")
    if message.seq < length:
        known = chain.messages[message.seq]
        if known.id == message.id:
            return
        if known.seat == message.seat:
            raise Fault("FORK", f"two different messages {message.seq}: {known.id.hex()} and {message.id.hex()}")
    if message.seat != "ab"[message.seq % 2]:
        raise Fault("SIDE_TURN", f"message {message.seq} is not side {message.seat}'s to write")
    _check_kind(chain, message)
    if message.seq > 0 and message.body["parent"] != chain.messages[-1].id.hex():
        raise Fault("PARENT_MISMATCH", f"it follows another message {message.seq - 1} than the log holds")
    if message.kind == "accept":
        nonce, key = (bytes.fromhex(message.body[name]) for name in ("nonce", "key"))
        if message.body["game"] != game_id(chain.messages[0].id, key, nonce).hex():
            raise Fault("GAME_MISMATCH", "the game id does not follow from invitation, key and nonce")


def _check_kind(chain: Chain, message: Message) -> None:
    """Check 14. After both audits the log has ended, and no kind of message has a place in it."""
    wanted = {0: ("invite",), 1: ("accept",), 2: ("move",)}.get(message.seq, ("move", "seat"))
    if message.kind not in wanted:
        raise Fault("PAYLOAD_SCHEMA", f"kind {message.kind} cannot be message {message.seq}")
    if message.kind == "seat" and chain.over:
        raise Fault("PAYLOAD_SCHEMA", "nobody is seated once the game is over")
    if chain.audited:
        raise _ended(chain, message)


def _ended(chain: Chain, message: Message) -> Fault:
    """After both disclosures nothing follows; what follows another message than the last is of another log's end."""
    if message.body.get("parent") != chain.messages[-1].id.hex():
        return Fault("PARENT_MISMATCH", f"it follows another message {message.seq - 1} than the log holds")
    return Fault("PAYLOAD_SCHEMA", "the log has ended: both sides have disclosed their veils")
