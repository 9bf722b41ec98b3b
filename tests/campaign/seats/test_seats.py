"""A laptop is lost in mid-campaign: somebody sits down, the other agrees, a third person verifies it all."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.campaign.inbox.receive import take
from pbem.campaign.inbox.status import status_of
from pbem.campaign.seats.cosign_seat import cosign, examine, read_seating
from pbem.campaign.seats.seating import prepare_seating, seat_due
from pbem.campaign.telling.pictures import moment
from pbem.campaign.telling.reports import public_text
from pbem.campaign.telling.seats import seating_facts
from pbem.errors import Problem
from pbem.mail.armour import read_blocks, write_block
from pbem.protocol import keys
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.faults import Fault
from tests.campaign.core.test_crash import recorded
from tests.campaign.folders import Peer, begin
from tests.campaign.newcomers import (
    Newcomer,
    agree,
    archived,
    check_whole_seated,
    finish,
    hand_over,
    lost,
    seated,
    signers_of,
    waiting,
)


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.attack("K03")
def test_a_void_seat_and_the_game_goes_on_to_its_end(tmp_path: Path) -> None:
    a, _ = lost(tmp_path)
    carl = seated(tmp_path, a)
    assert a.log() == carl.log() and len(a.log()) == 10
    verdict = finish(a, carl)
    assert (verdict.code, verdict.detail, dict(verdict.agreed)) == ("OK", "finished and audited", {"void seat": 1})
    for peer in (a, carl):
        check_whole_seated(peer)


def test_the_map_behind_a_void_seat_shows_what_was_played_after_it(tmp_path: Path) -> None:
    a, _ = lost(tmp_path, 3)
    carl = seated(tmp_path, a)
    for seq, sender, receiver in ((4, a, carl), (5, carl, a)):
        assert sender.submit() is not None
        assert receiver.receive(sender.mail(seq))[0].accepted == [seq]
    campaign = a.open(write=False)
    assert campaign.chain.messages[3].body["void"]
    shown = moment(campaign, 5, public=True)
    assert shown is not None and shown.title.endswith(": the position at its end")
    assert shown.scene.arrows


@pytest.mark.slow
def test_a_kept_seat_plays_the_turn_with_the_dice_that_were_sealed(tmp_path: Path) -> None:
    a, b = lost(tmp_path)
    campaign = b.open(write=False)
    wanted = campaign.close()
    carl = seated(tmp_path, a, handover=hand_over(b))
    chain = carl.open(write=False).chain
    assert (list(chain.tapes[8]), chain.states[9]) == (wanted.tape, wanted.state)
    verdict = finish(a, carl)
    assert (verdict.code, dict(verdict.agreed)) == ("OK", {"seat": 1})


@pytest.mark.slow
def test_the_inviters_seat_can_be_taken_too(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 8)
    a.receive(b.mail(7))
    carl = Newcomer(tmp_path, "a")
    carl.take_log(archived(b))
    back = agree(b, carl.sit_down().read_bytes())
    assert carl.receive(back)[0].accepted == [8]
    assert finish(carl, b).code == "OK"


@pytest.mark.slow
def test_two_seats_and_a_second_successor(tmp_path: Path) -> None:
    a, b = lost(tmp_path)
    carl = seated(tmp_path, a, handover=hand_over(b))
    sent = a.submit()
    assert sent is not None
    carl.receive(a.mail(sent.seq))
    dora = Newcomer(tmp_path, "b", "d")
    dora.take_log(archived(a))
    back = agree(a, dora.sit_down(hand_over(carl), name="Dora").read_bytes())
    assert dora.receive(back)[0].fault is None
    verdict = finish(a, dora)
    assert (verdict.code, dict(verdict.agreed)) == ("OK", {"seat": 2})
    titles = [dora.open(write=False).title_of("b", seq) for seq in (8, 9, 10, 11, 12)]
    assert titles == ["Bert (Prussian)", *["Carl (Prussian)"] * 2, *["Dora (Prussian)"] * 2]


@pytest.mark.slow
def test_the_old_folder_goes_on_with_a_new_identity(tmp_path: Path) -> None:
    """Bert still has his campaign folder, but neither his identity nor its paper: he sits down in it himself."""
    a, b = lost(tmp_path)
    shutil.rmtree(b.home_path)
    bert = Newcomer(tmp_path, "b", "b")
    back = agree(a, bert.sit_down(name="Bert").read_bytes())
    assert bert.receive(back)[0].accepted == [9]
    assert finish(a, bert).code == "OK"


def test_reports_name_who_sat_there_then(tmp_path: Path) -> None:
    a, _ = lost(tmp_path)
    before = public_text(a.open(write=False), 7)
    carl = seated(tmp_path, a)
    campaign = carl.open(write=False)
    assert public_text(campaign, 7) == before == public_text(a.open(write=False), 7)
    report = public_text(campaign, 9)
    fingerprint = keys.fingerprint(carl.person().key)
    assert "Carl (Prussian) takes the place of Bert (Prussian)" in report.replace("\n                     ", " ")
    assert fingerprint in report and "Void" in report and "Nothing happened" not in report
    assert public_text(a.open(write=False), 9) == report


def test_what_was_rolled_for_a_lost_turn_is_told_nowhere(tmp_path: Path) -> None:
    """The lost player had seen dice of the open turn; the seat's report in his old folder tells none of them."""
    a, b = lost(tmp_path)
    carl = seated(tmp_path, a)
    seating = (a.path / "outbox" / "0009-b.yaml").read_bytes()
    campaign = b.open()
    campaign.due()
    assert campaign.machine.events[8] and carl.log() == a.log()
    assert take(campaign, seating, read_blocks(seating)).fault is None
    campaign.folder.close()
    assert public_text(campaign, 9) == public_text(a.open(write=False), 9)


