"""Opening a campaign: its log verified and, for writing, what a crash left mended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.checkpoints import keep_checkpoint, open_chain
from pbem.campaign.core.fold import chain_of
from pbem.errors import Problem
from pbem.store.folder import CampaignFolder
from pbem.store.os_port import REAL, System

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home


def open_campaign(
    path: Path,
    home: Home | None,
    person: Person | None,
    *,
    write: bool,
    whole: bool = False,
    system: System = REAL,
) -> Campaign:
    """Opens a folder, verifies its log and, for writing, mends what a crash left. Raises Problem or Fault.

    whole: from its first message on, whatever checkpoint there is. system: the seam to the disk.
    """
    folder = CampaignFolder.open(path, write=write, system=system)
    try:
        lines = folder.log()
        if not lines:
            mend = "run the command once more that made it: pbem new, join, import or practice"
            raise Problem("CAMPAIGN_UNBEGUN", "this folder was made, but its first message was not", mend, str(path))
        machine, chain = chain_of(lines) if whole else open_chain(folder, lines, home)
        campaign = Campaign(folder, machine, chain, home, person)
        if write:
            # Who only reads needs nothing of what signs, tells and mails.
            from pbem.campaign.inbox.mending import recover

            recover(campaign)
            keep_checkpoint(campaign)
        return campaign
    except BaseException:
        folder.close()
        raise
