"""Rows N09 and N11 of the adversarial plan: dates that somebody invents, and a liar who stops before his disclosure."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.core.judgement import Judgement
from pbem.campaign.inbox.receive import receive
from pbem.campaign.inbox.status import status_of
from pbem.campaign.outbox.overdue import evidence_of, judge_with_claim, overdue_of
from pbem.campaign.records.open_target import verdict_data
from pbem.campaign.records.verdict_words import verdict_lines
from pbem.campaign.records.verification import Wanted, judge_log
from pbem.errors import Problem
from pbem.protocol.claim import sign_claim
from tests.attacks.forging import RESIGN, of, replied, sent
from tests.attacks.test_lies import setting_up, twice
from tests.attacks.world import Diagnosis, World, judged, proof
from tests.campaign.folders import DATE, Peer, begin
from tests.toy_hidden.world import build, lie

EARLY, FUTURE = "1806-09-25T06:00:00Z", "1899-01-01T00:00:00Z"
NEXT_DAY, LATE = "1806-10-15T06:00:00Z", "1806-10-28T06:00:01Z"
PENDING: Diagnosis = ("OPEN_SEGMENT", "pending", None, "")


def log_of(peer: Peer) -> bytes:
    return b"".join(line + b"\n" for line in peer.log())


def by(peer: Peer, date: str) -> Judgement:
    """What anybody says of his log by a date."""
    return judge_log(log_of(peer), wanted=Wanted(as_of=date))


def said(judgement: Judgement) -> str:
    """What `pbem verify` prints."""
    return "\n".join(verdict_lines(verdict_data(judgement)))


# -- N09: dates ---------------------------------------------------------------------------------------


@pytest.fixture
def hurried(tmp_path: Path) -> tuple[Peer, Peer]:
    """Bert answers at once and dates his message 9 nineteen days back; Anna's days would be over before they began."""
    a, b = begin(tmp_path, 9)
    assert b.receive(a.mail(8))[0].accepted == [8]
    assert b.submit(date=EARLY) is not None
    (receipt,) = a.receive(b.mail(9))
    assert receipt.fault is None and receipt.accepted == [9]
    assert [(notice.code, notice.seq) for notice in receipt.notices] == [("DATE_BACKWARD", 9)]
    return a, b


@pytest.mark.attack("N09")
def test_n09_a_reply_dated_before_what_it_answers(hurried: tuple[Peer, Peer]) -> None:
    a, b = hurried
    assert judged(b.log(), as_of=NEXT_DAY) == ("OK", "ok", None, "")
    assert [warning.code for warning in by(a, NEXT_DAY).verdict.warnings] == ["DATE_BACKWARD"]
    campaign = b.open(write=False)
    assert overdue_of(campaign, NEXT_DAY) is None and not status_of(campaign, NEXT_DAY).overdue
    with pytest.raises(Problem, match=DATE) as refused:
        evidence_of(campaign, NEXT_DAY)
    assert refused.value.code == "NOT_OVERDUE"
    # His own program makes no claim of it; one that he makes by other means is not founded.
    forged = sign_claim(b.person().master, campaign.chain, "b", NEXT_DAY)
    told = judge_with_claim(judge_log(log_of(b)), forged)
    assert (told.verdict.code, told.exit, told.extra["claim"]["founded"]) == ("OK", 0, False)
    assert DATE in told.verdict.detail
    # Anna's days begin with her own last message, and end.
    assert judged(b.log(), as_of=LATE) == PENDING
    found, claim = evidence_of(campaign, LATE)
    assert (found.seat, found.since) == ("a", DATE) and claim.startswith(log_of(b))
    assert f"waits for a since {DATE}" in by(b, LATE).verdict.detail


@pytest.mark.attack("N09")
def test_n09_who_dates_himself_in_the_future_puts_nothing_off(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 9)
    b.receive(a.mail(8))
    assert b.submit(date=FUTURE) is not None
    (receipt,) = receive(b.mail(9), a.home(), a.person(), now=DATE)
    assert receipt.fault is None and [(n.code, n.seq) for n in receipt.notices] == [("DATE_AHEAD", 9)]
    assert a.submit() is not None
    (receipt,) = receive(a.mail(10), b.home(), b.person(), now=DATE)
    assert receipt.fault is None and [(n.code, n.seq) for n in receipt.notices] == [("DATE_BACKWARD", 10)]
    assert judged(a.log(), as_of=NEXT_DAY) == ("OK", "ok", None, "")
    assert judged(a.log(), as_of=LATE) == PENDING
    found = overdue_of(a.open(write=False), LATE)
    assert found is not None and (found.seat, found.since, found.message) == ("b", DATE, 11)


