"""Each command cut off at each call of the seam: the next command continues, and nothing that counted is lost."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from pbem.campaign.core.campaign import payload_of
from pbem.campaign.records.archiving import archive_bytes, save_archive
from pbem.campaign.records.verification import judge_archive
from pbem.errors import Problem
from pbem.protocol.envelope import message_id
from pbem.protocol.messages import peek
from pbem.store.journal import Journal
from pbem.store.os_port import REAL, System
from tests.campaign.cuts import Command, Sweep, cut_at_calls, run_cut, swept, swept_at_length
from tests.campaign.folders import Peer, begin, invite, join
from tests.store.doubles import Cut


def recorded(peer: Peer) -> dict[int, set[bytes]]:
    """Message number -> ids of all payloads that either copy of a journal of this player holds."""
    ids: dict[int, set[bytes]] = {}
    copies = [peer.path / "secrets" / "journal.jsonl", *sorted((peer.home_path / "journals").glob("*.jsonl"))]
    for copy in copies:
        for seq, entries in Journal(copy, copy).entries().items():
            ids.setdefault(seq, set()).update(message_id(payload_of(entry)) for entry in entries)
    return ids


def logged(peer: Peer) -> list[bytes]:
    """Ids of the messages in the log."""
    return [peek(line).id for line in peer.log()]


def mailed(peer: Peer) -> dict[int, bytes]:
    """Message number -> id, as the outbox holds them; a number that stands there twice is an error."""
    found: dict[int, bytes] = {}
    for path in sorted((peer.path / "outbox").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        block = "".join(line.strip() for line in text.split("BEGIN PBEM TURN\n")[1].split("END PBEM TURN")[0].split())
        message = peek(base64.b64decode(block + "=" * (-len(block) % 4)))
        assert message.seq not in found, "two files for one number"
        found[message.seq] = message.id
    return found


def check_whole(peer: Peer, wanted: int) -> None:
    """The folder as if nothing had happened: log, tapes, outbox, journal, reports, register."""
    campaign = peer.open()
    try:
        ids = logged(peer)
        assert len(ids) == wanted and ids == [message.id for message in campaign.chain.messages]
        assert campaign.folder.tapes_in_step()
        own = {m.seq: m.id for m in campaign.chain.messages if m.seat == peer.seat}
        assert mailed(peer) == own
        journal = recorded(peer)
        for seq in own.keys() - {0}:
            assert own[seq] in journal[seq]
            assert (
                payload_of(campaign.journal(campaign.game_id).get(seq) or b"") == campaign.chain.messages[seq].payload
            )
        reports = set(campaign.folder.names("reports"))
        assert {f"{m.seq:04d}-{m.seat}.txt" for m in campaign.chain.messages[2:]} <= reports
        if campaign.game_id:
            assert peer.home().campaigns() == {campaign.game_id: peer.path}
            assert peer.home().all_pending() == {}
        assert not list(peer.root.rglob("*.tmp"))
    finally:
        campaign.folder.close()


def resume_new(root: Path, system: System) -> None:
    """`pbem new`, and where there is a campaign already, opening it as any command does."""
    try:
        invite(Peer(root, "a"), system)
    except Problem as problem:
        assert problem.code == "CAMPAIGN_EXISTS"
        Peer(root, "a").open(system).folder.close()


def resume_join(root: Path, system: System) -> None:
    try:
        join(Peer(root, "b"), Peer(root, "a").mail(0), system)
    except Problem as problem:
        assert problem.code == "CAMPAIGN_EXISTS"
        Peer(root, "b").open(system).folder.close()


def take_mail(seat: str, seq: int) -> Command:
    def command(root: Path, system: System) -> None:
        sender = Peer(root, "ab"[seq % 2])
        receipt = Peer(root, seat).receive(sender.mail(seq), system)[0]
        assert receipt.fault is None and receipt.accepted in ([], [seq])

    return command


def send(seat: str) -> Command:
    def command(root: Path, system: System) -> None:
        Peer(root, seat).submit(system)

    return command


def put_away(root: Path, system: System) -> None:
    campaign = Peer(root, "a").open(system)
    try:
        save_archive(campaign, root / "a" / "campaign.pbem")
    finally:
        campaign.folder.close()


def prepared(root: Path, name: str) -> tuple[Peer, int, Command]:
    """A folder in which the command is due; whose folder it is, and how long its log is in the end."""
    a, b = Peer(root, "a"), Peer(root, "b")
    if name == "new":
        a.home().write_identity(person_file())
        return a, 1, resume_new
    if name == "join":
        invite(a)
        b.home().write_identity(person_file())
        return b, 2, resume_join
    if name == "receive the accept":
        begin(root)
        return a, 2, take_mail("a", 1)
    if name == "receive orders":
        begin(root, 5)
        return b, 5, take_mail("b", 4)
    begin(root, 5)
    b.receive(a.mail(4))
    if name == "submit":
        return b, 6, send("b")
    return a, 5, put_away


def person_file() -> bytes:
    """An identity, so that every run of one test has the same person."""
    from pbem.protocol.keyfile import write_keyfile

    return write_keyfile(b"m" * 32, "", bytes(16), bytes(12))


# Calls at which a cut of a kind makes a difference, at least: in the shortest command, and in the archive's.
CALLS: dict[Cut, int] = {"killed": 18, "half": 8, "power": 11}
CALLS_OF_ARCHIVE: dict[Cut, int] = {"killed": 9, "half": 4, "power": 4}


@swept
@pytest.mark.parametrize("name", ["new", "join", "receive the accept", "receive orders", "submit", "archive"])
def test_cut_at_every_call(tmp_path: Path, name: str, sweep: Sweep) -> None:
    root, cut_at = tmp_path / "root", 0
    root.mkdir()
    peer, wanted, command = prepared(root, name)
    for cut_at in cut_at_calls(root, sweep, command):
        written = recorded(peer)
        log = logged(peer) if (peer.path / "log.jsonl").exists() else []
        # A second cut, in what mends the first one.
        run_cut(root, 1 + 5 * cut_at % 23, sweep.cut, command)
        command(root, REAL)
        check_whole(peer, wanted)
        assert logged(peer)[: len(log)] == log
        for seq, ids in recorded(peer).items():
            assert len(ids) == 1 or (name == "join" and seq == 1)
            assert name == "join" or written.get(seq, set()) <= ids
        if name == "archive":
            check_archive(peer)
    assert cut_at >= (CALLS_OF_ARCHIVE if name == "archive" else CALLS)[sweep.cut]


def check_archive(peer: Peer) -> None:
    campaign = peer.open(write=False)
    data = (peer.path / "campaign.pbem").read_bytes()
    assert data == archive_bytes(campaign)
    assert judge_archive(data).verdict.code == "OK"


@swept_at_length
def test_a_payload_that_was_written_down_is_the_one_that_goes_out(tmp_path: Path, sweep: Sweep) -> None:
    """Wherever the first try ends, orders that were changed afterwards do not take the place of recorded ones."""
    root, kept, anew = tmp_path / "root", 0, 0
    root.mkdir()
    begin(root, 5)
    peer = Peer(root, "b")
    peer.receive(Peer(root, "a").mail(4))
    for _ in cut_at_calls(root, sweep, lambda at, system: send_note(at, system, "first")):
        before = recorded(peer).get(5, set())
        send_note(root, REAL, "second")
        note = json.loads(peek(peer.log()[5]).payload)["note"]
        assert note == (["first"] if before else ["second"])
        assert recorded(peer)[5] == (before or {logged(peer)[5]}) and mailed(peer)[5] == logged(peer)[5]
        kept, anew = kept + bool(before), anew + (not before)
    assert sweep.met(kept, killed=17, half=8, power=12) and sweep.met(anew, killed=14, half=6, power=6)


def send_note(root: Path, system: System, note: str) -> None:
    Peer(root, "b").submit(system, note=note)
