"""The server itself: a port of this computer that nothing outside reaches, and the file that opens the page.

The token never stands in a process list or in the address of a request: a file that its owner alone can read leads the
browser to it, behind the `#`, which is not sent.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn

from pbem.play.routes import application
from pbem.store.atomic import write_atomic
from pbem.store.files import ensure_folder
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER

if TYPE_CHECKING:
    from pbem.play.evening import Evening

LOOPBACK: Final = "127.0.0.1"
# Seconds for answers that are under way when the server ends; streams end by themselves before.
_GRACE: Final = 3
_DOOR: Final = """\
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
class Opened:
    """A server that listens. address: of its bare page. door: the file that opens it, with the token."""

    address: str
    door: Path


def serve(evening: Evening, ready: Callable[[Opened], None]) -> None:
    """Serves until somebody ends it, by the page or with Ctrl-C. ready: told when the page can be opened.

    Raises Problem where the file that opens the page cannot be written.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.bind((LOOPBACK, 0))
        listening.listen()
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(32)
        server = uvicorn.Server(_config(evening, port, token))
        evening.stop, evening.stopping = _stopper(server), lambda: server.should_exit
        address = f"http://{LOOPBACK}:{port}/"
        with _door(evening.home.path / "play", port, f"{address}#{token}") as door:
            ready(Opened(address, door))
            with suppress(KeyboardInterrupt):
                server.run(sockets=[listening])


def _config(evening: Evening, port: int, token: str) -> uvicorn.Config:
    return uvicorn.Config(
        application(evening, port=port, token=token),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE,
    )


def _stopper(server: uvicorn.Server) -> Callable[[], None]:
    def stop() -> None:
        server.should_exit = True

    return stop


@contextmanager
def _door(folder: Path, port: int, address: str) -> Iterator[Path]:
    """The file that opens the page, gone when the server is."""
    ensure_folder(folder, mode=PRIVATE_FOLDER)
    _sweep(folder)
    door = folder / f"{port}.html"
    write_atomic(door, _DOOR.format(address=escape(address)).encode("ascii"), mode=PRIVATE_FILE)
    try:
        yield door
    finally:
        door.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Takes away the files of servers that were killed: nobody listens at their ports."""
    for door in folder.glob("*.html"):
        if door.stem.isdecimal() and not _listens(int(door.stem)):
            door.unlink(missing_ok=True)


def _listens(port: int) -> bool:
    try:
        with socket.create_connection((LOOPBACK, port), timeout=0.5):
            return True
    except (OSError, OverflowError):
        return False
