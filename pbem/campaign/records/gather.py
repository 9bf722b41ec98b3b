"""Envelopes from anything that may hold some: mailboxes, saved mails, turn files, logs, archives, folders of them.

Nothing is believed here: an envelope is bytes, and where it was found is told to people only. Files are read without
following a link; no name in a source decides where anything is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from pbem.campaign.records.archiving import unpack
from pbem.errors import Problem
from pbem.mail.armour import read_blocks
from pbem.mail.mailboxes import ARCHIVE_START, LOG_START, MAX_MAIL, is_mbox, portions, split_mbox, texts_of
from pbem.protocol.envelope import MAX_ENVELOPE
from pbem.store.faults import irregular, missing, reported
from pbem.store.files import entry_at, read_bounded
from pbem.store.folder import LOG, LOG_LIMIT
from pbem.store.os_port import REAL, System, closing

MAX_FILES: Final = 200_000
MAX_DEPTH: Final = 24
TEXT_LIMIT: Final = 256 * 2**20
MAX_HELD: Final = 512 * 2**20
MAX_ENVELOPES: Final = 100_000
"""Files and folders in folders that are looked at, bytes of a file that is no mailbox, and what is kept of it all."""

_CHUNK = 2**20
_MOST_NOTES = 50

Progress = Callable[[int, int, str], None]


@dataclass
class Gathered:
    """What the sources held. envelopes: each once -> where it was found first.

    mails: mails and texts that were read. damaged: places of blocks that mail has damaged. passed_over: what was not
    read, and why. Both lists are for people, and their length is bounded.
    """

    envelopes: dict[bytes, str] = field(default_factory=dict)
    mails: int = 0
    damaged: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    held: int = 0

    def keep(self, envelope: bytes, where: str) -> None:
        """Adds an envelope unless it is there, or the room for them is used up."""
        if envelope in self.envelopes:
            return
        if self.held + len(envelope) > MAX_HELD or len(self.envelopes) >= MAX_ENVELOPES:
            note(self.passed_over, f"{where}: too many messages in these sources; name fewer of them")
            return
        self.held += len(envelope)
        self.envelopes[envelope] = where


def note(notes: list[str], text: str) -> None:
    """Adds a line for people, up to a bound, and each line once."""
    if text not in notes and len(notes) < _MOST_NOTES:
        notes.append(text)


def gather(
    sources: Sequence[Path], *, progress: Progress = lambda done, total, what: None, system: System = REAL
) -> Gathered:
    """Every envelope of the sources: files, or folders with all that is below them.

    progress: told bytes done, bytes in all and the file at hand. Raises Problem where a source itself is missing, no
    file or folder, or cannot be read; what cannot be read inside a folder is told in `passed_over`.
    """
    found = Gathered()
    files = [entry for source in sources for entry in _files(source, found, system)]
    total, done = sum(size for _, size, _ in files), 0
    for path, size, named in files:
        tell = partial(_tell, progress, done, total, path.name)
        tell(0)
        try:
            _read_file(path, found, tell, system)
        except Problem as problem:
            if named:
                raise
            note(found.passed_over, str(problem))
        done += size
    return found


def files_below(source: Path, *, system: System = REAL) -> tuple[list[Path], list[str]]:
    """The file itself, or all files of a folder such as a Maildir, and what was passed over. Raises Problem."""
    found = Gathered()
    return [path for path, _, _ in _files(source, found, system)], found.passed_over


def _tell(progress: Progress, before: int, total: int, name: str, offset: int) -> None:
    progress(before + offset, total, f"reading {name}")


def _files(source: Path, found: Gathered, system: System) -> Iterator[tuple[Path, int, bool]]:
    """Path, size, and whether the person named it himself. Links inside a folder are passed over, not followed."""
    with reported(source, writing=False):
        top = source.resolve()
    entry = entry_at(top, system=system)
    if entry is None:
        raise missing(source)
    if entry.kind == "file":
        yield top, entry.size, True
        return
    if entry.kind != "folder":
        raise irregular(source)
    stack, count = [(top, 0)], 0
    while stack:
        folder, depth = stack.pop()
        for path in _names(folder, found, system):
            count += 1
            inner = entry_at(path, system=system)
            if count > MAX_FILES:
                note(found.passed_over, f"{top}: more than {MAX_FILES} files and folders; the rest was not looked at")
                return
            if inner is not None and inner.kind == "file":
                yield path, inner.size, False
            elif inner is not None and inner.kind == "folder" and depth < MAX_DEPTH:
                stack.append((path, depth + 1))
            elif inner is not None:
                note(found.passed_over, f"{path}: a link, a device or too deep a folder")


def _names(folder: Path, found: Gathered, system: System) -> list[Path]:
    try:
        with reported(folder, writing=False):
            return [folder / name for name in system.list_folder(folder)]
    except Problem as problem:
        note(found.passed_over, str(problem))
        return []


def _read_file(path: Path, found: Gathered, tell: Callable[[int], None], system: System) -> None:
    with reported(path, writing=False), closing(system, system.open_read(path)) as handle:
        if not system.is_regular(handle):
            raise irregular(path)
        start = system.read(handle, 0, 64)
        if is_mbox(start):
            for number, mail in enumerate(split_mbox(_chunks(system, handle, tell)), 1):
                if mail is None:
                    note(found.passed_over, f"{path}, mail {number}: larger than {MAX_MAIL} bytes")
                else:
                    _read_mail(mail, f"{path}, mail {number}", found)
            return
        if start.startswith(b"{"):
            _read_lines(_lines(_chunks(system, handle, tell)), str(path), found)
            return
    limit = LOG_LIMIT if start.startswith(ARCHIVE_START) else TEXT_LIMIT
    _read_mail(read_bounded(path, limit, system=system), str(path), found)


def _chunks(system: System, handle: int, tell: Callable[[int], None]) -> Iterator[bytes]:
    offset = 0
    while chunk := system.read(handle, offset, _CHUNK):
        tell(offset)
        yield chunk
        offset += len(chunk)


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Lines of a log; one that is longer than any envelope comes cut, and is none."""
    held = b""
    for chunk in chunks:
        *lines, held = (held + chunk).split(b"\n")
        yield from lines
        held = held[: MAX_ENVELOPE + 1]
    yield held


def _read_lines(lines: Iterator[bytes], where: str, found: Gathered) -> None:
    found.mails += 1
    for number, line in enumerate(lines):
        line = line.rstrip(b"\r")
        if line.startswith(LOG_START) and len(line) <= MAX_ENVELOPE:
            found.keep(line, f"{where}, line {number + 1}")


def _read_mail(mail: bytes, where: str, found: Gathered) -> None:
    """A mail, a text, or an archive; damage is told only where nothing in it is whole."""
    found.mails += 1
    damage = ""
    whole = False
    for text in texts_of(mail):
        if text.startswith(ARCHIVE_START):
            damage = _read_archive(text, where, found) or damage
        elif text.startswith(LOG_START):
            _read_lines(iter(text.split(b"\n")), where, found)
        else:
            for portion in portions(text):
                for block in read_blocks(portion):
                    if block.damage:
                        damage = damage or block.damage
                    else:
                        whole = True
                        found.keep(block.envelope, where)
    if damage and not whole:
        note(found.damaged, f"{where}: {damage}")


def _read_archive(data: bytes, where: str, found: Gathered) -> str:
    """Takes the log of an archive; returns what is wrong with it, "" where nothing is."""
    try:
        log = unpack(data).get(LOG, b"")
    except Problem as problem:
        return problem.what
    _read_lines(iter(log.split(b"\n")), where, found)
    return ""
