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
from rulesets.campaign_1806.hidden.counters import is_counter
from tests.games import games, invariants
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.games.games import Tally

MOST = 1000


def check_position(game: Any, at: Any) -> None:
    """No piece is in two places, and none shares a hex with enemies."""
    position = game.play(at).position
    assert not set(position.at) & set(position.boxes)
    armies: dict[str, set[str]] = {}
    for uid, place in position.at.items():
        armies.setdefault(place, set()).add(game.setting.forces.units[uid].army)
    assert all(len(there) == 1 for there in armies.values())


def check_phase(game: Any, before: Any, after: Any, events: Any) -> None:
    """Who is lost was turned up: boxes name units, but for those that broke down into vedettes."""
    boxes = game.play(after).position.boxes
    assert all(box == "broken" for uid, box in boxes.items() if is_counter(uid))


invariants.POSITION["1806"] = check_position
invariants.PHASE["1806"] = check_phase


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
    rng, tally = random.Random(f"1806 {seed}"), Tally(seed)
    offer = Invitation("1806", scenario, rng.choice(("french", "prussian")), {"forces": "hidden", **options})
    with fixed_secrets(f"1806 {scenario} {seed}"):
        a, b = games.begin(folder, offer)
        seats = {seat: hands(random.Random(f"{seed} {seat}"), tally) for seat in "ab"}
        return games.play_open(a, b, seats, games.posts(seed, tally), tally, MOST, turns)
