"""What a captain tells his team before they write: the open segment, which nobody else can close yet (section 12).

His next message will say all of it. Until then only he can roll the dice that the opponent's message asked for, and
nobody can order anything without them. A briefing is believed for what the log proves, not for what it says.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.core.briefed import BRIEFING_TYPE, briefing_stem, read_briefing
from pbem.campaign.core.offers import due_for
from pbem.campaign.outbox.submit import require_turn
from pbem.errors import Problem
from pbem.mail.armour import BRIEFING, write_block
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import sign_envelope
from pbem.store.folder import TEAM_DRAWER

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

# -- the captain -------------------------------------------------------------------


def write_briefing(campaign: Campaign, answer: str = "") -> Path:
    """The briefing for the message that is due, in the outbox; the same each time. answer: to an open offer.

    Raises Problem NO_TEAM, NOT_YOUR_MOVE, BRIEFING_NEEDLESS.
    """
    campaign.require_player()
    if not campaign.chain.ledger.team(campaign.seat):
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
    text = f"{head} {campaign.game.telling.name(campaign.army)} alone.\n{write_block(line, BRIEFING)}"
    name = f"{briefing_stem(campaign)}.txt"
    return campaign.folder.save("outbox", name, text.encode("utf-8"))


# -- his team ----------------------------------------------------------------------


def keep_briefing(campaign: Campaign, line: bytes) -> Path:
    """A briefing that is good, laid into the drawer. Raises Fault, or Problem NOT_OF_THE_TEAM."""
    member = campaign.member
    if member is None or member.seat != campaign.chain.waits_for:
        what = "this is a briefing for a team to which you do not belong, or whose captain is not due"
        raise Problem("NOT_OF_THE_TEAM", what, "take in his opponent's message first, if you have it: pbem receive")
    read_briefing(campaign.chain, line)
    return campaign.folder.save(
        TEAM_DRAWER, f"{briefing_stem(campaign)}.txt", write_block(line, BRIEFING).encode("ascii")
    )
