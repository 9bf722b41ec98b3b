"""Rows L of the adversarial plan, through whole clients playing the real ruleset."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.inbox.receive import receive
from pbem.campaign.outbox.create import join_campaign, read_invitation
from pbem.campaign.records.archiving import archive_bytes, archive_files
from pbem.campaign.records.verification import judge_archive
from pbem.errors import Problem
from pbem.local.practice import local_person
from pbem.mail.armour import write_block
from pbem.protocol import keys
from pbem.protocol.admission import game_id
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import PART_TYPE, pae, read_envelope, write_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek
from pbem.protocol.verify import head_of
from pbem.store.archive import write_archive
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from tests.attacks.world import (
    Body,
    World,
    drawer,
    edited,
    fresh,
    frozen,
    judged,
    mail_of,
    signed,
)
from tests.campaign.folders import Peer, begin_anew, invite

Edit = Callable[[Body], Any]


def archive_of(world: World, log: list[bytes]) -> bytes:
    """The victim's archive with another log in it."""
    files = dict(archive_files(world.victim.open(write=False)))
    files["log.jsonl"] = b"".join(line + b"\n" for line in log)
    return write_archive(list(files.items()))


# --- L: the log ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("L01")
def test_l01_a_second_message_after_the_reply(replied: World) -> None:
    other = replied.cheat(lambda b: b.update(note=["I meant this"]))
    assert replied.refused(other) == ("FORK", "proof", 9, "b")
    forks = [data for name, data in drawer(replied.victim).items() if name.startswith("fork-0009")]
    # The evidence proves it to anybody who has nothing else.
    assert judged(forks[0].splitlines()) == ("FORK", "proof", 9, "b")


@pytest.mark.attack("L02")
@pytest.mark.parametrize("seq", [0, 1, 2, 5, 8])
def test_l02_an_archived_message_edited(world: World, seq: int) -> None:
    log = world.victim.log()
    log[seq] = edited(log[seq], lambda b: b.update(date="1806-10-15T06:00:00Z"))
    verdict = judge_archive(archive_of(world, log)).verdict
    assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == ("SIG_INVALID", "damage", seq, "")


@pytest.mark.attack("L03")
@pytest.mark.parametrize("seq", [2, 4, 7])
def test_l03_an_archived_message_edited_and_signed_again(world: World, seq: int) -> None:
    log = world.victim.log()
    peer = world.cheater if "ab"[seq % 2] == world.cheater.seat else world.victim
    body = {**peek(log[seq]).body, "note": ["never said"]}
    log[seq] = signed(body, peer.person().master)
    verdict = judge_archive(archive_of(world, log)).verdict
    assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == ("PARENT_MISMATCH", "damage", seq + 1, "")


@pytest.mark.attack("L04")
@pytest.mark.parametrize("seq", [0, 1, 2, 7, 8])
def test_l04_the_same_message_twice(world: World, seq: int) -> None:
    before = frozen(world.victim)
    receipts = receive(
        mail_of(world.victim, world.victim.log()[seq]),
        world.victim.home(),
        world.victim.person(),
        folder=world.victim.path,
    )
    assert receipts[0].fault is None and receipts[0].accepted == []
    assert [(notice.code, notice.seq) for notice in receipts[0].notices] == [("REPLAY", seq)]
    assert frozen(world.victim) == before


@pytest.mark.attack("L05")
@pytest.mark.parametrize("seq", [1, 2, 5])
def test_l05_a_message_dropped(world: World, seq: int) -> None:
    log = world.victim.log()
    del log[seq]
    assert judged(log) == ("SEQ_GAP", "damage", seq + 1, "")


@pytest.mark.slow
@pytest.mark.attack("L05")
def test_l05_a_mail_from_the_future(replied: World) -> None:
    """The cheater's client of before gets message 10 without having sent message 9 from this computer."""
    mail = replied.victim.mail(10)
    before = frozen(replied.cheater)
    receipt = replied.cheater.receive(mail)[0]
    assert receipt.fault is not None and receipt.evidence is not None
    assert (receipt.fault.code, receipt.fault.cls, receipt.fault.seq) == ("SEQ_GAP", "damage", 10)
    assert receipt.fault.signed_by == "" and receipt.evidence.read_bytes() == mail
    assert frozen(replied.cheater) == before


@pytest.mark.attack("L06")
@pytest.mark.parametrize("seq", [1, 2, 6])
def test_l06_two_messages_swapped(world: World, seq: int) -> None:
    log = world.victim.log()
    log[seq], log[seq + 1] = log[seq + 1], log[seq]
    assert judged(log) == ("SEQ_GAP", "damage", seq + 1, "")


