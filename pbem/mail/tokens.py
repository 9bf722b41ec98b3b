"""Logging in with an OAuth 2.0 access token, as XOAUTH2 and OAUTHBEARER (RFC 7628) have it: what is said, and what a
server answers that does not take it.

Both refuse in two steps: with a challenge in which the reason stands, and, when it has got an answer that says nothing,
with the refusal.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from pbem.errors import Problem
from pbem.mail.network import said
from pbem.mail.servers import Server

XOAUTH2, OAUTHBEARER = "XOAUTH2", "OAUTHBEARER"

_MOST_CHALLENGES: Final = 3
_LONGEST_REASON: Final = 4096
_REASONS: Final = ("status", "error", "error_description", "scope")


def mechanism_of(server: Server, offered: Collection[str]) -> str:
    """XOAUTH2, else OAUTHBEARER. offered: names of mechanisms, in capitals. Raises Problem MAIL_LOGIN for neither."""
    for name in (XOAUTH2, OAUTHBEARER):
        if name in offered:
            return name
    known = ", ".join(sorted(offered)) or "none"
    what = f"{server.place} takes no tokens; its ways to log in are: {said(known)}"
    raise Problem("MAIL_LOGIN", what, "take auth: oauth out of mail.yaml, and let the password be found")


class Bearer:
    """One login with a token. reason: what the server had against it, in words for people; "" for nothing yet."""

    def __init__(self, server: Server, token: str, mechanism: str) -> None:
        self._server, self._token, self._mechanism = server, token, mechanism
        self._challenges = 0
        self.reason = ""

    def begin(self) -> str:
        """What is said first, before it is put into base 64."""
        if self._mechanism == XOAUTH2:
            return f"user={self._server.user}\1auth=Bearer {self._token}\1\1"
        # An identity has its commas and equals signs escaped (RFC 5801, section 4).
        user = self._server.user.replace("=", "=3D").replace(",", "=2C")
        return f"n,a={user},\1host={self._server.host}\1port={self._server.port}\1auth=Bearer {self._token}\1\1"

    def answer(self, challenge: bytes) -> str:
        """What is said to a challenge, in which the server tells why: nothing. Raises Problem where it never ends."""
        self._challenges += 1
        if self._challenges > _MOST_CHALLENGES:
            raise Problem("MAIL_SERVER", f"{self._server.place} asks again and again", "try again later")
        self.reason = _reason(challenge).replace(self._token, "***")
        return "" if self._mechanism == XOAUTH2 else "\1"

    def refused(self, words: object) -> Problem:
        """MAIL_LOGIN. words: with which the server ends; the token never stands there."""
        told = f"{self.reason}; {said(words)}" if self.reason else said(words)
        told = told.replace(self._token, "***")
        what = f"{self._server.place} refuses the token of {self._server.user}: {told}"
        return Problem("MAIL_LOGIN", what, "let the program ask your provider anew; see docs/mail.md, OAuth")


def _reason(challenge: bytes) -> str:
    """The reason in a challenge, which should be a small JSON object; bounded, on one line."""
    words = challenge[:_LONGEST_REASON].decode("utf-8", "replace")
    try:
        found = json.loads(words)
    except (ValueError, RecursionError):
        return said(words)
    if not isinstance(found, dict):
        return said(words)
    return said(", ".join(f"{name} {found[name]}" for name in _REASONS if isinstance(found.get(name), str | int)))
