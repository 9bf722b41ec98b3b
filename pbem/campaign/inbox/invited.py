"""What an invitation has made, while its folder is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.teams import handshake_lines
from pbem.campaign.inbox.mailhints import goes_by_sync
from pbem.campaign.outbox.mail_draft import lay_out_draft
from pbem.campaign.outbox.people import opponents_address
from pbem.campaign.outbox.signed_file import outgoing_name
from pbem.campaign.writing.standing_start import choices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.person import Person


def invited_data(campaign: Campaign, person: Person, members: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Its files, the mail for the opponent, who is laid out with it, the team, and what the first message fixes.

    members: of the inviter's team.
    """
    return {
        "folder": str(campaign.folder.path),
        "invitation": str(campaign.folder.path / "outbox" / outgoing_name(campaign, 0)),
        "mail": str(lay_out_draft(campaign, 0, illustrated=True) or ""),
        "id": campaign.short_id,
        "fingerprint": person.fingerprint,
        "side": campaign.army,
        "mail_to": opponents_address(campaign),
        "sync": goes_by_sync(campaign),
        "team": handshake_lines(campaign.machine, members),
        "fixed": [slot.name for slot in choices(campaign.machine.slots["a"])],
    }
