"""A campaign folder lost and built again from mail: what comes back, what is refused, and what may interrupt it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pbem.campaign.core.person import Person
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.gather import gather
from pbem.campaign.records.importing import Target, import_game, seat_of, whom_to_ask
from pbem.errors import Problem
from pbem.protocol.canonical import canon
from pbem.protocol.messages import peek
from pbem.store.journal import Journal
from pbem.store.os_port import System
from tests.campaign.core.test_crash import recorded
from tests.campaign.cuts import Sweep, cut_at_calls, everywhere, run_cut, swept_at_length
from tests.campaign.folders import Peer, begin, invite
from tests.campaign.lost import (
    PLAYED,
    envelopes,
    files,
    fork_of_last,
    lose,
    mails,
    onlooker,
    payloads,
    rebuild,
    the_game,
)
from tests.store.doubles import Cut


@pytest.fixture
def peers(tmp_path: Path) -> tuple[Peer, Peer]:
    """A game of eight messages; a has not received the last one of b yet."""
    return begin(tmp_path, PLAYED)


# -- what comes back -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.parametrize("seat", ["a", "b"])
def test_the_folder_comes_back_and_the_game_goes_on(peers: tuple[Peer, Peer], seat: str) -> None:
    a, b = peers
    lost = a if seat == "a" else b
    a.receive(b.mail(7))
    kept = files(lost.path, "log.jsonl", "tapes.jsonl", "reports/*", "reports/own/0007.txt", "standing.schema.json")
    journal, last = payloads(lost), max(lost.path.glob("outbox/*")).read_bytes()
    lines = envelopes(mails(a, b))
    lose(lost)
    imported = rebuild(lost, lines)
    assert imported.exit == 0 and imported.added == list(range(PLAYED)) and imported.notices == []
    assert files(lost.path, *kept) == kept
    assert payloads(lost) == journal and set(journal) == set(range(1 if seat == "b" else 2, PLAYED, 2))
    assert [path.read_bytes() for path in lost.path.glob("outbox/*.yaml")] == [last]
    assert lost.home().campaigns() == {imported.game: lost.path} and lost.home().all_pending() == {}
    names = (lost.path / "campaign.yaml").read_text(encoding="utf-8")
    assert ("name: Anna" in names.split("you:")[1]) == (seat == "a") and "Bert" in names
    for seq in range(PLAYED, PLAYED + 3):
        sender, receiver = (a, b) if seq % 2 == 0 else (b, a)
        sent = sender.submit()
        assert sent is not None and sent.seq == seq
        assert receiver.receive(sender.mail(seq))[0].accepted == [seq]
    assert a.log() == b.log()


def test_standing_orders_come_back_from_the_newest_vault(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 3)
    b.receive(a.mail(2))
    campaign = b.open()
    slots = [slot for slot in campaign.machine.slots["b"] if slot.name.startswith("retreat.")][:3]
    (b.path / "standing.yaml").write_text(
        "retreat:\n" + "".join(f"  {slot.name.partition('.')[2]}: ask\n" for slot in slots), encoding="utf-8"
    )
    campaign.folder.close()
    assert b.submit() is not None
    lines = envelopes(mails(a, b))
    lose(b)
    rebuild(b, lines)
    text = (b.path / "standing.yaml").read_text(encoding="utf-8")
    for slot in slots:
        assert f"\n  {slot.name.partition('.')[2]}: ask\n" in text and "\n# displace" not in text
    assert "Standing orders" in text and text.count("  # ") > 20
    # What was committed to counts as before: the next message commits to the same values.
    values = json.loads(Journal(b.path / "secrets/journal.jsonl", b.path / "secrets/journal.jsonl").get(3) or b"")
    assert values["values"]["doctrine"].count("ask") == len(slots)


def test_a_mail_that_was_cut_off_is_told_with_its_place(tmp_path: Path) -> None:
    a, _ = begin(tmp_path, 3)
    mail, torn = a.mail(2), tmp_path / "torn.txt"
    torn.write_bytes(mail[: len(mail) * 3 // 4])
    found = gather([torn])
    assert not found.envelopes and [text.startswith(f"{torn}: ") for text in found.damaged] == [True]
    # Nothing is amiss where the same message stands whole beside it.
    torn.write_bytes(torn.read_bytes() + b"\n" + mail)
    assert len(gather([torn]).envelopes) == 1 and gather([torn]).damaged == []


def test_an_own_message_that_no_log_holds_is_taken_and_never_signed_differently(
    peers: tuple[Peer, Peer], tmp_path: Path
) -> None:
    """He restored a backup of his folder that is older than what he mailed last."""
    _, b = peers
    lines, whole = envelopes(mails(*peers)), b.log()
    lose(b)
    assert rebuild(b, whole[:7]).added == list(range(7)) and set(payloads(b)) == {1, 3, 5}
    imported = rebuild(b, lines)
    assert imported.added == [7] and imported.exit == 0 and b.log() == whole
    assert b.submit() is None
    campaign = b.open()
    try:
        journal = campaign.journal(campaign.game_id)
        other = canon({**json.loads(journal.get(7) or b""), "id": "00"})
        with pytest.raises(Problem) as refused:
            journal.record(7, other)
    finally:
        campaign.folder.close()
    assert refused.value.code == "JOURNAL_REFUSED"


def test_an_older_folder_gets_what_it_lacks_and_is_never_shortened(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    a, b = peers
    lines = envelopes(mails(a, b))
    assert len(a.log()) == PLAYED - 1
    assert rebuild(a, lines).added == [PLAYED - 1]
    whole = a.log()
    before = files(a.path, "*.jsonl", "*.yaml", "*/*")
    again = rebuild(a, lines[:3])
    assert (again.added, again.exit) == ([], 0)
    assert a.log() == whole and files(a.path, "*.jsonl", "*.yaml", "*/*") == before


def test_a_journal_that_was_lost_alone_is_written_again(peers: tuple[Peer, Peer]) -> None:
    a, b = peers
    journal = payloads(a)
    shutil.rmtree(a.home_path / "journals")
    (a.path / "secrets" / "journal.jsonl").unlink()
    rebuild(a, envelopes(mails(a, b)))
    assert payloads(a) == journal
    shutil.rmtree(a.home_path / "journals")
    rebuild(a, envelopes(mails(a, b)))
    assert payloads(a) == journal


def test_an_invitation_alone(tmp_path: Path) -> None:
    a = Peer(tmp_path, "a")
    invite(a)
    lines = envelopes(mails(a))
    lose(a)
    imported = rebuild(a, lines)
    assert imported.added == [0] and seat_of(imported, a.person()) == "a"
    assert a.home().all_pending() == {imported.game: a.path}
    a.open().folder.close()


def test_the_accept_finds_the_folder_of_its_invitation(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 2)
    game = the_game(envelopes(mails(b)))
    imported = import_game(game, Target(), a.home(), a.person())
    assert imported.campaign is not None and imported.campaign.folder.path == a.path
    assert a.home().campaigns() == {game.id: a.path} and a.home().all_pending() == {}


def test_an_onlooker_gets_log_and_reports_and_no_secrets(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    a, b = peers
    peer, imported = onlooker(tmp_path, envelopes(mails(a, b)))
    assert imported.exit == 0 and seat_of(imported, None) == ""
    assert peer.log() == b.log() and files(peer.path, "reports/*") == files(b.path, "reports/*")
    assert files(peer.path, "secrets/*", "outbox/*", "campaign.yaml", "standing.yaml") == {}
    assert imported.campaign is not None
    assert archive_bytes(imported.campaign) == archive_bytes(b.open(write=False))
    assert not (peer.home_path / "campaigns").exists()


def test_a_former_master_is_enough_to_know_ones_own(peers: tuple[Peer, Peer]) -> None:
    a, b = peers
    lines = envelopes(mails(a, b))
    person = Person(b"n" * 32, former=(b.person().master,))
    lose(b)
    imported = import_game(the_game(lines), Target(folder=b.path), b.home(), person)
    assert seat_of(imported, person) == "b" and set(payloads(b)) == {1, 3, 5, 7}


# -- what is missing -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("dropped", "gaps", "words"),
    [
        ([4], [(4, 4)], "they are of Anna: ask Anna"),
        ([2, 3, 5], [(2, 3), (5, 5)], "they are of Anna and Bert: ask Anna"),
        ([1], [(1, 1)], "of the player who accepted"),
        ([3], [(3, 3)], "your own are in your sent mail"),
    ],
)
def test_missing_messages_are_named_and_nothing_is_built(
    peers: tuple[Peer, Peer], dropped: list[int], gaps: list[tuple[int, int]], words: str
) -> None:
    a, b = peers
    lines = [line for line in envelopes(mails(a, b)) if peek(line).seq not in dropped]
    lose(b)
    imported = rebuild(b, lines)
    assert imported.campaign is None and imported.exit == 12 and imported.assembled.missing == gaps
    assert imported.broken is not None
    assert (imported.broken.code, imported.broken.cls, imported.broken.seq) == ("SEQ_GAP", "damage", gaps[0][0])
    seat = seat_of(imported, b.person()) if 1 not in dropped else "b"
    assert words in whom_to_ask(imported, seat)
    assert not b.path.exists() and not (b.home_path / "journals").exists()


def test_a_missing_invitation_is_named(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    lines = [line for line in envelopes(mails(*peers)) if peek(line).seq]
    _, imported = onlooker(tmp_path, lines)
    assert imported.campaign is None and imported.assembled.missing == [(0, 0)]
    assert imported.broken is not None and imported.broken.code == "SEQ_GAP" and imported.broken.seq == 0


def test_partly_built_a_folder_keeps_what_was_signed_beyond_the_gap(peers: tuple[Peer, Peer]) -> None:
    """Message 5 is his own and stays the only one, though message 4, which it answers, has to be asked for."""
    a, b = peers
    lines = [line for line in envelopes(mails(a, b)) if peek(line).seq != 4]
    whole = b.log()
    lose(b)
    imported = rebuild(b, lines, partial=True)
    assert imported.exit == 12 and imported.added == [0, 1, 2, 3] and b.log() == whole[:4]
    assert set(payloads(b)) == {1, 3, 5, 7}
    assert b.receive(a.mail(4))[0].accepted == [4]
    assert b.submit() is None  # the next command finds message 5 in the journal, and there is nothing to sign
    assert b.log() == whole[:6]
    b.receive(a.mail(6))
    b.open().folder.close()
    assert b.log() == whole


def test_another_message_than_the_one_that_is_answered(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    """The one in the mail is valid, but what follows answers another: that one has to be found."""
    a, b = peers
    other = fork_of_last(peers, tmp_path)
    lines = [line for line in envelopes(mails(a, b)) if peek(line).seq != 7] + [other]
    a.receive(b.mail(7))
    assert a.submit() is not None
    lines += [a.log()[8]]
    _, imported = onlooker(tmp_path, lines)
    assert imported.campaign is None and imported.assembled.missing == [(7, 7)]
    assert imported.broken is not None and "another message 7" in imported.broken.detail


# -- interruptions -------------------------------------------------------------------


def restore(lines: Sequence[bytes]) -> Callable[[Path, System], None]:
    def command(root: Path, system: System) -> None:
        rebuild(Peer(root, "b"), lines, system=system)

    return command


@swept_at_length
def test_cut_at_every_call(tmp_path: Path, sweep: Sweep) -> None:
    check_cuts(tmp_path, sweep)


@pytest.mark.slow
@pytest.mark.parametrize("sweep", [pytest.param(Sweep("killed", 2, 3), id="killed"), everywhere("killed")])
def test_cut_while_an_older_folder_gets_what_it_lacks(tmp_path: Path, sweep: Sweep) -> None:
    check_cuts(tmp_path, sweep, merged=2)


# Calls at which a cut of a kind makes a difference, at least.
CALLS: dict[Cut, int] = {"killed": 62, "half": 25, "power": 43}


def check_cuts(tmp_path: Path, sweep: Sweep, merged: int = 0) -> None:
    """Cut anywhere, the next import ends as if nothing had happened; a second message is never signed.

    merged: messages that the folder holds before.
    """
    root, cut_at = tmp_path / "root", 0
    root.mkdir()
    a, b = begin(root, 4)
    lines, whole, journal = envelopes(mails(a, b)), b.log(), payloads(b)
    lose(b)
    if merged:
        rebuild(b, lines[:merged])
    shutil.rmtree(a.path)
    for cut_at in cut_at_calls(root, sweep, restore(lines)):
        log = b.log() if (b.path / "log.jsonl").exists() else []
        assert log == whole[: len(log)]
        if log and (b.path / "secrets/journal.jsonl").exists() and len(log) > max(merged, 1):
            assert all({peek(whole[seq]).id} == ids for seq, ids in recorded(b).items()) and set(recorded(b)) == {1, 3}
        run_cut(root, 1 + 5 * cut_at % 31, sweep.cut, restore(lines))
        rebuild(b, lines)
        assert b.log() == whole and payloads(b) == journal
        assert (b.path / "outbox/0003-b.yaml").exists() and len(list((b.path / "reports").glob("*.txt"))) == 2
        assert list(b.home().campaigns().values()) == [b.path] and not list(root.rglob("*.tmp"))
        assert {"campaign.yaml", "standing.yaml", "tapes.jsonl"} <= {path.name for path in b.path.iterdir()}
    assert cut_at >= CALLS[sweep.cut]
