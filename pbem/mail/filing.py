"""A copy of what was sent, put into a folder of one's mailbox by IMAP APPEND; once, whoever has put it there."""

from __future__ import annotations

import re
from typing import Final

from pbem.errors import Problem
from pbem.mail.imap import Session, modified_utf7, quoted
from pbem.mail.network import said, telling
from pbem.mail.servers import SENT_AUTO, Account

# An answer to LIST: marks, what stands between the names of folders, and this one's name, if it is no literal.
_LISTED: Final = re.compile(rb'\((?P<marks>[^)]{0,400})\) (?:"(?:\\?.)"|NIL) (?P<name>.{1,1000})', re.DOTALL)
_ID: Final = re.compile(r"<[!#-;=?-\[\]-~]{1,250}>")


class Filing(Session):
    """The folder for copies. folder: its name as the server writes it."""

    def __init__(self, account: Account, password: str) -> None:
        """Connects, logs in and looks for the folder. Raises Problem as `Session` does, and MAIL_FOLDER."""
        super().__init__(account, password)
        try:
            self.folder = self._marked() if account.sent == SENT_AUTO else quoted(modified_utf7(account.sent))
            with telling(self._server):
                state, answer = self._link.select(self.folder, readonly=True)
            if state != "OK":
                raise self._unknown(f"does not open the folder {account.sent} for copies: {said(answer[-1])}")
        except BaseException:
            self.close()
            raise

    def _marked(self) -> str:
        """The folder that bears the mark of sent mails (RFC 6154), quoted. Raises Problem MAIL_FOLDER."""
        with telling(self._server):
            can = str(self._link.capability()[1]).upper()
            # Servers with many kinds of lists send the marks only to who asks for them.
            asked = '"*" RETURN (SPECIAL-USE)' if "LIST-EXTENDED" in can and "SPECIAL-USE" in can else '"*"'
            _, lines = self._link.list('""', asked)
        for line in lines or ():
            head, literal = line if isinstance(line, tuple) else (line, b"")
            found = _LISTED.match(head) if isinstance(head, bytes) else None
            if found is not None and b"\\sent" in found["marks"].lower().split():
                return _name(found["name"], literal)
        raise self._unknown("marks no folder as that of sent mails")

    def _unknown(self, what: str) -> Problem:
        return Problem("MAIL_FOLDER", f"{self._server.place} {what}", "name one: sent: below imap: in mail.yaml")

    def put(self, id: str, mail: bytes) -> bool:
        """Adds a mail, as read, unless one with this Message-ID lies there: False then.

        Raises Problem: MAIL_FULL (the server refuses it; most often there is no room), codes of `network.telling`.
        """
        with telling(self._server):
            if _ID.fullmatch(id):
                state, found = self._link.uid("SEARCH", "HEADER", "Message-ID", quoted(id))
                if state == "OK" and any(isinstance(line, bytes) and line.split() for line in found):
                    return False
            state, answer = self._link.append(self.folder, r"(\Seen)", "", mail)
            if state != "OK":
                raise self._full(answer)
        return True

    def _full(self, answer: list[bytes]) -> Problem:
        what = f"{self._server.place} does not take a copy of what was sent: {said(answer[-1] if answer else b'')}"
        return Problem("MAIL_FULL", what, "see whether your mailbox is full; the mail itself is on its way")


def _name(word: bytes, literal: bytes) -> str:
    """A folder's name of an answer, as it is said back: as it stands, where it is quoted; else quoted."""
    if literal:
        return quoted(literal.decode("ascii", "replace"))
    text = word.strip().decode("ascii", "replace")
    return text if text.startswith('"') else quoted(text)
