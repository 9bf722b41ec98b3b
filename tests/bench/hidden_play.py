"""What verification checks beside actions, so that games that hide something compare with games that do not."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol.audit import BOOKED_TREES, committed_in, excused_below
from pbem.protocol.chain import Chain


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
