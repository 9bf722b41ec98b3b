"""Handing mails to an SMTP server."""

from __future__ import annotations

import contextlib
import smtplib
from collections.abc import Sequence
from typing import Final

from pbem.errors import Problem
from pbem.mail.network import FAREWELL, TIMEOUT, refused_login, require_secret, said, telling, tls_context
from pbem.mail.servers import OAUTH, SSL, STARTTLS, Account, is_loopback
from pbem.mail.tokens import Bearer, mechanism_of

# What a program calls itself that does not want to tell the name of its computer.
_MY_NAME: Final = "[127.0.0.1]"


class Courier:
    """A connection to an SMTP server, over which mails go one after the other."""

    def __init__(self, account: Account, password: str) -> None:
        """Connects and logs in. password: or the token. Raises Problem (codes of `network.telling`, MAIL_LOGIN,
        MAIL_PLAIN, MAIL_CA)."""
        self._server = server = account.smtp
        require_secret(server)
        context = tls_context(account.ca)
        with telling(server):
            if server.security == SSL:
                self._link: smtplib.SMTP = smtplib.SMTP_SSL(
                    server.host, server.port, _MY_NAME, context=context, timeout=TIMEOUT
                )
            else:
                self._link = smtplib.SMTP(server.host, server.port, _MY_NAME, timeout=TIMEOUT)
        try:
            with telling(server):
                if server.security == STARTTLS:
                    self._link.starttls(context=context)
                self._link.ehlo_or_helo_if_needed()
            self._log_in(password)
        except BaseException:
            self.close()
            raise

    def _log_in(self, password: str) -> None:
        if not self._link.has_extn("auth"):
            if is_loopback(self._server.host):
                return
            raise refused_login(self._server, "it offers no login", password)
        if self._server.auth == OAUTH:
            self._show(password)
            return
        with telling(self._server):
            try:
                self._link.login(self._server.user, password)
            except smtplib.SMTPAuthenticationError as error:
                if error.smtp_code < 500:
                    raise
                raise refused_login(self._server, error.smtp_error, password) from None
            except UnicodeError:
                raise refused_login(self._server, "this server takes ASCII alone", password) from None

    def _show(self, token: str) -> None:
        """Logs in with a token."""
        offered = str(self._link.esmtp_features["auth"]).upper().split()
        mechanism = mechanism_of(self._server, offered)
        bearer = Bearer(self._server, token, mechanism)

        def say(challenge: bytes | None = None) -> str:
            return bearer.begin() if challenge is None else bearer.answer(challenge)

        with telling(self._server):
            try:
                self._link.auth(mechanism, say)
            except smtplib.SMTPAuthenticationError as error:
                if error.smtp_code < 500:
                    raise
                raise bearer.refused(error.smtp_error) from None
            except UnicodeError:
                raise bearer.refused("this server takes ASCII alone") from None

    def send(self, sender: str, receivers: Sequence[str], mail: bytes) -> None:
        """Hands over one mail; on return the server has taken it for all receivers.

        Raises Problem: MAIL_REFUSED (for good: the address, the size, the content), MAIL_DEFERRED (for now), else codes
        of `network.telling`. A mail of which this is raised may have been taken all the same.
        """
        with telling(self._server):
            try:
                missed = self._link.sendmail(sender, list(receivers), mail)
            except smtplib.SMTPRecipientsRefused as error:
                raise self._refused(*next(iter(error.recipients.values()))) from None
            except smtplib.SMTPResponseException as error:
                raise self._refused(error.smtp_code, error.smtp_error) from None
            except UnicodeError:
                raise self._refused(553, "an address is not plain ASCII") from None
            if missed:
                raise self._refused(*next(iter(missed.values())))

    def _refused(self, code: int, words: bytes | str) -> Problem:
        what = f"{self._server.place} does not take this mail: {code} {said(words)}"
        if code < 500:
            return Problem("MAIL_DEFERRED", what, "try again later")
        return Problem("MAIL_REFUSED", what, "check the addresses in campaign.yaml and mail.yaml")

    def post(self, sender: str, receiver: str, mail: bytes) -> None:
        """`send` for one receiver."""
        self.send(sender, [receiver], mail)

    def close(self) -> None:
        """Takes leave of the server, whatever it says."""
        with contextlib.suppress(OSError, smtplib.SMTPException):
            if self._link.sock is not None:
                self._link.sock.settimeout(FAREWELL)
            self._link.quit()
