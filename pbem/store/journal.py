"""The journal: what this person has signed or is about to sign, kept twice (protocol section 13).

Each line wraps one entry, which stays opaque: `{"crc":"<8 hex>","entry":<entry>,"seq":<number>}`.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pbem.errors import Problem
from pbem.store.atomic import append_line, check_line, whole_lines, write_atomic
from pbem.store.files import ensure_folder, entry_at, read_bounded
from pbem.store.lock import Lock
from pbem.store.seam import PRIVATE_FILE, PRIVATE_FOLDER, REAL, System

JOURNAL_LIMIT: Final = 256 * 2**20  # bytes of one copy
_LINE: Final = re.compile(rb'\{"crc":"([0-9a-f]{8})","entry":(.+),"seq":(0|[1-9][0-9]{0,8})\}', re.DOTALL)

Entries = dict[int, list[bytes]]


@dataclass
class _Copy:
    """One copy as read. lines: whole lines in it, also damaged ones. clean: it need not be mended by itself."""

    entries: Entries = field(default_factory=dict)
    lines: int = 0
    damaged: bool = False
    torn: bool = False


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

    def record(self, seq: int, entry: bytes, *, supersede: bool = False) -> None:
        """Write the entry of message `seq` to both copies; on return it is on the disk and may be signed.

        entry: one line without LF. The same entry again changes nothing. Another one for a recorded `seq` is refused,
        unless `supersede` says that the client's own verifier refuses the recorded one. Raises Problem:
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
            if known and not supersede:
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

    def _mend(self) -> Entries:
        """Bring both copies to the union of the two. A copy that is mended is replaced in one step."""
        copies = [self._read(path) for path in self._copies]
        union = self._union(copies)
        whole = b"".join(_wrap(seq, entry) + b"\n" for seq in sorted(union) for entry in union[seq])
        for path, copy in zip(self._copies, copies, strict=True):
            if copy.torn or copy.damaged or copy.entries != union:
                write_atomic(path, whole, mode=PRIVATE_FILE, system=self._system)
        return union

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
                mend = f"bring back {self._copies[0].name} from a backup, or run pbem import"
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
        what = f"the two copies of the journal hold different messages {seq}"
        mend = "keep the copy that holds what you mailed and move the other one away"
        raise Problem("JOURNAL_CONFLICT", what, mend, str(self._copies[1]))


def _replaces(other: _Copy, damaged: _Copy) -> bool:
    """Whether `other` is whole, has as many lines as the damaged copy and every entry that can be read there."""
    held = all(entry in other.entries.get(seq, []) for seq, known in damaged.entries.items() for entry in known)
    return held and not other.damaged and other.lines >= damaged.lines


def _wrap(seq: int, entry: bytes) -> bytes:
    body = b'"entry":%b,"seq":%d}' % (entry, seq)
    return b'{"crc":"%08x",%b' % (zlib.crc32(body), body)
