"""What verification checks beside actions, so that games that hide something compare with games that do not."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.campaign.outbox.create import Invitation
from pbem.campaign.records.archiving import archive_bytes
from pbem.local.practice import exchange, local_pair, practice_client
from pbem.protocol.audit import BOOKED_TREES, committed_in, excused_below
from pbem.protocol.chain import Chain

OPEN: Final[Mapping[str, Mapping[str, Any]]] = {"1806": {"forces": "open"}}
"""Ruleset that can be played hidden or openly -> the options by which nothing is hidden."""


def played_openly(terms: Mapping[str, Any]) -> bytes:
    """The archive of the scenario of a hidden game, played openly by practice opponents; b"" where it cannot be."""
    names = terms["names"]
    options = OPEN.get(names["ruleset"])
    if options is None:
        return b""
    wish = Invitation(names["ruleset"], names["scenario"], terms["sides"]["a"], {**terms["options"], **options})
    with tempfile.TemporaryDirectory() as folder:
        a, b = local_pair(Path(folder), wish, ("Anna", "Bert"))
        exchange(practice_client(a), practice_client(b))
        return archive_bytes(a)


@dataclass(frozen=True)
class Checks:
    """commitments: seals of dice values that were opened, markers and sealed answers of open books, and leaves of the
    trees in them, all recomputed. claims: facts that their owners stated, judged by rules and audit. openings: leaves,
    markers and sealed answers opened in play, each led back to its commitment."""

    commitments: int
    claims: int
    openings: int

    @property
    def all(self) -> int:
        """All of them together."""
        return self.commitments + self.claims + self.openings


def checks(chain: Chain) -> Checks:
    """What the verification of a log checks beside actions."""
    bodies = [message.body for message in chain.messages]
    openings = sum(len(body.get("open", ())) + len(body.get("input", {}).get("open", ())) for body in bodies)
    seals = sum("reveal" in body for body in bodies)
    return Checks(
        seals + sum(_booked(chain, seat) for seat in chain.books),
        sum(len(body.get("claims", ())) for body in bodies),
        openings,
    )


def _booked(chain: Chain, seat: str) -> int:
    """What the audit of a side recomputes."""
    first = max(excused_below(chain.ledger, seat, chain.state.get("markers", {})), 1)
    own = [message for message in chain.messages[first:] if message.seat == seat and "audit" not in message.body]
    leaves = sum(2 ** chain.trees[kind] for kind in BOOKED_TREES if kind in chain.trees)
    return sum(len(committed_in(message)) + leaves for message in own)
