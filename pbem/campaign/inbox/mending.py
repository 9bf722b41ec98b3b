"""What a crash left is mended: the log from journal and inbox, the tapes from the log, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.campaign.core.campaign import payload_of
from pbem.campaign.outbox.signed_file import draft_name, write_outgoing
from pbem.campaign.outbox.submit import sign_own
from pbem.campaign.telling.reports import report_name, write_own_report, write_public_report
from pbem.campaign.writing.orders_file import ORDERS_FILE, keep_orders
from pbem.campaign.writing.standing import write_standing_template
from pbem.campaign.writing.team_orders import resume_part
from pbem.mail.armour import read_blocks
from pbem.protocol.canonical import canon
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

_INBOX_LIMIT = 32 * 2**20


def recover(campaign: Campaign) -> None:
    """Brings the folder to the state in which no crash had happened. Raises Problem."""
    if not campaign.folder.tapes_in_step():
        campaign.folder.rewrite_tapes([canon(tape) for tape in campaign.chain.tapes])
    while _from_inbox(campaign) or _from_journal(campaign) or _cosigned(campaign):
        pass
    register(campaign)
    last = campaign.chain.messages[-1]
    if campaign.seat and last.seat == campaign.seat:
        write_outgoing(campaign)
        _draft(campaign, last.seq)
        _keep_orders(campaign)
    if last.kind == "seat" and campaign.seat:
        # The player who stayed has signed it, too, and mails it back.
        write_outgoing(campaign)
    if not campaign.seat:
        _unlogged(campaign)
    _reports(campaign)


def _draft(campaign: Campaign, seq: int) -> None:
    if draft_name(campaign, seq) not in campaign.folder.names("outbox"):
        from pbem.campaign.outbox.mail_draft import lay_out_draft

        lay_out_draft(campaign, seq, illustrated=True)


def _unlogged(campaign: Campaign) -> None:
    """A message that somebody without a seat in the log has signed: a seating, or his part of a team's orders."""
    from pbem.campaign.seats.seating import resume_seating

    resume_seating(campaign)
    resume_part(campaign)


def register(campaign: Campaign) -> None:
    """Notes in the configuration folder where the campaign of this player is; without that no mail finds it."""
    if campaign.home is None or not campaign.party:
        return
    invitation = campaign.chain.messages[0].id.hex()
    if not campaign.game_id:
        campaign.home.register_pending(invitation, campaign.folder.path.absolute())
        return
    campaign.home.register(campaign.game_id, campaign.folder.path.absolute())
    campaign.home.forget_pending(invitation)


def _keep_orders(campaign: Campaign) -> None:
    """The player's own file of the last message, where a crash came before it was put away."""
    message = campaign.chain.messages[-1]
    if "input" not in message.body or not campaign.folder.has_document(ORDERS_FILE):
        return
    if any(name.startswith(f"{message.seq:04d}-") for name in campaign.folder.names("orders")):
        return
    data = campaign.folder.read_document(ORDERS_FILE)
    if re.search(rb"^for: %d\r?$" % message.body["input"]["for"], data, re.MULTILINE):
        keep_orders(campaign, message.seq, campaign.chain.states[message.seq]["at"])


def _reports(campaign: Campaign) -> None:
    """The reports that are not there: all of them follow from the log."""
    there = set(campaign.folder.names("reports"))
    for seq in range(2, len(campaign.chain.messages)):
        if not {f"{report_name(campaign, seq)}.{kind}" for kind in ("txt", "json")} <= there:
            write_public_report(campaign, seq)
    last = campaign.chain.messages[-1]
    came = campaign.seat != last.seat or last.kind == "seat"  # one's own seating comes back with both signatures
    if campaign.seat and came and len(campaign.chain.messages) > 1:
        write_standing_template(campaign, campaign.seat)
        if f"{last.seq:04d}.txt" not in campaign.folder.names("reports/own"):
            write_own_report(campaign)


def _from_journal(campaign: Campaign) -> bool:
    """A message that was written down, and perhaps signed and mailed, but not yet logged."""
    seq = len(campaign.chain.messages)
    if not campaign.game_id or campaign.chain.waits_for != campaign.seat or campaign.person is None:
        return False
    journal = campaign.journal(campaign.game_id)
    entry = journal.get(seq)
    if entry is None:
        return False
    journal.record(seq, entry)  # into both copies, should only one of them have it
    try:
        campaign.append(sign_own(campaign, payload_of(entry)))
    except Fault:
        # The own verifier refuses it, so nobody accepts it: submit may supersede it.
        return False
    return True


def _cosigned(campaign: Campaign) -> bool:
    """A seating that this person agreed to, but that was not yet logged."""
    seq = len(campaign.chain.messages)
    if not campaign.seat or campaign.chain.waits_for == campaign.seat or campaign.home is None or not campaign.game_id:
        return False
    if campaign.journal(campaign.game_id).get(seq) is None:
        return False
    from pbem.campaign.seats.cosign_seat import resume_cosigned

    return resume_cosigned(campaign, list(_arrived(campaign, seq)))


def _arrived(campaign: Campaign, seq: int) -> Iterator[bytes]:
    """The mails that the inbox holds of a message."""
    for name in campaign.folder.names("inbox"):
        if name.startswith(f"{seq:04d}-"):
            yield campaign.folder.load("inbox", name, _INBOX_LIMIT)


def _from_inbox(campaign: Campaign) -> bool:
    """A message that was kept in the inbox, but not yet logged."""
    for mail in _arrived(campaign, len(campaign.chain.messages)):
        for block in read_blocks(mail):
            try:
                before = len(campaign.chain.messages)
                campaign.append(block.envelope)
            except Fault:
                continue
            if len(campaign.chain.messages) > before:
                return True
    return False
