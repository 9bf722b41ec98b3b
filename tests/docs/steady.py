"""`python -m tests.docs.steady ARGUMENTS` is pbem with dice that are the same in every run, for pages that show some.

A real seed follows from the signed messages, so it differs whenever a name, a key or a date does. Here it follows from
the number of the message alone, and the order in which counters are dealt from the number of the question. Everything
else is what `pbem` does.
"""

from __future__ import annotations

import hashlib
import sys

from pbem.campaign.core import secrets
from pbem.protocol import dice


def _segment_seed(game: bytes, seq: int, opener: bytes, reveal: bytes) -> bytes:
    """The dice of a segment by its number alone."""
    return hashlib.sha256(b"dice of a page %d" % seq).digest()


def _dealt(veil: bytes, label: str, game: bytes, number: bytes) -> bytes:
    """What `Own.shuffled` deals counters by."""
    return hashlib.sha256(b"counters of a page " + number).digest()


dice.segment_seed = _segment_seed
secrets.prf = _dealt  # type: ignore[assignment]

if __name__ == "__main__":
    # Every other module binds the names above when it is imported, which is from here on.
    from pbem.cli.main import run

    sys.exit(run(sys.argv[1:]))
