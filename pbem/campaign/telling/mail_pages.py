"""What an illustrated mail shows of a message: its public report as HTML, and the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.campaign.core.offers import as_of
from pbem.campaign.telling.pictures import begin, moment, png_of
from pbem.campaign.telling.reports import dispatch_of
from pbem.report.web.html_mail import letter_report
from pbem.report.web.maps import Atlas, scene_words

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign


def mailed_report(campaign: Campaign, seq: int) -> str:
    """The public report of a message as HTML for a mail program."""
    ruled = as_of(campaign, seq)
    return letter_report(dispatch_of(campaign, seq), ruled.game.telling.name, ruled.game.telling.wording)


def map_picture(campaign: Campaign, seq: int) -> tuple[bytes, str]:
    """What everybody sees on the maps after message `seq`, as a PNG, and in a few words; b"" where the game draws none.

    Of an invitation it is the position in which the game begins.
    """
    # The same as `pbem map --public --at` draws, under the same title: of what was played, not of what is due.
    shown = moment(campaign, seq, public=True) if seq else begin(campaign)
    if shown is None:
        return b"", ""
    atlas, scene = Atlas(shown.boards, shown.armies), shown.scene
    words = "; ".join(scene_words(atlas, scene, number) for number in range(len(atlas.boards)))
    return png_of([shown], home=campaign.home), words
