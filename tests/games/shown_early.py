"""The books of a finished game, as each side could have shown them after every message of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.campaign.records.archiving import LOG, unpack
from pbem.campaign.records.disclosing import audit_data, audit_path
from pbem.protocol.canonical import canon
from pbem.protocol.messages import Message, peek


def check_shown_early(path: Path, place: Path, step: int = 1) -> int:
    """Nobody honest is accused by what he shows while the game runs. Returns how often that was asked.

    path: a campaign folder or an archive, both of whose books are open. place: for files. step: every so many messages.
    """
    log = (path / "log.jsonl").read_bytes() if path.is_dir() else unpack(path.read_bytes())[LOG]
    messages = [peek(line) for line in log.splitlines()]
    asked = range(len(messages) - 3, 2, -step)
    for seq in asked:
        books = [_book(messages, closing, seq, place) for closing in messages[-2:]]
        told = audit_data(audit_path(path, books))
        assert (told["exit"], told["findings"], told["fault"]) == (0, [], None), (seq, told["findings"][:3])
        assert told["shown_up_to"] == seq and len(told["disclosed"]) == 2
    return len(asked)


def _book(messages: list[Message], closing: Message, seq: int, place: Path) -> Path:
    audit: dict[str, Any] = closing.body["audit"]
    body = {
        "v": 1,
        "game": messages[2].body["game"],
        "side": closing.seat,
        "message": seq,
        "id": messages[seq].id.hex(),
        "audit": {**audit, "book": [entry for entry in audit["book"] if entry["at"] <= seq]},
    }
    file = place / f"{closing.seat}-{seq}"
    file.write_bytes(canon(body) + b"\n")
    return file
