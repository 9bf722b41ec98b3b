"""When the days of a side began, by dates that anybody may have invented."""

from __future__ import annotations

import pytest

from pbem.protocol import compose
from pbem.protocol.chain import Chain
from pbem.protocol.clock import ahead, began, ends, late, seconds_of
from tests.protocol.toy import begun, grown


def dated(*dates: str) -> Chain:
    """A log that goes on from message 2 with messages of these dates, "" for none; the side that is due is the one
    that did not write the last of them."""
    chain = begun(2)
    for date in dates:
        chain = grown(chain, 1, words=compose.Words(date=f"{date}T12:00:00Z" if date else ""))
    return chain


def found(as_of: str, *dates: str) -> str:
    return began(dated(*dates), f"{as_of}T12:00:00Z")[:10]


@pytest.mark.parametrize(
    ("as_of", "dates", "since"),
    [
        # Honest dates: the last message.
        ("2026-03-10", ["2026-03-01", "2026-03-02", "2026-03-05"], "2026-03-05"),
        # A message of this very moment counts.
        ("2026-03-05", ["2026-03-01", "2026-03-02", "2026-03-05"], "2026-03-05"),
        # Mailed now and dated before what it answers: the due side's own date.
        ("2026-03-10", ["2026-03-01", "2026-03-09", "2026-02-18"], "2026-03-09"),
        # Who dates himself in the future puts nothing off: neither in the message that is answered ...
        ("2026-03-10", ["2026-03-01", "2099-01-01", "2026-03-05"], "2026-03-05"),
        # ... nor by all that he writes, where the other one wrote no better.
        ("2026-03-10", ["2026-03-01", "2099-01-01", "2099-01-01"], "2026-03-01"),
        ("2026-03-10", ["2026-03-01", "2026-03-04", "2099-01-01"], "2026-03-04"),
        ("2026-03-10", ["2099-01-01", "2099-01-01", "2099-01-01"], ""),
        # The due side's last date, however long ago it dated anything.
        ("2026-03-10", ["2026-03-01", "2026-03-03", "", "", "2026-02-01"], "2026-03-03"),
        ("2026-03-10", ["", "", "2026-03-05"], "2026-03-05"),
        # Whoever wants a clock to run dates his message.
        ("2026-03-10", ["2026-03-01", "2026-03-02", ""], ""),
        ("2026-03-10", [], ""),
    ],
)
def test_the_days_begin_at_the_later_date_that_counts(as_of: str, dates: list[str], since: str) -> None:
    assert found(as_of, *dates) == since


def test_days_are_over_a_second_after_the_last_of_them() -> None:
    chain = dated("2026-02-01", "2026-02-20", "2026-02-02")
    assert late(chain, "2026-03-06T12:00:00Z") is None
    found = late(chain, "2026-03-06T12:00:01Z")
    assert found is not None
    assert (found.seat, found.since, found.days, found.disclosure) == ("b", "2026-02-20T12:00:00Z", 14, False)
    assert found.told == "waits for b since 2026-02-20T12:00:00Z, more than 14 days"
    with pytest.raises(ValueError, match="not a date"):
        late(chain, "soon")
    assert ends(100, 2, 7) == 100 + 2 * 86400 + 7


def test_a_date_in_the_future_counts_once_it_has_come() -> None:
    """Until then his days are those from the message that he has to answer."""
    chain = dated("2026-03-01", "2026-03-20", "2026-03-02")
    assert began(chain, "2026-03-19") == "2026-03-02T12:00:00Z"
    assert began(chain, "2026-03-21") == "2026-03-20T12:00:00Z"


def test_a_disclosure_that_is_owed_is_a_message_like_any_other() -> None:
    chain = grown(begun(4), 1, control={"resign": True}, words=compose.Words(date="2026-03-01T12:00:00Z"))
    found = late(chain, "2026-03-20")
    assert found is not None and found.disclosure and found.seat == chain.waits_for == "b"
    assert found.told == "finished, not audited; waits for b since 2026-03-01T12:00:00Z, more than 14 days"
    assert late(grown(chain, 1), "2099-01-01") is None, "the log has ended"


def test_clocks_that_differ_by_hours_are_no_dates_in_the_future() -> None:
    now = "2026-03-01T12:00:00Z"
    assert ahead("2026-03-02T12:00:00Z", now) == "" == ahead("2026-02-01T12:00:00Z", now)
    assert "dated 2026-03-02T12:00:01Z" in ahead("2026-03-02T12:00:01Z", now)
    assert ahead("2099-01-01T00:00:00Z", "") == "" == ahead("", now)


@pytest.mark.parametrize(
    ("date", "days"),
    [
        ("0000-03-01", 0),
        ("0001-02-28", 364),
        ("0001-03-01", 365),
        ("0400-02-29", 400 * 365 + 96),
        ("2000-03-01", 730485),
    ],
)
def test_dates_are_counted_from_the_first_of_march_of_the_year_0(date: str, days: int) -> None:
    assert seconds_of(date) == days * 86400
    assert seconds_of(f"{date}T01:02:03Z") == days * 86400 + 3723
