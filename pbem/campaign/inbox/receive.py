"""Reading what arrived: which campaign it belongs to, whether it is valid, and what it means. Signs nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.evidence import fork_file, keep_damaged, keep_refused, signed_by_player
from pbem.campaign.core.origin import other_version_mend
from pbem.campaign.inbox.mending import register
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.inbox.team_mail import papers_in, receive_papers
from pbem.campaign.outbox.signed_file import readable_notices
from pbem.campaign.telling.reports import write_own_report, write_public_report
from pbem.campaign.telling.terms import other_rules
from pbem.campaign.writing.standing import write_standing_template
from pbem.errors import Problem
from pbem.mail.armour import Block
from pbem.mail.turns import ENCRYPTED, OUTLOOK_FILE, WINMAIL, obstacle, turns_in
from pbem.protocol.chain import Notice
from pbem.protocol.clock import ahead
from pbem.protocol.envelope import read_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message, claimed_game, peek
from pbem.store.folder import LOG
from pbem.store.home import Home
from pbem.store.os_port import REAL, System

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person


# What tells the campaign of a text whose block cannot be read: the readable part, or a payload that is no message.
_SHORT_ID = re.compile(rb"^[> |]*campaign: \"?([0-9a-f]{12})\"?\r?$", re.MULTILINE)
_NO_NUMBER = 2**53


def receive(
    data: bytes,
    home: Home,
    person: Person | None,
    *,
    folder: Path | None = None,
    system: System = REAL,
    now: str = "",
) -> list[Receipt]:
    """Takes every turn of a mail into the campaign it belongs to; what team-mates sent with it, after the turns.

    folder: the campaign to use; else it is found by game id. system: the seam to the disk. now: the date on this
    computer, against which those of new messages are held; "" for no look at it. Raises Problem where there is no
    block, an invitation, or a campaign that this computer does not know; Fault where what arrived cannot be read and
    nothing in it names a campaign.
    """
    blocks = turns_in(data)
    papers = papers_in(data, turns=bool(blocks))
    if papers and not blocks:
        return receive_papers(papers, data, home, person, folder, system)
    if not blocks:
        raise _without_turn(data)
    whole = _turns_of([block for block in blocks if not block.damage])
    if not whole:
        return [_damaged(blocks[0], folder or _named_above(data, home), data, home, person, system)]
    places: dict[Path, list[Block]] = {}
    for block in whole:
        places.setdefault(folder or _place(block, data, home), []).append(block)
    receipts = []
    for path, found in places.items():
        campaign = open_campaign(path, home, person, write=True, system=system)
        try:
            receipts.append(take(campaign, data, found, now))
        finally:
            campaign.folder.close()
    return [*receipts, *receive_papers(papers, data, home, person, folder, system)]


_OBSTACLES: Final = {
    WINMAIL: (
        "WINMAIL",
        "Outlook has packed what was attached into a winmail.dat, which other programs cannot read",
        "ask for the mail again as plain text or HTML, not as Rich Text",
    ),
    OUTLOOK_FILE: (
        "OUTLOOK_FILE",
        "this is a mail in Outlook's own format, and the turn cannot be read in it",
        "save what is attached to it, or in Outlook save the mail as text, and name that file",
    ),
    ENCRYPTED: (
        "MAIL_ENCRYPTED",
        "this mail is encrypted, and only your mail program can open it",
        "open it there, and save its text or what is attached to it",
    ),
}


def _without_turn(data: bytes) -> Problem:
    if told := _OBSTACLES.get(obstacle(data)):
        return Problem(*told)
    if all(re.search(rb"^[> |]*%s:" % word, data, re.MULTILINE) for word in (b"campaign", b"phase", b"for")):
        what = "these are orders that nobody has signed: only a signed message can be taken in"
        mend = "sign your own with: pbem submit FILE; from your opponent ask for the mail that his pbem submit made"
        return Problem("UNSIGNED_ORDERS", what, mend)
    mend = "save the whole mail with what is attached to it, or the attached file alone, and name that"
    return Problem("NO_TURN", "there is no signed message in this text", mend)


def first_number(data: bytes) -> int:
    """The lowest number of the messages in a mail, a large one where there is none: mails are taken in that order."""
    numbers = [_NO_NUMBER]
    for block in turns_in(data):
        if not block.damage:
            try:
                numbers.append(peek(block.envelope).seq)
            except Fault:
                continue
    return min(numbers)


def _turns_of(blocks: list[Block]) -> list[Block]:
    """Without invitations where there is more: a reply quotes what it answers, and an accept quotes the invitation."""
    return [block for block in blocks if not _is_invitation(block)] or blocks


def _is_invitation(block: Block) -> bool:
    try:
        return peek(block.envelope).kind == "invite"
    except Fault:
        return False


def _damaged(
    block: Block, folder: Path | None, data: bytes, home: Home, person: Person | None, system: System
) -> Receipt:
    """The text is kept in the campaign that it names; the log stays as it is."""
    fault = Fault("ARMOR_DAMAGED", f"line {block.line}: {block.damage}; ask for the mail again")
    if folder is None:
        raise fault
    campaign = open_campaign(folder, home, person, write=True, system=system)
    try:
        return Receipt(campaign, fault=fault, evidence=keep_damaged(campaign, "damaged.txt", data, block.line))
    finally:
        campaign.folder.close()


def _named_above(data: bytes, home: Home) -> Path | None:
    """The campaign that the readable part names, where the block is damaged: the only one with these digits."""
    named = _SHORT_ID.search(data)
    if named is None:
        return None
    digits = named[1].decode("ascii")
    known = [path for game, path in home.campaigns().items() if game.startswith(digits)]
    return known[0] if len(known) == 1 else None


def _place(block: Block, data: bytes, home: Home) -> Path:
    """The campaign of a block. What is no message goes to the campaign that it claims to be of, to be refused there."""
    try:
        return find_folder(peek(block.envelope), home)
    except Fault:
        claimed = _claimed_game(block.envelope)
        path = (home.campaign(claimed) if claimed else None) or _named_above(data, home)
        if path is None:
            raise
        return path


def _claimed_game(envelope: bytes) -> str:
    """The game id in a payload that is not a message, "" if none can be seen."""
    try:
        return claimed_game(read_envelope(envelope).payload)
    except Fault:
        return ""


def find_folder(message: Message, home: Home) -> Path:
    """The campaign of a message. Raises Problem for an invitation and for a game that is not registered here."""
    if message.kind == "invite":
        begun = begun_with(message, home)
        if begun is None:
            raise _new_campaign(message)
        return begun
    path = home.campaign(message.body["game"])
    if path is None and message.kind == "accept":
        path = home.pending(message.body["parent"])
    if path is None:
        raise Problem(
            "UNKNOWN_GAME",
            f"message {message.seq} belongs to game {message.body['game'][:12]}, which this computer does not know",
            "name the campaign's folder with --campaign",
        )
    return path


def _new_campaign(invitation: Message) -> Problem:
    """That it is an invitation, and how to look at it, or why it cannot be played with what is installed."""
    what, other = "this is an invitation to a new campaign", other_rules(invitation.body["terms"])
    if other:
        return Problem("INVITATION", f"{what}: {other}", other_version_mend())
    return Problem("INVITATION", what, "look at it with: pbem join FILE")


def begun_with(invitation: Message, home: Home) -> Path | None:
    """The campaign that began with an invitation; None where none of this computer's did."""
    line = invitation.line + b"\n"
    for path in home.campaigns().values():
        try:
            with (path / LOG).open("rb") as log:
                if log.read(len(line)) == line:
                    return path
        except OSError:
            # A folder that was moved away is found out about when it is opened.
            continue
    return None


