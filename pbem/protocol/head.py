"""The head: a short text that pins the length and the last message of a log (protocol section 4)."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from pbem.protocol.faults import Fault

_FORM = re.compile(rb"pbem\.invalid/([0-9a-f]{64})\n([1-9][0-9]{0,8})\n([A-Za-z0-9+/]{43}=)\n")


@dataclass(frozen=True, slots=True)
class Head:
    """game: 32 bytes. count: number of messages. last: id of the last one, 32 bytes."""

    game: bytes
    count: int
    last: bytes


def write_head(head: Head) -> bytes:
    """The three lines of a head."""
    last = base64.b64encode(head.last).decode("ascii")
    return f"pbem.invalid/{head.game.hex()}\n{head.count}\n{last}\n".encode("ascii")


def read_head(data: bytes) -> Head:
    """Parse a head. Raises Fault LOG_TRUNCATED where it is damaged itself: it then pins nothing."""
    found = _FORM.fullmatch(data) if len(data) <= 256 else None
    if found is not None:
        try:
            last = base64.b64decode(found.group(3), validate=True)
        except binascii.Error:
            last = b""
        head = Head(bytes.fromhex(found.group(1).decode("ascii")), int(found.group(2)), last)
        if write_head(head) == data:
            return head
    raise Fault("LOG_TRUNCATED", "the head is not in its three-line form")