@pytest.mark.attack("L07")
def test_l07_the_same_side_twice_in_a_row(replied: World, world: World) -> None:
    line = world.cheat(lambda b: None)
    receipt, campaign = world.accepted(line)
    assert receipt.accepted == [9]
    body = {**peek(line).body, "seq": 10, "parent": peek(line).id.hex(), "seal": fresh("seal")}
    with pytest.raises(Fault) as refused:
        campaign.chain.extend(signed(body, world.master))
    fault = refused.value
    assert (fault.code, fault.cls, fault.seq, fault.signed_by) == ("SIDE_TURN", "proof", 10, "b")
    assert judged([*world.victim.log(), line, signed(body, world.master)]) == ("SIDE_TURN", "proof", 10, "b")


@pytest.mark.attack("L08")
def test_l08_a_message_of_another_game_of_the_same_players(world: World, tmp_path: Path) -> None:
    """The same two people play twice; a message of one campaign is handed to the other."""
    a, b = Peer(tmp_path, "a"), Peer(tmp_path, "b")
    a.home().write_identity((world.victim.home_path / "identity.json").read_bytes())
    b.home().write_identity((world.cheater.home_path / "identity.json").read_bytes())
    begin_anew(tmp_path, 4)
    foreign = b.log()[3]
    assert world.refused(foreign, named=False) == ("GAME_MISMATCH", "stranger", 3, "")
    # The second campaign is one that the first computer does not know: nothing is opened or written.
    before = frozen(world.victim)
    with pytest.raises(Problem) as problem:
        world.victim.receive(b.mail(3))
    assert problem.value.code == "UNKNOWN_GAME" and problem.value.mend
    assert frozen(world.victim) == before


@pytest.mark.attack("L09")
def test_l09_another_key_signs_my_slot(world: World) -> None:
    for master in (world.victim.person().master, bytes.fromhex(fresh("stranger"))):
        assert world.refused(signed(world.body(), master)) == ("SIG_WRONG_KEY", "stranger", 9, "")


@pytest.mark.attack("L10")
def test_l10_terms_changed_after_the_accept(world: World) -> None:
    log = world.victim.log()
    body = peek(log[0]).body
    body["terms"]["clock"]["days"] = 1
    log[0] = signed(body, world.victim.person().master)
    assert judged(log) == ("PARENT_MISMATCH", "damage", 1, "")


def variant(tmp_path: Path, name: str) -> NapoleonAtWar:
    """The ruleset as somebody else might have it installed."""
    home = tmp_path / "installed"
    source = NapoleonAtWar().home
    for folder in ("data", "scenarios"):
        shutil.copytree(source / folder, home / folder)
    if name == "ruleset":
        path = home / "data" / "terrain.yaml"
        path.write_bytes(path.read_bytes().replace(b"# Terrain", b"# terrain", 1))
    if name == "scenario":
        path = home / "scenarios" / "jena-auerstadt" / "units.yaml"
        changed = re.sub(rb"(strength: \"?)(\d)", lambda m: m[1] + b"%d" % (int(m[2]) + 1), path.read_bytes(), count=1)
        path.write_bytes(changed if changed != path.read_bytes() else path.read_bytes() + b"# stronger\n")
    rules = NapoleonAtWar(home)
    if name == "engine":
        rules.version = "0"
    return rules


@pytest.mark.attack("L11", "L12", "L13")
@pytest.mark.parametrize("name", ["ruleset", "scenario", "engine"])
def test_l11_l12_l13_another_ruleset_scenario_or_resolver(
    world: World, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = variant(tmp_path, name)
    log, archive, before = world.victim.log(), archive_bytes(world.victim.open(write=False)), frozen(world.victim)
    mail = mail_of(world.victim, world.cheat(lambda b: None))
    monkeypatch.setattr("pbem.campaign.core.machine.ruleset_for", lambda _: rules)
    expected = (f"{name.upper()}_MISMATCH", "environment", 0, "")
    assert judged(log) == expected
    verdict = judge_archive(archive).verdict
    assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by, verdict.exit) == (*expected, 13)
    with pytest.raises(Fault) as fault:
        world.victim.receive(mail)
    assert (fault.value.code, fault.value.cls, fault.value.signed_by) == (expected[0], "environment", "")
    assert frozen(world.victim) == before


def handshake(tmp_path: Path) -> tuple[Peer, Peer, Body]:
    """An invitation, and what its honest accept would say."""
    a, b = Peer(tmp_path, "a"), Peer(tmp_path, "b")
    invite(a)
    home = b.home()
    join_campaign(b.path, read_invitation(a.mail(0)), home, local_person(home)).folder.close()
    return a, b, peek(b.log()[1]).body


