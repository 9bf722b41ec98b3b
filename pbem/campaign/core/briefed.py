"""A captain's briefing as his team-mates read it: the open segment, proved by the log (protocol section 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.due import ANSWERS, WAIT, Due
from pbem.engine.answerers import begin
from pbem.engine.requests import ORDERS
from pbem.lean import dataclass
from pbem.mail.armour import BRIEFING, read_blocks
from pbem.protocol import compose, keys
from pbem.protocol.canonical import parse
from pbem.protocol.control import offered, settle
from pbem.protocol.envelope import pae, read_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.messages import check_shape
from pbem.store.folder import TEAM_DRAWER

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.protocol.chain import Chain

BRIEFING_TYPE: Final = "application/vnd.pbem.briefing.v1+json"
BRIEFING_LIMIT: Final = 4 * 2**20
_MEMBERS = {
    "v": int,
    "game": str,
    "seq": int,
    "parent": str,
    "reveal": str,
    "open": list,
    "claims": list,
    "answer": str,
}


@dataclass(frozen=True, slots=True)
class Briefed:
    """The segment as the captain will close it. answer: what he will say to an offer, "" where there is none."""

    closing: compose.Closing
    answer: str = ""


def briefing_stem(campaign: Campaign) -> str:
    """`briefing-0004-a`, for the message that is due."""
    seq = len(campaign.chain.messages)
    return f"briefing-{seq:04d}-{'ab'[seq % 2]}"


def read_briefing(chain: Chain, line: bytes) -> Briefed:
    """A briefing for the message that is due, proved by the log. Raises Fault: GAME_MISMATCH, SIG_WRONG_KEY, ...

    PARENT_MISMATCH where it is for another message; the codes of checks 17 and 18 where the log disproves it.
    """
    seat, seq = "ab"[len(chain.messages) % 2], len(chain.messages)
    envelope = read_envelope(line)
    if envelope.type != BRIEFING_TYPE:
        raise Fault("PAYLOAD_TYPE", f"payload type {envelope.type[:80]!r}")
    body = parse(envelope.payload)
    if body.keys() != _MEMBERS.keys() or any(type(body[name]) is not kind for name, kind in _MEMBERS.items()):
        raise Fault("PAYLOAD_SCHEMA", "not the form of a briefing")
    if body["v"] != 1 or body["answer"] not in ("", *ANSWERS):
        raise Fault("PAYLOAD_SCHEMA", "a briefing of another version, or with another answer than there is")
    if body["game"] != chain.game.hex():
        raise Fault("GAME_MISMATCH", f"a briefing of game {body['game'][:16]}")
    if body["seq"] != seq or body["parent"] != chain.messages[-1].id.hex() or seq < 3:
        raise Fault("PARENT_MISMATCH", f"a briefing for message {body['seq']}, which is not the one that is due here")
    if [key for key, _ in envelope.signatures] != [chain.keys[seat]]:
        raise Fault("SIG_WRONG_KEY", "it is not signed by the captain, and by him alone")
    if not keys.verifies(chain.keys[seat], envelope.signatures[0][1], pae(BRIEFING_TYPE, envelope.payload)):
        raise Fault("SIG_INVALID", "the captain's signature fails")
    return Briefed(_closed(chain, seat, body), body["answer"])


def _closed(chain: Chain, seat: str, body: Mapping[str, Any]) -> compose.Closing:
    """The segment, closed with what the briefing discloses, as the captain's message itself will be checked."""
    message = {name: body[name] for name in ("game", "seq", "parent", "reveal", "open", "claims")}
    blank = "0" * 64
    check_shape({"v": 1, "kind": "move", "side": seat, "state": blank, "tape": blank, **message})
    reveal, seq = bytes.fromhex(body["reveal"]), body["seq"]
    if keys.seal(chain.game, seat, seq - 2, reveal).hex() != chain.messages[seq - 2].body["seal"]:
        raise Fault("REVEAL_MISMATCH", f"the value is not the one sealed in message {seq - 2}")
    source = chain.checked(seat, message)
    state, tape = chain.run_segment(seat, reveal, source)
    source.settle()
    return compose.Closing(state, tape, body["open"], reveal, body["claims"])


def briefed(campaign: Campaign) -> Briefed | None:
    """What the newest good briefing for the message that is due tells; None where nobody has told anything."""
    stem, found = briefing_stem(campaign), None
    for name in sorted(campaign.folder.names(TEAM_DRAWER), key=lambda name: (len(name), name)):
        if not name.startswith(stem):
            continue
        for block in read_blocks(campaign.folder.load(TEAM_DRAWER, name, BRIEFING_LIMIT), BRIEFING):
            try:
                found = read_briefing(campaign.chain, block.envelope)
            except Fault:
                # Kept for another log than this one has become; the captain briefs anew.
                continue
    return found


def member_due(campaign: Campaign) -> Due:
    """What a member has to do while his captain is due: give orders, once he knows the position.

    The kind is `wait` where he cannot know it without a briefing (`closing` is None), or where no orders are due.
    """
    chain, seat = campaign.chain, campaign.chain.waits_for
    known = _known(campaign)
    if known is None:
        return Due(WAIT, seat, chain.state)
    previous = chain.messages[-1].body
    if offered(previous) and known.answer == "accept" and previous["control"].get("terms"):
        # Which rules hold then is the captain's to see to; he writes all orders of that turn.
        return Due(WAIT, seat, chain.state)
    body = {"side": seat, **({"control": {"answer": known.answer}} if known.answer else {})}
    state = settle(chain, known.closing.state, body)
    need = state["need"]
    if state["over"] or need["side"] != seat or need["ask"] != ORDERS:
        return Due(WAIT, seat, state, known.closing)
    request = begin(campaign.game, state, campaign.machine.seats).request  # type: ignore[arg-type]
    return Due(ORDERS, seat, state, known.closing, request)


def _known(campaign: Campaign) -> Briefed | None:
    """The segment closed: by a briefing, or where nothing was to be rolled, by anybody."""
    last, found = campaign.chain.messages[-1], briefed(campaign)
    if found is not None or offered(last.body) or (last.seq >= 2 and "input" in last.body):
        return found
    return Briefed(compose.Closing(campaign.chain.state, [], [], b""))
