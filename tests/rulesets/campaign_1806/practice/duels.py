"""Games of practice opponents against random players and each other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from functools import cache
from typing import Any, Final

from pbem.engine.answerers import RandomPlayer
from pbem.engine.contract import Compiled
from pbem.engine.hidden import Own
from pbem.engine.loop import DEFER, Defer, Stop, advance
from pbem.engine.options import Json, Pick
from pbem.engine.requests import ORDERS, Choose, Silent
from pbem.engine.state import fresh
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.hidden.forces import CampaignForces
from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.modes import OPEN

RULESET = Campaign1806()
WHOLE: Final = 1_000
"""Phases that no game has."""


@cache
def game(scenario: str, *options: str) -> CampaignGame:
    """A scenario, with options that are on or off."""
    return RULESET.game(scenario, OPEN | dict.fromkeys(options, True))


class Duel(RandomPlayer):
    """Some armies are played by practice opponents, the others at random. wrong: what the rules have against orders
    of the former."""

    def __init__(self, one: CampaignGame, armies: Collection[str], seed: int, phases: int) -> None:
        super().__init__(random.Random(f"{one.scenario.id} {seed}").randrange, phases, one)
        self.one = one
        self.opponents = {army: RULESET.opponent(one, army) for army in armies}
        self.wrong: list[Any] = []
        self.slots: dict[str, dict[str, Json]] = {}

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """Orders of the opponent; in mid-phase what they and the standing orders say."""
        opponent = self.opponents.get(request.army)
        if request.what != ORDERS:
            return DEFER if opponent else super().choose(request)
        at = self.one.position_of(request)
        self.slots = {army: dict(other.standing(at)) for army, other in self.opponents.items()}
        if opponent is None or self.phases == 0:
            return super().choose(request)
        self.phases -= 1
        orders = opponent.orders(at)
        judged: Any = request.options
        self.wrong += judged.faults(orders)
        return orders

    def standing(self, army: str, slot: str) -> Json | Stop:
        """What the opponent has in a slot, else its default."""
        said = self.slots.get(army, {})
        return said[slot] if slot in said else super().standing(army, slot)


class Papers(CampaignForces):
    """Draws for armies that a practice opponent plays what it writes, compiled."""

    def __init__(self, duel: BlindDuel) -> None:
        super().__init__(duel.one.setting)
        self.duel = duel

    def sample(self, request: Choose, own: Own, pick: Pick) -> Compiled:
        """The opponent's paper; random orders of the others."""
        duel, opponent = self.duel, self.duel.opponents.get(request.army)
        if opponent is None or request.what != ORDERS:
            return super().sample(request, own, pick)
        compiled = duel.one.writing.compile(request, opponent.orders(duel.one.position_of(request), own), own)
        duel.wrong += compiled.faults
        return compiled


class BlindDuel(Duel):
    """The same with hidden forces: nobody but its army knows its counters."""

    def __init__(self, one: CampaignGame, armies: Collection[str], seed: int, phases: int) -> None:
        super().__init__(one, armies, seed, phases)
        self.forces = Papers(self)

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """Orders as their message says them; in mid-phase what they and the standing orders say."""
        if request.what != ORDERS and request.army in self.opponents:
            return DEFER
        at = self.one.position_of(request)
        self.slots = {army: dict(other.standing(at)) for army, other in self.opponents.items()}
        return RandomPlayer.choose(self, request)


def duel(
    scenario: str, armies: Collection[str], seed: int, phases: int = WHOLE, forces: str = "open"
) -> tuple[list[dict[str, Any]], list[Any]]:
    """The events of a game, or of its first phases, and what was refused."""
    hidden = forces == "hidden"
    one = RULESET.game(scenario, {"forces": forces}) if hidden else game(scenario)
    player = (BlindDuel if hidden else Duel)(one, armies, seed, phases)
    letters = dict(zip(one.scenario.armies, "ab", strict=True))
    told = advance(one, fresh(one.start(), hidden=hidden), player, letters).events
    return list(told), player.wrong


def winners(scenario: str, armies: Collection[str], seeds: range, forces: str = "open") -> Counter[str]:
    """Army, "" for a draw -> games that it has won, in which nothing was refused."""
    found: Counter[str] = Counter()
    for seed in seeds:
        told, refused = duel(scenario, armies, seed, forces=forces)
        assert refused == []
        found[told[-1]["winner"]] += 1
    return found
