"""The new mails of a folder, in portions that fit into memory; how far one has read is a number for each folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final, Protocol

from pbem.errors import Problem

MAIL_LIMIT: Final = 32 * 2**20
"""Bytes of one mail that are read."""

FIRST_DAYS: Final = 30
"""How far back one looks where nothing is known of a folder yet."""

WITHHELD: Final = "MAIL_WITHHELD"
"""Code of the Problem of a server that answers, and does not hand out one mail."""

MOST_REFUSALS: Final = 6
"""How often a mail is asked for that the server withholds, and once did so while it handed out others."""

MOST_BREAKS: Final = 30
"""How often, where it may also be the network, or the whole server: the connection broke, or no other mail came."""

_PORTION_BYTES: Final = 64 * 2**20
_PORTION_MAILS: Final = 100
_MOST_OWED: Final = 1000


class Folder(Protocol):
    """What is asked of an opened folder; see `imap.Mailbox`."""

    validity: int

    def newer(self, last: int, since: date | None = None) -> list[int]: ...

    def newest(self) -> int: ...

    def sizes(self, uids: list[int]) -> dict[int, int]: ...

    def mail(self, uid: int) -> bytes | None: ...


@dataclass(frozen=True)
class Fetched:
    """A mail. data: None where it is larger than MAIL_LIMIT, which `size` says, or gone. failed: why it is not here,
    where it was asked for and did not come."""

    uid: int
    size: int
    data: bytes | None
    failed: Problem | None = None


@dataclass
class Mark:
    """Up to where a folder was read. validity: the folder's number under which UIDs count; 0 for none.

    last: the highest UID that was dealt with. owed: UIDs up to that of mails that did not come -> how often they were
    asked for. damaged: likewise, for those that the server once withheld while it handed out others.
    """

    validity: int = 0
    last: int = 0
    owed: dict[int, int] = field(default_factory=dict)
    damaged: dict[int, int] = field(default_factory=dict)

    def take(self, validity: int, fetched: Sequence[Fetched], *, others: bool = False) -> list[str]:
        """Notes mails of a folder with this validity. Returns, in words, which of them are asked for no more.

        others: whether the server has handed out other mails at the same time.
        """
        if validity != self.validity:
            self.begin(validity, 0)
        words = []
        for one in fetched:
            self.last = max(self.last, one.uid)
            known = one.uid in self.damaged
            tries = self.owed.pop(one.uid, 0) + self.damaged.pop(one.uid, 0) + 1
            if one.failed is None:
                continue
            alone = one.failed.code == WITHHELD and (others or known)
            most, noted = (MOST_REFUSALS, self.damaged) if alone else (MOST_BREAKS, self.owed)
            if tries < most and len(noted) < _MOST_OWED:
                noted[one.uid] = tries
            else:
                words.append(f"mail {one.uid} was asked for {tries} times and is passed over: {one.failed.what}")
        return words

    def begin(self, validity: int, last: int) -> None:
        """Forgets what was read under another validity."""
        self.validity, self.last, self.owed, self.damaged = validity, last, {}, {}


def new_uids(folder: Folder, mark: Mark, today: date, most: int) -> tuple[list[int], int]:
    """UIDs of mails behind a mark, ascending, then of those owed; at most so many, and how many more there are.

    Where the mark does not count any more, or there was none, those of the last FIRST_DAYS days; where there are none,
    the mark is set: what is older stays unread.
    """
    if folder.validity == mark.validity:
        uids = [*folder.newer(mark.last), *sorted({*mark.owed, *mark.damaged})]
    else:
        # Asked for first: what comes in between the two questions is new.
        newest = folder.newest()
        uids = folder.newer(0, today - timedelta(days=FIRST_DAYS))
        if not uids:
            mark.begin(folder.validity, newest)
    return uids[:most], max(0, len(uids) - most)


def portions(folder: Folder, uids: list[int], progress: Callable[[int, int], None]) -> Iterator[list[Fetched]]:
    """The mails of these UIDs, in order, some at a time. progress: told how many of how many are here.

    Where the connection breaks, what is here already is handed on first, with the mail at which it broke (`failed`):
    over a bad network, too, one gets ahead. A mail that the server withholds keeps none of the others out; it is told
    when they are here, or when a whole portion was withheld. Raises Problem.
    """
    sizes = folder.sizes(uids)
    held: list[Fetched] = []
    room, withheld = _PORTION_BYTES, None
    for number, uid in enumerate(uids):
        progress(number, len(uids))
        size = sizes.get(uid, 0)
        if held and (size > room or len(held) >= _PORTION_MAILS):
            yield held
            if withheld is not None and all(one.failed for one in held):
                raise withheld
            held, room = [], _PORTION_BYTES
        try:
            data = folder.mail(uid) if size <= MAIL_LIMIT else None
        except Problem as problem:
            held.append(Fetched(uid, size, None, problem))
            if problem.code != WITHHELD:
                yield held
                raise
            withheld = withheld or problem
            continue
        if data is not None and len(data) > MAIL_LIMIT:
            size, data = len(data), None
        room -= len(data or b"")
        held.append(Fetched(uid, size, data))
    if held:
        yield held
    if withheld is not None:
        raise withheld