@pytest.mark.attack("N09")
def test_n09_clocks_that_differ_by_hours_are_no_more_than_a_warning(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 9)
    b.receive(a.mail(8))
    assert b.submit(date="1806-10-14T01:00:00Z") is not None
    (receipt,) = receive(b.mail(9), a.home(), a.person(), now="1806-10-13T12:00:00Z")
    assert receipt.fault is None and [notice.code for notice in receipt.notices] == ["DATE_BACKWARD"]
    assert a.submit(date="1806-10-14T05:00:00Z") is not None
    assert b.receive(a.mail(10))[0].fault is None and by(b, NEXT_DAY).exit == 0


# -- N11: silence before the audit --------------------------------------------------------------------


@pytest.fixture
def liar(veiled: None, tmp_path: Path) -> World:
    """He has a unit under two counters; his opponent has resigned, and disclosed. His own disclosure is due."""
    world = build(tmp_path, of("b", setting_up))
    lie(world, twice)
    return replied(world, resigns=True).world


@pytest.mark.attack("N11")
def test_n11_silence_before_the_disclosure_is_not_called_verified_and_counts_by_the_terms(liar: World) -> None:
    log = liar.victim.log()
    assert judged(log) == ("OK", "ok", None, "")
    plain = judge_log(log_of(liar.victim))
    assert (plain.exit, plain.verdict.detail) == (0, "finished, not audited; waits for b")
    assert verdict_data(plain)["verified"] is False and "verified" not in said(plain)
    assert "finished, not audited; waits for" in said(plain)
    assert judged(log, complete=True) == ("NOT_AUDITED", "pending", None, "")
    assert judged(log, as_of=NEXT_DAY) == ("OK", "ok", None, "") and "verified" not in said(by(liar.victim, NEXT_DAY))
    assert judged(log, as_of=LATE) == PENDING
    told = by(liar.victim, LATE).verdict.detail
    assert f"finished, not audited; waits for b since {DATE}" in told
    assert "clock.default counts against b: forfeit" in told
    campaign = liar.victim.open(write=False)
    assert "counts against" in status_of(campaign, LATE).overdue
    found, claim = evidence_of(campaign, LATE)
    assert found.disclosure and (found.seat, found.default) == ("b", "forfeit")
    judgement = judge_with_claim(judge_log(log_of(liar.victim)), claim.splitlines()[-1])
    assert (judgement.verdict.code, judgement.exit, judgement.extra["claim"]["founded"]) == ("OPEN_SEGMENT", 15, True)
    assert "the game is forfeit, and counts against b" in judgement.verdict.detail


@pytest.mark.attack("N11")
def test_n11_his_own_program_says_nothing_of_what_his_book_will_show(liar: World) -> None:
    """It signs the disclosure and lays it out, as for anybody, and never a second one; its reader finds the lie."""
    before = liar.cheater.log()
    assert "AUDIT" not in str(status_of(liar.cheater.open(write=False)))
    assert sent(liar.cheater) == liar.seq
    mail = liar.cheater.mail(liar.seq)
    assert liar.cheater.log() == before
    assert sent(liar.cheater) == liar.seq and liar.cheater.mail(liar.seq) == mail
    outbox = sorted(path.name for path in (liar.cheater.path / "outbox").glob(f"{liar.seq:04d}-*"))
    assert outbox == [f"{liar.seq:04d}-b.yaml"]
    (receipt,) = liar.victim.receive(mail)
    fault = receipt.fault
    assert fault is not None
    assert (fault.code, fault.cls, fault.seq, fault.signed_by) == proof(liar, "AUDIT_CONSERVATION")


@pytest.mark.attack("N11")
def test_n11_the_same_where_the_liar_ends_the_game_himself(veiled: None, tmp_path: Path) -> None:
    world = build(tmp_path, of("a", setting_up))
    lie(world, twice)
    last = replied(world, resigns=False).world
    assert sent(last.cheater, RESIGN) == last.seq
    (receipt,) = last.victim.receive(last.cheater.mail(last.seq))
    fault = receipt.fault
    assert fault is not None
    assert (fault.code, fault.cls, fault.seq, fault.signed_by) == proof(last, "AUDIT_CONSERVATION")
    # Until then the log waits for him as for anybody who does not answer.
    assert judged(last.victim.log(), as_of=LATE) == PENDING
