"""Whether what is foreseen happens: random player turns, each previewed and asked about before its dice fall."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.odds_query import OFF, WhatIf
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Claim, Consult, InHand, Look, Open, Roll, Silent, Tell
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.rules.hiding.pairs import twins_of

Event = Mapping[str, Any]
_GOES = ("moved", "entered", "undone", "fell-back", "fled")


@dataclass
class Seen:
    """How much there was to see. attacks: foreseen. asked: questions. fought: first combats that were as foreseen."""

    attacks: int = 0
    asked: int = 0
    fought: int = 0


def _markers(event: Event) -> tuple[str, ...]:
    return twins_of(event["pair"])


@dataclass
class Watch:
    """Plays player turns at random and holds what is foreseen against what happens."""

    game: LastBattlesGame
    rng: random.Random
    seen: Seen
    told: Any = None

    def turn(self, at: Json) -> Json:
        """A phase; the position behind it."""
        self.told, events = None, list[Event]()
        phase, answer = self.game.phase(at), None
        try:
            while True:
                request = phase.send(answer)
                answer = None
                if isinstance(request, Tell):
                    events.append(request.event)
                else:
                    answer = self._answer(request)
        except StopIteration as end:
            self._compare(events)
            return end.value

    def _answer(self, request: Any) -> Any:
        if isinstance(request, Roll):
            number, faces = map(int, request.dice.split("d"))
            return tuple(self.rng.randrange(faces) + 1 for _ in range(number))
        if isinstance(request, Choose) and request.what == ORDERS:
            orders = request.options.sample(self.rng.randrange)
            self._look_ahead(request, orders)
            return orders
        if isinstance(request, Choose):
            said = request.said if isinstance(request.said, Silent) else request.read(request.said)
            legal = not isinstance(said, Silent) and request.options.why_not(said) is None
            return said if legal else request.options.default()
        assert isinstance(request, (Open, InHand, Consult, Look, Claim)), request
        return ()

    def _look_ahead(self, request: Choose, orders: Json) -> None:
        at = self.game.position_of(request)
        before = json.dumps([at, orders])
        self.told = self.game.telling.preview(request, orders)
        assert bool(self.told["void"]) is (request.options.why_not(orders) is not None)
        assert json.loads(json.dumps(self.told)) == self.told
        assert self.game.telling.preview(request, {})["ordered"] == 0
        self.seen.attacks += len(self.told["attacks"])
        moved = self._moved()
        for attack in self.told["attacks"]:
            for manner in attack["manners"]:
                self._ask(at, request.army, attack["on"], manner, moved)
        assert json.dumps([self.game.position_of(request), orders]) == before

    def _moved(self) -> tuple[tuple[str, str], ...]:
        """Who stands elsewhere by now, or nowhere: who has left, or gone under a pair of markers (16.6)."""
        went: dict[str, str] = {}
        for event in self.told["moves"]:
            match event["kind"]:
                case kind if kind in _GOES:
                    went[event["unit"]] = event["to"]
                case "exited":
                    went[event["unit"]] = OFF
                case "hidden":
                    went |= dict.fromkeys(event["units"], OFF) | dict.fromkeys(_markers(event), event["at"])
                case "revealed":
                    went |= dict.fromkeys(_markers(event), OFF)
                case "deployed":
                    went |= event["units"]
        return tuple((unit, to or OFF) for unit, to in went.items())

    def _ask(self, at: Json, army: str, on: Sequence[str], manner: Any, moved: Sequence[tuple[str, str]]) -> None:
        """The same attack, asked for, has the same chances."""
        by = tuple(one["unit"] for one in manner["attackers"] if not one["bombards"])
        far = tuple(one["unit"] for one in manner["attackers"] if one["bombards"])
        told = manner["calculation"]
        lowered = told["used"] if told["used"] != told["column"] else ""
        effects = [one["case"] for unit in told["strengths"][0]["units"] for one in unit["effects"] if one["by"] == 2]
        tactic = "charge" if "16.8" in effects else ""
        question = WhatIf(tuple(on), by, far, tuple(moved), lowered, tactic)
        (answer,) = self.game.telling.odds.what_if(at, army, question)
        assert {chance.result: str(chance.share) for chance in answer.chances} == manner["chances"], answer.title
        assert sum(chance.share for chance in answer.chances) == 1
        self.seen.asked += 1

    def _compare(self, events: Sequence[Event]) -> None:
        """The first combat is one of those foreseen: those behind it hang on what came of it."""
        for event in events:
            if event["kind"] == "combat":
                known = [
                    (attack["on"], manner["attackers"], manner["calculation"]["used"])
                    for attack in self.told["attacks"]
                    for manner in attack["manners"]
                ]
                assert (event["on"], event["attackers"], event["calculation"]["used"]) in known, event
                self.seen.fought += 1
                return


def check(game: LastBattlesGame, seed: int, phases: int) -> Seen:
    """So many set-ups and player turns from the beginning, fewer where the game ends."""
    watch, at = Watch(game, random.Random(seed), Seen()), game.start()
    for _ in range(phases):
        if game.over(at):
            break
        at = watch.turn(at)
        game.telling.facts(at)
    return watch.seen
