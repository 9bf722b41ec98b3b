"""How the page is reached: a port that nothing outside this computer reaches, and the file that opens the page.

The token never stands in a list of processes or in the address of a request: a file that its owner alone can read leads
the browser to it, behind the `#`, which is not sent. The port takes connections from the beginning, so that a browser
may start while the server does.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.store.atomic import write_atomic
from pbem.store.files import ensure_folder
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER

if TYPE_CHECKING:
    from pbem.store.home import Home

LOOPBACK: Final = "127.0.0.1"
_FOLDER: Final = "play"
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="pbem">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>pbem play</title>
</head>
<body>
<p><a href="{address}">Open the page of pbem play</a></p>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Door:
    """Where a server is going to answer. address: of its bare page. file: opens the page with the token."""

    listening: socket.socket
    token: str
    address: str
    file: Path

    @property
    def port(self) -> int:
        """At which it listens."""
        return int(self.listening.getsockname()[1])


@contextmanager
def door(home: Home) -> Iterator[Door]:
    """A free port of this computer, and the file; both are gone after the block. Raises Problem."""
    # Named by its protocol: asyncio sends small answers at once on such sockets alone, not 40 ms later.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind((LOOPBACK, 0))
        listening.listen()
        port, token = listening.getsockname()[1], secrets.token_urlsafe(32)
        address = f"http://{LOOPBACK}:{port}/"
        folder = home.path / _FOLDER
        ensure_folder(folder, mode=PRIVATE_FOLDER)
        _sweep(folder)
        file = folder / f"{port}.html"
        write_atomic(file, _PAGE.format(address=escape(f"{address}#{token}")).encode("ascii"), mode=PRIVATE_FILE)
        try:
            yield Door(listening, token, address, file)
        finally:
            file.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Takes away the files of servers that were killed: nobody listens at their ports."""
    for file in folder.glob("*.html"):
        if file.stem.isdecimal() and not _listens(int(file.stem)):
            file.unlink(missing_ok=True)


def _listens(port: int) -> bool:
    try:
        with socket.create_connection((LOOPBACK, port), timeout=0.5):
            return True
    except (OSError, OverflowError):
        return False
