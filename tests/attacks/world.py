"""A cheater and his victim: two whole clients in the middle of a real game, the cheater's message due."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.evidence import MOST_SIGNED
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.receive import receive, take
from pbem.campaign.outbox.submit import compose_message
from pbem.campaign.records.verification import Wanted as HeldAgainst
from pbem.campaign.records.verification import judge_log, judge_turn
from pbem.campaign.writing.orders_file import Checked
from pbem.mail.armour import read_blocks, write_block
from pbem.orders.signed import write_signed
from pbem.protocol import keys
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import MESSAGE_TYPE, pae, read_envelope, write_envelope
from tests.campaign.folders import Peer
from tests.games.campaigns import RandomHand, begin
from tests.games.chance import fixed_secrets
from tests.games.games import Tally

Body = dict[str, Any]
Edit = Callable[[Body], Any]
# Code, class, number of the message, and who is named.
Diagnosis = tuple[str, str, int | None, str]
Wanted = Callable[[Campaign, Due], bool]
MOST_SEEDS = 40


@dataclass
class World:
    """cheater: whose message `seq` is due. checked: his honest answer, None where none is due."""

    cheater: Peer
    victim: Peer
    seq: int
    checked: Checked | None
    _drafts: dict[str, bytes] = field(default_factory=dict, repr=False)

    @property
    def master(self) -> bytes:
        """The cheater's own."""
        return self.cheater.person().master

    def body(self, **more: Any) -> Body:
        """The payload that an honest client would sign now. more: as for `compose_message`."""
        wanted = json.dumps(more, sort_keys=True)
        if wanted not in self._drafts:
            self._drafts[wanted] = json.dumps(self.composed(self.cheater.open(write=False), **more)).encode("utf-8")
        return dict(json.loads(self._drafts[wanted]))

    def composed(self, campaign: Campaign, **more: Any) -> Body:
        """The same, by a campaign that is open already, composed anew."""
        due = campaign.due()
        draft = compose_message(campaign, due, None if "control" in more else self.checked, **more)
        return dict(json.loads(draft.payload))

    def cheat(self, edit: Edit, **more: Any) -> bytes:
        """The honest message changed by `edit`, signed by the cheater."""
        body = self.body(**more)
        edit(body)
        return signed(body, self.master)

    def refused(self, line: bytes, *, named: bool = True) -> Diagnosis:
        """What the victim's client says of a mail with this envelope; it keeps the mail and changes nothing else.

        named: whether the mail is found by its content; else the victim names the campaign's folder.
        """
        mail = mail_of(self.victim, line)
        before, evidence = frozen(self.victim), drawer(self.victim)
        home, person = self.victim.home(), self.victim.person()
        receipts = receive(mail, home, person, folder=None if named else self.victim.path)
        after = frozen(self.victim)
        assert after == before, sorted(name for name in after if after[name] != before.get(name))
        assert len(receipts) == 1 and receipts[0].accepted == []
        fault, kept = receipts[0].fault, receipts[0].evidence
        assert fault is not None, "the message was accepted"
        assert fault.detail and kept is not None
        # Of what no player signed the block alone is kept, and not for good; of a long mail too, but for good.
        signed_by_nobody = kept.name.startswith("unsigned-")
        block_alone = signed_by_nobody or len(mail) > MOST_SIGNED
        assert kept.read_bytes() == (write_block(line).encode("ascii") if block_alone else mail)
        assert not (signed_by_nobody and fault.signed_by)
        assert drawer(self.victim).keys() >= evidence.keys()
        found = (fault.code, fault.cls, fault.seq, fault.signed_by)
        campaign = self.victim.open(write=False)
        verdict = judge_turn(mail, campaign).verdict
        assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by, verdict.exit) == (*found, fault.exit)
        log = b"".join(own + b"\n" for own in self.victim.log()) + line + b"\n"
        verdict = judge_log(log).verdict
        assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == found or b"\n" in line
        return found

    def accepted(self, line: bytes) -> tuple[Receipt, Campaign]:
        """What becomes of a valid message at a copy of the victim's client; the victim himself stays as he was."""
        saved = self.victim.path.with_name("victim-before")
        shutil.copytree(self.victim.path, saved)
        campaign = self.victim.open()
        try:
            mail = mail_of(self.victim, line)
            receipt = take(campaign, mail, read_blocks(mail))
        finally:
            campaign.folder.close()
            shutil.rmtree(self.victim.path)
            saved.rename(self.victim.path)
        return receipt, campaign


