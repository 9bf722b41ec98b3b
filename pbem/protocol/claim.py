"""An overdue claim: what a player signs when the other's days are over (section 13.4). It is no message of a log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.protocol import keys
from pbem.protocol.admission import other
from pbem.protocol.canonical import canon, parse
from pbem.protocol.chain import Chain
from pbem.protocol.clock import began, late
from pbem.protocol.envelope import CLAIM_TYPE, pae, read_envelope, sign_envelope
from pbem.protocol.faults import Fault

_MEMBERS = {"v": int, "game": str, "side": str, "messages": int, "last": str, "date": str}


@dataclass(frozen=True)
class Claim:
    """A claim as it was signed. seat: who claims. messages, last: length of the log and id of its last message in hex.

    date: up to when the claimant has waited, by his own word. signatures: as in Envelope.
    """

    game: str
    seat: str
    messages: int
    last: str
    date: str
    payload: bytes
    signatures: tuple[tuple[bytes, bytes], ...]


def sign_claim(master: bytes, chain: Chain, seat: str, date: str) -> bytes:
    """The claim of `seat` on a log that waits for the other one, without LF. date: `YYYY-MM-DDTHH:MM:SSZ`."""
    body = {
        "v": 1,
        "game": chain.game.hex(),
        "side": seat,
        "messages": len(chain.messages),
        "last": chain.messages[-1].id.hex(),
        "date": date,
    }
    return sign_envelope(canon(body), master, kind=CLAIM_TYPE)


def is_claim(line: bytes) -> bool:
    """Whether a line of a log file is the envelope of a claim, of whatever content."""
    try:
        return read_envelope(line).type == CLAIM_TYPE
    except Fault:
        return False


def read_claim(line: bytes) -> Claim:
    """The claim in an envelope; its signature is not looked at. Raises Fault."""
    envelope = read_envelope(line)
    body = parse(envelope.payload)
    if body.keys() != _MEMBERS.keys() or any(type(body[name]) is not kind for name, kind in _MEMBERS.items()):
        raise Fault("PAYLOAD_SCHEMA", f"a claim has the members {', '.join(_MEMBERS)} and no others")
    if body["v"] != 1:
        raise Fault("VERSION_UNKNOWN", f"claim of version {body['v']}; this program reads version 1")
    told: dict[str, Any] = {name: body[name] for name in ("game", "messages", "last", "date")}
    return Claim(seat=body["side"], **told, payload=envelope.payload, signatures=envelope.signatures)


def judge_claim(chain: Chain, claim: Claim) -> str:
    """Why a claim on a valid log is not founded, "" where it is.

    Raises Fault where it is no claim on this log, or not signed by the seat that it names.
    """
    if claim.game != chain.game.hex():
        raise Fault("GAME_MISMATCH", "the claim is about another game")
    if not 2 <= claim.messages <= len(chain.messages) or chain.messages[claim.messages - 1].id.hex() != claim.last:
        raise Fault("LOG_TRUNCATED", "the log does not hold the last message that the claim names")
    _require_signature(chain, claim)
    if claim.messages < len(chain.messages):
        return f"message {claim.messages} has come since"
    if chain.waits_for != other(claim.seat):
        return f"the log waits for {chain.waits_for or 'nobody'}"
    try:
        found, since = late(chain, claim.date), began(chain, claim.date)
    except ValueError:
        raise Fault("PAYLOAD_SCHEMA", "the date of the claim is no date") from None
    if found is not None:
        return ""
    days = chain.terms["clock"]["days"]
    if not since:
        return f"the {days} days were not over on {claim.date}: the last message bears no date, or all are later"
    return f"the {days} days from {since} on were not over on {claim.date}"


def _require_signature(chain: Chain, claim: Claim) -> None:
    key = chain.ledger.key(claim.seat, claim.messages)
    if [known for known, _ in claim.signatures] != [key]:
        raise Fault("SIG_WRONG_KEY", f"the claim is not signed by the key of side {claim.seat[:1]}, and that alone")
    if not keys.verifies(claim.signatures[0][0], claim.signatures[0][1], pae(CLAIM_TYPE, claim.payload)):
        raise Fault("SIG_INVALID", "the signature of the claim fails")
