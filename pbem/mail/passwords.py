"""Passwords of mail servers: from the system's keyring or from a program. They are never written, printed or told.

With `auth: oauth` what the program prints is an access token; pbem does not ask for one itself.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Final, cast

from pbem.errors import Problem
from pbem.mail.servers import OAUTH, Keyring, Program, Server

_LONGEST: Final = 1024
# With what stands around it, and in base 64, it is still a line that an SMTP server takes (RFC 4954: 12288 bytes).
_LONGEST_TOKEN: Final = 8192


class Wallet:
    """The passwords of an account, each fetched once; `forget` after one was refused."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, str], str] = {}

    def password(self, server: Server) -> str:
        """The password for a server. Raises Problem: PASSWORD_MISSING, PASSWORD_COMMAND, TOKEN_COMMAND, NO_KEYRING."""
        if server.auth == OAUTH:
            # It is good for an hour, and the program knows when to get another one.
            return token_of(server)
        key = (server.password, server.user)
        if key not in self._known:
            self._known[key] = password_of(server)
        return self._known[key]

    def forget(self) -> None:
        """Ask for all of them anew."""
        self._known.clear()


def password_of(server: Server) -> str:
    """The password for a server, from where its settings say. Raises Problem as `Wallet.password`."""
    source = server.password
    found = _from_keyring(source, server) if isinstance(source, Keyring) else _from_program(source)
    if not found or len(found) > _LONGEST or any(char in found for char in "\0\r\n"):
        whence = "the keyring holds" if isinstance(source, Keyring) else f"{source.argv[0]} prints"
        raise Problem(
            "PASSWORD_MISSING",
            f"{whence} no password for {server.user} at {server.host}",
            "store it with: pbem mail password" if isinstance(source, Keyring) else "see that its first line is it",
        )
    return found


def token_of(server: Server) -> str:
    """The access token for a server. Raises Problem: PASSWORD_MISSING, TOKEN_COMMAND.

    A program that fails may have no network at the moment, so that its failure is another one than a password's.
    """
    assert isinstance(server.password, Program)
    try:
        found = _from_program(server.password)
    except Problem as problem:
        raise replace(problem, code="TOKEN_COMMAND") from None
    if not found or len(found) > _LONGEST_TOKEN or not found.isascii() or not found.isprintable() or " " in found:
        what = f"{server.password.argv[0]} prints no token for {server.user} at {server.host}"
        raise Problem("PASSWORD_MISSING", what, "see that its first line is the access token alone")
    return found


def system_keyring() -> ModuleType:
    """The package `keyring`, for the first time without what it can use on a Mac alone: elsewhere that looks for
    frameworks with a compiler and a linker, and finds none. Raises ImportError."""
    if sys.platform != "darwin":
        sys.modules.setdefault("keyring.backends.macOS.api", cast(ModuleType, None))
    return import_module("keyring")


def store_password(source: Keyring, user: str, password: str) -> None:
    """Puts a password into the system's keyring. Raises Problem NO_KEYRING."""
    keyring = system_keyring()
    with _telling():
        keyring.set_password(source.service, user, password)


def _from_keyring(source: Keyring, server: Server) -> str:
    keyring = system_keyring()
    with _telling():
        return str(keyring.get_password(source.service, server.user) or "")
    return ""


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    """What a keyring of whatever make raises, as a Problem. Its words are left out: nobody knows what is in them."""
    try:
        yield
    except Exception as error:
        what = f"the keyring of this system does not answer ({type(error).__name__})"
        mend = "unlock it, or let a program print the password: password: {command: [...]} in mail.yaml"
        raise Problem("NO_KEYRING", what, mend) from None


def _from_program(source: Program) -> str:
    """The first line that the program prints; what it says on standard error is not shown, for it may be secret."""
    name = source.argv[0]
    mend = "run it yourself to see what it says; it stands in mail.yaml under password: command:"
    try:
        done = subprocess.run(
            source.argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=source.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        what = f"the password command {name} has not ended within {source.seconds} seconds"
        raise Problem("PASSWORD_COMMAND", what, mend) from None
    except (OSError, ValueError) as error:
        what = f"the password command {name} cannot be run ({type(error).__name__})"
        raise Problem("PASSWORD_COMMAND", what, mend) from None
    if done.returncode:
        raise Problem("PASSWORD_COMMAND", f"the password command {name} ends with status {done.returncode}", mend)
    try:
        return done.stdout.partition(b"\n")[0].rstrip(b"\r").decode("utf-8")
    except UnicodeDecodeError:
        raise Problem("PASSWORD_COMMAND", f"what {name} prints is not UTF-8 text", mend) from None
