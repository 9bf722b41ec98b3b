"""The clock: whether the other player's days are over, and the file that shows it to others (protocol section 13.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pbem.campaign.telling.terms import clock_words
from pbem.campaign.telling.timewords import plain_dates, span_words
from pbem.errors import Problem
from pbem.protocol.claim import Claim, is_claim, judge_claim, read_claim, sign_claim
from pbem.protocol.clock import began, ends, late, seconds_of
from pbem.protocol.faults import Fault
from pbem.protocol.verify import log_lines, verdict_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.judgement import Judgement


@dataclass(frozen=True)
class Overdue:
    """A clock that has run out. seat: who lets the other wait. since: date at which his days began. means: what the
    terms say of it, in words. disclosure: whether the game is over and he owes the book of what he hid."""

    seat: str
    who: str
    message: int
    since: str
    days: int
    default: str
    means: str
    disclosure: bool

    def beyond(self, date: str) -> str:
        """By how much the days are over on a date, in words: `2 days and 3 hours`."""
        return span_words(seconds_of(date) - ends(seconds_of(self.since), self.days))


def overdue_of(campaign: Campaign, as_of: str) -> Overdue | None:
    """Whether the seat that is due has let its days pass by a date; None where it has not, or no date tells it.

    Raises ValueError for what is no date.
    """
    chain = campaign.chain
    found = late(chain, as_of) if chain.game else None
    if found is None:
        return None
    return Overdue(
        seat=found.seat,
        who=campaign.title_of(found.seat),
        message=len(chain.messages),
        since=found.since,
        days=found.days,
        default=found.default,
        means=clock_words(found.default),
        disclosure=found.disclosure,
    )


def evidence_of(campaign: Campaign, date: str) -> tuple[Overdue, bytes]:
    """The log and one's own signed claim behind it, a line each. date: `YYYY-MM-DDTHH:MM:SSZ`, now. Raises Problem."""
    campaign.require_player()
    chain = campaign.chain
    if not chain.game or chain.waits_for in ("", campaign.seat):
        raise Problem("NOT_WAITING", "you are not waiting for your opponent", "see pbem status")
    found = overdue_of(campaign, date)
    if found is None:
        since, days = began(chain, date), chain.terms["clock"]["days"]
        if not since:
            what = f"your last message bears no date, or one later than {date}, so no clock runs"
            raise Problem("NOT_OVERDUE", what, "wait, or write to him")
        who, left = campaign.title_of(chain.waits_for), span_words(ends(seconds_of(since), days) - seconds_of(date))
        what = f"{who} has {days} days from {since} on; on {date} {left} are left of them"
        raise Problem("NOT_OVERDUE", what, "wait, or write to him")
    return found, log_lines(chain) + sign_claim(campaign.ring.master, chain, campaign.seat, date) + b"\n"


_DISCLOSURE = (
    "The game is over on the board, but {who} has not disclosed what he hid: what was agreed counts against him."
)


def overdue_lines(told: Mapping[str, Any], beyond: str) -> list[str]:
    """What `pbem overdue` says. told: the members of `Overdue` with `date` and `file`. beyond: by how much the days are
    over, in words."""
    since, date = plain_dates(told["since"]), plain_dates(told["date"])
    lines = [
        f"{told['who']} owes message {told['message']} since {since}.",
        f"He had {told['days']} days; on {date} they have been over for {beyond}.",
        *([_DISCLOSURE.format(**told)] if told["disclosure"] else []),
        f"Agreed for that case: {told['means']}. Nobody but you two, or whom you ask, can put it into effect.",
        f"Log and signed claim: {told['file']}",
        "Whoever wants to see it types: pbem verify FILE",
    ]
    # Nobody is seated once the game is over.
    replaced = "To play on with somebody else in that place: send him your pbem archive; he types pbem seat ARCHIVE"
    return lines if told["disclosure"] else [*lines, replaced]


def claim_behind(data: bytes) -> tuple[bytes, bytes]:
    """A log file cut into log and the claim that stands behind it, b"" where there is none."""
    if not data.endswith(b"\n"):
        return data, b""
    start = data.rfind(b"\n", 0, len(data) - 1) + 1
    last = data[start:-1]
    return (data[:start], last) if is_claim(last) else (data, b"")


def judge_with_claim(judged: Judgement, line: bytes) -> Judgement:
    """What a claim behind a log adds to the judgement on the log: OPEN_SEGMENT where it is founded."""
    if judged.exit or judged.campaign is None:
        return judged
    campaign = judged.campaign
    try:
        claim = read_claim(line)
        why = judge_claim(campaign.chain, claim)
    except Fault as fault:
        return replace(judged, verdict=verdict_of(fault, campaign.chain))
    extra = {**judged.extra, "claim": _claim_data(campaign, claim, why)}
    if why:
        detail = f"{judged.verdict.detail}; the claim that a clock has run out is not founded: {why}"
        return replace(judged, verdict=replace(judged.verdict, detail=detail), extra=extra)
    found = late(campaign.chain, claim.date)
    assert found is not None
    detail = f"{found.told} on {claim.date}, as {claim.seat} claims; agreed for that case: {clock_words(found.default)}"
    detail += f", and counts against {found.seat}" if found.disclosure else ""
    return replace(judged, verdict=verdict_of(Fault("OPEN_SEGMENT", detail), campaign.chain), extra=extra)


def _claim_data(campaign: Campaign, claim: Claim, why: str) -> dict[str, Any]:
    return {
        "side": claim.seat,
        "by": campaign.title_of(claim.seat),
        "date": claim.date,
        "founded": not why,
        "why_not": why,
        "default": campaign.chain.terms["clock"]["default"],
    }
