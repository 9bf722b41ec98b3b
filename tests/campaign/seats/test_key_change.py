"""A secret that somebody may have seen: `keys renew`, `submit --change-key`, and both clients go on (section 11.4)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.person import sealed
from pbem.campaign.outbox.submit import submit
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.gather import gather
from pbem.campaign.records.importing import Target, import_game
from pbem.campaign.records.log_assembly import sort_games
from pbem.campaign.telling.reports import public_text
from pbem.errors import Problem
from pbem.mail.armour import write_block
from pbem.protocol import keys
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.messages import peek
from pbem.protocol.paper import read_paper
from pbem.store.journal import Journal
from pbem.store.os_port import REAL, System
from pbem.upkeep import keyring
from tests.campaign.core.test_crash import check_whole, recorded
from tests.campaign.cuts import Sweep, cut_at_calls, swept_at_length
from tests.campaign.folders import DATE, Peer, begin, orders_of
from tests.campaign.newcomers import archived, finish


def renew(peer: Peer) -> tuple[bytes, bytes]:
    """`pbem keys renew`: the old master and the new one."""
    old = peer.person().master
    return old, keyring.renewed(peer.home(), "").master


def change(peer: Peer, system: System = REAL) -> None:
    """`pbem submit --change-key`."""
    campaign = peer.open(system)
    try:
        due = campaign.due()
        if due.closing is not None:
            submit(campaign, due, orders_of(campaign), date=DATE, new_key=True)
    finally:
        campaign.folder.close()


def changed(root: Path) -> tuple[Peer, Peer, bytes, bytes]:
    """A campaign in which b's message 9 has changed his key; a has received it."""
    a, b = begin(root, 9)
    b.receive(a.mail(8))
    old, new = renew(b)
    change(b)
    assert a.receive(b.mail(9))[0].accepted == [9]
    return a, b, old, new


def audit_of(peer: Peer, seat: str) -> dict[str, object]:
    chain = peer.open(write=False).chain
    return dict(next(m for m in reversed(chain.messages) if m.seat == seat).body["audit"])


@pytest.mark.slow
def test_both_clients_go_on_and_the_audit_has_two_veils(tmp_path: Path) -> None:
    a, b, old, new = changed(tmp_path)
    assert a.open(write=False).chain.keys["b"] == keys.public_key(new)
    verdict = finish(a, b)
    assert (verdict.code, verdict.detail, dict(verdict.agreed)) == ("OK", "finished and audited", {})
    game = a.open(write=False).chain.game
    assert audit_of(a, "b")["veils"] == [
        {"from": 0, "veil": keys.veil_secret(old, game).hex()},
        {"from": 9, "veil": keys.veil_secret(new, game).hex()},
    ]
    check_whole(b, len(b.log()))


@pytest.mark.slow
def test_both_players_change_and_one_of_them_twice(tmp_path: Path) -> None:
    a, b, _, _ = changed(tmp_path)
    for peer, other in ((a, b), (b, a)):
        renew(peer)
        change(peer)
        number = len(peer.log()) - 1
        assert other.receive(peer.mail(number))[0].accepted == [number]
    assert finish(a, b).code == "OK"
    assert [len(audit_of(a, seat)["veils"]) for seat in "ab"] == [2, 3]  # type: ignore[arg-type]


def test_the_report_tells_the_new_key(tmp_path: Path) -> None:
    a, _, _, new = changed(tmp_path)
    told = " ".join(public_text(a.open(write=False), 9).split())
    assert f"Bert (Prussian) signs with {keys.fingerprint(keys.public_key(new))} from his next" in told


def test_keys_show_is_right_on_both_sides(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 9)
    b.receive(a.mail(8))
    before = keyring.played(b.home(), b.person(), None)[0]
    assert before.with_key == keyring.PRESENT
    old, new = renew(b)
    between = keyring.played(b.home(), b.person(), None)[0]
    assert between.with_key == keyring.FORMER and between.you == "Bert (Prussian)"
    change(b)
    after = keyring.played(b.home(), b.person(), None)[0]
    assert after.with_key == keyring.PRESENT
    assert [one["fingerprint"] for one in after.players if one["yours"]] == [keys.fingerprint(keys.public_key(new))]
    a.receive(b.mail(9))
    seen = keyring.played(a.home(), a.person(), None)[0]
    assert {one["side"]: one["key"] for one in seen.players}["b"] == keys.public_key(new).hex()
    assert keys.public_key(old).hex() not in str(seen.players)


