"""Late positions for the bench: many units on the maps, and orders that move most of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.engine.requests import ORDERS
from pbem.local.practice import Client, local_pair, outbox, practice_client
from rulesets.jours_de_gloire.documents.sampling import random_document
from tests.games.clients import random_pair

Draw = Callable[[Campaign, Due, random.Random], Any]


def _of_options(campaign: Campaign, due: Due, rng: random.Random) -> Any:
    assert due.request is not None
    return due.request.options.sample(rng.randrange)


def _of_papers(campaign: Campaign, due: Due, rng: random.Random) -> Any:
    """For orders that hide something, which no options can sample."""
    assert due.request is not None
    return random_document(campaign.game.setting, due.request, due.own, rng.randrange)  # type: ignore[attr-defined]


def _random(folder: Path, wish: Invitation) -> tuple[Client, Client]:
    return random_pair(folder, wish, 7)


def _practised(folder: Path, wish: Invitation) -> tuple[Client, Client]:
    one, two = local_pair(folder, wish, ("Anna", "Bert"))
    return practice_client(one), practice_client(two)


# Ruleset -> who plays, how orders are drawn, and the number of messages after which the position is crowded.
_PLAYERS: dict[str, tuple[Callable[[Path, Invitation], tuple[Client, Client]], Draw, int]] = {
    "napoleon-at-war": (_random, _of_options, 20),
    "jours-de-gloire": (_practised, _of_papers, 6),
}


def crowded(folder: Path, ruleset: str, scenario: str) -> tuple[Campaign, Due, Any]:
    """A campaign in which orders of the inviting side are due, and the fullest of many samples of them."""
    players, draw, least = _PLAYERS[ruleset]
    a, b = players(folder, Invitation(ruleset, scenario, "french"))
    sender, receiver, mail = b, a, outbox(b.campaign, 1)
    while True:
        receiver.receive(mail)
        due = receiver.campaign.due()
        if receiver is a and len(a.campaign.chain.messages) >= least and due.kind == ORDERS:
            break
        sent = receiver.reply()
        assert sent is not None
        mail, sender, receiver = sent.text.encode("utf-8"), receiver, sender
    rng = random.Random(1)
    samples = [draw(a.campaign, due, rng) for _ in range(60)]
    return a.campaign, due, max(samples, key=moved)


def moved(orders: Any) -> int:
    """How many entries of orders move units."""
    return len(orders.get("moves", ())) + len(orders.get("orders", ()))