def refused_accept(a: Peer, line: bytes) -> tuple[str, str, int | None, str]:
    mail, before = mail_of(a, line), frozen(a)
    receipt = receive(mail, a.home(), a.person())[0]
    assert receipt.fault is not None and receipt.evidence is not None
    signed_by_nobody = receipt.evidence.name.startswith("unsigned-")
    assert receipt.evidence.read_bytes() == (write_block(line).encode("ascii") if signed_by_nobody else mail)
    assert frozen(a) == before
    return receipt.fault.code, receipt.fault.cls, receipt.fault.seq, receipt.fault.signed_by


@pytest.mark.attack("L14")
def test_l14_accept_with_the_inviters_key(tmp_path: Path) -> None:
    a, _, body = handshake(tmp_path)
    key, invitation = a.person().key, peek(a.log()[0]).id
    game = game_id(invitation, key, bytes.fromhex(body["nonce"])).hex()
    line = signed({**body, "key": key.hex(), "game": game}, a.person().master)
    assert refused_accept(a, line) == ("KEY_REUSED", "invalid", 1, "")


@pytest.mark.attack("L15")
@pytest.mark.parametrize("key", ["01" + 31 * "00", 32 * "00", "ec" + 30 * "ff" + "7f"])
def test_l15_small_order_public_key(tmp_path: Path, key: str) -> None:
    a, b, body = handshake(tmp_path)
    game = game_id(peek(a.log()[0]).id, bytes.fromhex(key), bytes.fromhex(body["nonce"])).hex()
    body = {**body, "key": key, "game": game}
    payload = canon(body)
    line = write_envelope(payload, [(bytes.fromhex(key), keys.sign(b.person().master, payload))])
    assert refused_accept(a, line) == ("KEY_INVALID", "invalid", 1, "")


def resigned(line: bytes, change: Callable[[bytes], bytes]) -> bytes:
    envelope = read_envelope(line)
    return write_envelope(envelope.payload, [(key, change(sig)) for key, sig in envelope.signatures])


def plus_order(signature: bytes) -> bytes:
    order = 2**252 + 27742317777372353535851937790883648493
    return signature[:32] + (int.from_bytes(signature[32:], "little") + order).to_bytes(32, "little")


@pytest.mark.attack("L16")
def test_l16_signature_plus_group_order(world: World) -> None:
    line = resigned(world.cheat(lambda b: None), plus_order)
    assert world.refused(line) == ("SIG_INVALID", "damage", 9, "")


@pytest.mark.attack("L17")
def test_l17_a_signature_of_63_bytes(world: World) -> None:
    line = resigned(world.cheat(lambda b: None), lambda sig: sig[:63])
    assert world.refused(line) == ("ENVELOPE_MALFORMED", "damage", 9, "")


@pytest.mark.attack("L18")
def test_l18_a_strangers_signature_added(world: World) -> None:
    line = signed(world.body(), world.master, bytes.fromhex(fresh("stranger")))
    assert world.refused(line) == ("SIG_WRONG_KEY", "stranger", 9, "")


@pytest.mark.attack("L19")
def test_l19_payload_type_changed(world: World) -> None:
    line = signed(world.body(), world.master, kind="application/vnd.pbem.message.v2+json")
    assert world.refused(line) == ("PAYLOAD_TYPE", "stranger", 9, "")


@pytest.mark.attack("L20")
def test_l20_a_signed_part_wrapped_as_a_message(world: World) -> None:
    payload = canon(world.body())
    line = write_envelope(payload, [(keys.public_key(world.master), keys.sign(world.master, pae(PART_TYPE, payload)))])
    assert world.refused(line) == ("SIG_INVALID", "damage", 9, "")


@pytest.mark.attack("L21")
def test_l21_line_breaks_in_the_envelopes_base64(world: World) -> None:
    parsed = json.loads(world.cheat(lambda b: None))
    parsed["payload"] = parsed["payload"][:76] + "\n" + parsed["payload"][76:]
    line = json.dumps(parsed, sort_keys=True, separators=(",", ":")).encode()
    assert world.refused(line) == ("ENVELOPE_MALFORMED", "damage", 9, "")


@pytest.mark.attack("L22")
def test_l22_a_log_cut_before_the_head(world: World) -> None:
    campaign = world.victim.open(write=False)
    log, head = world.victim.log(), head_of(campaign.chain)
    assert judged(log, head=head)[:2] == ("OK", "ok")
    for kept in (2, 5, 8):
        assert judged(log[:kept], head=head) == ("LOG_TRUNCATED", "damage", None, "")
    files = dict(archive_files(campaign))
    files["log.jsonl"] = b"".join(line + b"\n" for line in log[:-1])
    files["tapes.jsonl"] = b"".join(line + b"\n" for line in files["tapes.jsonl"].splitlines()[:-1])
    verdict = judge_archive(write_archive(list(files.items()))).verdict
    assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == ("LOG_TRUNCATED", "damage", None, "")
