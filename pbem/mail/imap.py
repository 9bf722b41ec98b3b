"""Reading a folder of an IMAP server. Nothing in it is changed: no mail is deleted, moved or marked as read.

The one thing that is ever added to a mailbox is a copy of what was sent, where its owner wants that (`filing`).
"""

from __future__ import annotations

import base64
import contextlib
import imaplib
import re
import ssl
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final

from pbem.errors import Problem
from pbem.mail.fetching import WITHHELD
from pbem.mail.network import FAREWELL, TIMEOUT, refused_login, require_secret, said, telling, tls_context
from pbem.mail.servers import OAUTH, SSL, STARTTLS, Account
from pbem.mail.tokens import Bearer, mechanism_of

MOST_BYTES: Final = 64 * 2**20
"""Of one answer of the server, with all that it says unasked."""

MOST_LINES: Final = 20_000
"""Likewise."""

_MOST_STEPS: Final = 10

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SIZE: Final = re.compile(rb"UID (\d{1,10})(?=[ )]).*?RFC822\.SIZE (\d{1,19})|RFC822\.SIZE (\d{1,19}).*?UID (\d{1,10})")
_UID: Final = re.compile(rb"\bUID (\d{1,10})\b")
_NUMBER: Final = re.compile(rb"[0-9]{1,10}")
_MANY: Final = 500
# What providers say of a login that will go well another time.
_NOT_NOW: Final = re.compile(
    r"unavailable|\[(?:inuse|limit|throttled)\]|try again|too many (?:simultaneous )?conn", re.I
)


class _Bounded:
    """Refuses an answer that is too large to be held: by its literals, its lines, or the number of these."""

    _bytes = _lines = 0

    def send(self, data: Any) -> None:
        """As imaplib's; what is answered to it is counted anew."""
        self._bytes = self._lines = 0
        super().send(data)  # type: ignore[misc]

    def read(self, size: int) -> bytes:
        """As imaplib's."""
        self._count(size)
        data: bytes = super().read(size)  # type: ignore[misc]
        return data

    def readline(self) -> bytes:
        """As imaplib's."""
        line: bytes = super().readline()  # type: ignore[misc]
        self._lines += 1
        self._count(len(line))
        return line

    def _count(self, size: int) -> None:
        self._bytes += size
        if self._bytes > MOST_BYTES or self._lines > MOST_LINES:
            raise imaplib.IMAP4.abort("the server sends more than can be read")


class _Clear(_Bounded, imaplib.IMAP4):
    pass


class _Tls(_Bounded, imaplib.IMAP4_SSL):
    pass


class Session:
    """Somebody who is logged in at an IMAP server."""

    def __init__(self, account: Account, password: str) -> None:
        """Connects and logs in. password: or the token. Raises Problem (codes of `network.telling`, MAIL_LOGIN,
        MAIL_PLAIN, MAIL_CA)."""
        self._server = account.imap
        require_secret(account.imap)
        context = tls_context(account.ca)
        with telling(self._server):
            self._link = self._connected(context)
        try:
            self._log_in(password)
        except BaseException:
            self.close()
            raise

    def _connected(self, context: ssl.SSLContext) -> imaplib.IMAP4:
        server = self._server
        if server.security == SSL:
            return _Tls(server.host, server.port, ssl_context=context, timeout=TIMEOUT)
        link = _Clear(server.host, server.port, timeout=TIMEOUT)
        if server.security == STARTTLS:
            try:
                link.starttls(context)
            except BaseException:
                link.shutdown()
                raise
        return link

    def _log_in(self, password: str) -> None:
        if self._server.auth == OAUTH:
            self._show(password)
            return
        user, link = self._server.user, self._link
        with telling(self._server):
            try:
                if "AUTH=PLAIN" in link.capabilities:
                    # Takes any character, where LOGIN takes ASCII alone.
                    link.authenticate("PLAIN", _Talk(lambda _: f"\0{user}\0{password}"))
                else:
                    link.login(quoted(user), password)
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error as error:
                if _NOT_NOW.search(str(error)):
                    raise
                raise refused_login(self._server, error, password) from None
            except UnicodeError:
                raise refused_login(self._server, "this server takes ASCII alone", password) from None

    def _show(self, token: str) -> None:
        """Logs in with a token."""
        link = self._link
        offered = {name.partition("=")[2] for name in map(str.upper, link.capabilities) if name.startswith("AUTH=")}
        mechanism = mechanism_of(self._server, offered)
        bearer = Bearer(self._server, token, mechanism)
        # The first challenge is empty: it asks to begin.
        talk = _Talk(lambda challenge: bearer.answer(challenge) if talk.steps > 1 else bearer.begin())
        with telling(self._server):
            try:
                link.authenticate(mechanism, talk)
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error as error:
                if _NOT_NOW.search(str(error)):
                    raise
                raise bearer.refused(error) from None

    def close(self) -> None:
        """Takes leave of the server, whatever it says."""
        with contextlib.suppress(OSError, imaplib.IMAP4.error, ValueError):
            self._link.sock.settimeout(FAREWELL)
            self._link.logout()


