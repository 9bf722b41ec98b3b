"""`pbem mail sync`: fetching what arrived, sending what is due, and doing so again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.inbox.automatic import Automaton, Made
from pbem.campaign.inbox.mailstate import MailState, StateFile
from pbem.errors import Problem
from pbem.mail.fetching import Fetched
from pbem.mail.imap import Mailbox
from pbem.mail.passwords import Wallet
from pbem.mail.servers import Account
from pbem.mailservice.maildelivery import Delivery, Taken
from pbem.mailservice.maildispatch import Outbound, outbound
from pbem.mailservice.mailloop import Progress, attempt, is_passing, look_for_new, read_new, repeat
from pbem.mailservice.mailsending import Sending

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home


@dataclass
class Synced:
    """What one go did.

    made: messages that decide nothing, signed by themselves. sent: mails that the server took; for a dry run those that
    would be. problems: what went wrong on the way, and campaigns of which nothing could be sent. left: mails
    for the next go. stopped: one of the problems will not be over by waiting: a password, a certificate, the disk.
    """

    taken: Taken = field(default_factory=Taken)
    made: list[Made] = field(default_factory=list)
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
        return any(map(is_passing, self.problems))

    @property
    def told(self) -> bool:
        """Whether there is anything to tell beside what was passed over."""
        taken = self.taken
        words = (taken.receipts, taken.invitations, taken.returned, taken.failed, taken.notices, taken.would)
        return any((*words, self.made, self.sent, self.problems))


@dataclass
class MailOptions:
    """What a person asked for. automatic: whether what decides nothing is signed in all campaigns, whatever they say.
    again: the campaign whose last message is to be sent once more. now: seconds since 1970, by which mails are looked
    for in a folder that is new, and which a message that is signed by itself bears as its date."""

    fetch: bool = True
    send: bool = True
    dry_run: bool = False
    again: Path | None = None
    automatic: bool = False
    progress: Progress = lambda done, total, what: None
    now: Callable[[], float] = time.time


class MailService:
    """One's mailbox and campaigns between two goes."""

    def __init__(self, home: Home, person: Person | None, account: Account, files: StateFile, wallet: Wallet) -> None:
        self._home, self._person, self._account = home, person, account
        self._files, self._wallet = files, wallet
        self._retry, self._worked = True, False
        self._automaton = Automaton(home, person)
        self._sending = Sending(home, account, files, wallet)

    def sync(self, options: MailOptions) -> Synced:
        """One go: first what arrived, then what is to be sent. What goes wrong is told in `problems`."""
        synced = Synced()
        state = self._files.load(aside=not options.dry_run)
        if self._files.damaged is not None:
            synced.taken.notices.append(f"what was remembered was damaged; it is kept in {self._files.damaged}")
        both = ((options.fetch, (self._fetch,)), (options.send, (self._make, self._send)))
        works = [work for wanted, some in both if wanted for work in some]
        steps = [partial(work, state, synced, options) for work in works]
        self._worked = attempt(steps, synced, worked=self._worked)
        return synced

    def _fetch(self, state: MailState, synced: Synced, options: MailOptions) -> None:
        account = self._account
        now = datetime.fromtimestamp(options.now(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        delivery = Delivery(self._home, self._person, account.address, self._files, state, now)
        if self._retry and not options.dry_run:
            delivery.try_again(synced.taken)
        box = Mailbox(account, self._wallet.password(account.imap))
        try:
            mark = state.mark(f"{account.imap.user}@{account.imap.place}/{account.folder}")
            uids, synced.left = look_for_new(box, mark, options.now())

            def take(portion: list[Fetched]) -> None:
                delivery.take(portion, synced.taken, dry_run=options.dry_run)
                others = any(one.data is not None for one in portion)
                synced.taken.notices += mark.take(box.validity, portion, others=others)
                if not options.dry_run:
                    self._files.save(state)

            # Where it breaks off, what waits for a message that came just now is still to be tried.
            self._retry = True
            synced.problems += read_new(box, uids, take, options.progress)
        finally:
            box.close()
        if not options.dry_run:
            if synced.taken.accepted:
                delivery.try_again(synced.taken)
            self._retry = delivery.blocked
            self._files.save(state)

    def _make(self, state: MailState, synced: Synced, options: MailOptions) -> None:
        """Signs what decides nothing, in the campaigns whose player wants it so."""
        date = datetime.fromtimestamp(options.now(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        for one in self._automaton.go(date, everywhere=options.automatic, dry_run=options.dry_run):
            if isinstance(one, Problem):
                synced.problems.append(one)
            else:
                synced.made.append(one)

    def _send(self, state: MailState, synced: Synced, options: MailOptions) -> None:
        ready: list[Outbound] = []
        for one in outbound(
            self._home, self._person, self._account.address, state, options.again, dry_run=options.dry_run
        ):
            if isinstance(one, Problem):
                synced.problems.append(one)
            elif self._sending.is_ready(one, state, synced, options):
                ready.append(one)
        if options.dry_run:
            synced.sent = ready
            return
        if ready:
            self._sending.send(ready, state, synced, options)
        self._sending.file_copies(synced)


def watch(service: MailService, options: MailOptions, seconds: int) -> Iterator[Synced]:
    """One go after the other; see `repeat`."""
    return repeat(lambda: service.sync(options), seconds)
