"""The messages of a campaign, a row each: who wrote it when, about what, and which reports there are on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.offers import as_of
from pbem.campaign.telling.past_reports import own_reported

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

# The first message on which there is a report for everybody.
_FIRST_REPORTED = 2


def message_rows(campaign: Campaign) -> list[dict[str, Any]]:
    """The oldest first. headline: of the phase in which play stood then. yours: written by the reader. public, own:
    whether there is a report of that kind on it."""
    reported = set(own_reported(campaign)) if campaign.seat else set()
    return [_row(campaign, seq, own=seq in reported) for seq in range(len(campaign.chain.messages))]


def _row(campaign: Campaign, seq: int, *, own: bool) -> dict[str, Any]:
    message = campaign.chain.messages[seq]
    state = campaign.chain.states[seq] or campaign.machine.start()
    return {
        "message": seq,
        "kind": message.kind,
        "side": message.seat,
        "sender": campaign.title_of(message.seat, seq),
        "yours": bool(campaign.seat) and message.seat == campaign.seat,
        "date": str(message.body.get("date", "")),
        "headline": as_of(campaign, seq).game.telling.headline(state["at"]),
        "public": seq >= _FIRST_REPORTED,
        "own": own,
    }
