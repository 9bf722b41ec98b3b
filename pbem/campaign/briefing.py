"""What a captain tells his team before they write: the open segment, which nobody else can close yet (section 12).

His next message will say all of it. Until then only he can roll the dice that the opponent's message asked for, and
nobody can order anything without them. A briefing is believed for what the log proves, not for what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.due import WAIT, Due
from pbem.campaign.offers import ANSWERS
from pbem.engine.answerers import begin
from pbem.engine.requests import ORDERS
from pbem.errors import Problem
from pbem.mail.armour import BRIEFING, read_blocks, write_block
from pbem.protocol import compose, keys
from pbem.protocol.canonical import canon, parse
from pbem.protocol.control import offered, settle
from pbem.protocol.envelope import pae, read_envelope, sign_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.messages import check_shape
from pbem.store.folder import TEAM_DRAWER

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign
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


# -- the captain -------------------------------------------------------------------


def write_briefing(campaign: Campaign, answer: str = "") -> Path:
    """The briefing for the message that is due, in the outbox; the same each time. answer: to an open offer.

    Raises Problem NO_TEAM, NOT_YOUR_MOVE, BRIEFING_NEEDLESS.
    """
    from pbem.campaign.offers import due_for
    from pbem.campaign.submit import require_turn

    campaign.require_player()
    if not campaign.chain.ledger.team(campaign.side):
        raise Problem("NO_TEAM", "you have no team in this campaign", "write your orders yourself: pbem orders")
    judged, due = due_for(campaign, answer)
    require_turn(judged, due)
    if due.closing is None or not due.closing.reveal:
        what = "before message 2 nothing was rolled: your team knows the position without a briefing"
        raise Problem("BRIEFING_NEEDLESS", what, "tell your team that they can write their orders")
    chain = campaign.chain
    body = {
        "v": 1,
        "game": chain.game.hex(),
        "seq": len(chain.messages),
        "parent": chain.messages[-1].id.hex(),
        "reveal": due.closing.reveal.hex(),
        "open": due.closing.open,
        "claims": due.closing.claims,
        "answer": answer or ("decline" if due.offer else ""),
    }
    line = sign_envelope(canon(body), campaign.ring.master, kind=BRIEFING_TYPE)
    head = f"# Briefing for message {body['seq']} of campaign {campaign.short_id}: for the team of"
    text = f"{head} {campaign.game.name(campaign.army)} alone.\n{write_block(line, BRIEFING)}"
    name = f"{briefing_stem(campaign)}.txt"
    return campaign.folder.save("outbox", name, text.encode("utf-8"))


def briefing_stem(campaign: Campaign) -> str:
    """`briefing-0004-a`, for the message that is due."""
    seq = len(campaign.chain.messages)
    return f"briefing-{seq:04d}-{'ab'[seq % 2]}"


# -- his team ----------------------------------------------------------------------


def read_briefing(chain: Chain, line: bytes) -> Briefed:
    """A briefing for the message that is due, proved by the log. Raises Fault: GAME_MISMATCH, SIG_WRONG_KEY, ...

    PARENT_MISMATCH where it is for another message; the codes of checks 17 and 18 where the log disproves it.
    """
    side, seq = "ab"[len(chain.messages) % 2], len(chain.messages)
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
    if [key for key, _ in envelope.signatures] != [chain.keys[side]]:
        raise Fault("SIG_WRONG_KEY", "it is not signed by the captain, and by him alone")
    if not keys.verifies(chain.keys[side], envelope.signatures[0][1], pae(BRIEFING_TYPE, envelope.payload)):
        raise Fault("SIG_INVALID", "the captain's signature fails")
    return Briefed(_closed(chain, side, body), body["answer"])


def _closed(chain: Chain, side: str, body: Mapping[str, Any]) -> compose.Closing:
    """The segment, closed with what the briefing discloses, as the captain's message itself will be checked."""
    message = {name: body[name] for name in ("game", "seq", "parent", "reveal", "open", "claims")}
    blank = "0" * 64
    check_shape({"v": 1, "kind": "move", "side": side, "state": blank, "tape": blank, **message})
    reveal, seq = bytes.fromhex(body["reveal"]), body["seq"]
    if keys.seal(chain.game, side, seq - 2, reveal).hex() != chain.messages[seq - 2].body["seal"]:
        raise Fault("REVEAL_MISMATCH", f"the value is not the one sealed in message {seq - 2}")
    source = chain.checked(side, message)
    state, tape = chain.run_segment(side, reveal, source)
    source.settle()
    return compose.Closing(state, tape, body["open"], reveal, body["claims"])


def keep_briefing(campaign: Campaign, line: bytes) -> Path:
    """A briefing that is good, laid into the drawer. Raises Fault, or Problem NOT_OF_THE_TEAM."""
    member = campaign.member
    if member is None or member.side != campaign.chain.waits_for:
        what = "this is a briefing for a team to which you do not belong, or whose captain is not due"
        raise Problem("NOT_OF_THE_TEAM", what, "take in his opponent's message first, if you have it: pbem receive")
    read_briefing(campaign.chain, line)
    return campaign.folder.save(
        TEAM_DRAWER, f"{briefing_stem(campaign)}.txt", write_block(line, BRIEFING).encode("ascii")
    )


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
    chain, side = campaign.chain, campaign.chain.waits_for
    known = _known(campaign)
    if known is None:
        return Due(WAIT, side, chain.state)
    previous = chain.messages[-1].body
    if offered(previous) and known.answer == "accept" and previous["control"].get("terms"):
        # Which rules hold then is the captain's to see to; he writes all orders of that turn.
        return Due(WAIT, side, chain.state)
    body = {"side": side, **({"control": {"answer": known.answer}} if known.answer else {})}
    state = settle(chain, known.closing.state, body)
    need = state["need"]
    if state["over"] or need["side"] != side or need["ask"] != ORDERS:
        return Due(WAIT, side, state, known.closing)
    request = begin(campaign.game, state, campaign.machine.letters).request  # type: ignore[arg-type]
    return Due(ORDERS, side, state, known.closing, request)


def _known(campaign: Campaign) -> Briefed | None:
    """The segment closed: by a briefing, or where nothing was to be rolled, by anybody."""
    last, found = campaign.chain.messages[-1], briefed(campaign)
    if found is not None or offered(last.body) or (last.seq >= 2 and "input" in last.body):
        return found
    return Briefed(compose.Closing(campaign.chain.state, [], [], b""))
