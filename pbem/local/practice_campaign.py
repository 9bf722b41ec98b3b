"""`pbem practice`: a campaign against the practice opponent, who sits in a folder inside the campaign's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.opponent import NOTE
from pbem.campaign.core.opponent import PRACTICE as OPPONENT
from pbem.campaign.core.progress import tell
from pbem.campaign.inbox.receive import take
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.inbox.status import status_of
from pbem.campaign.outbox.create import join_campaign, new_campaign, read_invitation
from pbem.campaign.outbox.people import require_name
from pbem.campaign.outbox.signed_file import signed_file
from pbem.campaign.telling.reports import own_text
from pbem.errors import NOT_YOUR_MOVE, Problem
from pbem.local.practice import local_person, outbox, practice_client
from pbem.mail.armour import read_blocks
from pbem.protocol import compose
from pbem.store.folder import is_campaign
from pbem.store.home import Home

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.campaign.outbox.create import Invitation

NAME = "Practice opponent"
_MOST_REPLIES = 64


def begin_practice(folder: Path, invitation: Invitation, home: Home, person: Person, name: str, date: str) -> Campaign:
    """Makes the campaign, lets the opponent accept, and takes his accept in. The campaign stays open for writing.

    One that a crash left before the accept is gone on with. Raises Problem.
    """
    name = require_name(name) if name else ""
    try:
        own = new_campaign(folder, invitation, home, person, compose.Words(name=name, note=[NOTE], date=date))
    except Problem as problem:
        if problem.code != "CAMPAIGN_EXISTS":
            raise
        own = _left(folder, home, person, problem)
    try:
        _let_accept(own, date)
        let_answer(own, date)
        return own
    except BaseException:
        own.folder.close()
        raise


def _left(folder: Path, home: Home, person: Person, problem: Problem) -> Campaign:
    """The practice campaign that nobody has accepted yet; `problem` where it is another one."""
    own = open_campaign(folder, home, person, write=True)
    if len(own.chain.messages) == 1 and own.chain.messages[0].body.get("note") == [NOTE]:
        return own
    own.folder.close()
    raise problem


def _let_accept(own: Campaign, date: str) -> None:
    """The opponent accepts the invitation, if he has not done so."""
    path = own.folder.path / OPPONENT
    at = Home(path / "home")
    try:
        words = compose.Words(name=NAME, date=date)
        join_campaign(path / "game", read_invitation(outbox(own, 0)), at, local_person(at), words).folder.close()
    except Problem as problem:
        if problem.code != "CAMPAIGN_EXISTS":
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
        for number in range(_MOST_REPLIES):
            tell(number, _MOST_REPLIES, f"your opponent looks at message {len(campaign.chain.messages) - 1}")
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


def practice_data(campaign: Campaign, answered: Sequence[int]) -> dict[str, Any]:
    """What came of it, for `--json`. answered: numbers of the opponent's messages."""
    status = status_of(campaign)
    return {
        "folder": str(campaign.folder.path),
        "answered": list(answered),
        "report": own_text(campaign),
        "awaited": status.awaited,
        "commands": list(status.commands),
    }


def _hand_over(sender: Campaign, receiver: Campaign) -> list[int]:
    """Gives the receiver every message that he lacks; returns their numbers. Raises Fault."""
    handed = []
    for seq in range(len(receiver.chain.messages), len(sender.chain.messages)):
        receipt = take(receiver, (data := signed_file(sender, seq).encode("utf-8")), read_blocks(data))
        if receipt.fault is not None:
            raise receipt.fault
        handed.append(seq)
    return handed
