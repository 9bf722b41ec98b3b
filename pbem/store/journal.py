"""The journal: what this person has signed or is about to sign, kept twice (protocol section 13).

Each line wraps one entry, which stays opaque: `{"crc":"<8 hex>","entry":<entry>,"seq":<number>}`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Final

from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.store.atomic import append_line, check_line, whole_lines, write_atomic
from pbem.store.files import ensure_folder, entry_at, free_name, read_bounded
from pbem.store.lock import Lock
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER, REAL, System

JOURNAL_LIMIT: Final = 256 * 2**20  # bytes of one copy
_LINE: Final = re.compile(rb'\{"crc":"([0-9a-f]{8})","entry":(.+),"seq":(0|[1-9][0-9]{0,8})\}', re.DOTALL)

Entries = dict[int, list[bytes]]


@dataclass
class _Copy:
    """One copy as read. lines: whole lines in it, also damaged ones. torn: it ends in half a line."""

    entries: Entries = field(default_factory=dict)
    lines: int = 0
    damaged: bool = False
    torn: bool = False


@dataclass(frozen=True)
class Salvaged:
    """What `Journal.salvage` found. lines: of the longer copy, damaged ones too: so many messages were written down.

    damaged: whether a copy was. kept: the damaged copies as they were.
    """

    lines: int
    damaged: bool = False
    kept: tuple[Path, ...] = ()


def _never(_recorded: bytes) -> bool:
    return False


class Journal:
    """The journal of one game, in the campaign folder and in the person's configuration folder.

    An entry counts from the moment it is in one of the copies; each call takes both together. For one `seq` the last
    entry counts: there is more than one only where `record` was told to supersede.
    """

    def __init__(self, folder_copy: Path, home_copy: Path, *, system: System = REAL) -> None:
        self._copies = (home_copy, folder_copy)
        # The lock lies beside the copy in the configuration folder: two copies of one campaign folder share it.
        self._lock = home_copy.with_suffix(".lock")
        self._system = system

    def record(self, seq: int, entry: bytes, *, supersede: Callable[[bytes], bool] = _never) -> None:
        """Write the entry of message `seq` to both copies; on return it is on the disk and may be signed.

        entry: one line without LF. The same entry again changes nothing. Another one for a recorded `seq` is refused,
        unless `supersede` says of the recorded one that the client's own verifier refuses it; it is asked while nobody
        else can write, so that of two processes only one can take the place of a refused entry. Raises Problem:
        JOURNAL_REFUSED, JOURNAL_CONFLICT, JOURNAL_DAMAGED, else the codes of `faults.reported`; ValueError for an
        entry that is no line.
        """
        check_line(entry)
        for path in self._copies:
            ensure_folder(path.parent, mode=PRIVATE_FOLDER, system=self._system)
        with Lock(self._lock, wait=True, system=self._system):
            known = self._mend().get(seq, [])
            if known and known[-1] == entry:
                return
            if known and not supersede(known[-1]):
                what = f"message {seq} of this game is already recorded with other content"
                mend = "send the recorded one again: pbem submit --resend"
                raise Problem("JOURNAL_REFUSED", what, mend, str(self._copies[1]))
            line = _wrap(seq, entry)
            for path in self._copies:
                append_line(path, line, limit=JOURNAL_LIMIT, mode=PRIVATE_FILE, system=self._system)

    def get(self, seq: int) -> bytes | None:
        """The entry that counts for message `seq`. Raises Problem as `record`."""
        known = self.entries().get(seq)
        return known[-1] if known else None

    def entries(self) -> Entries:
        """All entries by `seq`, for each in the order in which they were recorded; the last one counts.

        Reads both copies and changes nothing. Raises Problem as `record`.
        """
        return self._union([self._read(path) for path in self._copies])

    def readable(self) -> Entries:
        """All entries that either copy shows, also where both are damaged; never fewer than one of them shows.

        What this lacks of the lines may have been mailed: it is for `pbem import`, which looks for it in the mails.
        Changes nothing. Raises Problem JOURNAL_CONFLICT.
        """
        return self._rest([self._read(path) for path in self._copies])

    def salvage(self) -> Salvaged:
        """Bring both copies to what is readable, so that the journal works again; damaged copies are kept beside.

        Raises Problem JOURNAL_CONFLICT, which leaves all as it is, else the codes of `faults.reported`.
        """
        for path in self._copies:
            ensure_folder(path.parent, mode=PRIVATE_FOLDER, system=self._system)
        with Lock(self._lock, wait=True, system=self._system):
            copies = [self._read(path) for path in self._copies]
            rest = self._rest(copies)
            damaged = [path for path, copy in zip(self._copies, copies, strict=True) if copy.damaged]
            kept = tuple(self._keep(path) for path in dict.fromkeys(damaged))
            self._write(copies, rest)
        return Salvaged(max(copy.lines for copy in copies), bool(damaged), kept)

    def _keep(self, path: Path) -> Path:
        """A damaged copy put away as it is: who knows more than this program may still read something in it."""
        data = read_bounded(path, JOURNAL_LIMIT, system=self._system)
        place, there = free_name(path.parent, f"{path.name}.damaged", data, system=self._system)
        if not there:
            write_atomic(place, data, mode=PRIVATE_FILE, system=self._system)
        return place

    def _rest(self, copies: list[_Copy]) -> Entries:
        if not any(copy.damaged for copy in copies):
            return self._union(copies)
        first, second = (copy.entries for copy in copies)
        return {seq: self._woven(seq, first.get(seq, []), second.get(seq, [])) for seq in {**first, **second}}

    def _woven(self, seq: int, one: list[bytes], other: list[bytes]) -> list[bytes]:
        """What two copies that lack lines anywhere show of one number: one of them has to hold all of the other."""
        longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
        rest = iter(longer)
        if all(entry in rest for entry in shorter):
            return longer
        raise self._conflict(seq)

    def _mend(self) -> Entries:
        """Bring both copies to the union of the two."""
        copies = [self._read(path) for path in self._copies]
        union = self._union(copies)
        self._write(copies, union)
        return union

    def _write(self, copies: list[_Copy], union: Entries) -> None:
        """Replace the copies that do not hold just this, each in one step."""
        whole = b"".join(_wrap(seq, entry) + b"\n" for seq in sorted(union) for entry in union[seq])
        for path, copy in zip(self._copies, copies, strict=True):
            if copy.torn or copy.damaged or copy.entries != union:
                write_atomic(path, whole, mode=PRIVATE_FILE, system=self._system)

    def _read(self, path: Path) -> _Copy:
        if entry_at(path, system=self._system) is None:
            return _Copy()
        lines, torn = whole_lines(read_bounded(path, JOURNAL_LIMIT, system=self._system))
        copy = _Copy(lines=len(lines), torn=bool(torn))
        for line in lines:
            found = _LINE.fullmatch(line)
            if found is None or _wrap(int(found.group(3)), found.group(2)) != line:
                copy.damaged = True
                continue
            copy.entries.setdefault(int(found.group(3)), []).append(found.group(2))
        return copy

    def _union(self, copies: list[_Copy]) -> Entries:
        first, second = copies
        for copy, other in ((first, second), (second, first)):
            if copy.damaged and not _replaces(other, copy):
                what = "the journal is damaged and its second copy cannot replace it"
                mend = f"bring back {self._copies[0].name} from a backup, or run pbem import with all your mails"
                raise Problem("JOURNAL_DAMAGED", what, mend, str(self._copies[1]))
        union = dict(first.entries) if not first.damaged else {}
        if not second.damaged:
            for seq, entries in second.entries.items():
                union[seq] = self._longer(seq, union.get(seq, []), entries)
        return union

    def _longer(self, seq: int, one: list[bytes], other: list[bytes]) -> list[bytes]:
        longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
        if longer[: len(shorter)] == shorter:
            return longer
        raise self._conflict(seq)

    def _conflict(self, seq: int) -> Problem:
        what = f"the two copies of the journal hold different messages {seq}"
        mend = "keep the copy that holds what you mailed and move the other one away"
        return Problem("JOURNAL_CONFLICT", what, mend, str(self._copies[1]))


def _replaces(other: _Copy, damaged: _Copy) -> bool:
    """Whether `other` is whole, has as many lines as the damaged copy and every entry that can be read there."""
    held = all(entry in other.entries.get(seq, []) for seq, known in damaged.entries.items() for entry in known)
    return held and not other.damaged and other.lines >= damaged.lines


def _wrap(seq: int, entry: bytes) -> bytes:
    body = b'"entry":%b,"seq":%d}' % (entry, seq)
    return b'{"crc":"%08x",%b' % (zlib.crc32(body), body)
