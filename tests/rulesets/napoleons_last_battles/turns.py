"""Player turns between random players, for whatever has to hold of all that is told and shown."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.options import Json, Pick
from pbem.engine.state import fresh
from rulesets.napoleons_last_battles import ruleset
from rulesets.napoleons_last_battles.game import LastBattlesGame

Event = Mapping[str, Any]
SEATS = {"french": "a", "coalition": "b"}


@cache
def game(uid: str, *options: str) -> LastBattlesGame:
    """A scenario with the named options on."""
    return ruleset.game(uid, dict.fromkeys(options, True))


def all_but(uid: str, *off: str) -> tuple[str, ...]:
    """The options of a scenario that can be on together, the first of those that exclude each other, but these."""
    offer = game(uid).theatre.setting.offer
    on: list[str] = []
    for name, one in offer.choices.items():
        alone = set(offer.rivals(name)).isdisjoint(on) and set(one.needs) <= {*on}
        if one.values == (False, True) and name not in off and alone and not one.needs_heavy:
            on.append(name)
    return tuple(on)


class Wilful(RandomPlayer):
    """Its standing orders are what no slot allows, so that defaults count, or now and then that walls are left."""

    def standing(self, army: str, slot: str) -> Json:
        """Of a chateau to leave it, at random."""
        return "leave" if slot.startswith("chateau") and self.pick(2) else ""


@dataclass
class Turns:
    """What was told, and the positions between the phases. phases: the events of each."""

    game: LastBattlesGame
    positions: list[Json] = field(default_factory=list)
    phases: list[Sequence[Event]] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        """All of them."""
        return [event for phase in self.phases for event in phase]


def played(game_: LastBattlesGame, seed: int, phases: int, start: Json = None) -> Turns:
    """So many phases from a position, the beginning if there is none given; fewer where the game ends."""
    found = Turns(game_, [start or game_.start()])
    pick: Pick = random.Random(seed).randrange
    hidden: dict[str, Json] = {}
    owners: dict[str, str] = {}
    while len(found.phases) < phases and not game_.over(found.positions[-1]):
        player = Wilful(pick, 1, game_)
        # What lies face down is known to whoever plays on.
        player.hidden, player.owners = hidden, owners
        player.face_down |= hidden.keys()
        outcome = advance(game_, fresh(found.positions[-1]), player, SEATS)
        found.positions.append(outcome.state["at"])
        found.phases.append(_of_one_phase(outcome.events))
    return found


def _of_one_phase(events: Sequence[Event]) -> Sequence[Event]:
    """Without what is told of the next phase before its orders."""
    second = [number for number, event in enumerate(events) if event["kind"] == "headline"][1:2]
    return events[: second[0]] if second else events
