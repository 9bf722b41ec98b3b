"""Row N10 of the adversarial plan: one player and a fresh key take the other's seat; it is told as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.inbox.status import status_of
from pbem.campaign.records.open_target import verdict_data
from pbem.campaign.records.verdict_words import verdict_lines
from pbem.campaign.records.verification import judge_log
from pbem.campaign.telling.reports import looked_back, own_text
from pbem.cli.commands import status as status_command
from pbem.protocol import keys
from tests.attacks.world import drawer, judged
from tests.campaign.folders import Peer
from tests.campaign.newcomers import Newcomer, agree, waiting


@pytest.fixture
def alone(tmp_path: Path) -> tuple[Peer, Peer, Newcomer]:
    """Anna has a fresh key of her own making sit down in Bert's place for message 9, and agrees to it. Bert is well."""
    anna, carl, mail = waiting(tmp_path)
    back = agree(anna, mail)
    assert carl.receive(back)[0].accepted == [9]
    return anna, Peer(tmp_path, "b"), carl


def fingerprint(peer: Peer) -> str:
    return keys.fingerprint(peer.person().key)


@pytest.mark.slow
@pytest.mark.attack("N10")
def test_n10_a_seat_of_one_signer_and_a_fresh_key_is_told_with_names_and_fingerprints(
    alone: tuple[Peer, Peer, Newcomer],
) -> None:
    anna, bert, carl = alone
    told = (
        f"seat at 9: Bert (Prussian) {fingerprint(bert)} replaced by the signatures of "
        f"Anna (French) {fingerprint(anna)} and the newcomer Carl (Prussian) {fingerprint(carl)} only"
    )
    assert judged(anna.log()) == ("OK", "ok", None, "")
    data = verdict_data(judge_log(b"".join(line + b"\n" for line in anna.log())))
    assert data["signed_by"] == "" and f"  {told}" in list(verdict_lines(data))
    (seating,) = data["seats"]
    assert (seating["message"], seating["side"], seating["void"]) == (9, "b", True)
    assert seating["replaced"] == {"name": "Bert (Prussian)", "fingerprint": fingerprint(bert)}
    for peer in (anna, carl):
        campaign = peer.open(write=False)
        status = status_of(campaign)
        assert list(status.seatings) == [told] and any(told in line for line in status_command._lines(status))
        for report in (own_text(campaign), looked_back(campaign, 9)):
            assert told in " ".join(report.split()), report
    # Nobody is called guilty.
    assert not {"cheat", "guilty", "fraud"} & set(told.casefold().split())


@pytest.mark.slow
@pytest.mark.attack("N10")
def test_n10_what_the_replaced_player_signed_stays_as_evidence(alone: tuple[Peer, Peer, Newcomer]) -> None:
    anna, bert, carl = alone
    assert bert.submit() is not None
    for peer in (anna, carl):
        (receipt,) = peer.receive(bert.mail(9))
        fault = receipt.fault
        assert fault is not None and (fault.code, fault.cls, fault.seq, fault.signed_by) == ("FORK", "invalid", 9, "")
        kept = drawer(peer)
        assert kept["0009-fork.txt"] == bert.mail(9)
        assert kept["replaced-0009.jsonl"].splitlines() == [*peer.log()[:10], bert.log()[9]]
        # Whoever gets that file sees both, and that it names nobody.
        verdict = judge_log(kept["replaced-0009.jsonl"]).verdict
        assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == ("FORK", "invalid", 9, "")
