"""The new mails of a folder, in portions that fit into memory; how far one has read is a number for each folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Protocol

from pbem.errors import Problem

MAIL_LIMIT: Final = 32 * 2**20
"""Bytes of one mail that are read."""

FIRST_DAYS: Final = 30
"""How far back one looks where nothing is known of a folder yet."""

_PORTION_BYTES: Final = 64 * 2**20
_PORTION_MAILS: Final = 100


class Folder(Protocol):
    """What is asked of an opened folder; see `imap.Mailbox`."""

    validity: int

    def newer(self, last: int, since: date | None = None) -> list[int]: ...

    def sizes(self, uids: list[int]) -> dict[int, int]: ...

    def mail(self, uid: int) -> bytes | None: ...


@dataclass
class Mark:
    """Up to where a folder was read. validity: the folder's number under which `last`, a UID, counts; 0 for none."""

    validity: int = 0
    last: int = 0


@dataclass(frozen=True)
class Fetched:
    """A mail. data: None where it is larger than MAIL_LIMIT, which `size` says, or gone."""

    uid: int
    size: int
    data: bytes | None


def new_uids(folder: Folder, mark: Mark, today: date, most: int) -> tuple[list[int], int]:
    """UIDs of mails behind a mark, ascending, at most so many, and how many more there are.

    Where the mark does not count any more, or there was none, those of the last FIRST_DAYS days.
    """
    if folder.validity == mark.validity:
        uids = folder.newer(mark.last)
    else:
        uids = folder.newer(0, today - timedelta(days=FIRST_DAYS))
    return uids[:most], max(0, len(uids) - most)


def portions(folder: Folder, uids: list[int], progress: Callable[[int, int], None]) -> Iterator[list[Fetched]]:
    """The mails of these UIDs, in order, some at a time. progress: told how many of how many are here.

    Where the connection breaks, what is here already is handed on first: over a bad network, too, one gets ahead.
    Raises Problem.
    """
    sizes = folder.sizes(uids)
    held: list[Fetched] = []
    room = _PORTION_BYTES
    for number, uid in enumerate(uids):
        progress(number, len(uids))
        size = sizes.get(uid, 0)
        if held and (size > room or len(held) >= _PORTION_MAILS):
            yield held
            held, room = [], _PORTION_BYTES
        try:
            data = folder.mail(uid) if size <= MAIL_LIMIT else None
        except Problem:
            if held:
                yield held
            raise
        if data is not None and len(data) > MAIL_LIMIT:
            size, data = len(data), None
        room -= len(data or b"")
        held.append(Fetched(uid, size, data))
    if held:
        yield held