@pytest.mark.slow
def test_renewing_alone_changes_nothing(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 9)
    b.receive(a.mail(8))
    old, _ = renew(b)
    assert b.submit() is not None
    assert a.receive(b.mail(9))[0].accepted == [9]
    assert a.open(write=False).chain.keys["b"] == keys.public_key(old)
    assert finish(a, b).code == "OK"


def restored(b: Peer, *masters: bytes) -> None:
    """A new computer: the folder is lost, the papers are there; the first one is the present identity."""
    shutil.rmtree(b.path)
    shutil.rmtree(b.home_path)
    papers = [read_paper(keyring.paper_of(master)) for master in masters]
    b.home().write_identity(sealed(papers[0], ""))
    for master in papers[1:]:
        keyring.add_former(b.home(), b.person(), master, "")


def bring_back(a: Peer, b: Peer) -> Campaign:
    games, _ = sort_games(gather([archived(a)]).envelopes)
    imported = import_game(games[0], Target(b.path), b.home(), b.person())
    assert imported.exit == 0
    return b.open(write=False)


@pytest.mark.slow
def test_a_lost_computer_comes_back_from_both_papers(tmp_path: Path) -> None:
    a, b, old, new = changed(tmp_path)
    restored(b, new, old)
    campaign = bring_back(a, b)
    assert campaign.seat == "b" and [since for since, _ in campaign.ring.spans] == [0, 9]
    sent = a.submit()
    assert sent is not None
    b.receive(a.mail(sent.seq))
    assert finish(a, b).code == "OK"
    assert recorded(b).keys() >= {1, 3, 5, 7, 9}


@pytest.mark.slow
def test_the_new_paper_alone_plays_on_from_the_change(tmp_path: Path) -> None:
    """The dice go on; whoever ends the game owes the old veil as well, and is told which identity is missing."""
    a, b, old, new = changed(tmp_path)
    restored(b, new)
    campaign = bring_back(a, b)
    assert campaign.seat == "b" and [since for since, _ in campaign.ring.spans] == [9]
    sent = a.submit()
    assert sent is not None
    b.receive(a.mail(sent.seq))
    campaign = b.open()
    with pytest.raises(Problem) as refused:
        submit(campaign, campaign.due(), None, control={"resign": True})
    campaign.folder.close()
    assert refused.value.code == "KEY_LOST" and "--former" in refused.value.mend and 11 not in recorded(b)
    assert b.submit() is not None
    assert a.receive(b.mail(sent.seq + 1))[0].fault is None
    keyring.add_former(b.home(), b.person(), old, "")
    assert finish(a, b).code == "OK"


def test_the_old_paper_alone_signs_no_more(tmp_path: Path) -> None:
    a, b, old, _ = changed(tmp_path)
    restored(b, old)
    games, _ = sort_games(gather([archived(a)]).envelopes)
    imported = import_game(games[0], Target(b.path), b.home(), b.person())
    assert imported.campaign is not None
    campaign = b.open(write=False)
    assert campaign.seat == ""
    with pytest.raises(Problem) as refused:
        campaign.require_player()
    assert refused.value.code == "NOT_A_PLAYER"


# -- what is refused -------------------------------------------------------------------


@pytest.mark.attack("K09")
def test_k09_signed_by_the_new_key_alone(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 9)
    b.receive(a.mail(8))
    old, new = renew(b)
    change(b)
    payload = peek(b.log()[9]).payload
    for masters in ((new,), (old,)):
        receipt = a.receive(mailed(payload, *masters))[0]
        assert receipt.fault is not None
        fault = receipt.fault
        assert (fault.code, fault.cls, fault.seq, fault.signed_by) == ("COSIGN_MISSING", "stranger", 9, "")
    assert len(a.log()) == 9
    assert a.receive(b.mail(9))[0].accepted == [9]