# -- what the newcomer may do ----------------------------------------------------------


def test_a_seat_is_signed_once_and_mailed_again_byte_for_byte(tmp_path: Path) -> None:
    _, carl, mail = waiting(tmp_path)
    assert carl.sit_down(name="Somebody Else").read_bytes() == mail
    assert {seq: len(ids) for seq, ids in recorded(carl).items()} == {9: 1}
    assert sorted(path.name for path in (carl.path / "outbox").iterdir()) == ["seat-0009-b.yaml"]


def test_a_seat_that_was_signed_void_is_not_signed_otherwise(tmp_path: Path) -> None:
    _, carl, _ = waiting(tmp_path)
    with pytest.raises(Problem) as refused:
        carl.sit_down(hand_over(Peer(tmp_path, "b")))
    assert refused.value.code == "JOURNAL_REFUSED"


def test_a_seat_that_could_not_be_laid_out_is_laid_out_by_the_next_command(tmp_path: Path) -> None:
    _, carl, mail = waiting(tmp_path)
    (carl.path / "outbox" / "seat-0009-b.yaml").unlink()
    carl.open().folder.close()
    assert (carl.path / "outbox" / "seat-0009-b.yaml").read_bytes() == mail


def test_status_tells_both_what_to_do(tmp_path: Path) -> None:
    a, carl, mail = waiting(tmp_path)
    status = status_of(carl.open(write=False))
    assert status.awaited == "that Anna (French) signs your taking this seat, too"
    assert status.commands == ("mail outbox/seat-0009-b.yaml", "pbem receive FILE")
    agree(a, mail)
    status = status_of(a.open(write=False))
    assert status.commands[0] == "mail outbox/0009-b.yaml" and status.commands[1] == "pbem orders"


@pytest.mark.parametrize(
    ("wanted", "code"), [("french", "SEAT_NOT_DUE"), ("a", "SEAT_NOT_DUE"), ("austrian", "UNKNOWN_ARMY")]
)
def test_the_seat_is_that_of_the_side_that_is_due(tmp_path: Path, wanted: str, code: str) -> None:
    a, _ = lost(tmp_path)
    carl = Newcomer(tmp_path, "b")
    carl.take_log(archived(a))
    campaign = carl.open(write=False)
    assert [seat_due(campaign, name) for name in ("", "b", "B", "prussian", "Prussian")] == ["b"] * 5
    with pytest.raises(Problem) as refused:
        seat_due(campaign, wanted)
    assert refused.value.code == code


