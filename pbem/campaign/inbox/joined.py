"""What an acceptance has made, while its folder is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.teams import handshake_lines
from pbem.campaign.inbox.mailhints import goes_by_sync
from pbem.campaign.outbox.mail_draft import lay_out_draft
from pbem.campaign.outbox.signed_file import outgoing_name
from pbem.campaign.writing.standing import STANDING, reader_of
from pbem.campaign.writing.standing_start import fixed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pbem.campaign.core.campaign import Campaign


def joined_data(campaign: Campaign, members: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Its files, the game's id, the team, and what is fixed by it. members: of the accepter's team."""
    draft = lay_out_draft(campaign, 1, illustrated=True)
    slots = campaign.machine.slots["b"]
    return {
        "accept": str(campaign.folder.path / "outbox" / outgoing_name(campaign, 1)),
        "mail": str(draft or ""),
        "game": campaign.game_id,
        "sync": goes_by_sync(campaign),
        "team": handshake_lines(campaign.machine, members),
        "fixed": fixed(slots, campaign.folder.read_document(STANDING), reader_of(campaign.machine, "b")),
    }