def signed(body: Mapping[str, Any] | bytes, *masters: bytes, kind: str = MESSAGE_TYPE) -> bytes:
    """An envelope around any payload."""
    payload = body if isinstance(body, bytes) else canon(dict(body))
    data = pae(kind, payload)
    return write_envelope(payload, [(keys.public_key(m), keys.sign(m, data)) for m in masters], kind)


def mail_of(peer: Peer, line: bytes) -> bytes:
    """A mail to this side with the envelope in it."""
    digits = peer.open(write=False).short_id
    return write_signed({"campaign": digits}, [], write_block(line)).encode("utf-8")


def frozen(peer: Peer) -> dict[str, bytes]:
    """Everything in a campaign folder but evidence and lock, by path."""
    files = [path for path in sorted(peer.path.rglob("*")) if path.is_file() and path.name != "lock"]
    return {
        path.relative_to(peer.path).as_posix(): path.read_bytes() for path in files if path.parent.name != "evidence"
    }


def drawer(peer: Peer, name: str = "evidence") -> dict[str, bytes]:
    """The files of a drawer."""
    return {path.name: path.read_bytes() for path in sorted((peer.path / name).iterdir()) if path.is_file()}


def build(root: Path, wanted: Wanted, *, asks: bool = False) -> World:
    """A game played up to the first message that is `wanted`, of the first seed in which there is one."""
    for seed in range(MOST_SEEDS):
        with fixed_secrets(f"attacks {seed}"):
            world = _played(root / str(seed), seed, wanted, asks)
        if world is not None:
            return world
    raise AssertionError("no game has such a message")


def _played(folder: Path, seed: int, wanted: Wanted, asks: bool) -> World | None:
    a, b = begin(folder, seed)
    campaigns = {"a": a, "b": b}
    hands = {seat: RandomHand(random.Random(f"{seed}/{seat}"), Tally(seed), asks, 0) for seat in "ab"}
    mail: bytes | None = (folder / "b" / "outbox" / "0001-b.yaml").read_bytes()
    try:
        for number in range(2, 200):
            letter = "ab"[number % 2]
            campaign = campaigns[letter]
            assert mail is not None and take(campaign, mail, read_blocks(mail)).fault is None
            due = campaign.due()
            if wanted(campaign, due):
                checked = hands[letter].answer(campaign, due) if due.request is not None else None
                return World(Peer(folder, letter), Peer(folder, "ba"[number % 2]), number, checked)
            mail = hands[letter].reply(campaign)
            if mail is None:
                return None
    finally:
        a.folder.close()
        b.folder.close()
    return None


def rolled(due: Due) -> bool:
    """Whether closing the open segment draws dice."""
    return due.closing is not None and any(size > 0 for _, size, _ in due.closing.tape)


def fresh(words: str) -> str:
    """Sixty-four hex digits that mean nothing."""
    return sha256(words.encode("utf-8")).hexdigest()


def judged(lines: list[bytes], **wanted: Any) -> Diagnosis:
    """What a stranger's verification says of a log. wanted: what to hold it against."""
    verdict = judge_log(b"".join(line + b"\n" for line in lines), wanted=HeldAgainst(**wanted)).verdict
    assert verdict.detail
    return verdict.code, verdict.cls, verdict.seq, verdict.signed_by


def edited(line: bytes, edit: Edit) -> bytes:
    """The payload changed under the old signature."""
    envelope = read_envelope(line)
    body = json.loads(envelope.payload)
    edit(body)
    return write_envelope(canon(body), envelope.signatures)


def ninth(campaign: Campaign, due: Due) -> bool:
    """Message 9, side b's, which answers an orders question."""
    return len(campaign.chain.messages) == 9 and due.kind == "orders"


def proof(world: World, code: str) -> Diagnosis:
    """The diagnosis that names the cheater."""
    return code, "proof", world.seq, world.cheater.seat
