"""What there is to say of mails in hints: whether `pbem mail sync` takes a campaign's, and what became of the last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pbem.campaign.core.opponent import PRACTICE, is_practice
from pbem.campaign.outbox.people import opponents_address

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

SYNC: Final = "pbem mail sync"


def goes_by_sync(campaign: Campaign) -> bool:
    """Whether `pbem mail sync` sends this player's messages: an account is set up and his opponent's address known.

    A seating, and what team-mates send each other, is mailed by hand all the same. Raises Problem.
    """
    if campaign.home is None or not campaign.seat or not campaign.home.has_mail:
        return False
    practising = is_practice(campaign) or campaign.folder.path.parent.name == PRACTICE
    return not practising and bool(opponents_address(campaign))


def mailed_words(campaign: Campaign) -> str:
    """What became of the mail with one's own message that waits for an answer, "" where sync does not send it.

    Raises Problem.
    """
    from pbem.campaign.inbox.mailstate import StateFile

    last = campaign.chain.messages[-1]
    if campaign.home is None or last.seat != campaign.seat or last.kind == "seat" or not goes_by_sync(campaign):
        return ""
    key, to = campaign.chain.messages[0].id.hex(), opponents_address(campaign)
    state = StateFile.of(campaign.home).load(aside=False)
    sent, refused = state.sent.get(key), state.refused.get(key)
    again = campaign.home.asked_again().get(key) == last.seq
    if refused is not None and refused.seq == last.seq and not again:
        return (
            f"message {last.seq} was refused: {refused.why}; mend the address in campaign.yaml, or try it once more: "
            f"{SYNC} --again {campaign.short_id}"
        )
    if sent is None or sent.seq < last.seq:
        return f"message {last.seq} is not sent yet: {SYNC} sends it to {to}"
    if again:
        return f"message {last.seq} was sent to {to}, and {SYNC} sends it once more"
    return f"message {last.seq} was sent to {to}; to send it once more: {SYNC} --again {campaign.short_id}"
