"""A third person at his own computer: he takes the place of side b, or of side a."""

from __future__ import annotations

import shutil
from pathlib import Path

from pbem.campaign.inbox.receive import take
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.gather import gather
from pbem.campaign.records.importing import Target, import_game
from pbem.campaign.records.log_assembly import sort_games
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.seats.cosign_seat import cosign, examine, read_seating
from pbem.campaign.seats.seat_secrets import handover_text
from pbem.campaign.seats.seating import prepare_seating, sign_seating
from pbem.local.practice import local_person
from pbem.mail.armour import read_blocks
from pbem.protocol import compose
from pbem.protocol.envelope import read_envelope
from pbem.protocol.verify import Verdict
from pbem.store.os_port import REAL, System
from tests.campaign.core.test_crash import recorded
from tests.campaign.folders import DATE, Peer, begin, send


class Newcomer(Peer):
    """Carl at `root/c` and `root/c-home`, who has never played this game."""

    def __init__(self, root: Path, seat: str, name: str = "c") -> None:
        super().__init__(root, seat)
        self.path = root / name
        self.home_path = root / f"{name}-home"
        if self.home().read_identity() is None:
            local_person(self.home())

    def take_log(self, archive: Path, system: System = REAL) -> None:
        """His folder, made of an archive; he plays nothing yet."""
        games, _ = sort_games(gather([archive]).envelopes)
        imported = import_game(games[0], Target(self.path), self.home(system), self.person(), system=system)
        assert imported.exit == 0

    def sit_down(self, handover: bytes | None = None, system: System = REAL, name: str = "Carl") -> Path:
        """`pbem seat`: the file that he mails."""
        campaign = open_campaign(self.path, self.home(system), self.person(), write=True, system=system)
        try:
            words = compose.Words(name, (), DATE)
            return sign_seating(campaign, prepare_seating(campaign, handover=handover, words=words))
        finally:
            campaign.folder.close()


def archived(peer: Peer) -> Path:
    """His archive, as `pbem archive` writes it."""
    path = peer.root / "campaign.pbem"
    campaign = peer.open(write=False)
    path.write_bytes(archive_bytes(campaign))
    return path


def agree(peer: Peer, mail: bytes, system: System = REAL) -> bytes:
    """`pbem seat --cosign`: what he mails back."""
    campaign = peer.open(system)
    try:
        seating = read_seating(mail)
        examine(campaign, seating)
        return cosign(campaign, seating, mail).read_bytes()
    finally:
        campaign.folder.close()


def hand_over(peer: Peer) -> bytes:
    """`pbem seat --hand-over`."""
    return handover_text(peer.open(write=False)).encode("utf-8")


def seated(root: Path, a: Peer, seat: str = "b", handover: bytes | None = None) -> Newcomer:
    """Somebody new in this seat, agreed to by `a` and known to both."""
    carl = Newcomer(root, seat)
    carl.take_log(archived(a))
    back = agree(a, carl.sit_down(handover).read_bytes())
    receipt = carl.receive(back)[0]
    assert receipt.fault is None and len(receipt.accepted) == 1
    return carl


def finish(*peers: Peer) -> Verdict:
    """The game to its end, between clients that stay open.

    Returns the verdict of somebody who has nothing but the archive, which both write alike.
    """
    at = {peer.seat: peer.open() for peer in peers}
    try:
        while due := at["a"].chain.waits_for:
            sent = send(at[due])
            assert sent is not None
            mail = sent.text.encode("utf-8")
            assert take(at["b" if due == "a" else "a"], mail, read_blocks(mail)).fault is None
    finally:
        for campaign in at.values():
            campaign.folder.close()
    first, second = (archive_bytes(peer.open(write=False)) for peer in peers)
    assert first == second
    return judge_archive(first).verdict


def lost(root: Path, messages: int = 9) -> tuple[Peer, Peer]:
    """A campaign in which message 9 is b's; his computer is gone."""
    a, b = begin(root, messages)
    b.receive(a.mail(messages - 1))
    shutil.copytree(b.path, root / "b-lost")
    return a, b


def waiting(tmp_path: Path) -> tuple[Peer, Newcomer, bytes]:
    """Anna, and Carl who has mailed his seat; she has not looked at it yet."""
    a, _ = lost(tmp_path)
    carl = Newcomer(tmp_path, "b")
    carl.take_log(archived(a))
    return a, carl, carl.sit_down().read_bytes()


def signatures_of(mail: bytes) -> tuple[tuple[bytes, bytes], ...]:
    """Key and signature of each signer of a mail."""
    return read_envelope(read_blocks(mail)[0].envelope).signatures


def signers_of(mail: bytes) -> set[bytes]:
    """The keys that signed a mail."""
    return {key for key, _ in signatures_of(mail)}


def check_whole_seated(peer: Peer) -> None:
    """Nothing is left over: one id for each number, tapes in step, every report there."""
    campaign = peer.open()
    try:
        assert campaign.folder.tapes_in_step()
        assert all(len(ids) == 1 for ids in recorded(peer).values())
        reports = set(campaign.folder.names("reports"))
        assert {f"{m.seq:04d}-{m.seat}.txt" for m in campaign.chain.messages[2:]} <= reports
        assert peer.home().campaigns() == {campaign.game_id: peer.path}
    finally:
        campaign.folder.close()
