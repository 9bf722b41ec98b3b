"""A small IMAP server in this process, whose every word a test can choose: what real ones do only on a bad day."""

from __future__ import annotations

import contextlib
import re
import socket
import socketserver
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from pbem.mail.servers import Account, Program, Server

CAPABLE = "CAPABILITY IMAP4rev1 AUTH=PLAIN"


class HungUp(Exception):
    """The connection ends here; with `reset` as a router ends it."""

    def __init__(self, *, reset: bool = False) -> None:
        super().__init__()
        self.reset = reset


# Gets the line of a command without its tag, and where to write; may raise HungUp. True: it has answered by itself.
Trouble = Callable[[str, BinaryIO], bool]


@dataclass
class TinyImap:
    """mails: of the folder; the first one has UID 1. greeting: its first words. trouble: what happens to a command.

    said, tags: all commands that came, and what stood before each. filed: what was added, as (folder, bytes).
    """

    mails: list[bytes] = field(default_factory=list)
    greeting: str = "* OK ready"
    capable: str = CAPABLE
    trouble: Trouble = lambda line, out: False
    said: list[str] = field(default_factory=list)
    tags: list[bytes] = field(default_factory=list)
    filed: list[tuple[str, bytes]] = field(default_factory=list)
    port: int = 0

    def account(self, **more: str) -> Account:
        """The account at this server; SMTP leads nowhere."""
        auth, sent = more.get("auth", "password"), more.get("sent", "")
        program = Program(("echo", more.get("password", "p")), 30)
        imap = Server("localhost", self.port, "plain", "anna", program, auth)
        smtp = Server("localhost", 1, "plain", "anna", program, auth)
        return Account("anna@example.test", imap, "INBOX", smtp, None, sent)

    def serve(self, source: BinaryIO, out: BinaryIO) -> None:
        """One connection."""

        def say(*lines: str) -> None:
            for line in lines:
                out.write(f"{line}\r\n".encode())
            out.flush()

        say(self.greeting)
        while raw := source.readline():
            tag, _, line = raw.decode().rstrip("\r\n").partition(" ")
            self.said.append(line)
            self.tags.append(tag.encode())
            if self.trouble(line, out):
                continue
            words = line.split()
            if words[0] == "CAPABILITY":
                say(f"* {self.capable}", f"{tag} OK done")
            elif words[0] == "AUTHENTICATE":
                say("+ ")
                source.readline()
                say(f"{tag} OK done")
            elif words[0] == "EXAMINE":
                say("* OK [UIDVALIDITY 7] go", f"{tag} OK [READ-ONLY]")
            elif line == "UID SEARCH UID *":
                say(f"* SEARCH {len(self.mails) or ''}", f"{tag} OK done")
            elif line.startswith("UID SEARCH UID"):
                first = int(re.findall(r"UID (\d+):", line)[0])
                found = " ".join(str(uid) for uid in range(1, len(self.mails) + 1) if uid >= first)
                say(f"* SEARCH {found}", f"{tag} OK done")
            elif line.startswith("UID SEARCH HEADER"):
                id = line.rpartition(" ")[2].strip('"').encode()
                there = [str(number) for number, (_, mail) in enumerate(self.filed, 1) if id in mail]
                say(f"* SEARCH {' '.join(there)}", f"{tag} OK done")
            elif "RFC822.SIZE" in line:
                uids = [int(uid) for uid in words[2].split(",")]
                say(*(f"* {uid} FETCH (UID {uid} RFC822.SIZE {len(self.mails[uid - 1])})" for uid in uids))
                say(f"{tag} OK done")
            elif "BODY.PEEK[]" in line:
                mail = self.mails[int(words[2]) - 1]
                say(f"* {words[2]} FETCH (UID {words[2]} BODY[] {{{len(mail)}}}")
                out.write(mail)
                say(")", f"{tag} OK done")
            elif words[0] == "LIST":
                say('* LIST (\\HasNoChildren) "/" INBOX', '* LIST (\\Sent \\X) "/" "Sent items"', f"{tag} OK done")
            elif words[0] == "APPEND":
                say("+ go on")
                mail = source.read(int(re.findall(r"\{(\d+)\}", line)[0]))
                source.readline()
                self.filed.append((line.partition(" ")[2].partition(" (")[0], mail))
                say(f"{tag} OK done")
            elif words[0] == "LOGOUT":
                say("* BYE", f"{tag} OK done")
                return
            else:
                say(f"{tag} BAD what?")


@contextlib.contextmanager
def opened(tiny: TinyImap) -> Iterator[TinyImap]:
    """Within it the server listens at its port."""

    class Caller(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            try:
                tiny.serve(self.rfile, self.wfile)  # type: ignore[arg-type]
            except HungUp as end:
                if end.reset:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
            except OSError:
                pass  # the other side has gone first

        def finish(self) -> None:
            with contextlib.suppress(OSError, ValueError):
                super().finish()

    class Threads(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Threads(("127.0.0.1", 0), Caller) as server:
        tiny.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield tiny
        finally:
            server.shutdown()
