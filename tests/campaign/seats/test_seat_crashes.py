"""Sitting down and agreeing to it, cut off at every call: one seat for a number, and that one goes out."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from pbem.campaign.core.campaign import journal_entry
from pbem.campaign.seats.cosign_seat import read_seating
from pbem.campaign.seats.seating import pending_seating
from pbem.errors import Problem
from pbem.mail.armour import read_blocks
from pbem.protocol import compose
from pbem.protocol.messages import peek
from pbem.store.journal import Journal
from pbem.store.os_port import System
from tests.campaign.core.test_crash import recorded
from tests.campaign.cuts import Sweep, cut_at_calls, swept_at_length
from tests.campaign.folders import Peer
from tests.campaign.newcomers import Newcomer, agree, archived, finish, hand_over, lost, seated, signers_of, waiting


def sit_down(root: Path, system: System) -> None:
    Newcomer(root, "b").sit_down(None, system)


@swept_at_length
def test_sitting_down_cut_at_every_call(tmp_path: Path, sweep: Sweep) -> None:
    """Whatever stops it, one seat at most is ever written down, and that one goes out."""
    root, cuts, kept = tmp_path / "root", 0, 0
    root.mkdir()
    a, _ = lost(root)
    carl = Newcomer(root, "b")
    carl.take_log(archived(a))
    for _ in cut_at_calls(root, sweep, sit_down):
        cuts += 1
        before = recorded(carl).get(9, set())
        mail = carl.sit_down(name="Karl").read_bytes()
        assert recorded(carl)[9] == (before or {read_seating(mail).id}) == {read_seating(mail).id}
        kept += bool(before)
        assert [path.name for path in (carl.path / "outbox").glob("*.yaml")] == ["seat-0009-b.yaml"]
    assert sweep.met(cuts, killed=21, half=9, power=12) and sweep.met(kept, killed=5, half=3, power=4)


@swept_at_length
def test_agreeing_cut_at_every_call(tmp_path: Path, sweep: Sweep) -> None:
    root, cuts, kept = tmp_path / "root", 0, 0
    root.mkdir()
    a, carl, mail = waiting(root)
    other = Newcomer(root, "b", "d")
    other.take_log(archived(a))
    rival = other.sit_down(name="Dora").read_bytes()
    for _ in cut_at_calls(root, sweep, lambda at, system: agree(Peer(at, "a"), mail, system) and None):
        cuts += 1
        written = recorded(a).get(9, set())
        try:
            agree(a, rival)
        except Problem as problem:
            # What was written down is completed by the next command, and then the number is taken.
            assert written == {read_seating(mail).id} and problem.code in ("SEAT_TAKEN", "JOURNAL_REFUSED")
            kept += 1
        else:
            assert not written
        wanted = read_seating(mail if written else rival).id
        a.open().folder.close()
        assert peek(a.log()[9]).id == wanted and recorded(a)[9] == {wanted}
        back = (a.path / "outbox" / "0009-b.yaml").read_bytes()
        assert len(signers_of(back)) == 2 and peek(read_blocks(back)[0].envelope).id == wanted
        if not written:
            continue
        receipt = carl.receive(back)[0]
        assert receipt.fault is None and receipt.accepted == [9]
    assert sweep.met(cuts, killed=25, half=12, power=15) and sweep.met(kept, killed=14, half=7, power=10)


@pytest.mark.slow
def test_after_a_crash_the_agreement_is_completed_and_the_game_goes_on(tmp_path: Path) -> None:
    a, carl, mail = waiting(tmp_path)
    campaign = a.open()
    # The crash comes behind the journal: the seat is agreed to, and not yet in the log.
    campaign.folder.save("inbox", "0009-b.yaml", mail)
    seating = read_seating(mail)
    draft = compose.Draft(seating.payload, seating.id, 9, campaign.chain.game, {})
    campaign.journal(campaign.game_id).record(9, journal_entry(draft))
    campaign.folder.close()
    a.open().folder.close()
    assert len(a.log()) == 10
    assert carl.receive((a.path / "outbox" / "0009-b.yaml").read_bytes())[0].accepted == [9]
    assert finish(a, carl).code == "OK"


@pytest.mark.slow
def test_the_seat_of_a_player_who_lost_everything_again(tmp_path: Path) -> None:
    """Carl's computer is lost, too, but he has his identity on paper: his folder comes back from Anna's archive."""
    a, b = lost(tmp_path)
    carl = seated(tmp_path, a, handover=hand_over(b))
    sent = a.submit()
    assert sent is not None
    shutil.rmtree(carl.path)
    for path in (carl.home_path / "journals").iterdir():
        path.unlink()
    carl.take_log(archived(a))
    campaign = carl.open(write=False)
    assert campaign.seat == "b" and [since for since, _ in campaign.ring.spans] == [0, 9]
    assert {9} <= set(recorded(carl))
    assert finish(a, carl).code == "OK"


def test_a_crash_leaves_whole_folders(tmp_path: Path) -> None:
    a, _ = lost(tmp_path)
    carl = seated(tmp_path, a)
    sent = a.submit()
    assert sent is not None
    carl.receive(a.mail(sent.seq))
    carl.submit()
    campaign = carl.open(write=False)
    own = {m.seq for m in campaign.chain.messages if m.seat == "b" and m.seq >= 9}
    assert own == set(recorded(carl)) == {9, 11}
    journal = Journal(carl.path / "secrets" / "journal.jsonl", carl.path / "secrets" / "journal.jsonl")
    assert set(journal.entries()) == own
    assert stat.S_IMODE((carl.path / "secrets" / "journal.jsonl").stat().st_mode) == 0o600
    assert pending_seating(campaign) is None
