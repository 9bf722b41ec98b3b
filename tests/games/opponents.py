"""Whole games between players of all kinds through the engine's loop, and tournaments of them. No files, no mail."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pbem.engine.answerers import Nobody
from pbem.engine.contract import Game, Opponent, PlacedRefusal, Ruleset
from pbem.engine.loop import DEFER, Defer, Stop, advance
from pbem.engine.options import Refusal
from pbem.engine.requests import ORDERS, Choose, Roll, Silent
from pbem.engine.state import fresh
from tests.games.hostile import illegal_orders, nonsense

Json = Any


class Decider(Protocol):
    """Who decides for an army."""

    def orders(self, request: Choose, at: Json) -> Json:
        """The public input for the phase that begins at a position."""

    def answer(self, request: Choose, at: Json) -> Json | Silent | Defer:
        """A decision in mid-phase; DEFER to orders and standing orders."""

    def standing(self, slot: str, at: Json) -> Json:
        """The value of a standing order."""


# (game, army, seed) -> who decides
Maker = Callable[[Ruleset, Game, str, str], Decider]


@dataclass
class RandomDecider:
    """Random legal orders; random answers where these are silent."""

    rng: random.Random

    def orders(self, request: Choose, at: Json) -> Json:
        return request.options.sample(self.rng.randrange)

    def answer(self, request: Choose, at: Json) -> Json | Defer:
        return request.options.sample(self.rng.randrange) if isinstance(request.said, Silent) else DEFER

    def standing(self, slot: str, at: Json) -> Json:
        return ""


@dataclass
class HostileDecider(RandomDecider):
    """Illegal orders; half of the answers that could be asked by mail are nonsense."""

    game: Game

    def orders(self, request: Choose, at: Json) -> Json:
        return illegal_orders(self.game, request, at, self.rng)

    def answer(self, request: Choose, at: Json) -> Json | Defer:
        found = nonsense(self.game, request, at, self.rng) if self.rng.randrange(2) else None
        return super().answer(request, at) if found is None else found


@dataclass
class PracticeDecider:
    """The ruleset's own practice opponent. faults: what the compiler had against its documents.

    papers: these documents, each with its standing orders of the same moment.
    """

    game: Game
    army: str
    opponent: Opponent
    faults: list[PlacedRefusal] = field(default_factory=list)
    papers: list[Json] = field(default_factory=list)

    def orders(self, request: Choose, at: Json) -> Json:
        document = self.opponent.orders(at)
        self.papers.append([document, self.opponent.standing(at)])
        compiled = self.game.writing.compile(request, document)
        self.faults += compiled.faults
        return compiled.input

    def answer(self, request: Choose, at: Json) -> Json | Defer:
        return DEFER

    def standing(self, slot: str, at: Json) -> Json:
        values = self.opponent.standing(at)
        if slot in values:
            return values[slot]
        return next(one.default for one in self.game.slots(self.army) if one.name == slot)


def random_decider(ruleset: Ruleset, game: Game, army: str, seed: str) -> Decider:
    """A random player."""
    return RandomDecider(random.Random(f"{seed}/{army}"))


def hostile_decider(ruleset: Ruleset, game: Game, army: str, seed: str) -> Decider:
    """A hostile player."""
    return HostileDecider(random.Random(f"{seed}/{army}"), game)


def practice_decider(ruleset: Ruleset, game: Game, army: str, seed: str) -> Decider:
    """The practice opponent, who takes no dice of his own."""
    return PracticeDecider(game, army, ruleset.opponent(game, army))


@dataclass
class Played:
    """A game that was played to its end. refused: (army, label, refusal) of everything that was void."""

    over: dict[str, Json]
    events: list[dict[str, Json]]
    refused: list[tuple[str, str, Refusal]]
    deciders: Mapping[str, Decider]
    positions: list[Json]

    def lost(self, game: Any, army: str) -> int:
        """Sum of the strengths of an army's units that were eliminated."""
        units = game.setting.roster.units
        gone = [event for event in self.events if event["kind"] == "eliminated"]
        return sum(event["strength"] for event in gone if units[event["unit"]].army == army)


class _Seats(Nobody):
    """Both armies at one table: the deciders answer, the dice are a seeded generator's."""

    def __init__(self, deciders: Mapping[str, Decider], rng: random.Random) -> None:
        super().__init__()
        self.deciders = deciders
        self.rng = rng
        self.at: Json = None
        self.orders: Json = None
        self.refusals: list[tuple[str, str, Refusal]] = []

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        if request.what != ORDERS:
            return self.deciders[request.army].answer(request, self.at)
        orders, self.orders = self.orders, None
        return Stop(request.army, ORDERS) if orders is None else orders

    def standing(self, army: str, slot: str) -> Json | Stop:
        return self.deciders[army].standing(slot, self.at)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        return [self.rng.randrange(faces) + 1 for _ in range(count)]

    def refused(self, request: Choose, refusal: Refusal) -> None:
        self.refusals.append((request.army, request.label, refusal))


def play_game(
    ruleset: Ruleset, scenario: str, options: Mapping[str, Json], makers: Mapping[str, Maker], seed: int | str
) -> Played:
    """One game. makers: army -> who plays it. The same arguments give the same game."""
    game = ruleset.game(scenario, options)
    armies = game.scenario.armies
    deciders = {army: make(ruleset, game, army, str(seed)) for army, make in makers.items()}
    seats = _Seats(deciders, random.Random(f"{seed}/dice"))
    letters = {armies[0]: "a", armies[1]: "b"}
    state, events, positions = fresh(game.start()), list[dict[str, Json]](), list[Json]()
    while not state["over"]:
        outcome = advance(game, state, seats, letters)
        events += outcome.events
        state = outcome.state
        positions.append(state["at"])
        if not state["over"]:
            request = outcome.request
            assert request is not None and request.what == ORDERS, state["need"]
            seats.at = state["at"]
            seats.orders = deciders[request.army].orders(request, state["at"])
    return Played(state["over"], events, seats.refusals, deciders, positions)


def tournament(
    ruleset: Ruleset,
    scenario: str,
    options: Mapping[str, Json],
    makers: Mapping[str, Maker],
    seeds: Iterable[int],
) -> Counter[str]:
    """How many games each army won; a draw counts under the empty name."""
    return Counter(play_game(ruleset, scenario, options, makers, seed).over["winner"] for seed in seeds)
