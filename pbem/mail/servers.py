"""A mail account as plain values: which servers, how they are reached, and where its password comes from."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SSL, STARTTLS, PLAIN = "ssl", "starttls", "plain"
"""How a connection is kept secret: from its first byte on, from a command on, or not at all (this computer only)."""

PASSWORD, OAUTH = "password", "oauth"
"""How one logs in: with a password, or with a token that a provider gave to a program and that is good for an hour."""

SENT_AUTO: Final = "auto"
"""In the place of a folder's name: the one that the server itself marks as that of sent mails (RFC 6154)."""

IMAP_PORTS: Final = {SSL: 993, STARTTLS: 143, PLAIN: 143}
SMTP_PORTS: Final = {SSL: 465, STARTTLS: 587, PLAIN: 25}


@dataclass(frozen=True)
class Keyring:
    """The password lies in the system's keyring, under this service and the user of the server."""

    service: str


@dataclass(frozen=True)
class Program:
    """A program prints the password as its first line. argv: run without a shell. seconds: how long it may take."""

    argv: tuple[str, ...]
    seconds: int


PasswordSource = Keyring | Program


@dataclass(frozen=True)
class Server:
    """Where a server listens and who logs in there. security: SSL, STARTTLS or PLAIN. auth: PASSWORD or OAUTH."""

    host: str
    port: int
    security: str
    user: str
    password: PasswordSource
    auth: str = PASSWORD

    @property
    def place(self) -> str:
        """`imap.example.org:993`, for people."""
        return f"{self.host}:{self.port}"


@dataclass(frozen=True)
class Account:
    """One person's or club's mailbox. ca: file with certificates that are trusted in place of the system's, if any.

    sent: the folder into which copies of sent mails go, SENT_AUTO, or "" for none.
    """

    address: str
    imap: Server
    folder: str
    smtp: Server
    ca: Path | None = None
    sent: str = ""


def is_loopback(host: str) -> bool:
    """Whether a host is this computer itself, by its name or address alone; nothing is looked up."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"