def take(campaign: Campaign, data: bytes, blocks: Sequence[Block], now: str = "") -> Receipt:
    """Takes whole blocks, in order of their numbers, into an opened campaign; stops at the first that is refused.

    now: as for `receive`.
    """
    receipt = Receipt(campaign)
    for block, seq in sorted(((block, _number(campaign, block)) for block in blocks), key=lambda pair: pair[1]):
        try:
            longer = campaign.chain.extend(block.envelope)
        except Fault as fault:
            receipt.fault = fault
            receipt.evidence = _evidence(campaign, fault, seq, data, block)
            break
        receipt.notices += longer.warnings[len(campaign.chain.warnings) :]
        if len(longer.messages) > len(campaign.chain.messages):
            _keep(campaign, data, seq, longer.messages[-1].seat)
            receipt.accepted.append(seq)
            receipt.notices += _date_notices(longer.messages[-1], now)
        campaign.adopt(longer)
    if receipt.accepted:
        register(campaign)
        if len(receipt.accepted) == 1:
            receipt.notices += readable_notices(campaign, receipt.accepted[0], data)
        _report(campaign, receipt)
    return receipt


def _date_notices(message: Message, now: str) -> list[Notice]:
    """DATE_AHEAD where a message is dated more than a day after the date on this computer: one of the clocks is wrong,
    or somebody wants his days to begin late."""
    why = ahead(str(message.body.get("date", "")), now)
    return [Notice("DATE_AHEAD", message.seq, why)] if why else []


def _number(campaign: Campaign, block: Block) -> int:
    """The number that a message says it has; what is no message comes behind all that are."""
    try:
        return peek(block.envelope).seq
    except Fault:
        return _NO_NUMBER


def _keep(campaign: Campaign, data: bytes, seq: int, seat: str) -> None:
    campaign.folder.save("inbox", f"{seq:04d}-{seat}.yaml", data)


def _evidence(campaign: Campaign, fault: Fault, seq: int, data: bytes, block: Block) -> Path:
    """The refused text; where one side signed two different messages with one number, both (protocol section 14)."""
    number = min(seq, len(campaign.chain.messages))
    if fault.code == "FORK" and fault.signed_by:
        campaign.folder.save("evidence", f"fork-{seq:04d}.jsonl", fork_file(campaign.chain, seq, block.envelope))
    known = campaign.chain.messages[seq].kind if seq < len(campaign.chain.messages) else ""
    if fault.code == "FORK" and known == "seat" and signed_by_player(campaign.chain, block.envelope):
        # What the player who was replaced has signed for this number: it accuses nobody, and says that he was there.
        campaign.folder.save("evidence", f"replaced-{seq:04d}.jsonl", fork_file(campaign.chain, seq, block.envelope))
    return keep_refused(campaign, f"{number:04d}-{fault.code.lower()}.txt", block.envelope, data)


def _report(campaign: Campaign, receipt: Receipt) -> None:
    for seq in receipt.accepted:
        write_public_report(campaign, seq)
    if campaign.seat:
        write_standing_template(campaign, campaign.seat)
        receipt.report = write_own_report(campaign)
