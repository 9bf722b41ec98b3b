"""Which of one's own messages have not been sent yet.

A message of one's own that somebody has answered was sent, by whatever way. So at most the last message of a log can
be waiting to be sent, and it is unless its number stands in the state. A campaign that was played without `pbem mail`
before needs no other rule: its history is never sent again, and if its last message went by hand already it goes once
more, with the same Message-ID and the same signed file, which changes nothing for who has it. What its author wants to
be mailed once more goes, too (`pbem submit --resend`, `pbem mail sync --again`): his newest message, answered or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.opponent import PRACTICE, is_practice
from pbem.campaign.inbox.mailstate import MailState
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.mail_draft import draft_mail, lay_out_draft, message_id, people
from pbem.campaign.outbox.signed_file import draft_name
from pbem.errors import Problem
from pbem.mail.draft import Person as Named
from pbem.mail.draft import address_field
from pbem.mail.header import address_in, read_heading
from pbem.mail.posting import posted
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message, peek
from pbem.store.folder import CampaignFolder, is_campaign

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home

_DRAFT_LIMIT: Final = 64 * 2**20


@dataclass(frozen=True)
class Outbound:
    """A mail that is ready to go. key: id of the campaign's invitation. id: its Message-ID. to: the one address.

    again: its author wants it to go once more."""

    folder: Path
    game: str
    key: str
    seq: int
    id: str
    to: str
    mail: bytes
    again: bool = False


def outbound(
    home: Home, person: Person | None, own: str, state: MailState, again: Path | None = None, *, dry_run: bool = False
) -> Iterator[Outbound | Problem]:
    """The mails that have not been sent yet, or are asked for once more, and what keeps one of them from being sent.

    own: one's own address. again: the campaign whose newest own message goes even if it was sent. dry_run: to write
    nothing.
    """
    places = {*home.all_pending().values(), *home.campaigns().values()} if person is not None else set()
    asked, wished = home.asked_again(), again.resolve() if again is not None else None
    for path in sorted(places):
        try:
            found = _waiting(path, state, asked, wished=path.resolve() == wished)
            if found is not None:
                yield _outbound(path, found, home, person, own, write=not dry_run)
        except Problem as problem:
            yield problem.at(str(path))
        except Fault as fault:
            yield Problem(fault.code, f"the log of this campaign is not valid: {fault}", "see pbem doctor", str(path))


@dataclass(frozen=True)
class _Waiting:
    """key: id of the campaign's invitation. seq: its message that is to go. again: though it went or was refused."""

    key: str
    seq: int
    again: bool


def _waiting(path: Path, state: MailState, asked: Mapping[str, int], *, wished: bool) -> _Waiting | None:
    """What of a campaign is to be sent: nothing is verified for it. asked: as `Home.asked_again` has it.

    Raises Problem NOTHING_SENT where it is wished for and there is nothing.
    """
    if path.parent.name == PRACTICE or not is_campaign(path) or is_campaign(path / PRACTICE / "game"):
        return None
    folder = CampaignFolder.open(path, write=False)
    lines = folder.log()
    if not lines:
        return None
    key, count = peek(lines[0]).id.hex(), len(lines)
    wanted = wished or key in asked
    # The newest own message is the last one or the one before it, which the opponent has answered.
    for line in reversed(lines[-2:] if wanted else lines[-1:]):
        message = peek(line)
        again = wished or asked.get(key) == message.seq
        unsent = message.seq == count - 1 and not (key in state.sent and state.sent[key].seq >= message.seq)
        if message.kind != "seat" and (again or unsent) and _is_laid_out(folder, message):
            return _Waiting(key, message.seq, again)
    if wished:
        what = "no message of yours lies in the outbox of this campaign"
        raise Problem("NOTHING_SENT", what, "lay it out once more: pbem submit --resend", str(path))
    return None


def _is_laid_out(folder: CampaignFolder, message: Message) -> bool:
    """Whether a message lies in the outbox, and so is one's own."""
    return any(name.startswith(f"{message.seq:04d}-{message.seat}.") for name in folder.names("outbox"))


def _outbound(path: Path, found: _Waiting, home: Home, person: Person | None, own: str, *, write: bool) -> Outbound:
    campaign = open_campaign(path, home, person, write=write)
    try:
        seq = found.seq
        if campaign.chain.messages[seq].seat != campaign.seat or is_practice(campaign):
            what = "the last message of this campaign is in the outbox and not signed by your identity"
            raise Problem("NOT_A_PLAYER", what, "use the PBEM_HOME with which you joined", str(path))
        if write:
            lay_out_draft(campaign, seq)
        there = draft_name(campaign, seq) in campaign.folder.names("outbox")
        draft = campaign.folder.load("outbox", draft_name(campaign, seq), _DRAFT_LIMIT) if there else b""
        draft = draft or draft_mail(campaign, seq)
        to, mail = _addressed(campaign, draft, own)
        id = message_id(campaign, seq)
        return Outbound(path, campaign.short_id, found.key, seq, id, to, mail, found.again)
    finally:
        campaign.folder.close()


def _addressed(campaign: Campaign, draft: bytes, own: str) -> tuple[str, bytes]:
    """The draft as it is sent: to the address that campaign.yaml has now, and from one's own where it names nobody."""
    heading = read_heading(draft)
    me, other = people(campaign)
    fields: dict[str, str] = {}
    if not heading.sender:
        fields["From"] = address_field(Named(me.name, own))
    to, present = address_in(heading.fields.get("to", "")), address_field(other) if other.mail else ""
    if present and address_in(present) != to:
        fields["To"], to = present, address_in(present)
    place = str(campaign.folder.path / "campaign.yaml")
    if not to:
        mend = "write it there, below opponent: mail:"
        raise Problem("NO_ADDRESS", "the address of your opponent is not known", mend, place)
    if to == own.lower():
        mend = "write his there, below opponent: mail:"
        raise Problem("NO_ADDRESS", "the address of your opponent is your own", mend, place)
    return to, posted(draft, fields)
