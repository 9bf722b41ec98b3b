"""Whole hidden games at random between two clients that share nothing but mail: orders by units, sent as counters."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import submit
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.contract import Compiled
from pbem.engine.requests import ORDERS
from tests.games import games
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.games.games import Tally

MOST = 1000


@dataclass
class CounterHand:
    """A player who draws his orders, and signs what they hide."""

    rng: random.Random
    tally: Tally

    def reply(self, campaign: Campaign, date: str = DATE) -> bytes | None:
        """The file of the message that is due, None where none is."""
        due = campaign.due()
        if due.closing is None:
            return None
        checked = self.checked(campaign, due) if due.request is not None else None
        return submit(campaign, due, checked, date=date).text.encode("utf-8")

    def checked(self, campaign: Campaign, due: Any) -> Checked:
        """Random orders, as their compiler would have them."""
        assert campaign.game.hiding is not None
        found = self.changed(campaign.game.hiding.sample(due.request, due.own, self.rng.randrange), due)
        self.tally.questions += due.kind != ORDERS
        return Checked(
            {"for": due.state["need"]["n"], **found.input}, hide=found.hide, show=found.show, leaves=found.leaves
        )

    def changed(self, found: Compiled, due: Any) -> Compiled:
        """As they are. A liar changes something."""
        return found


def play(folder: Path, seed: int, scenario: str, turns: int = 0, hands: Any = CounterHand, **options: Any) -> Tally:
    """A game, to its end or for so many player turns. Both books are opened and audited at its end."""
    rng = random.Random(f"1806 {seed}")
    offer = Invitation("1806", scenario, rng.choice(("french", "prussian")), {"forces": "hidden", **options})
    return play_offer(folder, seed, offer, turns, hands)


def play_offer(folder: Path, seed: int, offer: Invitation, turns: int = 0, hands: Any = CounterHand) -> Tally:
    """The same by an invitation."""
    tally = Tally(seed)
    with fixed_secrets(f"1806 {offer.scenario} {seed}"):
        a, b = games.begin(folder, offer)
        seats = {seat: hands(random.Random(f"{seed} {seat}"), tally) for seat in "ab"}
        return games.play_open(a, b, seats, games.posts(seed, tally), tally, MOST, turns)