class Mailbox(Session):
    """A folder of an IMAP server, opened for reading. validity: UIDs count while this number stays the same."""

    def __init__(self, account: Account, password: str) -> None:
        """Connects, logs in and opens the folder. Raises Problem as `Session` does, and MAIL_FOLDER."""
        super().__init__(account, password)
        try:
            self.validity = self._open(account.folder)
        except BaseException:
            self.close()
            raise

    def _open(self, folder: str) -> int:
        with telling(self._server):
            state, answer = self._link.select(quoted(modified_utf7(folder)), readonly=True)
            validity = self._link.response("UIDVALIDITY")[1] if state == "OK" else [None]
        if state != "OK":
            what = f"{self._server.place} does not open the folder {folder}: {said(answer[-1])}"
            raise Problem("MAIL_FOLDER", what, "check folder: below imap: in mail.yaml")
        value = validity[-1] if validity else None
        if not isinstance(value, bytes) or not _NUMBER.fullmatch(value):
            raise Problem("MAIL_SERVER", f"{self._server.place} gives its mails no lasting numbers", "use another one")
        return int(value)

    def newer(self, last: int, since: date | None = None) -> list[int]:
        """UIDs above `last`, ascending. since: only mails that came on this day or later. Raises Problem."""
        wanted = [f"UID {last + 1}:*"]
        if since is not None:
            wanted.append(f"SINCE {since.day}-{_MONTHS[since.month - 1]}-{since.year}")
        # `n:*` names the last mail even where its number is below n.
        return sorted(uid for uid in self._found(*wanted) if uid > last)

    def newest(self) -> int:
        """The highest UID of all, 0 where the folder is empty. Raises Problem."""
        return max(self._found("UID *"), default=0)

    def _found(self, *wanted: str) -> set[int]:
        answer = self._asked("SEARCH", *wanted)
        words = (word for line in answer if isinstance(line, bytes) for word in line.split())
        return {int(word) for word in words if _NUMBER.fullmatch(word)}

    def sizes(self, uids: Sequence[int]) -> dict[int, int]:
        """Bytes of each mail. Raises Problem."""
        found: dict[int, int] = {}
        for start in range(0, len(uids), _MANY):
            some = ",".join(map(str, uids[start : start + _MANY]))
            for line in self._asked("FETCH", some, "(UID RFC822.SIZE)"):
                match = _SIZE.search(line) if isinstance(line, bytes) else None
                if match is not None:
                    found[int(match[1] or match[4])] = int(match[2] or match[3])
        return {uid: found[uid] for uid in uids if uid in found}

    def mail(self, uid: int) -> bytes | None:
        """The bytes of a mail, which stays unread; None where it is gone.

        Raises Problem: WITHHELD where the server says no to this mail, codes of `network.telling` for all else.
        """
        for part in self._asked("FETCH", str(uid), "(UID BODY.PEEK[])", no=WITHHELD):
            if isinstance(part, tuple) and len(part) == 2 and b"BODY[]" in part[0]:
                named = _UID.search(part[0])
                if named is None or int(named[1]) == uid:
                    return bytes(part[1])
        return None

    def _asked(self, command: str, *words: str, no: str = "MAIL_SERVER") -> list[Any]:
        """What the server answers. no: code of the Problem where it says no, and not for the time being."""
        with telling(self._server):
            # What it said unasked would lie there for ever.
            self._link.untagged_responses.clear()
            try:
                state, answer = self._link.uid(command, *words)
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error as error:
                # A BAD, which imaplib raises.
                state, answer = "BAD", [str(error).encode("utf-8", "replace")]
            if state == "OK":
                return list(answer or [])
        words_said = said(answer[-1] if answer else b"")
        code = "MAIL_SERVER" if _NOT_NOW.search(words_said) else no
        raise Problem(code, f"{self._server.place} answers: {words_said}", "check the network and try again")


class _Talk:
    """What is said to the challenges of one login. A server may make more and more of them: that has an end."""

    def __init__(self, words: Callable[[bytes], str]) -> None:
        self._words = words
        self.steps = 0

    def __call__(self, challenge: bytes) -> bytes:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise imaplib.IMAP4.abort("the server asks again and again")
        return self._words(challenge).encode("utf-8")


def quoted(word: str) -> str:
    """A word as IMAP quotes it. Line ends never get here: settings do not take them."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def modified_utf7(name: str) -> str:
    """A folder's name as IMAP writes it (RFC 3501, section 5.1.3)."""
    written, foreign = [], ""
    for char in [*name, ""]:
        if char and not " " <= char <= "~":
            foreign += char
            continue
        if foreign:
            coded = base64.b64encode(foreign.encode("utf-16-be")).decode("ascii").rstrip("=").replace("/", ",")
            written.append(f"&{coded}-")
            foreign = ""
        written.append("&-" if char == "&" else char)
    return "".join(written)
