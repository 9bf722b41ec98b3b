"""What `pbem mail` remembers: how far it has read, which mails it has dealt with, which messages it has sent.

It lies in `mail/` in the configuration folder and is written in one step each time. Nothing is lost with it: mails of
the last weeks are then read again, in which everything that is known already counts for nothing, and the newest
message of each campaign that nobody has answered yet is sent once more, byte for byte.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from pbem.errors import Problem
from pbem.mail.fetching import Mark
from pbem.store.atomic import sweep, write_atomic
from pbem.store.faults import reported
from pbem.store.files import ensure_folder, entry_at, free_name, read_bounded
from pbem.store.home import Home
from pbem.store.lock import Lock
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER, REAL

STATE: Final = "state.json"
STATE_LIMIT: Final = 16 * 2**20
MOST_HANDLED: Final = 5000
MOST_WAITING: Final = 64
_LONGEST: Final = 1000
_UID: Final = re.compile(r"[0-9]{1,10}", re.ASCII)


@dataclass
class Sent:
    """The newest message of a campaign that was sent. id: Message-ID of its mail."""

    seq: int
    id: str


@dataclass
class Refused:
    """A message that the server refused for good. route: from whom to whom, and by which server. why: in words."""

    seq: int
    route: str
    why: str


@dataclass
class MailState:
    """marks: folder of a server -> how far it was read. handled: digests of mails, the oldest first. sent: id of a
    campaign's invitation -> what was sent. waiting: names of mails that are tried again later, the oldest first.
    refused: id of a campaign's invitation -> what is not tried again by itself."""

    marks: dict[str, Mark] = field(default_factory=dict)
    handled: dict[str, None] = field(default_factory=dict)
    sent: dict[str, Sent] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    refused: dict[str, Refused] = field(default_factory=dict)

    def mark(self, place: str) -> Mark:
        """How far a folder was read."""
        return self.marks.setdefault(place, Mark())

    def handle(self, digest: str) -> None:
        """Remembers that a mail was dealt with, up to a bound."""
        remember(self.handled, digest)


def remember(handled: dict[str, None], digest: str) -> None:
    """Adds a digest as the newest; the oldest ones are forgotten beyond MOST_HANDLED."""
    handled.pop(digest, None)
    handled[digest] = None
    for old in list(handled)[: max(0, len(handled) - MOST_HANDLED)]:
        del handled[old]


def digest_of(id: str, envelopes: Iterable[bytes], mail: bytes) -> str:
    """What tells a mail from others: its Message-ID with the turns in it, where it has any of them; else its bytes.

    A mail that takes the id of another one does not keep a turn out, and a list's second copy is known again.
    """
    digest = hashlib.sha256()
    turns = sorted(hashlib.sha256(envelope).digest() for envelope in envelopes)
    for piece in [id.encode("utf-8"), *turns] if id or turns else [b"", hashlib.sha256(mail).digest()]:
        digest.update(len(piece).to_bytes(4, "big") + piece)
    return digest.hexdigest()[:32]


class StateFile:
    """The file with the state, its lock, and the drawers beside it. path: the folder `mail`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged: Path | None = None

    @classmethod
    def of(cls, home: Home) -> StateFile:
        """That of a player's configuration folder."""
        return cls(home.path / "mail")

    def lock(self) -> Lock:
        """One program at a time. Raises Problem MAIL_BUSY."""
        ensure_folder(self.path, mode=PRIVATE_FOLDER)
        try:
            lock = Lock(self.path / "lock")
        except Problem as problem:
            if problem.code != "FOLDER_LOCKED":
                raise
            mend = "wait until it has ended; one that watches goes on until you stop it"
            raise Problem("MAIL_BUSY", f"another pbem mail is at work ({problem.what})", mend) from None
        try:
            sweep(self.path)
        except BaseException:
            lock.release()
            raise
        return lock

    def data(self, *, aside: bool = True) -> dict[str, Any]:
        """The state as data, {} where there is none. A file that cannot be read is put aside (`damaged`).

        aside: False where nothing is to be written.
        """
        path = self.path / STATE
        if entry_at(path) is None:
            return {}
        raw = read_bounded(path, STATE_LIMIT)
        try:
            found = json.loads(raw)
            if isinstance(found, dict) and found.get("v") == 1:
                return found
        except (ValueError, RecursionError):
            pass
        if not aside:
            return {}
        self.damaged, there = free_name(self.path, f"{STATE}.damaged", raw)
        if not there:
            write_atomic(self.damaged, raw, mode=PRIVATE_FILE)
        return {}

    def save_data(self, data: dict[str, Any]) -> None:
        """Writes the state in one step. Raises Problem."""
        text = json.dumps({"v": 1, **data}, ensure_ascii=True, separators=(",", ":"))
        write_atomic(self.path / STATE, text.encode("ascii"), mode=PRIVATE_FILE)

    def load(self, *, aside: bool = True) -> MailState:
        """A player's state. aside: as for `data`. Raises Problem for what the system refuses."""
        data = self.data(aside=aside)
        marks = {str(k): mark_of(v) for k, v in _map(data.get("marks")).items()}
        sent = {k: Sent(_count(v.get("seq")), str(v.get("id", ""))[:_LONGEST]) for k, v in _maps(data.get("sent"))}
        refused = {
            k: Refused(_count(v.get("seq")), str(v.get("route", ""))[:_LONGEST], str(v.get("why", ""))[:_LONGEST])
            for k, v in _maps(data.get("refused"))
        }
        return MailState(
            marks=marks,
            refused=refused,
            handled=dict.fromkeys(_words(data.get("handled"))[-MOST_HANDLED:]),
            sent=sent,
            waiting=_words(data.get("waiting"))[:MOST_WAITING],
        )

    def save(self, state: MailState) -> None:
        """Writes a player's state. Raises Problem."""
        self.save_data({**asdict(state), "handled": list(state.handled)})

    def keep(self, drawer: str, name: str, data: bytes) -> Path:
        """A mail put into a drawer; one of that name is replaced. Raises Problem."""
        folder = self.path / drawer
        ensure_folder(folder, mode=PRIVATE_FOLDER)
        sweep(folder)
        write_atomic(folder / name, data, mode=PRIVATE_FILE)
        return folder / name

    def drawer(self, name: str) -> list[Path]:
        """The mails in a drawer, by name. Raises Problem."""
        folder = self.path / name
        if entry_at(folder) is None:
            return []
        with reported(folder, writing=False):
            return [folder / entry for entry in sorted(REAL.list_folder(folder)) if entry.endswith(".eml")]

    def drop(self, path: Path) -> None:
        """Takes a mail out of its drawer; one that is not there any more is out already. Raises Problem."""
        with reported(path, writing=True), contextlib.suppress(FileNotFoundError):
            REAL.unlink(path)


def mark_of(value: Any) -> Mark:
    """A mark from data, whatever is in it."""
    found = _map(value)
    owed, damaged = (
        {int(uid): _count(tries) for uid, tries in _map(found.get(name)).items() if _UID.fullmatch(str(uid))}
        for name in ("owed", "damaged")
    )
    return Mark(_count(found.get("validity")), _count(found.get("last")), owed, damaged)


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 2**53 else 0


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _maps(value: Any) -> list[tuple[str, dict[str, Any]]]:
    return [(str(key), entry) for key, entry in _map(value).items() if isinstance(entry, dict)]


def _words(value: Any) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []
