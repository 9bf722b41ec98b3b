"""Rows C, K and T of the adversarial plan, through whole clients playing the real ruleset."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.fold import chain_of
from pbem.campaign.inbox.receive import receive
from pbem.campaign.outbox.submit import resend, submit
from pbem.campaign.records.archiving import archive_files
from pbem.campaign.records.verification import Wanted, compare_report, judge_archive, judge_log, judge_turn
from pbem.engine.options import Json
from pbem.errors import Problem
from pbem.local.practice import local_person
from pbem.mail.armour import read_blocks, write_block
from pbem.protocol import compose, keys
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import message_id, read_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek
from pbem.store.archive import write_archive
from pbem.store.folder import CampaignFolder
from pbem.store.home import Home
from tests.attacks.world import (
    Body,
    World,
    edited,
    fresh,
    frozen,
    judged,
    mail_of,
    signed,
)
from tests.campaign.folders import DATE, Peer, begin, orders_of
from tests.mail.test_armour import CHANGES

Edit = Callable[[Body], Any]


# --- C: the form of a payload ----------------------------------------------------------------------------


@pytest.mark.attack("C01", "C02", "C03", "C04")
@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.replace(b'"seq":9', b'"seq":9,"seq":9'),
        lambda p: p.replace(b'"seq":9', b'"seq": 9'),
        lambda p: b" " + p,
        lambda p: p.replace(b'"seq":9', b'"seq":9.0'),
        lambda p: p.replace(b'"seq"', b'"s\\u0065q"'),
        lambda p: p + b"\n",
        lambda p: p[:-1],
        lambda p: b"[" * 5000,
        lambda p: b"\xff" + p,
    ],
    ids=["C01", "C02 blank", "C02 before", "C03", "C04", "line feed", "cut", "deep", "not utf-8"],
)
def test_c01_to_c04_a_payload_that_is_not_canonical(world: World, change: Callable[[bytes], bytes]) -> None:
    payload = change(canon(world.body()))
    line = signed(payload, world.master)
    # What does not say that it is of this game may be of another that he plays.
    named = ("proof", 9, "b") if b'"game"' in payload else ("invalid", 9, "")
    assert world.refused(line) == ("PAYLOAD_NONCANONICAL", *named)
    stranger = signed(payload, bytes.fromhex(fresh("stranger")))
    assert world.refused(stranger) == ("PAYLOAD_NONCANONICAL", "invalid", 9, "")


@pytest.mark.attack("C05")
@pytest.mark.parametrize(
    "edit",
    [lambda b: b.update(foo=1), lambda b: b.pop("kind"), lambda b: b.update(seal=1), lambda b: b.update(note="hello")],
)
def test_c05_an_unknown_member_or_form(world: World, edit: Edit) -> None:
    assert world.refused(world.cheat(edit)) == ("PAYLOAD_SCHEMA", "proof", 9, "b")


@pytest.mark.slow
@pytest.mark.attack("C06")
def test_c06_an_enormous_note(world: World) -> None:
    line = world.cheat(lambda b: b.update(note=["x" * 2**21]))
    assert world.refused(line) == ("PAYLOAD_SIZE", "damage", 9, "")


@pytest.mark.attack("C07")
def test_c07_another_version(world: World) -> None:
    assert world.refused(world.cheat(lambda b: b.update(v=2))) == ("VERSION_UNKNOWN", "environment", 9, "")


# --- K: offers, resending, the clock --------------------------------------------------------------------


def seating(world: World) -> Body:
    """A new player in the cheater's own slot."""
    body = world.body()
    taken = {name: body[name] for name in ("v", "seq", "side", "parent", "game", "seal", "roots", "state", "tape")}
    return {**taken, "kind": "seat", "key": keys.public_key(b"s" * 32).hex(), "nonce": fresh("nonce"), "void": True}


@pytest.mark.attack("K01")
def test_k01_a_seat_without_the_opponents_signature(world: World) -> None:
    assert world.refused(signed(seating(world), b"s" * 32)) == ("COSIGN_MISSING", "stranger", 9, "")


@pytest.mark.attack("K04")
def test_k04_an_offer_ignored(tmp_path: Path, world: World) -> None:
    offer = signed(world.body(control={"offer": "draw"}), world.master)
    receipt, campaign = world.accepted(offer)
    assert receipt.accepted == [9] and campaign.due().offer
    master = world.victim.person().master
    closing = campaign.close()
    for control in (None, {"offer": "draw"}, {"resign": True}):
        draft = compose.move(master, campaign.chain, closing, {"doctrine": []}, bytes(12), control=control)
        with pytest.raises(Fault) as fault:
            campaign.chain.extend(draft.sign(master))
        found = fault.value
        assert (found.code, found.cls, found.seq, found.signed_by) == ("ANSWER_REQUIRED", "proof", 10, "a")
        assert judged([*world.victim.log(), offer, draft.sign(master)]) == ("ANSWER_REQUIRED", "proof", 10, "a")


