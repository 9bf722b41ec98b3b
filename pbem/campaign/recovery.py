"""What the next command mends after a crash: the log from journal and inbox, the tapes from the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.campaign.outgoing import write_outgoing
from pbem.mail.armour import read_blocks
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign

_INBOX_LIMIT = 32 * 2**20


def recover(campaign: Campaign) -> None:
    """Brings the folder to the state in which no crash had happened. Raises Problem."""
    if not campaign.folder.tapes_in_step():
        campaign.folder.rewrite_tapes([canon(tape) for tape in campaign.chain.tapes])
    while _from_inbox(campaign) or _from_journal(campaign):
        pass
    if campaign.side and campaign.chain.messages[-1].side == campaign.side:
        write_outgoing(campaign)


def _from_journal(campaign: Campaign) -> bool:
    """A message that was written down, and perhaps signed and mailed, but not yet logged."""
    from pbem.campaign.campaign import payload_of

    seq = len(campaign.chain.messages)
    if not campaign.game_id or campaign.chain.waits_for != campaign.side or campaign.person is None:
        return False
    entry = campaign.journal(campaign.game_id).get(seq)
    if entry is None:
        return False
    try:
        campaign.append(sign_envelope(payload_of(entry), campaign.person.master))
    except Fault:
        # The own verifier refuses it, so nobody accepts it: submit may supersede it.
        return False
    return True


def _from_inbox(campaign: Campaign) -> bool:
    """A message that was kept in the inbox, but not yet logged."""
    start = f"{len(campaign.chain.messages):04d}-"
    for name in campaign.folder.names("inbox"):
        if not name.startswith(start):
            continue
        for block in read_blocks(campaign.folder.load("inbox", name, _INBOX_LIMIT)):
            try:
                before = len(campaign.chain.messages)
                campaign.append(block.envelope)
            except Fault:
                continue
            if len(campaign.chain.messages) > before:
                return True
    return False
