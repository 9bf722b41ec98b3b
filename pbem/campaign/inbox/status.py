"""Where a campaign stands: whose move it is, what is awaited, what counts, and what to type next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.due import ACCEPT, ACKNOWLEDGE, ANSWER, OVER, WAIT, Due
from pbem.campaign.core.ending import result_words
from pbem.campaign.core.offers import Answer, agreed_words, answers, offer_words
from pbem.campaign.core.opponent import is_practice
from pbem.campaign.core.teams import member_awaited, your_title
from pbem.campaign.inbox.mailhints import SYNC, goes_by_sync, mailed_words
from pbem.campaign.outbox.signed_file import outgoing_name
from pbem.campaign.seats.seating import pending_name, pending_seating
from pbem.campaign.telling.correcting import proposal
from pbem.campaign.telling.open_question import asked_of_whom, asks
from pbem.campaign.telling.revealing import knowledge
from pbem.campaign.telling.seats import seating_lines
from pbem.campaign.writing.orders_file import is_begun
from pbem.campaign.writing.standing import counting_version, standing_fault
from pbem.campaign.writing.team_orders import member_steps, team_lines
from pbem.engine.requests import CONTINUE, ORDERS, SEALED
from pbem.protocol.admission import other
from pbem.protocol.verify import agreed_counts, status_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.campaign import Campaign

# The folder of the practice opponent within the campaign's own.
_AWAITED = {
    ORDERS: "your orders",
    ANSWER: "your answer to a question in the middle of the turn",
    CONTINUE: "your message to go on; there is nothing to decide",
    ACKNOWLEDGE: "your next message; there is nothing to decide in it",
}
_NEXT = {
    ORDERS: ("pbem orders", "pbem check", "pbem submit"),
    ANSWER: ("pbem orders", "pbem submit"),
    CONTINUE: ("pbem submit",),
    ACKNOWLEDGE: ("pbem submit",),
}


@dataclass(frozen=True)
class Status:
    """The answer of `pbem status`. due: kind of the next message. seat: who has to mail it.

    awaited: what is awaited, in words. commands: what to type next, in order. standing: which version of one's
    standing orders counts, in words. facts: of the position as it stands, in mid-phase too. result: how the game
    ended, in words, "" while it goes on. unfit: what is wrong with standing.yaml, "" where nothing is. agreed: what
    both players agreed to outside the rules, in words. answers: what one can say to an offer that waits for an answer.
    asked: what the turn stopped to ask, and whom, in words, "" where it did not. audited: whether both sides have
    disclosed what they hid. seatings: who was replaced by whom, and by whose signatures, a line each.
    proposed: what the amendment changes that waits for an answer, as `correcting.proposal` has it.
    mailed: what became of the mail that waits for an answer, in words, "" where `pbem mail sync` does not send it.
    overdue: what a clock that has run out means, in words, "" where none has. team: members of both sides and the
    honour rule of the ruleset, a line each.
    """

    campaign: str
    game: str
    you: str
    phase: str
    messages: int
    due: str
    seat: str
    awaited: str
    commands: Sequence[str]
    standing: str
    over: dict[str, Any] = field(default_factory=dict)
    verified: str = ""
    facts: Any = None
    result: str = ""
    unfit: str = ""
    agreed: str = ""
    answers: Sequence[Answer] = ()
    overdue: str = ""
    team: Sequence[str] = ()
    asked: str = ""
    audited: bool = False
    seatings: Sequence[str] = ()
    proposed: dict[str, Any] = field(default_factory=dict)
    mailed: str = ""


def status_of(campaign: Campaign, as_of: str = "") -> Status:
    """The status of an opened campaign. Rolls the open segment's dice to see the question; signs nothing.

    as_of: date by which the clock is read, "" for none. Raises ValueError for what is no date.
    """
    due = campaign.due() if campaign.party else _onlooker_due(campaign)
    state = due.state or campaign.machine.start()
    over = dict(state.get("over") or {})
    return Status(
        campaign=campaign.game.scenario.title,
        game=campaign.short_id,
        you=your_title(campaign),
        phase=campaign.game.telling.headline(state["at"]),
        messages=len(campaign.chain.messages),
        due=due.kind,
        seat=due.seat,
        awaited=_awaited(campaign, due),
        commands=_commands(campaign, due),
        standing=standing_words(campaign) if campaign.seat and not over else "",
        over=over,
        verified=status_line(campaign.chain),
        agreed=agreed_words(agreed_counts(campaign.chain)),
        answers=answers(campaign, due),
        facts=campaign.game.telling.facts(campaign.position(state), knowledge(campaign, due)),
        result=result_words(campaign, over),
        unfit=standing_fault(campaign) if campaign.seat and not over else "",
        overdue=_overdue(campaign, as_of) if as_of and due.kind == WAIT and campaign.seat else "",
        team=team_lines(campaign),
        audited=campaign.chain.audited,
        seatings=seating_lines(campaign),
        proposed=proposal(campaign, len(campaign.chain.messages) - 1) if due.offer else {},
        # Who has been asked and has answered by now is not who has to mail next.
        asked=asked_of_whom(campaign, state, reader=campaign.party)
        if asks(due.state) and due.state["need"]["side"] == due.seat
        else "",
        mailed=mailed_words(campaign),
    )


def _overdue(campaign: Campaign, as_of: str) -> str:
    from pbem.campaign.outbox.overdue import overdue_of

    found = overdue_of(campaign, as_of)
    if found is None:
        return ""
    what = f"message {found.message}" + (", which discloses what he hid" if found.disclosure else "")
    over = f"the {found.days} days of {found.who} for {what}, from {found.since} on, have been over"
    against = f", and counts against {found.who}" if found.disclosure else ""
    return f"{over} for {found.beyond(as_of)}; agreed for that case: {found.means}{against}"


def _onlooker_due(campaign: Campaign) -> Due:
    seat = campaign.chain.waits_for
    return Due(WAIT if seat else OVER, seat, campaign.chain.state)


def _awaited(campaign: Campaign, due: Due) -> str:
    if campaign.member is not None:
        return member_awaited(campaign, due)
    if due.offer:
        return f"your answer; your opponent offers {offer_words(campaign, due.offer)}"
    if due.kind == ANSWER:
        ask = due.state["need"]["ask"]
        sealed = ", sealed" if ask.startswith(SEALED) else ""
        return f"{_AWAITED[ANSWER]} ({ask.removeprefix(SEALED)}{sealed})"
    if due.kind in _AWAITED:
        return _AWAITED[due.kind]
    if due.kind == ACCEPT:
        return "that somebody accepts your invitation" if campaign.seat == "a" else "your acceptance"
    pending = pending_seating(campaign)
    if pending is not None:
        return f"that {campaign.title_of(other(pending.seat))} signs your taking this seat, too"
    if due.kind == WAIT:
        return f"message {len(campaign.chain.messages)} of {campaign.title_of(due.seat)}"
    return "nothing: the campaign is over and audited"


def _commands(campaign: Campaign, due: Due) -> Sequence[str]:
    last = campaign.chain.messages[-1]
    if last.kind == "seat" and campaign.seat not in ("", last.seat):
        return (f"mail outbox/{outgoing_name(campaign, last.seq)}", *_steps(campaign, due))
    return _steps(campaign, due)


def _steps(campaign: Campaign, due: Due) -> Sequence[str]:
    if campaign.member is not None:
        return member_steps(campaign, due)
    pending = pending_seating(campaign)
    if pending is not None:
        return (f"mail outbox/{pending_name(pending)}", "pbem receive FILE")
    if due.offer:
        return ("pbem answer accept", "pbem answer decline")
    by_sync = (SYNC,) if goes_by_sync(campaign) else ()
    if due.kind in _NEXT:
        steps = _NEXT[due.kind]
        if due.kind in (ORDERS, ANSWER) and _begun(campaign, due):
            steps = ("edit orders.yaml", *steps[1:])
        return (*steps, *by_sync)
    if due.kind == OVER:
        return ("pbem verify", *(("pbem audit",) if campaign.machine.forces is not None else ()), "pbem archive")
    if is_practice(campaign):
        return ("pbem practice",)
    if by_sync:
        return by_sync
    last = len(campaign.chain.messages) - 1
    if campaign.seat and campaign.chain.messages[last].seat == campaign.seat:
        name = outgoing_name(campaign, last)
        # A crash, or a tidy person, may have taken the file away; it is written again byte for byte.
        again = () if name in campaign.folder.names("outbox") else ("pbem submit --resend",)
        return (*again, f"mail outbox/{_mailable(campaign, name)}", "pbem receive FILE")
    return ("pbem receive FILE",)


def _begun(campaign: Campaign, due: Due) -> bool:
    return is_begun(campaign, due)


def _mailable(campaign: Campaign, name: str) -> str:
    """The ready mail with an outgoing file where it lies in the outbox, else the file itself."""
    draft = f"{name.rsplit('.', 1)[0]}.eml"
    return draft if draft in campaign.folder.names("outbox") else name


def standing_words(campaign: Campaign) -> str:
    """Which version of the standing orders counts for the opponent's present turn."""
    seq = counting_version(campaign)
    if campaign.chain.finished:
        return "the game is over: edits of standing.yaml count no more"
    if seq < 0:
        return "edits of standing.yaml count from your first message"
    return f"edits of standing.yaml count from your next message; until then those of your message {seq} count"
