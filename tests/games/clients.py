"""Whole clients for tests: two campaign folders, each with its own identity, that share nothing but mail."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from pbem.campaign.outbox.create import Invitation
from pbem.local.practice import Client, local_pair, outbox

DATE = "1806-10-14T06:00:00Z"


def random_decider(rng: random.Random):
    """A player whose document is a random legal answer."""

    def decide(campaign: Any, due: Any) -> dict[str, Any]:
        answer = due.request.options.sample(rng.randrange)
        return answer if due.kind == "orders" else {"answer": answer}

    return decide


def random_pair(folder: Path, invitation: Invitation, seed: int) -> tuple[Client, Client]:
    """Two random clients that have just begun a campaign; b has accepted."""
    a, b = local_pair(folder, invitation, ("Anna", "Bert"), DATE)
    return tuple(Client(campaign, random_decider(random.Random(f"{seed}/{campaign.seat}"))) for campaign in (a, b))  # type: ignore[return-value]


__all__ = ["DATE", "outbox", "random_decider", "random_pair"]
