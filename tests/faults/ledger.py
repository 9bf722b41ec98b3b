"""What counts after any fault: one message for each number, nothing lost, what was written down is what goes out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pbem.campaign.core.campaign import payload_of
from pbem.mail.armour import read_blocks
from pbem.protocol.envelope import message_id
from pbem.protocol.messages import peek
from pbem.store.atomic import is_temporary, whole_lines
from pbem.store.journal import Journal
from tests.store.doubles import contents

Ids = dict[int, set[str]]
_ID = re.compile(r"[0-9a-f]{64}")
_MAIL = re.compile(r"(?:seat-)?[0-9]{4}-[ab](?:-[0-9]+)?\.yaml")
_PART = re.compile(r"part-([0-9]{4}-[a-z]+)")


def log_of(folder: Path) -> list[bytes]:
    """The whole lines of a campaign's log; none where there is no log."""
    path = folder / "log.jsonl"
    return whole_lines(path.read_bytes())[0] if path.is_file() else []


def folders(root: Path) -> list[Path]:
    """All campaign folders below `root`."""
    return sorted(Path(at) for at, _, names in os.walk(root) if "log.jsonl" in names)


# The same files are looked at after each of thousands of cuts.
_remembered = lru_cache(maxsize=1000)


@_remembered
def _in_line(line: bytes) -> tuple[int, str]:
    """Number and id of the message in a line of a log."""
    message = peek(line)
    return message.seq, message.id.hex()


@_remembered
def _in_file(data: bytes) -> list[tuple[int, str]]:
    """Number and id of each message in a file; empty where one of them is damaged."""
    blocks = read_blocks(data)
    return [] if any(block.damage for block in blocks) else [_in_line(block.envelope) for block in blocks]


@_remembered
def _in_journal(entry: bytes) -> str:
    """Id of the message that somebody wrote down."""
    return message_id(payload_of(entry)).hex()


def mailable(folder: Path) -> Iterable[tuple[int, str]]:
    """Number and id of the messages in the files that a player mails; the other files there hold no message."""
    for path in sorted(path for path in (folder / "outbox").glob("*") if _MAIL.fullmatch(path.name)):
        found = _in_file(path.read_bytes())
        assert found, f"{path} cannot be mailed"
        yield from found


def left(places: Iterable[Path]) -> Ids:
    """Number -> ids of every message that could have left one of these campaign folders, or that is in its log."""
    found: Ids = {}
    for folder in places:
        for seq, identity in [*map(_in_line, log_of(folder)), *mailable(folder)]:
            found.setdefault(seq, set()).add(identity)
    return found


def written_down(root: Path) -> dict[tuple[str, int], list[str]]:
    """Person and number -> ids that a copy of his journal holds, in their order; of the longer copy."""
    found: dict[tuple[str, int], list[str]] = {}
    copies = [*root.rglob("secrets/journal.jsonl"), *root.rglob("journals/*.jsonl")]
    copies = [copy for copy in copies if not copy.name.endswith(".parts.jsonl")]
    for copy in sorted(copies):
        who = copy.relative_to(root).parts[0].removesuffix("-home")
        for seq, entries in Journal(copy, copy).entries().items():
            ids = [_in_journal(entry) for entry in entries]
            known = found.get((who, seq), [])
            # An accept is written down under the id of the game that it makes: what never left may stand alone.
            assert seq == 1 or ids[: len(known)] == known[: len(ids)], f"{copy}: message {seq} stands there otherwise"
            found[who, seq] = max(known, ids, key=len)
    return found


@dataclass
class Ledger:
    """What was seen of one campaign so far; each look adds to it and fails where something counted is gone.

    apart: somebody whose computer does not count, "" for nobody.
    """

    root: Path
    apart: str = ""
    ids: Ids = field(default_factory=dict)
    journal: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    logs: dict[Path, list[bytes]] = field(default_factory=dict)

    def look(self) -> None:
        """Takes in what is on the disk now."""
        for folder in self._folders():
            parts = [match[1] for path in folder.glob("outbox/part-*") if (match := _PART.match(path.name))]
            assert len(set(parts)) == len(parts), f"two parts of one member for one message: {parts}"
        for seq, ids in left(self._folders()).items():
            self.ids.setdefault(seq, set()).update(ids)
            assert len(self.ids[seq]) == 1, f"two messages {seq} left"
        now = {key: ids for key, ids in written_down(self.root).items() if key[0] != self.apart}
        for (who, seq), known in self.journal.items():
            assert seq == 1 or now.get((who, seq), [])[: len(known)] == known, f"{who} forgot message {seq}"
        for (who, seq), entries in now.items():
            if seq != 1 and seq in self.ids:
                assert entries == list(self.ids[seq]), f"{who} wrote down another message {seq} than left"
        self.journal = now
        for folder, lines in self.logs.items():
            assert log_of(folder)[: len(lines)] == lines, f"{folder} lost a message"
        self.logs = {folder: log_of(folder) for folder in self._folders()}

    def _folders(self) -> list[Path]:
        return [path for path in folders(self.root) if path.relative_to(self.root).parts[0] != self.apart]

    def require_gone_out(self) -> None:
        """What was written down is in a log or can be mailed. For the end, when nothing is under way."""
        for who, seq in self.journal:
            assert seq in self.ids, f"message {seq} of {who} was written down and never went out"


def shape(root: Path) -> set[str]:
    """The names of all files below `root` but locks; an id that differs from run to run counts as any other."""
    return {_ID.sub("<id>", name) for name in kept(root)}


def kept(root: Path) -> dict[str, bytes]:
    """Every file below `root` but locks. A half-written file that no name stands for yet is none, for it is hidden and
    is removed with the next write to its folder; in a campaign's folder there is none of them."""
    found = contents(root)
    temporary = {name for name in found if is_temporary(Path(name).name)}
    inside = [name for name in temporary if any((root / name).is_relative_to(folder) for folder in folders(root))]
    assert inside == []
    return {name: data for name, data in found.items() if name not in temporary}
