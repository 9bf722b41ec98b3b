"""A player's own reports of earlier on: the campaign as it was when he had taken in one of his opponent's messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.fold import chain_of
from pbem.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence


def as_received(campaign: Campaign, seq: int) -> Campaign:
    """The campaign as this player had it after message `seq` of his opponent; nothing is to be signed or kept in it.

    Negative numbers count from the end. Raises Problem NO_REPORT where he has no report of his own on that message.
    """
    count = len(campaign.chain.messages)
    number = seq + count if seq < 0 else seq
    having = own_reported(campaign)
    if number not in having:
        have = f"those on messages {_listed(having)} are there" if having else "there is none yet"
        raise Problem(
            "NO_REPORT",
            f"you have no report of your own on message {seq}; {have}",
            "your own reports are on your opponent's messages; of any message: pbem report MESSAGE",
        )
    if number == count - 1:
        return campaign
    machine, chain = chain_of([message.line for message in campaign.chain.messages[: number + 1]])
    return Campaign(campaign.folder, machine, chain, campaign.home, campaign.person)


def own_reported(campaign: Campaign) -> Sequence[int]:
    """The messages on which this player has a report of his own: those of his opponent, from the acceptance on."""
    return [m.seq for m in campaign.chain.messages if m.seq > 0 and m.seat != campaign.seat]


def _listed(numbers: Sequence[int]) -> str:
    shown = [str(number) for number in numbers]
    return ", ".join(shown if len(shown) < 8 else [*shown[:3], "...", shown[-1]])