@pytest.mark.attack("K07")
def test_k07_a_resend_is_the_same_bytes_and_never_another_date(tmp_path: Path) -> None:
    _, b = begin(tmp_path, 4)
    campaign = b.open()
    first = resend(campaign)
    assert first.text.encode() == b.mail(3) == resend(campaign).text.encode()
    campaign.folder.close()
    # The log is cut back, as by a backup; the journal remembers, and refuses the same message with a new date.
    log, tapes = b.path / "log.jsonl", b.path / "tapes.jsonl"
    campaign = b.open(write=False)
    older = campaign.chain.messages[:3]
    log.write_bytes(b"".join(message.line + b"\n" for message in older))
    tapes.write_bytes(b"".join(tapes.read_bytes().splitlines(keepends=True)[:2]))
    campaign = open_without_recovery(b)
    try:
        due, before = campaign.due(), frozen(b)
        checked = orders_of(campaign)
        with pytest.raises(Problem) as problem:
            submit(campaign, due, checked, date="1806-10-20T06:00:00Z")
        assert (problem.value.code, problem.value.status) == ("JOURNAL_REFUSED", 2) and problem.value.mend
        after = frozen(b)
        assert {**after, "orders.yaml": b""} == {**before, "orders.yaml": b""}
    finally:
        campaign.folder.close()
    # An ordinary command brings the recorded message back: the same bytes are mailed again.
    campaign = b.open()
    assert resend(campaign).text == first.text
    campaign.folder.close()


def open_without_recovery(peer: Peer) -> Campaign:
    """The campaign as a program would have it that forgets to look into its journal."""
    folder = CampaignFolder.open(peer.path, write=True)
    machine, chain = chain_of(folder.log())
    return Campaign(folder, machine, chain, peer.home(), peer.person())


@pytest.mark.slow
@pytest.mark.attack("K08")
def test_k08_a_fork_by_a_restored_backup_is_proved(replied: World) -> None:
    """The cheater's own folder of before has no message 9 in its journal: another one is signed, and proves it."""
    other = replied.cheat(lambda b: b.update(date="1806-10-16T06:00:00Z"))
    assert replied.refused(other) == ("FORK", "proof", 9, "b")


def with_key(body: Body, master: bytes) -> Body:
    return {**body, "key": keys.public_key(master).hex()}


@pytest.mark.attack("K09")
def test_k09_a_key_change_signed_by_the_new_key_alone(world: World) -> None:
    new = b"n" * 32
    line = signed(with_key(world.body(), new), new)
    assert world.refused(line) == ("COSIGN_MISSING", "stranger", 9, "")


@pytest.mark.attack("K10")
def test_k10_a_key_that_is_not_the_present_one(world: World) -> None:
    """Before a change the new key is a stranger's; after it the old one is."""
    new = b"n" * 32
    assert world.refused(signed(world.body(), new)) == ("SIG_WRONG_KEY", "stranger", 9, "")
    receipt, campaign = world.accepted(signed(with_key(world.body(), new), world.master, new))
    assert receipt.accepted == [9] and campaign.chain.ledger.key("b") == keys.public_key(new)
    later = {**world.body(), "seq": 11}
    with pytest.raises(Fault) as refused:
        campaign.chain.extend(signed(later, world.master))
    found = refused.value
    assert (found.code, found.cls, found.seq, found.signed_by) == ("SIG_WRONG_KEY", "stranger", 11, "")


@pytest.mark.attack("K12")
def test_k12_silence(world: World) -> None:
    log = world.victim.log()
    assert peek(log[-1]).body["date"] == DATE
    assert judged(log)[:2] == ("OK", "ok") and judged(log, as_of="1806-10-28")[:2] == ("OK", "ok")
    assert judged(log, as_of="1806-10-29") == ("OPEN_SEGMENT", "pending", None, "")
    verdict = judge_log(b"".join(line + b"\n" for line in log), wanted=Wanted(as_of="1806-12-01")).verdict
    assert verdict.exit == 15 and "waits for b" in verdict.detail and DATE in verdict.detail


# --- T: transport ----------------------------------------------------------------------------------------


def damaged(world: World, mail: bytes) -> None:
    """The mail is kept, nobody is named, and nothing else is touched."""
    before = frozen(world.victim)
    receipt = world.victim.receive(mail)[0]
    assert receipt.fault is not None and receipt.evidence is not None
    assert (receipt.fault.code, receipt.fault.cls, receipt.fault.seq) == ("ARMOR_DAMAGED", "damage", None)
    assert receipt.fault.signed_by == "" and receipt.evidence.read_bytes() == mail
    assert frozen(world.victim) == before


