"""Sending what is due, each mail once; what a server does not take, for now or for good; copies of what was sent."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pbem.campaign.inbox.mailstate import MailState, Refused, Sent, StateFile
from pbem.errors import Problem
from pbem.mail.fetching import MAIL_LIMIT
from pbem.mail.filing import Filing
from pbem.mail.header import read_heading
from pbem.mail.passwords import Wallet
from pbem.mail.servers import Account
from pbem.mail.smtp import Courier
from pbem.mailservice.mailloop import Patience
from pbem.store.files import read_bounded

if TYPE_CHECKING:
    from pbem.mailservice.maildispatch import Outbound
    from pbem.mailservice.mailing import MailOptions, Synced
    from pbem.store.home import Home

COPIES: Final = "copies"
MOST_COPIES: Final = 64
Send = Callable[[str, str, bytes], None]


def dispatch(
    one: Outbound, own: str, send: Send, state: MailState, save: Callable[[], None], keep: Callable[[], None]
) -> None:
    """Sends a mail, keeps a copy and remembers it. What stops this in between has it sent once more, never lost.

    Raises Problem.
    """
    send(own, one.to, one.mail)
    keep()
    if one.key not in state.sent or state.sent[one.key].seq <= one.seq:
        state.sent[one.key] = Sent(one.seq, one.id)
    state.refused.pop(one.key, None)
    save()


class Sending:
    """What a player's program knows of mails that were not taken, between two goes."""

    def __init__(self, home: Home, account: Account, files: StateFile, wallet: Wallet) -> None:
        self._home, self._account, self._files, self._wallet = home, account, files, wallet
        self._patience = Patience()
        self._told: set[str] = set()

    def is_ready(self, one: Outbound, state: MailState, synced: Synced, options: MailOptions) -> bool:
        """Whether a mail is to be sent now; why one that was refused is not, is told once."""
        known = state.refused.get(one.key)
        if known is not None and (known.seq, known.route) == (one.seq, self._route(one)) and not one.again:
            self._tell(
                f"message {one.seq} of game {one.game} was refused and is not sent: {known.why}; mend the address in "
                f"campaign.yaml, or try it once more: pbem mail sync --again {shlex.quote(str(one.folder))}",
                synced,
            )
            return False
        return self._patience.is_due(one.id, options.now())

    def _route(self, one: Outbound) -> str:
        """From whom to whom, and by which server: with another one a mail that was refused is tried again."""
        return f"{self._account.address} {one.to} {self._account.smtp.place}"

    def _tell(self, words: str, synced: Synced) -> None:
        if words not in self._told:
            self._told.add(words)
            synced.taken.notices.append(words)

    def send(self, ready: list[Outbound], state: MailState, synced: Synced, options: MailOptions) -> None:
        """Sends mails one after the other. Raises Problem where the way to the server is closed, or the disk full."""
        courier = Courier(self._account, self._wallet.password(self._account.smtp))
        try:
            for number, mail in enumerate(ready):
                options.progress(number, len(ready), f"sending message {mail.seq} of game {mail.game}")
                try:
                    self._send_one(mail, courier.post, state, synced)
                except Problem as problem:
                    self._not_taken(mail, problem, state, synced, options)
        finally:
            courier.close()

    def _send_one(self, mail: Outbound, send: Send, state: MailState, synced: Synced) -> None:
        def keep() -> None:
            if not self._account.sent:
                return
            try:
                self._files.keep(COPIES, f"{mail.key[:24]}-{mail.seq:05d}.eml", mail.mail)
            except Problem as problem:
                # It is on its way: for a copy it does not go once more.
                self._tell(f"no copy of message {mail.seq} of game {mail.game} was kept: {problem}", synced)

        dispatch(mail, self._account.address, send, state, lambda: self._files.save(state), keep)
        self._patience.forget(mail.id)
        self._home.forget_again(mail.key)
        synced.sent.append(mail)

    def _not_taken(
        self, mail: Outbound, problem: Problem, state: MailState, synced: Synced, options: MailOptions
    ) -> None:
        """Notes a mail that the server did not take. Raises the Problem where it is about more than this mail."""
        if problem.code == "MAIL_REFUSED":
            state.refused[mail.key] = Refused(mail.seq, self._route(mail), problem.what)
            self._files.save(state)
            self._home.forget_again(mail.key)
        elif problem.code == "MAIL_DEFERRED":
            self._patience.defer(mail.id, options.now())
        else:
            raise problem
        synced.problems.append(problem.at(str(mail.folder)))

    # -- copies ---------------------------------------------------------------------

    def file_copies(self, synced: Synced) -> None:
        """Puts copies of what was sent into the folder for them. What goes wrong is a notice: the mails are sent."""
        waiting = self._files.drawer(COPIES)
        if not waiting or not self._account.sent:
            return
        for old in waiting[: max(0, len(waiting) - MOST_COPIES)]:
            self._files.drop(old)
        try:
            filing = Filing(self._account, self._wallet.password(self._account.imap))
            try:
                for path in waiting[-MOST_COPIES:]:
                    copy = read_bounded(path, 2 * MAIL_LIMIT)
                    filing.put(read_heading(copy).id, copy)
                    self._files.drop(path)
            finally:
                filing.close()
        except Problem as problem:
            self._tell(f"a copy of what was sent was not filed, and is tried again: {problem.what}", synced)
