"""Draw and take-back between two whole clients; rows K04, K05 and K06 of the adversarial plan."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.campaign.core.campaign import journal_entry
from pbem.campaign.core.offers import agreed_facts, answers, takeback, takeback_targets
from pbem.campaign.inbox.status import status_of
from pbem.campaign.outbox.preparing import prepare, prepare_offer
from pbem.campaign.outbox.submit import compose_message, resend, submit
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.reports import own_text, public_text
from pbem.errors import Problem
from pbem.local.practice import practice_client
from pbem.protocol.canonical import canon, parse
from pbem.protocol.chain import state_digest
from pbem.protocol.control import renumbered
from tests.attacks.world import World
from tests.campaign.agreeing import DRAW, agreed, answer, filled, hand, judged, offer, play
from tests.campaign.folders import DATE, begin, orders_of

# -- take-back -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("K06")
def test_k06_an_agreed_takeback_with_other_dice_than_the_abandoned_branch(tmp_path: Path) -> None:
    # Message 12 makes the offer: until then there was fighting.
    a, b = agreed(tmp_path, 12, {"offer": "takeback", "to": 4})
    play(a, b, 8)
    verdict = judged(a).verdict
    assert (verdict.code, verdict.agreed) == ("OK", {"takeback": 1})
    assert a.log() == b.log()
    chain = a.open(write=False).chain
    assert chain.states[13] == renumbered(chain.states[4], chain.states[12]["n"] + 1)
    seeds = [chain.seed(k) for k in range(2, len(chain.tapes))]
    assert len(set(seeds)) == len(seeds)
    # The branches ask the same question of the same position; their dice have nothing in common but their labels.
    assert chain.states[14]["at"] == chain.states[4]["at"]
    old, new = (
        [entry for tape in chain.tapes[start:end] for entry in tape] for start, end in ((4, 11), (14, len(chain.tapes)))
    )
    assert old and new and old[: len(new)] != new[: len(old)]


@pytest.mark.slow
def test_orders_are_due_in_the_message_that_accepts(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    before = a.open(write=False).chain.states[3]
    offer(a, {"offer": "takeback", "to": 3})
    hand(a, b, 6)
    campaign = b.open(write=False)
    assert campaign.due().kind == "acknowledge"
    both_answers = {one.answer: one.commands for one in answers(campaign, campaign.due())}
    assert both_answers == {
        "accept": ("pbem orders --answer accept", "pbem check --answer accept", "pbem answer accept"),
        "decline": ("pbem answer decline",),
    }
    answer(b, "accept")
    hand(b, a, 7)
    chain = a.open(write=False).chain
    assert chain.messages[7].body["input"]["for"] == chain.states[7]["n"]
    assert chain.states[7]["at"] == before["at"]
    play(a, b, 3)
    assert judged(b).verdict.code == "OK"


@pytest.mark.slow
def test_declining_goes_on_as_it_stood(tmp_path: Path) -> None:
    a, b = agreed(tmp_path, 6, {"offer": "takeback", "to": 2}, "decline")
    chain = a.open(write=False).chain
    assert chain.states[7]["at"] == chain.states[6]["at"] and not chain.ledger.agreed
    play(a, b, 3)
    assert judged(a).verdict.agreed == {}


@pytest.mark.attack("K05")
def test_k05_a_takeback_without_consent_is_proof(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    world = World(a, b, 6, filled(a))
    chain = a.open(write=False).chain
    taken_back = state_digest(renumbered(chain.states[2], chain.states[5]["n"] + 2)).hex()
    bad = world.cheat(lambda body: body.update(state=taken_back))
    assert world.refused(bad) == ("STATE_MISMATCH", "proof", 6, "a")
    offer(a, {"offer": "takeback", "to": 2})
    hand(a, b, 6)
    # The other side declines, and signs the position of one who accepts.
    world = World(b, a, 7, None)
    state = state_digest(renumbered(chain.states[2], world.cheater.open(write=False).chain.state["n"] + 1)).hex()
    bad = world.cheat(lambda body: body.update(state=state), control={"answer": "decline"})
    assert world.refused(bad) == ("STATE_MISMATCH", "proof", 7, "b")


@pytest.mark.attack("K04")
def test_k04_an_offer_that_is_not_answered(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    offer(a, DRAW)
    hand(a, b, 6)
    bad = World(b, a, 7, None).cheat(lambda body: body.pop("control"), control={"answer": "decline"})
    assert World(b, a, 7, None).refused(bad) == ("ANSWER_REQUIRED", "proof", 7, "b")
    campaign = b.open(write=False)
    with pytest.raises(Problem) as ignored:
        prepare(campaign, campaign.due(), lambda: (b"", ""))
    assert ignored.value.code == "ANSWER_NEEDED" and "pbem answer" in ignored.value.mend
    with pytest.raises(Problem) as countered:
        prepare_offer(campaign, campaign.due(DRAW), DRAW)
    assert countered.value.code == "ANSWER_NEEDED"


def test_ones_own_last_orders_are_taken_back_by_default(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    campaign = a.open(write=False)
    given = [m.seq for m in campaign.chain.messages if m.seat == "a" and "input" in m.body]
    assert takeback(campaign, None) == {"offer": "takeback", "to": given[-1]}
    assert takeback_targets(campaign.chain) == [2, 3, 4, 5]
    for to in (0, 1, 6, 77):
        with pytest.raises(Problem) as refused:
            takeback(campaign, to)
        assert refused.value.code == "OFFER_INVALID" and "--to 2" in refused.value.mend
    fresh = begin(tmp_path / "fresh")[0]
    fresh.receive((tmp_path / "fresh/b/outbox/0001-b.yaml").read_bytes())
    with pytest.raises(Problem, match="no orders"):
        takeback(fresh.open(write=False), None)


# -- reports ---------------------------------------------------------------------


@pytest.mark.slow
def test_reports_say_what_was_offered_answered_and_agreed(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    offer(a, {"offer": "takeback", "to": 4})
    hand(a, b, 6)
    campaign = b.open(write=False)
    told = " ".join(own_text(campaign).split())
    assert "Anna (French) offers to take back message 4" in told
    assert "To accept: pbem answer accept. Then orders are given anew by Anna (French)" in told
    assert "To decline: pbem answer decline." in told
    public = " ".join(public_text(campaign, 6).split())
    assert "If accepted" in public and "If declined" in public and "Agreed so far" not in public
    status = status_of(campaign)
    assert "Anna" not in status.agreed and [one.answer for one in status.answers] == ["accept", "decline"]
    assert "take back message 4" in status.awaited
    answer(b, "accept")
    hand(b, a, 7)
    play(a, b, 2)
    campaign = a.open(write=False)
    assert "Agreed so far" not in public_text(campaign, 5)
    for seq in (7, 8, 9):
        assert "Agreed so far 1 take-back" in " ".join(public_text(campaign, seq).split())
    assert "Agreed to take back message 4" in " ".join(public_text(campaign, 7).split())
    assert agreed_facts(campaign, 6) == [] and status_of(campaign).agreed == "1 take-back"
    for peer in (a, b):
        report = (peer.path / "reports" / "0007-b.txt").read_text(encoding="utf-8")
        assert report == public_text(campaign, 7)


def test_a_draw_closes_the_campaign(tmp_path: Path) -> None:
    a, b = agreed(tmp_path, 6, DRAW)
    campaign = a.open(write=False)
    assert status_of(campaign).result == "a draw, agreed on by both players"
    last = prepare(campaign, campaign.due(), lambda: (b"", ""))
    assert last.lines == ["Message 8: nothing is decided by it; it closes the game."]
    play(a, b, 1)
    verdict = judged(b).verdict
    assert (verdict.code, verdict.detail, verdict.agreed) == ("OK", "finished and audited", {"draw": 1})
    assert judge_archive(archive_bytes(a.open(write=False))).exit == 0
    with pytest.raises(Problem) as late:
        offer(a, DRAW)
    assert late.value.code == "NOT_YOUR_MOVE"


@pytest.mark.slow
def test_the_practice_opponent_takes_back_and_declines_a_draw(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    for control, said in ((DRAW, "decline"), ({"offer": "takeback", "to": 2}, "accept")):
        hand(b, a, len(a.log()))
        offer(a, control)
        hand(a, b, len(b.log()))
        campaign = b.open()
        try:
            sent = practice_client(campaign).reply(DATE)
        finally:
            campaign.folder.close()
        assert sent is not None
        assert b.open(write=False).chain.messages[-1].body["control"] == {"answer": said}


# -- crash-safety ----------------------------------------------------------------


def test_an_offer_that_was_written_down_is_the_message_that_goes_out(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    filled(a)
    mine = (a.path / "orders.yaml").read_bytes()
    campaign = a.open()
    due = campaign.due(DRAW)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(campaign.folder, "append", _killed)
        with pytest.raises(KeyboardInterrupt):
            submit(campaign, due, control=DRAW, date=DATE)
    # The same process has other orders signed in place of the offer: the journal refuses.
    with pytest.raises(Problem) as refused:
        submit(campaign, campaign.due(), orders_of(campaign), date=DATE)
    assert refused.value.code == "JOURNAL_REFUSED"
    campaign.folder.close()
    # The next command finds the offer in the journal, logs it and lays it out for mailing.
    reopened = a.open()
    assert reopened.chain.messages[-1].body["control"] == DRAW
    again = resend(reopened)
    reopened.folder.close()
    assert again.path is not None and again.path.read_text(encoding="utf-8") == again.text
    assert (a.path / "orders.yaml").read_bytes() == mine
    hand(a, b, 6)
    answer(b, "decline")
    hand(b, a, 7)
    assert a.submit() is not None


def test_what_was_written_down_behind_another_message_is_never_replaced(tmp_path: Path) -> None:
    """The correspondent has signed two messages 2. The answer to one is signed perhaps; whoever answers both forges."""
    a, b = begin(tmp_path, 3)
    hand(a, b, 2)
    campaign = b.open()
    with campaign.folder:
        due, checked = campaign.due(), orders_of(campaign)
        draft = compose_message(campaign, due, checked)
        other = replace(draft, payload=canon({**parse(draft.payload), "parent": "0" * 64}))
        campaign.journal(campaign.game_id).record(3, journal_entry(other))
        with pytest.raises(Problem) as refused:
            submit(campaign, due, checked, date=DATE)
    assert refused.value.code == "JOURNAL_REFUSED" and len(b.log()) == 3


def _killed(*args: object) -> None:
    raise KeyboardInterrupt
