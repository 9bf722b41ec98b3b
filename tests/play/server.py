"""A server of `pbem play` at a port of its own, in a thread of the test, and requests that no browser would send."""

from __future__ import annotations

import contextlib
import json
import queue
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.play.door import Door, door
from pbem.play.evening import Evening
from pbem.play.serving import serve

PATIENCE = 30.0


@dataclass(frozen=True)
class Running:
    """A server that listens. port, token: of it. file: opens the page."""

    file: Path
    port: int
    token: str
    thread: threading.Thread

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(self, data: bytes) -> bytes:
        """All that is answered to these bytes, on a connection of their own."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                line.sendall(data)
            parts = []
            with contextlib.suppress(ConnectionResetError):
                while part := line.recv(65536):
                    parts.append(part)
        return b"".join(parts)

    def ask(self, method: str, target: str, headers: dict[str, str] | None = None, body: bytes = b"") -> Answer:
        """One request as the page would send it; `headers` in the place of its own, "" for none of that name."""
        own = {"Host": f"127.0.0.1:{self.port}", "X-Pbem-Token": self.token, "Connection": "close"}
        if method == "POST":
            own |= {"Origin": self.origin, "Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = [f"{name}: {value}" for name, value in {**own, **(headers or {})}.items() if value]
        return answer_of(
            self.send("\r\n".join([f"{method} {target} HTTP/1.1", *lines, "", ""]).encode("latin-1") + body)
        )


@dataclass(frozen=True)
class Answer:
    """headers: by their names in small letters, in the order in which they came."""

    status: int
    headers: dict[str, list[str]]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Of the error that was answered."""
        return str(self.json["error"]["code"])


def answer_of(data: bytes) -> Answer:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers: dict[str, list[str]] = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers.setdefault(name.lower(), []).append(value.strip())
    return Answer(int(first.split(" ")[1]), headers, body)


@contextlib.contextmanager
def running(evening: Evening) -> Iterator[Running]:
    """The server, which ends with the block."""
    ready: queue.Queue[Door] = queue.Queue()

    def run() -> None:
        with door(evening.home) as opened:
            ready.put(opened)
            serve(evening, opened)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    opened = ready.get(timeout=PATIENCE)
    try:
        yield Running(opened.file, opened.port, opened.token, thread)
    finally:
        evening.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()
