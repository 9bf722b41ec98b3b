"""A late position for the bench: many units on the maps, and orders that move most of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from pbem.campaign.campaign import Campaign, Due
from pbem.campaign.create import Invitation
from pbem.campaign.practice import outbox
from tests.play.clients import random_pair


def crowded(
    folder: Path, ruleset: str = "napoleon-at-war", scenario: str = "jena-auerstadt"
) -> tuple[Campaign, Due, Any]:
    """A campaign of random players in which the first army's tenth turn is due, and the fullest of many samples."""
    a, b = random_pair(folder, Invitation(ruleset, scenario, "french"), 7)
    sender, receiver, mail = b, a, outbox(b.campaign, 1)
    while True:
        receiver.receive(mail)
        if receiver is a and len(a.campaign.chain.messages) >= 20:
            break
        sent = receiver.reply()
        assert sent is not None
        mail, sender, receiver = sent.text.encode("utf-8"), receiver, sender
    due = a.campaign.due()
    assert due.request is not None
    rng = random.Random(1)
    samples = [due.request.options.sample(rng.randrange) for _ in range(60)]
    return a.campaign, due, max(samples, key=lambda orders: len(orders.get("moves", ())))
