"""Row N13 of the adversarial plan: mails of strangers that fill the disk, and what a player signed among them."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from pbem.campaign.core import evidence
from pbem.mail.armour import write_block
from tests.attacks.world import World, drawer, fresh, frozen, signed
from tests.tiers import later

STRANGER = b"s" * 32
# Bytes around the block of each mail; the largest that are read are a thousand times as long.
AROUND = 30_000
LARGE, LARGE_MAILS = 3_000_000, 3


def flood(world: World, count: int, size: int = AROUND, first: int = 0) -> None:
    """So many mails with a message that a stranger signed, all different; each is refused and changes nothing.

    first: the number of the first one; another number makes another message.
    """
    before, body = frozen(world.victim), world.body()
    for number in range(first, first + count):
        line = signed(
            {**body, "nonce": fresh(f"flood {number}")} if number % 2 else {**body, "note": [str(number)]}, STRANGER
        )
        mail = b"filling " * (size // 8) + b"\n" + write_block(line).encode("ascii")
        (receipt,) = world.victim.receive(mail)
        assert receipt.fault is not None and receipt.evidence is not None and receipt.accepted == []
        assert receipt.fault.code in ("SIG_WRONG_KEY", "PAYLOAD_SCHEMA") and receipt.fault.signed_by == ""
        assert receipt.evidence.read_bytes() == write_block(line).encode("ascii")
    assert frozen(world.victim) == before


def kept(world: World) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What a player signed, and what nobody did."""
    files = drawer(world.victim)
    nobodys = {name: data for name, data in files.items() if name.startswith("unsigned-")}
    return {name: data for name, data in files.items() if name not in nobodys}, nobodys


@pytest.mark.slow
@pytest.mark.attack("N13")
@pytest.mark.parametrize("mails", [100, later(1000, pytest.mark.campaigns)])
def test_n13_large_mails_of_a_stranger_are_kept_within_a_bound_and_proofs_for_good(world: World, mails: int) -> None:
    proof = world.refused(world.cheat(lambda body: body.update(reveal=fresh("other"))))
    assert proof == ("REVEAL_MISMATCH", "proof", 9, "b")
    proofs = kept(world)[0]
    assert proofs
    flood(world, mails)
    flood(world, LARGE_MAILS, LARGE, first=mails)
    after, nobodys = kept(world)
    assert after == proofs and len(nobodys) == evidence.MOST_FILES
    assert sum(map(len, nobodys.values())) <= evidence.MOST_BYTES
    assert not any(b"filling" in data for data in nobodys.values())
    numbers = sorted(int(name.split("-")[1]) for name in nobodys)
    assert numbers == list(range(numbers[-1] - evidence.MOST_FILES + 1, numbers[-1] + 1)), "the oldest went"
    # The thousandth of a name is taken like the first.
    for number in range(2, 1000):
        (world.victim.path / "evidence" / f"0009-reveal_mismatch-{number}.txt").write_bytes(b"%d" % number)
    again = world.refused(world.cheat(lambda body: body.update(reveal=fresh("third"))))
    assert again == ("REVEAL_MISMATCH", "proof", 9, "b")


@pytest.mark.slow
@pytest.mark.attack("N13")
def test_n13_the_bytes_are_bounded_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "MOST_BYTES", 200_000)
    flood(world, 30)
    nobodys = kept(world)[1]
    assert 5 < len(nobodys) < 30 and sum(map(len, nobodys.values())) <= 200_000


@pytest.mark.slow
@pytest.mark.attack("N13")
def test_n13_damaged_texts_are_cut_and_bounded(world: World, tmp_path: Path) -> None:
    block = write_block(world.cheat(lambda body: None))
    mail = (block[:-200] + "\n" + "x" * (2 * evidence.MOST_DAMAGED) + secrets.token_hex(8)).encode("ascii")
    digits = world.victim.open(write=False).short_id
    (receipt,) = world.victim.receive(f'campaign: "{digits}"\n'.encode("ascii") + mail)
    assert receipt.fault is not None and receipt.evidence is not None
    assert (receipt.fault.code, receipt.fault.cls, receipt.fault.seq, receipt.fault.signed_by) == (
        "ARMOR_DAMAGED",
        "damage",
        None,
        "",
    )
    text = receipt.evidence.read_bytes()
    assert text.startswith(b"BEGIN PBEM TURN") and len(text) == evidence.MOST_DAMAGED
