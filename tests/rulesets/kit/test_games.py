"""Games: the same answers lead to the same states, wherever play is broken off and taken up again."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import Outcome, Stop, advance
from pbem.engine.requests import CONTINUE, ORDERS, Choose, Claim, Roll
from pbem.engine.state import State, fresh
from pbem.protocol.canonical import canon
from tests.rulesets.kit.recorded import Json, Mode, Recorded

PHASES = 5


def begun(mode: Mode) -> State:
    one = mode.game
    return fresh(one.start(), hidden=one.hiding is not None)


def letters(mode: Mode) -> dict[str, str]:
    return dict(zip(mode.game.scenario.armies, "ab", strict=True))


def player(mode: Mode, seed: int, kind: type[RandomPlayer] = RandomPlayer) -> Any:
    return kind(random.Random(f"{mode} {seed}").randrange, PHASES, mode.game)


class Restless(RandomPlayer):
    """Answers each question at the second time: before that play is broken off."""

    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        self.breaks = 0
        self.asked = False

    def _again(self, army: str, ask: str = CONTINUE) -> Stop | None:
        self.asked = not self.asked
        self.breaks += self.asked
        return Stop(army, ask) if self.asked else None

    def choose(self, request: Choose) -> Json:
        given = self._again(request.army, request.what)
        if given is not None or request.what != ORDERS:
            return given or super().choose(request)
        # As in a campaign, where orders are never empty.
        return {"for": 0, **super().choose(request)}

    def standing(self, army: str, slot: str) -> Json:
        return self._again(army) or super().standing(army, slot)

    def roll(self, request: Roll, count: int, faces: int) -> Json:
        army = request.owner or next(iter(self.game.scenario.armies))  # type: ignore[union-attr]
        return self._again(army) or super().roll(request, count, faces)

    def open(self, army: str, marker: str) -> Json:
        return self._again(army) or super().open(army, marker)

    def claim(self, request: Claim) -> Json:
        return self._again(request.army) or super().claim(request)

    def look(self, army: str, tree: str, name: str) -> Json:
        return self._again(army) or super().look(army, tree, name)


def broken(mode: Mode, seed: int) -> tuple[Outcome, list[Any], int]:
    """The game again, broken off at each question; its events, and how often that was."""
    state, one = begun(mode), player(mode, seed, Restless)
    events: list[Any] = []
    before = 0
    while True:
        outcome = advance(mode.game, state, one, letters(mode))
        state = outcome.state
        # What is told between orders and the first step behind them is told again when play goes on.
        events += [] if state["input"] and len(state["trace"]) == before else outcome.events
        before = before if state["input"] else len(state["trace"])
        if state["over"] or (state["need"]["ask"] == ORDERS and one.phases == 0):
            return outcome, events, one.breaks
        canon(state["trace"])


@cache
def whole(mode: Mode) -> Outcome:
    """Some phases of a game by chance, in one piece. Nobody changes it."""
    return advance(mode.game, begun(mode), player(mode, 1), letters(mode))


def test_the_same_answers_lead_to_the_same_state(game: Recorded) -> None:
    one = whole(game.mode)
    other = advance(game.mode.game, begun(game.mode), player(game.mode, 1), letters(game.mode))
    assert one.events == other.events and one.state == other.state
    different = advance(game.mode.game, begun(game.mode), player(game.mode, 2), letters(game.mode))
    assert different.state["at"] != one.state["at"]


def test_wherever_it_is_broken_off_it_goes_on_the_same(game: Recorded) -> None:
    unbroken = whole(game.mode)
    outcome, events, breaks = broken(game.mode, 1)
    assert outcome.state["at"] == unbroken.state["at"] and outcome.state["over"] == unbroken.state["over"]
    assert events == unbroken.events and breaks > PHASES


def test_a_phase_leaves_the_position_it_began_with_alone(game: Recorded) -> None:
    state, one = begun(game.mode), player(game.mode, 3)
    for _ in range(PHASES):
        one.phases, at = 1, state["at"]
        before = canon(at)
        state = advance(game.mode.game, state, one, letters(game.mode)).state
        assert canon(at) == before


def test_events_are_plain_data_with_a_kind(game: Recorded) -> None:
    told = advance(game.mode.game, begun(game.mode), player(game.mode, 4), letters(game.mode)).events
    assert told and all(event["kind"] and canon(event) for event in told)
