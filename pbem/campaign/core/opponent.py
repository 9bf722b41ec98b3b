"""Whether a campaign is played against the practice opponent, and where he sits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pbem.store.folder import is_campaign

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

PRACTICE: Final = "opponent"
"""Name of the folder, inside the campaign's own, in which the practice opponent sits."""
NOTE: Final = "for practice"
"""By this line of the invitation a campaign is known as practice before its opponent has a folder."""


def is_practice(campaign: Campaign) -> bool:
    """Whether the opponent is the practice opponent, who sits in a folder inside this one."""
    return is_campaign(campaign.folder.path / PRACTICE / "game")
