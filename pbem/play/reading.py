"""What the page reads: campaigns, where one of them stands, its messages, reports, maps and dice."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.told_data import data_of
from pbem.campaign.inbox.status import status_of
from pbem.play.evening import now
from pbem.upkeep.listing import listed

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked


def campaigns(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem list --json`; here: the id of the one with which the page begins, "" for none."""
    found = listed(evening.home, evening.person)
    return {"campaigns": [asdict(one) for one in found], "here": evening.begins_with}


def status(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem status --json`."""
    return data_of(status_of(at, now()))
