"""A message that was signed: where it lies and what to do with it, as data and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.opponent import is_practice
from pbem.campaign.inbox.mailhints import SYNC, goes_by_sync
from pbem.campaign.outbox.people import opponents_address

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.outbox.submit import Sent


def sent_data(campaign: Campaign, sent: Sent) -> dict[str, Any]:
    """A signed message as data. practice: it is for the practice opponent, who needs no mail. sync: `pbem mail sync`
    sends it."""
    return {
        "message": sent.seq,
        "signed": True,
        "file": str(sent.path or ""),
        "report": str(sent.report or ""),
        "mail": str(sent.mail or ""),
        "mail_to": opponents_address(campaign),
        "practice": is_practice(campaign),
        "sync": goes_by_sync(campaign),
    }


def sent_lines(told: dict[str, Any], *, again: bool = False, answered: bool = False) -> list[str]:
    """Where a signed message lies and what to do with it. answered: whether the log holds the reply to it."""
    signed = f"Message {told['message']}{': the same bytes again' if again else ' is signed'}: {told['file']}"
    if told["practice"]:
        return [signed, "Next: pbem practice"]
    to = told["mail_to"] or "your opponent"
    if not told["mail"]:
        return [
            signed,
            f"Next: mail the signed file to {to}; whoever holds the log can judge it with: pbem verify FILE",
        ]
    if answered and not told["sync"]:
        laid = f"A mail with it, ready to be sent: {told['mail']}"
        return [signed, laid, "It is answered, so send it only to who asks for it. What is next says: pbem status"]
    if told["sync"]:
        return [signed, f"Next: {SYNC}, which sends it{' once more' if again else ''} to {to} and takes in his answer"]
    return [
        signed,
        f"A mail with it, ready to be sent: {told['mail']}",
        f"Next: open that mail and send it to {to}, or mail him the signed file; then wait for his: pbem receive FILE",
    ]
