"""Whole random games between two whole clients: mail late and twice, illegal orders, standing orders, questions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.rulebooks import installed
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import submit
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.campaign.writing.standing import STANDING
from pbem.engine.requests import ORDERS
from pbem.local.practice import frame, nested
from pbem.orders.writer import dump
from tests.games import campaign_1806, games, last_battles, napoleon, winters
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.games.games import Tally
from tests.games.hostile import illegal_orders, nonsense
from tests.games.schema_samples import sample

Json = Any
# Ruleset -> words that its standing orders may hold, and orders with `ask` here and there.
WORDS: Mapping[str, Callable[[Any], list[str]]] = {
    napoleon.NAME: napoleon.words,
    last_battles.NAME: last_battles.words,
    campaign_1806.NAME: campaign_1806.words,
    winters.NAME: winters.words,
}
ASKING: Mapping[str, Callable[[dict[str, Any], random.Random], dict[str, Any]]] = {
    napoleon.NAME: napoleon.asking,
    last_battles.NAME: last_battles.asking,
    campaign_1806.NAME: campaign_1806.asking,
    winters.NAME: winters.asking,
}
# No game of any scenario comes near to it; a game that never ends fails by it.
MOST_MESSAGES = 3000
ONE_IN = 10


def invitations() -> list[Invitation]:
    """Every scenario of the rulebook with few options, with both armies as inviter and all combinations of options.

    The others have invitations of their own.
    """
    found = []
    for scenario in installed()[napoleon.NAME].scenarios():
        values = [entry["values"] for entry in scenario.options.values()]
        for army, chosen in itertools.product(scenario.armies, itertools.product(*values)):
            options = dict(zip(scenario.options, chosen, strict=True))
            found.append(Invitation(napoleon.NAME, scenario.id, army, options))
    return found


def invitation_for(seed: int, scenario: str = "") -> Invitation:
    """The invitation of game number `seed`, of any scenario or of one: they take turns."""
    offered = [one for one in invitations() if scenario in ("", one.scenario)]
    return offered[seed % len(offered)]


@dataclass
class RandomHand:
    """How one random player fills in the papers of his side. illegal: one answer in so many, 0 for none."""

    rng: random.Random
    tally: Tally
    asks: bool = True
    illegal: int = ONE_IN

    def reply(self, campaign: Campaign, date: str = DATE) -> bytes | None:
        """The file of the message that is due, None where none is."""
        due = campaign.due()
        if due.closing is None:
            return None
        self._standing(campaign)
        checked = self.answer(campaign, due) if due.request is not None else None
        return submit(campaign, due, checked, date=date).text.encode("utf-8")

    def _standing(self, campaign: Campaign) -> None:
        """New standing orders in one message of three: any values that fit, some of them `ask`."""
        if self.rng.randrange(3):
            return
        values: dict[str, Any] = {}
        for slot in campaign.machine.slots[campaign.seat]:
            if slot.binding == "message" and self.asks and self.rng.randrange(4) == 0:
                values[slot.name] = "ask"
            elif self.rng.randrange(2):
                value = sample(slot.schema, self.rng, self._words(campaign))
                if not _foreign(campaign, slot.name, value):
                    values[slot.name] = value
        text = dump(nested(values)) if values else "# nothing set\n"
        campaign.folder.write_document(STANDING, text.encode("utf-8"))

    @staticmethod
    def _words(campaign: Campaign) -> list[str]:
        return WORDS[campaign.machine.ruleset.id](campaign.game)

    def answer(self, campaign: Campaign, due: Due) -> Checked:
        """orders.yaml for the question that is open, compiled; now and then illegal."""
        assert due.request is not None
        if due.kind != ORDERS:
            self.tally.questions += 1
        if self.illegal and self.rng.randrange(self.illegal) == 0:
            return self._illegal(campaign, due)
        answer = self._drawn(campaign, due)
        document = {"answer": answer}
        if due.kind == ORDERS:
            document = ASKING[campaign.machine.ruleset.id](answer, self.rng) if self.asks else answer
        text = dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note"))
        campaign.folder.write_document("orders.yaml", text.encode("utf-8"))
        checked = check_orders(campaign, due, text.encode("utf-8"))
        assert not checked.findings, checked.findings
        return checked

    def _drawn(self, campaign: Campaign, due: Due) -> Json:
        """A random legal answer, by what its author has hidden where anything lies face down."""
        assert due.request is not None
        forces, pick = campaign.game.hiding, self.rng.randrange
        if forces is None:
            return due.request.options.sample(pick)
        found = forces.sample(due.request, due.own, pick).input
        return found if due.kind == ORDERS else found["answer"]

    def _illegal(self, campaign: Campaign, due: Due) -> Checked:
        """Orders that no honest program signs: they have the binding form, and that is all."""
        self.tally.void += 1
        assert due.request is not None
        at = due.state["at"]
        if due.kind == ORDERS:
            given = illegal_orders(campaign.game, due.request, at, self.rng)
        else:
            given = {"answer": nonsense(campaign.game, due.request, at, self.rng)}
        checked = Checked({"for": due.state["need"]["n"], **given})
        assert campaign.machine.check_input(due.state, checked.input) == ""
        return checked


def _foreign(campaign: Campaign, slot: str, value: Any) -> bool:
    """Whether the ruleset reads nothing of its army in a value: pbem refuses it before anything is signed."""
    standing = campaign.game.writing.standing
    return standing is not None and bool(standing.read(campaign.army, {slot: value}).faults)


def begin(folder: Path, seed: int, scenario: str = "") -> tuple[Campaign, Campaign]:
    """Game number `seed`: b has accepted, a has not received that yet."""
    return games.begin(folder, invitation_for(seed, scenario), ["Bonne chance!"])


def _hands(seed: int, tally: Tally, asks: bool | None = None) -> dict[str, RandomHand]:
    """asks: whether both want to be asked by mail now and then; None: three of four."""
    return {
        seat: RandomHand(
            random.Random(f"{seed}/{seat}"), tally, asks=(seed + ord(seat)) % 4 > 0 if asks is None else asks
        )
        for seat in "ab"
    }


def play_in_memory(folder: Path, seed: int, scenario: str = "") -> Tally:
    """A whole game, the same each time; the bytes of each mail are handed over in memory."""
    tally = Tally(seed)
    with fixed_secrets(f"napoleon {seed}", names=False):
        a, b = begin(folder, seed, scenario)
        return games.play_open(a, b, _hands(seed, tally), games.posts(seed, tally), tally, MOST_MESSAGES)


def play_invitation(folder: Path, seed: int, offer: Invitation, turns: int = 0, asks: bool | None = None) -> Tally:
    """A game by an invitation as `play_in_memory` plays it. turns: after so many it is broken off; 0: never. asks: as
    `_hands` has it."""
    tally = Tally(seed)
    with fixed_secrets(f"{offer.scenario} {seed}", names=False):
        a, b = games.begin(folder, offer, ["Bonne chance!"])
        return games.play_open(a, b, _hands(seed, tally, asks), games.posts(seed, tally), tally, MOST_MESSAGES, turns)


def play_by_files(folder: Path, seed: int, scenario: str = "") -> Tally:
    """A whole game by mail files alone: each folder is opened, verified and closed for every mail."""
    tally = Tally(seed)
    with fixed_secrets(f"napoleon {seed}", names=False):
        for campaign in begin(folder, seed, scenario):
            campaign.folder.close()
        return games.play_closed(folder, _hands(seed, tally), games.posts(seed, tally), tally, MOST_MESSAGES)
