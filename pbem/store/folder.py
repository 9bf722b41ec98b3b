"""The campaign folder: the log and its tapes, the drawers for files that came and went, and the lock."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.store.atomic import (
    append_line,
    check_line,
    cut_last_line,
    cut_torn_line,
    is_temporary,
    sweep,
    whole_lines,
    write_atomic,
)
from pbem.store.faults import reported
from pbem.store.files import ensure_folder, entry_at, free_name, read_bounded, safe_name
from pbem.store.lock import Lock
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER, REAL, SHARED_FILE, SHARED_FOLDER, System

Drawer = Literal["orders", "inbox", "outbox", "reports", "reports/own", "evidence", "secrets", "parts"]
DRAWERS: Final[tuple[Drawer, ...]] = (
    "orders",
    "inbox",
    "outbox",
    "reports",
    "reports/own",
    "evidence",
    "secrets",
)
# Made with the first thing that is kept there: only teams have one.
TEAM_DRAWER: Final = "parts"
# All others hold what its owner alone knows, now or until he mails it.
_SHARED: Final = frozenset({"reports"})
LOG: Final = "log.jsonl"
TAPES: Final = "tapes.jsonl"
LOCK: Final = "lock"
JOURNAL: Final = "journal.jsonl"
CAMPAIGN: Final = "campaign.yaml"
DOCUMENTS: Final = (CAMPAIGN, "standing.yaml", "orders.yaml")
_KEPT: Final = frozenset({LOG, TAPES, LOCK, TEAM_DRAWER} | {drawer.partition("/")[0] for drawer in DRAWERS})
# Bytes of the log, and of the tapes: room for 500 messages of the largest legal size, so that nobody ends a game by
# filling it.
LOG_LIMIT: Final = 1024 * 2**20
DOCUMENT_LIMIT: Final = 256 * 2**10


@dataclass(frozen=True, slots=True)
class Losses:
    """What opening the folder for writing cut off: the torn end of the log and of the tapes, empty if they were whole.

    A torn line was never acknowledged to anybody; its message is in the journal (own) or the inbox (received).
    """

    log: bytes = b""
    tapes: bytes = b""


class CampaignFolder:
    """One campaign on the disk. Opened for writing it is locked and mended; opened for reading it is left alone.

    `log.jsonl` holds message k in line k. `tapes.jsonl` holds the tape of segment k in line k; message k+1 closes
    that segment, so the tapes have one line fewer than the log (protocol section 4).
    """

    def __init__(self, path: Path, lock: Lock | None, system: System) -> None:
        """Use `create` or `open`."""
        self.path = path
        self.losses = Losses()
        self._lock = lock
        self._system = system
        self._counts: tuple[int, int] | None = None

    @classmethod
    def create(cls, path: Path, *, system: System = REAL) -> Self:
        """Make a campaign folder with an empty log and open it for writing.

        `path` is missing, empty but for the documents that a person edits, or the rest of a creation that did not come
        to its first message. Raises Problem: CAMPAIGN_EXISTS, FOLDER_NOT_EMPTY, FOLDER_LOCKED, else the codes of
        `faults.reported`.
        """
        ensure_folder(path, system=system)
        unlocked = cls(path, None, system)
        unlocked._refuse_used()  # before the lock file is made in a folder that is none of ours
        folder = cls(path, Lock(path / LOCK, system=system), system)
        try:
            folder._refuse_used()
            folder._furnish()
        except BaseException:
            folder.close()
            raise
        return folder

    def _refuse_used(self) -> None:
        with reported(self.path, writing=False):
            names = self._system.list_folder(self.path)
        used = [name for name in names if name not in _KEPT | set(DOCUMENTS) and not is_temporary(name)]
        used += [f"{drawer}/{name}" for drawer in (*DRAWERS, TEAM_DRAWER) for name in self.names(drawer)]
        ours = is_campaign(self.path, system=self._system)
        used += [name for name in (LOG, TAPES) if name in names and not self._is_blank(name, torn=ours)]
        if used and ours:
            mend = "open it, or name a new folder"
            raise Problem("CAMPAIGN_EXISTS", "there is a campaign in this folder already", mend, str(self.path))
        if used:
            what = f"the folder is not empty: it holds {used[0]!a}"
            raise Problem("FOLDER_NOT_EMPTY", what, "name a new folder", str(self.path))

    def _is_blank(self, name: str, *, torn: bool) -> bool:
        """Whether a file is empty or, if `torn` may be, holds the half of a first line, which counts for nothing."""
        entry = entry_at(self.path / name, system=self._system)
        if entry is None or entry.kind != "file":
            return False
        return entry.size == 0 or (torn and not self._lines(name))

    def _furnish(self) -> None:
        self._ready_drawers()
        self._sweep()
        write_atomic(self.path / TAPES, b"", system=self._system)
        # The log comes last: a folder that has one is a campaign.
        write_atomic(self.path / LOG, b"", system=self._system)

    @classmethod
    def open(cls, path: Path, *, write: bool, system: System = REAL) -> Self:
        """Open the campaign in exactly this folder.

        With `write` the folder is locked, for which another program gets a few seconds to end its work; missing drawers
        are made again, leftovers swept and torn last lines cut off (`losses`). Raises Problem: NO_CAMPAIGN,
        FOLDER_LOCKED, FOLDER_READ_ONLY, else the codes of `faults.reported`.
        """
        if not is_campaign(path, system=system):
            mend = "go into a campaign folder or name one with --campaign"
            raise Problem("NO_CAMPAIGN", "there is no campaign in this folder", mend, str(path))
        folder = cls(path, Lock(path / LOCK, patient=True, system=system) if write else None, system)
        try:
            if write:
                folder._mend()
        except BaseException:
            folder.close()
            raise
        return folder

    def _close_documents(self) -> None:
        """Orders that are not mailed yet are nobody else's to read, whatever an editor or an older program left."""
        for name in DOCUMENTS:
            entry = entry_at(self.path / name, system=self._system)
            if entry is not None and entry.kind == "file" and entry.mode & 0o077:
                with reported(self.path / name, writing=True):
                    self._system.chmod(self.path / name, PRIVATE_FILE)

    def _mend(self) -> None:
        self._ready_drawers()
        self._close_documents()
        self._sweep()
        log = cut_torn_line(self.path / LOG, limit=LOG_LIMIT, system=self._system)
        tapes = b""
        if entry_at(self.path / TAPES, system=self._system) is not None:
            tapes = cut_torn_line(self.path / TAPES, limit=LOG_LIMIT, system=self._system)
        self.losses = Losses(log, tapes)

    def _sweep(self) -> None:
        for folder in (self.path, *(self.path / drawer for drawer in self._drawers())):
            sweep(folder, system=self._system)

    def _drawers(self) -> tuple[Drawer, ...]:
        """The drawers that every campaign has, and that of a team where there is one."""
        with reported(self.path, writing=True):
            there = self._system.look(self.path / TEAM_DRAWER) is not None
        return (*DRAWERS, TEAM_DRAWER) if there else DRAWERS

    def _ready_drawers(self) -> None:
        for drawer in self._drawers():
            path = self.path / drawer
            private = drawer not in _SHARED
            with reported(path, writing=True):
                entry = self._system.look(path)
                if entry is not None and entry.kind != "folder":
                    # A link could lead what arrives by mail out of the campaign.
                    raise Problem("NOT_A_FOLDER", "a drawer must be a folder of its own", "move it away", str(path))
                if entry is None:
                    ensure_folder(path, mode=PRIVATE_FOLDER if private else SHARED_FOLDER, system=self._system)
                elif private and entry.mode & 0o077:
                    self._system.chmod(path, PRIVATE_FOLDER)

    def close(self) -> None:
        """Give the lock back. Safe to call twice."""
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def log(self) -> list[bytes]:
        """Line k is message k, without its LF. A torn last line is not among them. Raises Problem."""
        return self._lines(LOG)

    def tapes(self) -> list[bytes]:
        """Line k is the tape of segment k. Empty where the file is missing. Raises Problem."""
        if entry_at(self.path / TAPES, system=self._system) is None:
            return []
        return self._lines(TAPES)

    def _lines(self, name: str) -> list[bytes]:
        return whole_lines(read_bounded(self.path / name, LOG_LIMIT, system=self._system))[0]

    def tapes_in_step(self) -> bool:
        """Whether the tapes have the lines that the log calls for; if not, recompute them and `rewrite_tapes`."""
        messages, tapes = len(self.log()), len(self.tapes())
        return tapes == max(0, messages - 1)

    def _count(self) -> tuple[int, int]:
        """Lines of log and tapes, counted on the disk once and after each failure."""
        if self._counts is None:
            self._counts = (len(self.log()), len(self.tapes()))
        return self._counts

    def append(self, message: bytes, tape: bytes | None) -> None:
        """Add a message and the tape of the segment that it closes; on return both are on the disk.

        tape: None for message 0 only, which closes nothing. The log is written first: after a crash between the two
        the message counts and its tape is recomputed (`tapes_in_step`). Where the tape cannot be written the message
        is taken back. Raises Problem TAPES_OUT_OF_STEP, FILE_TOO_LARGE and the codes of `faults.reported`; ValueError
        for lines that are none.
        """
        self._must_write()
        messages, tapes = self._count()
        if (tape is None) != (messages == 0):
            raise ValueError("message 0 comes without a tape, every other with one")
        for line in (message,) if tape is None else (message, tape):
            check_line(line)
        if tapes != max(0, messages - 1):
            mend = "run pbem doctor: it computes them again from the log"
            raise Problem("TAPES_OUT_OF_STEP", "the tapes do not go with the log", mend, str(self.path / TAPES))
        self._counts = None  # should this fail, only the disk knows
        append_line(self.path / LOG, message, limit=LOG_LIMIT, system=self._system)
        if tape is not None:
            self._append_tape(tape, message)
        self._counts = (messages + 1, messages)

    def _append_tape(self, tape: bytes, message: bytes) -> None:
        try:
            append_line(self.path / TAPES, tape, limit=LOG_LIMIT, system=self._system)
        except Problem:
            with contextlib.suppress(Problem):
                cut_last_line(self.path / LOG, message, system=self._system)
            raise

    def rewrite_tapes(self, tapes: list[bytes]) -> None:
        """Put these lines in the place of all tapes, in one step. Raises Problem; ValueError for a wrong number."""
        self._must_write()
        messages = self._count()[0]
        if len(tapes) != max(0, messages - 1):
            raise ValueError("the log calls for another number of tapes")
        for line in tapes:
            check_line(line)
        write_atomic(self.path / TAPES, b"".join(line + b"\n" for line in tapes), system=self._system)
        self._counts = (messages, len(tapes))

    def save(self, drawer: Drawer, name: str, data: bytes) -> Path:
        """Keep `data` in a drawer and return its path; no other content is ever overwritten.

        Where the name is taken by other content the file becomes `name-2`, `name-3`...; content that is there
        already is left as it is. Only public reports are readable by others than their owner. Raises Problem:
        FILE_NAME_UNSAFE, else the codes of `faults.reported`.
        """
        self._must_write()
        if drawer == TEAM_DRAWER:
            ensure_folder(self.path / drawer, mode=PRIVATE_FOLDER, system=self._system)
        path, there = free_name(self.path / drawer, name, data, system=self._system)
        if not there:
            mode = SHARED_FILE if drawer in _SHARED else PRIVATE_FILE
            write_atomic(path, data, mode=mode, system=self._system)
        return path

    def size(self, drawer: Drawer, name: str) -> int:
        """Bytes of a file of a drawer, 0 where there is none. Raises Problem."""
        entry = entry_at(self.path / drawer / safe_name(name), system=self._system)
        return entry.size if entry is not None else 0

    def discard(self, drawer: Literal["evidence"], name: str) -> None:
        """Throws a file of a drawer away, of the one in which not everything is kept for good. Raises Problem."""
        self._must_write()
        path = self.path / drawer / safe_name(name)
        with reported(path, writing=True):
            self._system.unlink(path)
            self._system.sync_folder(path.parent)

    def load(self, drawer: Drawer, name: str, limit: int) -> bytes:
        """A file of a drawer, at most `limit` bytes. Raises Problem as `files.read_bounded`, FILE_NAME_UNSAFE."""
        return read_bounded(self.path / drawer / safe_name(name), limit, system=self._system)

    def names(self, drawer: Drawer) -> list[str]:
        """The plain files in a drawer, sorted; nothing where the drawer is missing. Raises Problem."""
        path = self.path / drawer
        with reported(path, writing=False):
            if self._system.look(path) is None:
                return []
            found = [name for name in self._system.list_folder(path) if not is_temporary(name)]
            return [name for name in found if self._is_file(path / name)]

    def _is_file(self, path: Path) -> bool:
        entry = entry_at(path, system=self._system)
        return entry is not None and entry.kind == "file"

    def has_document(self, name: str) -> bool:
        """Whether this file stands beside the log."""
        return self._is_file(self._document(name))

    def is_free(self, name: str) -> bool:
        """Whether nothing at all stands under the name beside the log."""
        return entry_at(self._document(name), system=self._system) is None

    def read_document(self, name: str, limit: int = DOCUMENT_LIMIT) -> bytes:
        """A file beside the log, one of `DOCUMENTS` or what goes with them. Raises Problem as `files.read_bounded`."""
        return read_bounded(self._document(name), limit, system=self._system)

    def written(self, name: str) -> bytes:
        """The same, b"" where nothing stands under the name. A link, folder or pipe there is no file that is missing:
        whoever passed it over would sign without what it was meant to say. Raises Problem."""
        return b"" if self.is_free(name) else self.read_document(name)

    def write_document(self, name: str, data: bytes) -> Path:
        """Put `data` in the place of such a file, in one step. Raises Problem."""
        self._must_write()
        path = self._document(name)
        write_atomic(path, data, mode=PRIVATE_FILE, system=self._system)
        return path

    def replace_document(self, name: str, data: bytes, kept: str) -> Path | None:
        """As `write_document`, for a file that a person may have written: what lies there is kept in `orders/` first.

        kept: the name that it gets there, numbered where that is taken. Returns where it was put, None where nothing
        lay there or nothing changes. Raises Problem; what lies there is untouched then.
        """
        former = self.read_document(name) if self.has_document(name) else data
        away = self.save("orders", kept, former) if former != data else None
        self.write_document(name, data)
        return away

    def _document(self, name: str) -> Path:
        if safe_name(name) in _KEPT:
            raise Problem("FILE_NAME_UNSAFE", f"{name} is kept by the program itself", "choose another name")
        return self.path / name

    @property
    def system(self) -> System:
        """The seam that this folder was opened with: what goes with it on the disk uses the same one."""
        return self._system

    @property
    def journal(self) -> Path:
        """Where this folder's copy of the journal is kept."""
        return self.path / "secrets" / JOURNAL

    def _must_write(self) -> None:
        if self._lock is None:
            raise ValueError("the campaign folder was opened for reading")


def is_campaign(path: Path, *, system: System = REAL) -> bool:
    """Whether `path` is a campaign folder: a log, and beside it the tapes or the secrets. Raises Problem."""
    log, tapes, secrets = (entry_at(path / name, system=system) for name in (LOG, TAPES, "secrets"))
    beside = (tapes is not None and tapes.kind == "file") or (secrets is not None and secrets.kind == "folder")
    return log is not None and log.kind == "file" and beside


def find_campaign(start: Path, *, system: System = REAL) -> Path:
    """The nearest campaign folder: `start` or one above it. start: an absolute path. Raises Problem NO_CAMPAIGN."""
    for path in (start, *start.parents):
        try:
            if is_campaign(path, system=system):
                return path
        except Problem as problem:
            # What may not be read cannot be this person's campaign.
            if problem.code != "PERMISSION_DENIED":
                raise
    mend = "go into a campaign folder or name one with --campaign"
    raise Problem("NO_CAMPAIGN", "there is no campaign in this folder or above it", mend, str(start))