@pytest.mark.attack("T01")
def test_t01_one_armour_character_altered(world: World) -> None:
    mail = mail_of(world.victim, world.cheat(lambda b: None))
    start, end = mail.index(b"BEGIN PBEM TURN") + 18, mail.index(b"END PBEM TURN") - 4
    for at in range(start, end, (end - start) // 12):
        if not mail[at : at + 1].isalnum():
            continue
        other = b"A" if mail[at : at + 1] != b"A" else b"B"
        damaged(world, mail[:at] + other + mail[at + 1 :])


@pytest.mark.attack("T02")
@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9, 0.99])
def test_t02_armour_cut(world: World, kept: float) -> None:
    mail = mail_of(world.victim, world.cheat(lambda b: None))
    start = mail.index(b"BEGIN PBEM TURN") + 15
    damaged(world, mail[: start + int((len(mail) - start) * kept)])


@pytest.mark.attack("T03")
def test_t03_payload_altered_and_the_armour_made_anew(world: World) -> None:
    line = edited(world.cheat(lambda b: None), lambda b: b.update(note=["not his words"]))
    assert world.refused(line) == ("SIG_INVALID", "damage", 9, "")


@pytest.mark.attack("T04")
def test_t04_what_mail_programs_do_to_a_mail(world: World) -> None:
    """Seventeen of them, each alone and eight after another: the same message, which changes nothing about it."""
    line = world.cheat(lambda b: None)
    mail = mail_of(world.victim, line).decode("utf-8")
    stacked = functools.reduce(lambda text, change: change(text), CHANGES[:8], mail)
    campaign = world.victim.open(write=False)
    assert len(CHANGES) == 17
    for text in (mail, *(change(mail) for change in CHANGES), stacked):
        data = text.encode("utf-8")
        assert [peek(block.envelope).id for block in read_blocks(data)] == [peek(line).id]
        verdict = judge_turn(data, campaign).verdict
        assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by, verdict.exit) == ("OK", "ok", 9, "b", 0)
    assert world.accepted(read_blocks(stacked.encode("utf-8"))[0].envelope)[0].accepted == [9]


@pytest.mark.attack("T05")
def test_t05_report_text_edited(world: World) -> None:
    campaign = world.victim.open(write=False)
    files = dict(archive_files(campaign))
    name = sorted(name for name in files if name.startswith("reports/"))[-1]
    report = files[name]
    assert compare_report(campaign, report)
    at = report.index(b"Game-Turn")
    files[name] = report[:at] + b"game-Turn" + report[at + 9 :]
    verdict = judge_archive(write_archive(list(files.items()))).verdict
    assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == ("REPORT_MISMATCH", "damage", None, "")
    log = b"".join(line + b"\n" for line in world.victim.log())
    verdict = judge_log(log, wanted=Wanted(report=files[name])).verdict
    seq = int(name.split("/")[1][:4])
    assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == ("REPORT_MISMATCH", "damage", seq, "")


def bomb() -> str:
    steps = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
    return "\n".join(["a0: &a0 [lol]", *steps])


@pytest.mark.attack("T06")
@pytest.mark.parametrize("above", ['campaign: "000000000000"\nmessage: 9\nmoves: []', bomb()], ids=["other", "bomb"])
def test_t06_the_readable_part_says_something_else(world: World, above: str) -> None:
    line = world.cheat(lambda b: None)
    block = "\n".join(f"  {row}" for row in write_block(line).strip("\n").split("\n"))
    mail = f"# Signed orders. Only the block at the end counts.\n{above}\nsigned: |\n{block}\n".encode()
    shutil.copytree(world.victim.path, world.victim.path.with_name("before-t06"))
    try:
        receipt = world.victim.receive(mail)[0]
        assert receipt.fault is None and receipt.accepted == [9]
        assert [notice.code for notice in receipt.notices] == ["READABLE_PART_DIFFERS"]
        assert peek(world.victim.log()[-1]).id == message_id(read_envelope(line).payload)
    finally:
        shutil.rmtree(world.victim.path)
        world.victim.path.with_name("before-t06").rename(world.victim.path)


def test_an_unknown_computer_keeps_nothing(world: World, tmp_path: Path) -> None:
    mail: Json = mail_of(world.victim, world.cheat(lambda b: None))
    home = Home(tmp_path / "other-home")
    person = local_person(home)
    with pytest.raises(Problem) as problem:
        receive(mail, home, person)
    assert problem.value.code == "UNKNOWN_GAME"
