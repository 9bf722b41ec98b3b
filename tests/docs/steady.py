"""`python -m tests.docs.steady ARGUMENTS` is pbem with the same dice in every run, for pages that show some.

A real seed follows from the signed messages, so it differs whenever a name, a key or a date does. Here it follows from
the number of the message alone, and the order in which counters are dealt from the number of the question. Reports
bear one label of words. Everything else is what `pbem` does.
"""

from __future__ import annotations

import hashlib
import sys

from pbem.campaign.core import secrets
from pbem.campaign.telling import word_digest
from pbem.protocol import dice


def _segment_seed(game: bytes, seq: int, opener: bytes, reveal: bytes) -> bytes:
    """The dice of a segment by its number alone."""
    return hashlib.sha256(b"dice of a page %d" % seq).digest()


def _dealt(veil: bytes, label: str, game: bytes, number: bytes) -> bytes:
    """What `Own.shuffled` deals counters by."""
    return hashlib.sha256(b"counters of a page " + number).digest()


# A page shows its reports again when their sentences change, and not when a module does that has none of them.
WORDS = "5d0b84ae"

dice.segment_seed = _segment_seed
word_digest.words_of = lambda ruleset: WORDS
secrets.prf = _dealt  # type: ignore[assignment]

if __name__ == "__main__":
    # Every other module binds the names above when it is imported, which is from here on.
    from pbem.cli.main import run

    sys.exit(run(sys.argv[1:]))
