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
from tests.campaign.folders import Side

PLAYED = 8


def mails(*sides: Side) -> list[Path]:
    """Everything that these players mailed."""
    return [path for side in sides for path in sorted((side.path / "outbox").iterdir())]


def envelopes(sources: Iterable[Path]) -> list[bytes]:
    return list(gather(list(sources)).envelopes)


def the_game(lines: Iterable[bytes]) -> GameFound:
    (game,) = sort_games(lines)[0]
    return game


def lose(side: Side) -> None:
    """The computer is gone; the identity was on paper."""
    identity = side.home().read_identity()
    assert identity is not None
    shutil.rmtree(side.path)
    shutil.rmtree(side.home_path)
    side.home().write_identity(identity)


def rebuild(side: Side, lines: Iterable[bytes], *, partial: bool = False, system: System = REAL) -> Imported:
    target = Target(folder=side.path, partial=partial)
    return import_game(the_game(lines), target, side.home(system), side.person(), system=system)


def onlooker(root: Path, lines: Iterable[bytes], name: str = "c") -> tuple[Side, Imported]:
    side = Side(root, name)
    return side, import_game(the_game(lines), Target(folder=side.path), side.home(), None)


def payloads(side: Side) -> dict[int, bytes]:
    """What the journal holds, after a look that both copies hold the same."""
    copies = [side.path / "secrets" / "journal.jsonl", *(side.home_path / "journals").glob("*.jsonl")]
    first, second = (Journal(copy, copy).entries() for copy in copies)
    assert first == second
    return {seq: payload_of(entries[-1]) for seq, entries in first.items()}


def files(folder: Path, *names: str) -> dict[str, bytes]:
    found = [path for name in names for path in sorted(folder.glob(name)) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def resigned(side: Side, seq: int, **changes: object) -> bytes:
    """Another message with this number by the same player: what only a changed program would sign."""
    body = {**peek(side.log()[seq]).body, **changes}
    return sign_envelope(canon(body), side.person().master)


def fork_of(side: Side, root: Path, note: str) -> bytes:
    """A second, valid message in the place of the one that is due, made by a copy of his client."""
    copy = Side(root / note, side.letter)
    shutil.copytree(side.path, copy.path)
    shutil.copytree(side.home_path, copy.home_path)
    home = copy.home()
    for game in home.campaigns():
        home.register(game, copy.path)
    assert copy.submit(note=note) is not None
    return copy.log()[-1]


def fork_of_last(sides: tuple[Side, Side], root: Path) -> bytes:
    """A second message 7 of b: he is put back to where he had not sent the first."""
    _, b = sides
    saved = Side(root / "before", "b")
    saved.home().write_identity(b.home().read_identity() or b"")
    rebuild(saved, b.log()[:7])
    return fork_of(saved, root, "second")


def tampered(line: bytes) -> bytes:
    """The same payload with a signature that fails."""
    message = peek(line)
    return write_envelope(message.payload, [(bytes.fromhex(json.loads(line)["signatures"][0]["keyid"]), b"s" * 64)])


def master_of(side: Side) -> bytes:
    return side.person().master
