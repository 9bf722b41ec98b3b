"""Whole random games of Veiled between two whole clients that share nothing but mail: late, twice and mangled."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.engine.requests import ORDERS
from pbem.local.practice import frame
from pbem.orders.writer import dump
from tests.games import games
from tests.games.campaigns import RandomHand
from tests.games.chance import fixed_secrets
from tests.games.games import Tally
from tests.mail.test_armour import CHANGES
from tests.toy_hidden import invariants
from tests.toy_hidden.sampling import random_document

assert invariants.check_position
# No game comes near to it; one that never ends fails by it.
MOST_MESSAGES = 400
ARMIES, CONTACT = ("red", "blue"), ("declared", "proved")


def invitation_for(seed: int) -> Invitation:
    """Both armies as inviter, and both ways to answer a search, take turns."""
    return Invitation("veiled", "skirmish", ARMIES[seed % 2], {"contact": CONTACT[seed // 2 % 2]})


class VeiledHand(RandomHand):
    """A player whose papers name his own units; now and then his orders are illegal."""

    @staticmethod
    def _words(campaign: Campaign) -> list[str]:
        return list(campaign.game.setting.units)  # type: ignore[attr-defined]

    def answer(self, campaign: Campaign, due: Due) -> Checked:
        """orders.yaml for the question that is open, compiled. A set-up is never spoilt: the audit would say so."""
        assert due.request is not None
        at, asked = due.state["at"], due.state["need"]["ask"]
        if due.kind != ORDERS:
            self.tally.questions += 1
        lies = asked == "contact" or asked.startswith("sealed.") or at["stage"] == "setup"
        if self.illegal and not lies and self.rng.randrange(self.illegal) == 0:
            return self._honest(self._illegal(campaign, due))
        text = paper(campaign, due, self.rng, asks=self.asks)
        campaign.folder.write_document("orders.yaml", text)
        checked = check_orders(campaign, due, text)
        assert not checked.findings, checked.findings
        return checked

    @staticmethod
    def _honest(checked: Checked) -> Checked:
        """Illegal is not dishonest: a card that was never drawn is left out, for the audit would name its player."""
        return replace(checked, input={name: given for name, given in checked.input.items() if name != "card"})


def paper(campaign: Campaign, due: Due, rng: random.Random, *, asks: bool = False) -> bytes:
    """A random orders.yaml for the question that is due."""
    assert due.request is not None
    setting: Any = campaign.game.setting  # type: ignore[attr-defined]
    document = random_document(setting, due.request, due.own, rng.randrange, asks=asks)
    return dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note")).encode("utf-8")


def begin(folder: Path, seed: int, invitation: Invitation | None = None) -> tuple[Campaign, Campaign]:
    """Two campaigns that know each other by files: b has accepted, a has not received that yet."""
    return games.begin(folder, invitation or invitation_for(seed))


def hands_for(seed: int, tally: Tally, illegal: int = 12) -> dict[str, VeiledHand]:
    """Both players; one of four never writes `ask`."""
    return {
        seat: VeiledHand(random.Random(f"{seed}/{seat}"), tally, (seed + ord(seat)) % 4 > 0, illegal) for seat in "ab"
    }


def play_open(folder: Path, seed: int) -> Tally:
    """A whole game between clients that stay open, the same each time; what lies in an outbox arrives mangled."""
    tally = Tally(seed)
    with fixed_secrets(f"veiled {seed}", names=False):
        a, b = begin(folder, seed)
        games.play_open(a, b, hands_for(seed, tally), games.posts(seed, tally, CHANGES), tally, MOST_MESSAGES)
    check_ending(a)
    return tally


def play_closed(folder: Path, seed: int) -> Tally:
    """A whole game in which each folder is opened, verified and closed for every mail."""
    tally = Tally(seed)
    with fixed_secrets(f"veiled {seed}", names=False):
        for campaign in begin(folder, seed):
            campaign.folder.close()
        games.play_closed(folder, hands_for(seed, tally), games.posts(seed, tally, CHANGES), tally, MOST_MESSAGES)
    check_ending(games.both(folder)[0])
    return tally


@dataclass(frozen=True)
class Cost:
    """What a player turn cost. messages: from its orders to the next. asked: answers in its midst. last: of a game."""

    messages: int
    asked: int
    last: bool


def costs(campaign: Campaign) -> list[Cost]:
    """The cost of every player turn of a finished game; the set-ups are left out."""
    chain = campaign.chain
    inputs = {m.seq: m.body["input"] for m in chain.messages if "input" in m.body}
    orders = [seq for seq in inputs if chain.states[seq]["need"]["ask"] == ORDERS]
    end = next(seq for seq, state in enumerate(chain.states) if state and state["over"])
    spans = zip(orders, [*orders[1:], end], strict=True)
    answers = [seq for seq, given in inputs.items() if "answer" in given or "sealed" in given]
    return [
        Cost(after - seq, sum(seq < answer < after for answer in answers), after == end)
        for seq, after in spans
        if chain.states[seq]["at"]["stage"] == "play"
    ]


def check_costs(campaign: Campaign) -> None:
    """Without a question no turn costs more than three messages, each question two more; the last turn two more."""
    for cost in costs(campaign):
        assert 1 <= cost.messages <= 3 + 2 * cost.asked + 2 * cost.last, cost
    idle = ["input" not in message.body for message in campaign.chain.messages[2:-2]]
    assert not any(one and two for one, two in itertools.pairwise(idle)), "two messages in a row say nothing"


def check_vaults(campaign: Campaign) -> None:
    """The size of a vault follows from how many counters its message turns face down, and from nothing else."""
    sizes: dict[tuple[str, int], set[int]] = {}
    for message in campaign.chain.messages[2:]:
        key = (message.seat, len(message.body.get("hide", [])))
        sizes.setdefault(key, set()).add(len(message.body["vault"]))
    assert all(len(found) == 1 for found in sizes.values()), sizes


def check_ending(campaign: Campaign) -> None:
    """What a finished game was like beyond what its archive proves."""
    assert all("audit" in m.body for m in campaign.chain.messages[-2:])
    check_costs(campaign)
    check_vaults(campaign)
