"""`pbem mail sync`: fetching what arrived, sending what is due, and doing so again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.maildelivery import Delivery, Taken
from pbem.campaign.maildispatch import Outbound, dispatch, outbound
from pbem.campaign.mailstate import MailState, StateFile
from pbem.errors import Problem
from pbem.mail.fetching import new_uids, portions
from pbem.mail.imap import Mailbox
from pbem.mail.network import PASSING
from pbem.mail.passwords import Wallet
from pbem.mail.servers import Account
from pbem.mail.smtp import Courier

if TYPE_CHECKING:
    from pbem.campaign.person import Person
    from pbem.store.home import Home

MOST_MAILS: Final = 1000
"""Mails that are looked at in one go; the next go takes the rest."""

LONGEST_PAUSE: Final = 1800
_SHORTEST_PAUSE: Final = 30
Progress = Callable[[int, int, str], None]


@dataclass
class Synced:
    """What one go did.

    sent: mails that the server took; for a dry run those that would go. problems: what went wrong on the way, and
    campaigns of which nothing could be sent. left: mails for the next go. stopped: one of the problems will not be over
    by waiting: a password, a certificate, the disk.
    """

    taken: Taken = field(default_factory=Taken)
    sent: list[Outbound] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left: int = 0
    stopped: bool = False

    @property
    def exit(self) -> int:
        """0, or the highest status of what went wrong (docs/cli.md)."""
        refused = [receipt.fault.exit for _, receipt in self.taken.receipts if receipt.fault]
        return max([*refused, *(one.status for one in (*self.problems, *self.taken.failed))], default=0)

    @property
    def passing(self) -> bool:
        """Whether something stood in the way that may be over soon."""
        return any(problem.code in PASSING for problem in self.problems)

    @property
    def told(self) -> bool:
        """Whether there is anything to tell beside what was passed over."""
        taken = self.taken
        words = (taken.receipts, taken.invitations, taken.returned, taken.failed, taken.notices, taken.would)
        return any((*words, self.sent, self.problems))


@dataclass
class Wishes:
    """What a person asked for. again: the campaign whose last message is to be sent once more. now: seconds since 1970,
    by which mails are looked for in a folder that is new."""

    fetch: bool = True
    send: bool = True
    dry_run: bool = False
    again: Path | None = None
    progress: Progress = lambda done, total, what: None
    now: Callable[[], float] = time.time


class Post:
    """One's mailbox and campaigns between two goes."""

    def __init__(self, home: Home, person: Person | None, account: Account, files: StateFile, wallet: Wallet) -> None:
        self._home, self._person, self._account = home, person, account
        self._files, self._wallet = files, wallet
        self._retry = True
        self._refused: set[str] = set()

    def sync(self, wishes: Wishes) -> Synced:
        """One go: first what arrived, then what is to be sent. What goes wrong is told in `problems`."""
        synced = Synced()
        state = self._files.load()
        if self._files.damaged is not None:
            synced.taken.notices.append(f"what was remembered was damaged; it is kept in {self._files.damaged}")
        for wanted, work in ((wishes.fetch, self._fetch), (wishes.send, self._send)):
            if not wanted:
                continue
            try:
                work(state, synced, wishes)
            except Problem as problem:
                synced.problems.append(problem)
                if problem.code not in PASSING:
                    synced.stopped = True
                    break
        return synced

    def _fetch(self, state: MailState, synced: Synced, wishes: Wishes) -> None:
        account = self._account
        delivery = Delivery(self._home, self._person, account.address, self._files, state)
        if self._retry and not wishes.dry_run:
            delivery.try_again(synced.taken)
        box = Mailbox(account, self._wallet.password(account.imap))
        try:
            mark = state.mark(f"{account.imap.user}@{account.imap.place}/{account.folder}")
            today = datetime.fromtimestamp(wishes.now(), UTC).date()
            uids, synced.left = new_uids(box, mark, today, MOST_MAILS)

            def tell(done: int, total: int) -> None:
                wishes.progress(done, total, f"mail {done + 1} of {total}")

            for portion in portions(box, uids, tell):
                delivery.take(portion, synced.taken, dry_run=wishes.dry_run)
                mark.validity, mark.last = box.validity, portion[-1].uid
                if not wishes.dry_run:
                    self._files.save(state)
            if not uids and mark.validity != box.validity:
                # Nothing of late: what is older stays unread.
                mark.validity, mark.last = box.validity, max(box.newer(0), default=0)
        finally:
            box.close()
        if not wishes.dry_run:
            if synced.taken.accepted:
                delivery.try_again(synced.taken)
            self._retry = any("in use" in notice for notice in synced.taken.notices)
            self._files.save(state)

    def _send(self, state: MailState, synced: Synced, wishes: Wishes) -> None:
        account = self._account
        ready: list[Outbound] = []
        for one in outbound(self._home, self._person, account.address, state, wishes.again):
            if isinstance(one, Problem):
                synced.problems.append(one)
            elif one.id not in self._refused:
                ready.append(one)
        if wishes.dry_run or not ready:
            synced.sent = ready
            return
        courier = Courier(account, self._wallet.password(account.smtp))
        try:
            for number, mail in enumerate(ready):
                wishes.progress(number, len(ready), f"sending message {mail.seq} of game {mail.game}")
                try:
                    dispatch(mail, account.address, courier.post, state, lambda: self._files.save(state))
                    synced.sent.append(mail)
                except Problem as problem:
                    if problem.code not in ("MAIL_REFUSED", "MAIL_DEFERRED"):
                        raise
                    if problem.code == "MAIL_REFUSED":
                        # Whoever watches is told once; a new run tries again.
                        self._refused.add(mail.id)
                    synced.problems.append(problem)
        finally:
            courier.close()


def watch(post: Post, wishes: Wishes, seconds: int) -> Iterator[Synced]:
    """One go after the other, `seconds` between them; longer and longer ones while the network is down.

    Ends with the first go that was `stopped`, or with the interruption by the person.
    """
    failures = 0
    while True:
        synced = post.sync(wishes)
        yield synced
        if synced.stopped:
            return
        failures = failures + 1 if synced.passing else 0
        rest(pause(seconds, failures) if not synced.left else 0)


def rest(seconds: float) -> None:
    """Does nothing for a while."""
    time.sleep(seconds)


def pause(seconds: int, failures: int) -> int:
    """Seconds to wait after so many goes in a row that the network has spoilt."""
    if not failures:
        return seconds
    return min(max(seconds, _SHORTEST_PAUSE) << min(failures - 1, 10), max(seconds, LONGEST_PAUSE))
