"""What tests of `pbem import` share: players who lose their computers, and messages that nobody should have signed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from pbem.campaign.core.campaign import payload_of
from pbem.campaign.records.gather import gather
from pbem.campaign.records.importing import Imported, Target, import_game
from pbem.campaign.records.log_assembly import GameFound, sort_games
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import sign_envelope, write_envelope
from pbem.protocol.messages import peek
from pbem.store.journal import Journal
from pbem.store.os_port import REAL, System
from tests.campaign.folders import Peer

PLAYED = 8


def mails(*peers: Peer) -> list[Path]:
    """Everything that these players mailed."""
    return [path for peer in peers for path in sorted((peer.path / "outbox").iterdir())]


def envelopes(sources: Iterable[Path]) -> list[bytes]:
    return list(gather(list(sources)).envelopes)


def the_game(lines: Iterable[bytes]) -> GameFound:
    (game,) = sort_games(lines)[0]
    return game


def lose(peer: Peer) -> None:
    """The computer is gone; the identity was on paper."""
    identity = peer.home().read_identity()
    assert identity is not None
    shutil.rmtree(peer.path)
    shutil.rmtree(peer.home_path)
    peer.home().write_identity(identity)


def rebuild(peer: Peer, lines: Iterable[bytes], *, partial: bool = False, system: System = REAL) -> Imported:
    target = Target(folder=peer.path, partial=partial)
    return import_game(the_game(lines), target, peer.home(system), peer.person(), system=system)


def onlooker(root: Path, lines: Iterable[bytes], name: str = "c") -> tuple[Peer, Imported]:
    peer = Peer(root, name)
    return peer, import_game(the_game(lines), Target(folder=peer.path), peer.home(), None)


def payloads(peer: Peer) -> dict[int, bytes]:
    """What the journal holds, after a look that both copies hold the same."""
    copies = [peer.path / "secrets" / "journal.jsonl", *(peer.home_path / "journals").glob("*.jsonl")]
    first, second = (Journal(copy, copy).entries() for copy in copies)
    assert first == second
    return {seq: payload_of(entries[-1]) for seq, entries in first.items()}


def files(folder: Path, *names: str) -> dict[str, bytes]:
    found = [path for name in names for path in sorted(folder.glob(name)) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def resigned(peer: Peer, seq: int, **changes: object) -> bytes:
    """Another message with this number by the same player: what only a changed program would sign."""
    body = {**peek(peer.log()[seq]).body, **changes}
    return sign_envelope(canon(body), peer.person().master)


def fork_of(peer: Peer, root: Path, note: str) -> bytes:
    """A second, valid message in the place of the one that is due, made by a copy of his client."""
    copy = Peer(root / note, peer.seat)
    shutil.copytree(peer.path, copy.path)
    shutil.copytree(peer.home_path, copy.home_path)
    home = copy.home()
    for game in home.campaigns():
        home.register(game, copy.path)
    assert copy.submit(note=note) is not None
    return copy.log()[-1]


def fork_of_last(peers: tuple[Peer, Peer], root: Path) -> bytes:
    """A second message 7 of b: he is put back to where he had not sent the first."""
    _, b = peers
    saved = Peer(root / "before", "b")
    saved.home().write_identity(b.home().read_identity() or b"")
    rebuild(saved, b.log()[:7])
    return fork_of(saved, root, "second")


def tampered(line: bytes) -> bytes:
    """The same payload with a signature that fails."""
    message = peek(line)
    return write_envelope(message.payload, [(bytes.fromhex(json.loads(line)["signatures"][0]["keyid"]), b"s" * 64)])


def master_of(peer: Peer) -> bytes:
    return peer.person().master