def mailed(payload: bytes, *masters: bytes) -> bytes:
    return write_block(sign_envelope(payload, *masters)).encode("ascii")


@pytest.mark.attack("K10")
def test_k10_a_message_by_the_old_key(tmp_path: Path) -> None:
    a, b, old, _ = changed(tmp_path)
    sent = a.submit()
    assert sent is not None
    b.receive(a.mail(sent.seq))
    b.submit()
    receipt = a.receive(mailed(peek(b.log()[11]).payload, old))[0]
    assert receipt.fault is not None
    fault = receipt.fault
    assert (fault.code, fault.cls, fault.seq, fault.signed_by) == ("SIG_WRONG_KEY", "stranger", 11, "")
    assert a.receive(b.mail(11))[0].accepted == [11]


def test_the_thief_who_signs_with_the_old_key_for_the_same_number_has_forked(tmp_path: Path) -> None:
    a, b, old, _ = changed(tmp_path)
    body = {**peek(b.log()[9]).body, "note": ["the thief"]}
    del body["key"]
    receipt = a.receive(mailed(canon(body), old))[0]
    assert receipt.fault is not None and (receipt.fault.code, receipt.fault.signed_by) == ("FORK", "b")


def test_without_a_new_identity_there_is_no_new_key(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 9)
    b.receive(a.mail(8))
    with pytest.raises(Problem) as refused:
        change(b)
    assert refused.value.code == "KEY_UNCHANGED" and 9 not in recorded(b)


def test_a_key_never_comes_back(tmp_path: Path) -> None:
    a, b, old, _ = changed(tmp_path)
    sent = a.submit()
    assert sent is not None
    b.receive(a.mail(sent.seq))
    b.home().write_identity(sealed(old, ""), replace=True)
    assert b.open(write=False).seat == "b"
    with pytest.raises(Problem) as refused:
        change(b)
    assert refused.value.code == "KEY_REUSED" and 11 not in recorded(b)
    assert b.submit() is not None


@pytest.mark.slow
def test_a_former_identity_in_the_middle_that_is_lost(tmp_path: Path) -> None:
    """Of three identities the second is missing: its messages are not taken for those of the first."""
    a, b, old, middle = changed(tmp_path)
    sent = a.submit()
    assert sent is not None
    b.receive(a.mail(sent.seq))
    newest = renew(b)[1]
    change(b)
    a.receive(b.mail(11))
    restored(b, newest, old)
    campaign = bring_back(a, b)
    assert [since for since, _ in campaign.ring.spans] == [11]
    keyring.add_former(b.home(), b.person(), middle, "")
    assert [since for since, _ in b.open(write=False).ring.spans] == [0, 9, 11]


# -- crashes ----------------------------------------------------------------------------


@swept_at_length
def test_a_change_of_key_cut_at_every_call(tmp_path: Path, sweep: Sweep) -> None:
    root, cuts = tmp_path / "root", 0
    root.mkdir()
    a, b = begin(root, 5)
    b.receive(a.mail(4))
    _, new = renew(b)
    for _ in cut_at_calls(root, sweep, lambda at, system: change(Peer(at, "b"), system)):
        cuts += 1
        written = recorded(b).get(5, set())
        change(b)
        check_whole(b, 6)
        assert recorded(b)[5] == {peek(b.log()[5]).id} and written <= recorded(b)[5]
        assert b.open(write=False).chain.keys["b"] == keys.public_key(new)
        assert a.receive(b.mail(5))[0].accepted == [5]
    assert sweep.met(cuts, killed=31, half=14, power=18)


def test_the_journal_holds_the_change_once(tmp_path: Path) -> None:
    _, b, _, _ = changed(tmp_path)
    own = b.path / "secrets" / "journal.jsonl"
    assert {seq: len(entries) for seq, entries in Journal(own, own).entries().items()} == dict.fromkeys(
        (1, 3, 5, 7, 9), 1
    )


def test_archives_are_the_same_on_both_sides(tmp_path: Path) -> None:
    a, b, _, _ = changed(tmp_path)
    assert archive_bytes(a.open(write=False)) == archive_bytes(b.open(write=False))