@pytest.mark.parametrize(("over", "due"), [(True, "a"), (False, ""), (True, "")])
def test_no_seat_is_due_where_the_game_is_over_or_waits_for_nobody(over: bool, due: str) -> None:
    campaign = SimpleNamespace(chain=SimpleNamespace(over=over, waits_for=due, messages=range(9)))
    with pytest.raises(Problem) as refused:
        seat_due(campaign)  # type: ignore[arg-type]
    assert refused.value.code == "GAME_OVER"


@pytest.mark.slow
def test_nobody_sits_down_before_message_3_or_after_the_end(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 2)
    a.receive(b.mail(1))
    carl = Newcomer(tmp_path, "a")
    carl.take_log(archived(a))
    with pytest.raises(Problem) as refused:
        carl.sit_down()
    assert refused.value.code == "SEAT_NOT_DUE"
    assert finish(a, b).code == "OK"
    dora = Newcomer(tmp_path, "a", "d")
    dora.take_log(archived(a))
    with pytest.raises(Problem) as refused:
        dora.sit_down()
    assert refused.value.code == "GAME_OVER"


def test_who_plays_already_takes_no_seat(tmp_path: Path) -> None:
    a, b = lost(tmp_path)
    for peer in (a, b):
        campaign = peer.open(write=False)
        with pytest.raises(Problem) as refused:
            prepare_seating(campaign)
        assert refused.value.code == "SEATED_ALREADY"


# -- what the player who stays may do ----------------------------------------------------


def test_he_reads_in_words_what_he_agrees_to(tmp_path: Path) -> None:
    a, carl, mail = waiting(tmp_path)
    campaign = a.open(write=False)
    seating = read_seating(mail)
    assert examine(campaign, seating) is False
    facts = dict(seating_facts(campaign, seating.body))
    assert facts["Seat"] == "Carl (Prussian) takes the place of Bert (Prussian)"
    assert facts["New key"] == keys.fingerprint(carl.person().key)
    assert "message 8" in facts["Void"] and "new dice" in facts["Void"]


def test_he_reads_that_a_seat_with_its_secrets_voids_nothing(tmp_path: Path) -> None:
    a, b = lost(tmp_path)
    carl = Newcomer(tmp_path, "b")
    carl.take_log(archived(a))
    seating = read_seating(carl.sit_down(hand_over(b)).read_bytes())
    facts = dict(seating_facts(a.open(write=False), seating.body))
    assert facts["Not void"] == "play goes on with the value that was sealed for these dice" and "Void" not in facts


def test_agreeing_twice_changes_nothing(tmp_path: Path) -> None:
    a, _, mail = waiting(tmp_path)
    first = agree(a, mail)
    log = a.log()
    assert agree(a, mail) == first and agree(a, first) == first and a.log() == log
    assert signers_of(first) == {keys.public_key(a.person().master), *signers_of(mail)}


def test_the_real_message_arrives_before_he_agrees(tmp_path: Path) -> None:
    a, _, mail = waiting(tmp_path)
    b = Peer(tmp_path, "b")
    sent = b.submit()
    assert sent is not None and a.receive(b.mail(9))[0].accepted == [9]
    log = a.log()
    with pytest.raises(Problem) as refused:
        agree(a, mail)
    assert refused.value.code == "SEAT_TAKEN" and a.log() == log


