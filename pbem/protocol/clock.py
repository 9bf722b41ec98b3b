"""When the days of the seat that is due began, and whether they are over (protocol section 13.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pbem.lean import dataclass
from pbem.protocol.admission import other

if TYPE_CHECKING:
    from pbem.protocol.chain import Chain

DAY: Final = 86400
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2}):([0-9]{2})Z)?")


@dataclass(frozen=True, slots=True)
class Late:
    """A clock that has run out. seat: whose message is due. since: the date at which its days began.

    days, default: the clock of the terms. disclosure: whether the game is over and what is due is the book of what
    the seat hid.
    """

    seat: str
    since: str
    days: int
    default: str
    disclosure: bool

    @property
    def told(self) -> str:
        """`waits for b since 2026-01-02T20:00:00Z, more than 14 days`."""
        waits = f"waits for {self.seat} since {self.since}, more than {self.days} days"
        return f"finished, not audited; {waits}" if self.disclosure else waits


def late(chain: Chain, as_of: str) -> Late | None:
    """The clock of a log, if it has run out by a date; None where it has not, or none runs.

    as_of: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SSZ`; ValueError for another form.
    """
    now = seconds_of(as_of)
    since = began(chain, as_of)
    if not since:
        return None
    clock = chain.terms["clock"]
    if now <= ends(seconds_of(since), clock["days"]):
        return None
    return Late(chain.waits_for, since, clock["days"], clock["default"], chain.finished)


def ends(began: int, days: int, frozen: int = 0) -> int:
    """When a clock runs out that began at a moment, in seconds; one who is late is later than that.

    frozen: seconds for which it stood still.
    """
    return began + days * DAY + frozen


def began(chain: Chain, as_of: str) -> str:
    """The date at which the days of the seat that is due began, as of a date; "" where no clock runs.

    Dates are what their signers wrote. Neither gains by a false one: it is the later of the date of the last message
    and of the last date of the seat that is due, so that nobody is late by what another wrote in the past; and a date
    after `as_of` counts for nothing, so that nobody puts off his own debt by one in the future. Where none of the two
    counts, the newest earlier one that does. Raises ValueError for what is no date.
    """
    if chain.audited or not chain.messages or "date" not in chain.messages[-1].body:
        return ""
    now = seconds_of(as_of)
    nearest = [chain.messages[-1].body["date"], *list(_dates(chain, chain.waits_for))[:1]]
    counting = [date for date in nearest if seconds_of(date) <= now]
    if counting:
        return str(max(counting, key=seconds_of))
    return next((date for date in _dates(chain) if seconds_of(date) <= now), "")


def _dates(chain: Chain, seat: str = "") -> Iterator[str]:
    """The dates of messages, of one side or of both, the newest message first."""
    for message in reversed(chain.messages):
        if "date" in message.body and seat in ("", message.seat):
            yield str(message.body["date"])


def backward(chain: Chain, seat: str, date: str) -> str:
    """Why the date of the next message of a seat runs backward, "" where it does not: it is earlier than the seat's
    own last one, or than that of the message which it answers."""
    own = next(_dates(chain, seat), "")
    if own and date < own:
        return f"dated {date}, after {own} of the same side"
    answered = chain.messages[-1].body.get("date", "") if chain.messages else ""
    if answered and date < answered:
        seq = len(chain.messages) - 1
        return f"dated {date}, before message {seq} of side {other(seat)}, which it answers and which bears {answered}"
    return ""


def ahead(date: str, now: str) -> str:
    """Why a date lies in the future, "" where it does not, or where one of the two is missing: clocks differ, so up to
    a day is nothing. now: the date of whoever reads it."""
    if not date or not now or seconds_of(date) <= seconds_of(now) + DAY:
        return ""
    return f"dated {date}, more than a day after {now} on this computer; until then that date counts for no clock"


def seconds_of(date: str) -> int:
    """Seconds since 0000-03-01 of a date in UTC; a 31st of a shorter month runs on into the next.

    date: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SSZ`. Raises ValueError for another form.
    """
    found = _DATE.fullmatch(date)
    if found is None:
        raise ValueError(f"not a date YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ: {date[:40]!r}")
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
