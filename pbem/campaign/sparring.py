"""`pbem practice`: a campaign against the practice opponent, who sits in a folder inside the campaign's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.campaign import Campaign, open_campaign
from pbem.campaign.create import join_campaign, new_campaign, read_invitation
from pbem.campaign.outgoing import signed_file
from pbem.campaign.practice import local_person, outbox, practice_client
from pbem.campaign.receive import take
from pbem.campaign.status import PRACTICE as OPPONENT
from pbem.errors import NOT_YOUR_MOVE, Problem
from pbem.mail.armour import read_blocks
from pbem.protocol import compose
from pbem.store.folder import is_campaign
from pbem.store.home import Home

if TYPE_CHECKING:
    from pbem.campaign.create import Invitation
    from pbem.campaign.person import Person

NAME = "Practice opponent"
_MOST_REPLIES = 64


def begin_practice(folder: Path, invitation: Invitation, home: Home, person: Person, name: str, date: str) -> Campaign:
    """Makes the campaign, lets the opponent accept, and takes his accept in. The campaign stays open for writing."""
    own = new_campaign(folder, invitation, home, person, compose.Words(name=name, date=date))
    try:
        at = Home(folder / OPPONENT / "home")
        offered = read_invitation(outbox(own, 0))
        words = compose.Words(name=NAME, date=date)
        theirs = join_campaign(folder / OPPONENT / "game", offered, at, local_person(at), words)
        theirs.folder.close()
        let_answer(own, date)
        return own
    except BaseException:
        own.folder.close()
        raise


def opponent_folder(campaign: Campaign) -> Path:
    """Where the practice opponent of this campaign sits. Raises Problem NO_PRACTICE."""
    path = campaign.folder.path / OPPONENT / "game"
    if not is_campaign(path):
        mend = "begin a practice campaign with: pbem practice --folder DIR --side SIDE"
        raise Problem("NO_PRACTICE", "this campaign is played against a person", mend, str(campaign.folder.path))
    return path


def let_answer(campaign: Campaign, date: str) -> list[int]:
    """Hands the opponent what he has not got yet and takes in what he answers; returns the numbers of his messages.

    campaign: one's own, open for writing. Raises Problem NOT_YOUR_MOVE where he has nothing to answer; Fault where
    one program refuses what the other wrote.
    """
    home = Home(campaign.folder.path / OPPONENT / "home")
    theirs = open_campaign(opponent_folder(campaign), home, local_person(home), write=True)
    try:
        answered = _hand_over(theirs, campaign)
        client = practice_client(theirs)
        for _ in range(_MOST_REPLIES):
            _hand_over(campaign, theirs)
            if client.reply(date) is None:
                break
            answered += _hand_over(theirs, campaign)
    finally:
        theirs.folder.close()
    if not answered:
        what = "your opponent has answered everything; the next message is yours"
        raise Problem("NOT_YOUR_MOVE", what, "see pbem status", status=NOT_YOUR_MOVE)
    return answered


def _hand_over(sender: Campaign, receiver: Campaign) -> list[int]:
    """Gives the receiver every message that he lacks; returns their numbers. Raises Fault."""
    handed = []
    for seq in range(len(receiver.chain.messages), len(sender.chain.messages)):
        receipt = take(receiver, (data := signed_file(sender, seq).encode("utf-8")), read_blocks(data))
        if receipt.fault is not None:
            raise receipt.fault
        handed.append(seq)
    return handed
