"""Campaigns played by the rulebooks' own opponents, stopped at every question: what a page could be asked there."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import OVER, Due
from pbem.campaign.inbox.receive import take
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import submit
from pbem.campaign.writing.orders_file import FRAME, check_orders
from pbem.engine.requests import ORDERS
from pbem.local.practice import frame, outbox
from pbem.mail.armour import read_blocks
from pbem.orders.editing import NOTE
from pbem.orders.loader import load
from pbem.orders.writer import dump
from tests.games import games, hostile
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.orders.typist import document

Document = dict[str, Any]


def questions(folder: Path, invitation: Invitation, seed: str, most: int) -> Iterator[tuple[Campaign, Due, Document]]:
    """The first questions of a game, and what the opponent of the rulebook answers to each.

    The campaign is open for writing; what is put into its orders.yaml meanwhile has no effect on the game.
    """
    with fixed_secrets(seed):
        campaigns = dict(zip("ab", games.begin(folder, invitation), strict=True))
        try:
            for number in range(2, 200):
                letter, other = "ab"[number % 2], "ba"[number % 2]
                campaign, mail = campaigns[letter], outbox(campaigns[other], number - 1)
                assert take(campaign, mail, read_blocks(mail)).fault is None
                due = campaign.due()
                checked = None
                if due.kind == OVER:
                    return
                if due.request is not None:
                    said = answer(campaign, due)
                    yield campaign, due, copy.deepcopy(said)
                    most -= 1
                    if not most:
                        return
                    checked = check_orders(campaign, due, dump(frame(campaign, due) | said).encode("utf-8"))
                    assert not checked.findings, checked.findings
                submit(campaign, due, checked, date=DATE)
        finally:
            for campaign in campaigns.values():
                campaign.folder.close()


def read_orders(path: Path) -> Document:
    """What orders.yaml says, without its frame; headings with nothing behind them are left out."""
    said: Document = load(path.read_bytes(), path.name).data
    return {name: value for name, value in said.items() if name not in (*FRAME, NOTE) and value != ""}


def answer(campaign: Campaign, due: Due) -> Document:
    """What the practice opponent would write."""
    assert due.request is not None
    opponent = campaign.machine.ruleset.opponent(campaign.game, due.request.army)
    at = campaign.game.position_of(due.request)
    if due.kind == ORDERS:
        return json.loads(json.dumps(opponent.orders(at, due.own)))
    return {"answer": opponent.answer(due.request, at, due.own)}


_WAYS = (*hostile.UNLIKE, hostile.mistyped)


def spoilt(campaign: Campaign, due: Due, said: Mapping[str, Any], rng: random.Random) -> Document:
    """A document with something wrong in it, often: words that mean nothing, orders twice, members of no use."""
    assert due.request is not None
    found = copy.deepcopy(dict(said))
    spoiler = hostile.spoiler_of(campaign.game, due.request, found, rng)
    for _ in range(rng.randrange(4)):
        rng.choice(_WAYS)(spoiler, found)
    if rng.random() < 0.2:
        forged = document(campaign.game.writing.document_schema(due.request.what), rng)
        found |= {name: forged[name] for name in forged if name != "note"}
    if rng.random() < 0.2:
        found[rng.choice(["moves", "attacks", "nonsense", "orders"])] = rng.choice(["none", [], [{}], {"a": 1}, 7])
    return found
