"""Files that prove something to anybody: the two messages of a fork with the log that binds the key."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.protocol.chain import Chain


def fork_file(chain: Chain, seq: int, other: bytes) -> bytes:
    """The log up to and with message `seq`, then the other message with that number: one envelope a line."""
    return b"".join(line + b"\n" for line in [*(m.line for m in chain.messages[: seq + 1]), other])