@pytest.mark.slow
def test_the_real_message_arrives_after_he_agreed(tmp_path: Path) -> None:
    a, carl, mail = waiting(tmp_path)
    back = agree(a, mail)
    carl.receive(back)
    b = Peer(tmp_path, "b")
    b.submit()
    for peer in (a, carl):
        receipt = peer.receive(b.mail(9))[0]
        assert receipt.fault is not None and receipt.evidence is not None
        assert (receipt.fault.code, receipt.fault.cls, receipt.fault.signed_by) == ("FORK", "invalid", "")
        assert receipt.evidence.read_bytes() == b.mail(9)
    # A later message of the lost key is a stranger's.
    receipt = b.receive(back)[0]
    assert receipt.fault is not None and receipt.fault.code == "FORK"
    assert finish(a, carl).code == "OK"


def test_he_agrees_to_one_seat_only(tmp_path: Path) -> None:
    """Also where his folder comes from a backup that does not know of it any more."""
    a, _, mail = waiting(tmp_path)
    shutil.copytree(a.path, tmp_path / "a-old")
    dora = Newcomer(tmp_path, "b", "d")
    dora.take_log(archived(a))
    other = dora.sit_down(name="Dora").read_bytes()
    agree(a, mail)
    with pytest.raises(Problem) as refused:
        agree(a, other)
    assert refused.value.code == "SEAT_TAKEN"
    shutil.rmtree(a.path)
    (tmp_path / "a-old").rename(a.path)
    with pytest.raises(Problem) as refused:
        agree(a, other)
    assert refused.value.code == "JOURNAL_REFUSED" and len(a.log()) == 9
    assert len(signers_of(agree(a, mail))) == 2 and len(a.log()) == 10


def test_he_does_not_agree_to_a_seat_of_his_own_side(tmp_path: Path) -> None:
    _, _, mail = waiting(tmp_path)
    b = Peer(tmp_path, "b")
    with pytest.raises(Problem) as refused:
        agree(b, mail)
    assert refused.value.code == "OWN_SEAT"


def test_a_forged_seat_is_not_signed(tmp_path: Path) -> None:
    a, carl, mail = waiting(tmp_path)
    seating = read_seating(mail)
    master = carl.person().master
    for edit, code in (
        ({"state": "0" * 64}, "STATE_MISMATCH"),
        ({"key": seating.body["key"], "parent": "0" * 64}, "PARENT_MISMATCH"),
        ({"reveal": "0" * 64}, "PAYLOAD_SCHEMA"),
        ({"game": "0" * 64}, "GAME_MISMATCH"),
        ({"seq": 11}, "SEQ_GAP"),
    ):
        forged = write_block(sign_envelope(canon({**seating.body, **edit}), master)).encode("ascii")
        campaign = a.open()
        with pytest.raises(Fault) as refused:
            cosign(campaign, read_seating(forged), forged)
        campaign.folder.close()
        assert refused.value.code == code
    stranger = write_block(sign_envelope(seating.payload, b"s" * 32)).encode("ascii")
    campaign = a.open()
    with pytest.raises(Fault) as refused:
        cosign(campaign, read_seating(stranger), stranger)
    campaign.folder.close()
    assert refused.value.code == "SIG_WRONG_KEY"
    assert len(a.log()) == 9 and 9 not in recorded(a) and not (a.path / "outbox" / "0009-b.yaml").exists()


def test_a_mail_without_a_seat(tmp_path: Path) -> None:
    a, _ = begin(tmp_path, 5)
    with pytest.raises(Problem) as refused:
        read_seating(a.mail(4))
    assert refused.value.code == "NO_SEAT"
    with pytest.raises(Fault) as damaged:
        read_seating(a.mail(4)[:-40])
    assert damaged.value.code == "ARMOR_DAMAGED"


@pytest.mark.attack("K01")
def test_receive_points_to_the_seat(tmp_path: Path) -> None:  # K01 through whole clients
    a, _, mail = waiting(tmp_path)
    receipt = a.receive(mail)[0]
    assert receipt.fault is not None
    assert (receipt.fault.code, receipt.fault.cls, receipt.fault.seq, receipt.fault.signed_by) == (
        "COSIGN_MISSING",
        "stranger",
        9,
        "",
    )
    assert len(a.log()) == 9
