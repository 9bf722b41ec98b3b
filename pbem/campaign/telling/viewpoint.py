"""Where a campaign stands at a moment, and what whoever looks at it knew of his own then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.offers import as_of
from pbem.campaign.core.secrets import leaves_of, markers_of
from pbem.campaign.telling.revealing import knowledge
from pbem.engine.hidden import NOTHING, Own
from pbem.errors import Problem
from pbem.lean import dataclass

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due


@dataclass(frozen=True)
class Standpoint:
    """A moment of a campaign as somebody looks at it.

    campaign: by the rules of that moment. seq: number of the message after which it is, of the newest one for the
    present. state: the public state. own: what the reader knew of his own then; NOTHING for everybody's view, for an
    onlooker, and where it cannot be read any more. due: what the reader has to do; None but for his own present.
    """

    campaign: Campaign
    seq: int
    state: dict[str, Any]
    own: Own
    due: Due | None = None


def standpoint(campaign: Campaign, seq: int | None = None, *, public: bool = False) -> Standpoint:
    """The moment after a message; None for the present, after what the reader's own program has just rolled.

    public: as everybody may know it. The present is then that of the log, as any onlooker computes it: what a program
    has rolled and not mailed is known on one computer alone. Raises Problem NO_MESSAGE.
    """
    if seq is not None:
        number = require_message(campaign, seq)
        then = as_of(campaign, number)
        return Standpoint(then, number, then.chain.states[number], NOTHING if public else own_at(then, number))
    due = campaign.due() if campaign.party and not public else None
    state = (due.state if due is not None else {}) or campaign.chain.state or campaign.machine.start()
    own = knowledge(campaign, due) if due is not None else NOTHING
    return Standpoint(campaign, len(campaign.chain.messages) - 1, state, own, due)


def require_message(campaign: Campaign, seq: int) -> int:
    """The number of a message with a position; negative ones count from the end. Raises Problem NO_MESSAGE."""
    count = len(campaign.chain.messages)
    number = seq + count if seq < 0 else seq
    if not 1 <= number < count:
        have = f"messages 1 to {count - 1} have one" if count > 1 else "play begins with message 1"
        raise Problem("NO_MESSAGE", f"message {seq} has no position; {have}", "see pbem status")
    return number


def own_at(campaign: Campaign, seq: int) -> Own:
    """What this person knew of his hidden forces when message `seq` had been sent, without his private draws.

    NOTHING for an onlooker, and where it cannot be read any more.
    """
    if campaign.machine.forces is None or not campaign.seat:
        return Own(campaign.army) if campaign.seat else NOTHING
    try:
        return Own(campaign.army, markers_of(campaign, campaign.chain.states[seq]), leaves_of(campaign, seq=seq))
    except Problem:
        return NOTHING
