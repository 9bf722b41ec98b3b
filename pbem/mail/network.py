"""What goes wrong on the way to a mail server, told to a person in one place; TLS as it is always used."""

from __future__ import annotations

import contextlib
import imaplib
import smtplib
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.errors import Problem
from pbem.mail.draft import plain_line
from pbem.mail.servers import PLAIN, Server, is_loopback

TIMEOUT: Final = 30
"""Seconds that a server may stay silent."""

FAREWELL: Final = 3
"""Seconds that it may stay silent when one takes leave."""

PASSING: Final = frozenset(
    {
        "MAIL_HOST",
        "MAIL_TIMEOUT",
        "MAIL_UNREACHABLE",
        "MAIL_LOST",
        "MAIL_SERVER",
        "MAIL_WITHHELD",
        "MAIL_TLS",
        "TOKEN_COMMAND",
    }
)
"""Codes of what may be over when it is tried again later."""

_LONGEST_ANSWER: Final = 200
# How the library begins where it does not repeat what the server says.
_OF_IMAPLIB: Final = ("socket error", "unexpected ", "command: ")


def tls_context(ca: Path | None) -> ssl.SSLContext:
    """TLS with certificate and host name verified. ca: a file of certificates to trust in place of the system's.

    Raises Problem MAIL_CA.
    """
    try:
        return ssl.create_default_context(cafile=str(ca) if ca is not None else None)
    except (OSError, ValueError):
        mend = "name a PEM file in mail.yaml under ca:, or take the line out"
        raise Problem("MAIL_CA", "this is no file of certificates", mend, str(ca)) from None


def require_secret(server: Server) -> None:
    """Nothing goes over a network in clear. Raises Problem MAIL_PLAIN."""
    if server.security == PLAIN and not is_loopback(server.host):
        mend = "write security: ssl or starttls in mail.yaml"
        raise Problem("MAIL_PLAIN", f"{server.host} is not this computer: a password would go there in clear", mend)


@contextlib.contextmanager
def telling(server: Server) -> Iterator[None]:
    """Runs calls on a connection to a server; what goes wrong leaves as Problem.

    Codes: MAIL_HOST (unknown name), MAIL_TIMEOUT, MAIL_UNREACHABLE, MAIL_CERTIFICATE, MAIL_TLS, MAIL_LOST (the
    connection broke), MAIL_SERVER (the server answers no, or nonsense).
    """
    try:
        yield
    except Problem:
        raise
    except (OSError, imaplib.IMAP4.error, smtplib.SMTPException, ValueError, LookupError, TypeError) as error:
        raise _problem(error, server) from None


def _problem(error: Exception, server: Server) -> Problem:
    place, again = server.place, "check the network and try again"
    if isinstance(error, ssl.SSLCertVerificationError):
        what = f"the certificate of {place} cannot be trusted: {said(error.verify_message or error)}"
        mend = "check host: in mail.yaml; a server with a certificate of its own needs ca: FILE there"
        return Problem("MAIL_CERTIFICATE", what, mend)
    if isinstance(error, ssl.SSLError):
        what = f"no secure connection to {place}: {said(error.reason or error)}"
        return Problem("MAIL_TLS", what, "check port: and security: in mail.yaml (ssl or starttls)")
    if isinstance(error, socket.gaierror | UnicodeError):
        return Problem("MAIL_HOST", f"there is no host {server.host}", "check host: in mail.yaml, and the network")
    if isinstance(error, TimeoutError):
        mend = f"{again}; where it never works, check port: and security: in mail.yaml"
        return Problem("MAIL_TIMEOUT", f"{place} has not answered for {TIMEOUT} seconds", mend)
    if isinstance(error, ConnectionRefusedError):
        return Problem("MAIL_UNREACHABLE", f"nothing listens at {place}", "check host: and port: in mail.yaml")
    if isinstance(error, imaplib.IMAP4.abort | smtplib.SMTPServerDisconnected | ConnectionError):
        mend = f"{again}; where it never works, check port: and security: in mail.yaml"
        return Problem("MAIL_LOST", f"the connection to {place} broke{_farewell(error)}", mend)
    if isinstance(error, smtplib.SMTPResponseException):
        return Problem("MAIL_SERVER", f"{place} answers: {error.smtp_code} {said(error.smtp_error)}", again)
    if isinstance(error, OSError) and not isinstance(error, smtplib.SMTPException):
        return Problem("MAIL_UNREACHABLE", f"{place} cannot be reached: {said(error.strerror or error)}", again)
    return Problem("MAIL_SERVER", f"{place} answers: {said(error)}", again)


def _farewell(error: Exception) -> str:
    """What an IMAP server says as it hangs up (BYE), with a colon before it; "" where it says nothing."""
    if not isinstance(error, imaplib.IMAP4.abort):
        return ""
    words = str(error).rpartition("=> ")[2]
    return "" if words.startswith(_OF_IMAPLIB) else f": {said(words)}"


def refused_login(server: Server, words: object, password: str) -> Problem:
    """MAIL_LOGIN: the server does not take user and password. words: what it says; the password never stands there."""
    text = said(words).replace(password, "***") if password else said(words)
    what = f"{server.place} refuses the login of {server.user}: {text}"
    mend = "check user: in mail.yaml and the password; many providers want one for programs alone (docs/mail.md)"
    return Problem("MAIL_LOGIN", what, mend)


def said(words: object) -> str:
    """What a server says, as one short line for people."""
    if isinstance(words, bytes):
        words = words.decode("utf-8", "replace")
    return plain_line(str(words), _LONGEST_ANSWER) or "nothing"
