"""A phase of the real rules, stopped by a question wherever it can be, ends as if it had never been stopped."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from pbem.campaign.core.machine import GameMachine, machine_for
from pbem.campaign.outbox.create import Invitation, terms_of
from pbem.engine.answerers import Nobody, RandomPlayer, begin
from pbem.engine.contract import MESSAGE_BOUND
from pbem.engine.loop import DEFER, Defer, Stop, advance
from pbem.engine.requests import CONTINUE, ORDERS, Choose, Roll, Silent
from pbem.engine.state import State, fresh
from pbem.protocol.dice import Stream
from tests.games.napoleon import words
from tests.games.schema_samples import sample

# Every decision of a combat phase that a player can have himself asked about.
KINDS = {"retreat", "displace", "advance", "pay", "order", "bombardier"}
GAMES, MANY_GAMES = 3, 12
played = pytest.mark.parametrize("games", [GAMES, pytest.param(MANY_GAMES, marks=pytest.mark.campaigns)])
Json = Any


class LabelDice(Stream):
    """Dice that follow from their label alone, so that runs in pieces can be compared; each label is drawn once."""

    def __init__(self, salt: str) -> None:
        super().__init__(bytes(32))
        self.salt = salt
        self.drawn: set[str] = set()

    def die(self, label: str, n: int) -> int:
        assert label not in self.drawn, f"{label} was rolled again"
        self.drawn.add(label)
        result = int.from_bytes(sha256(f"{self.salt} {label}".encode()).digest()[:8], "big") % n + 1
        self.tape.append([label, n, result])
        return result


@dataclass
class Doctrine:
    """Both sides' standing orders as openings: slot name -> value; "" where nothing is set."""

    machine: GameMachine
    values: Mapping[str, Json]
    consulted: list[str] = field(default_factory=list)

    def consult(self, seat: str, kind: str, slot: int, binding: str, phase_seq: int) -> Json:
        entry = self.machine.slots[seat][slot]
        assert binding == entry.binding
        self.consulted.append(entry.name)
        return self.values.get(entry.name, "")


@dataclass(frozen=True)
class Case:
    """A position with orders and standing orders for the phase that begins there."""

    state: State
    orders: dict[str, Json]
    standing: dict[str, Json]
    salt: str


@dataclass
class Played:
    """A phase that was played to its end. answers: label -> answer. asked: labels that were asked by mail."""

    at: Json
    events: list[Json]
    tape: list[Json]
    answers: dict[str, Json] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    stops: int = 0


@cache
def machine() -> GameMachine:
    return machine_for(terms_of(Invitation("napoleon-at-war", "jena-auerstadt", "french")))


def play(case: Case, answers: Mapping[str, Json]) -> Played:
    """The phase by mail: each stop is a round trip through JSON; questions are answered from `answers` by label."""
    game = machine()
    dice, doctrine = LabelDice(case.salt), Doctrine(game, case.standing)
    state = dict(case.state)
    played = Played(None, [], dice.tape)
    given: dict[str, Json] = {"for": state["need"]["n"], **case.orders}
    at, number = state["at"], 10
    while True:
        closer = "b" if state["need"]["side"] == "a" else "a"
        state = game.run(json.loads(json.dumps(state)), number, given, closer, dice, doctrine)
        played.events += game.events[number]
        number += 1
        if state["at"] != at:
            played.at = state["at"]
            assert state["trace"] == [] and state["input"] == {}
            return played
        played.stops += 1
        played.answers |= {step[1]: step[2] for step in state["trace"] if step[0] == "choose"}
        given = {"for": state["need"]["n"]}
        if state["need"]["ask"] != CONTINUE:
            request = begin(game.game, state, game.seats).request  # type: ignore[arg-type]
            assert request is not None and request.options.why_not(answers[request.label]) is None
            assert machine().check_input(state, {**given, "answer": answers[request.label]}) == ""
            given["answer"] = answers[request.label]
            played.asked.append(request.label)


class Listening(Nobody):
    """Plays a phase in one go with the same orders, standing orders and dice, and notes every decision."""

    def __init__(self, case: Case) -> None:
        super().__init__()
        self.case = case
        self.dice = LabelDice(case.salt)
        self.requests: list[Choose] = []
        self.slots = {slot.name: slot for declared in machine().slots.values() for slot in declared}
        self.ended = False
        self.calls = 0

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        if request.what == ORDERS:
            if self.ended:
                return Stop(request.army, ORDERS)
            self.ended = True
            return self.case.orders
        self.requests.append(request)
        return DEFER

    def standing(self, army: str, slot: str) -> Json | Stop:
        return machine().fitting(self.slots[slot], self.case.standing.get(slot, ""))

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        return [self.dice.die(request.label, faces) for _ in range(count)]


def in_one_go(case: Case) -> tuple[Played, list[Choose]]:
    """The phase without any stop, and the decisions after its dice."""
    listener = Listening(case)
    outcome = advance(machine().game, case.state, listener, machine().seats)
    played = Played(outcome.state["at"], outcome.events, listener.dice.tape)
    return played, [request for request in listener.requests if request.what in KINDS]


@cache
def cases(games: int) -> Sequence[Case]:
    """Positions of so many random games, with random orders and standing orders in which nobody asks."""
    return list(_cases(games))


def _cases(games: int) -> Iterator[Case]:
    game = machine().game
    for seed in range(games):
        rng = random.Random(f"interruption {seed}")
        player = RandomPlayer(rng.randrange, 6)
        outcome = advance(game, fresh(game.start()), player, machine().seats)
        while outcome.request is not None and outcome.state["need"]:
            orders = outcome.request.options.sample(rng.randrange)
            yield Case(outcome.state, orders, _standing(rng), f"{seed} {outcome.state['n']}")
            player.phases = 1
            outcome = advance(game, outcome.state, player, machine().seats)


def _standing(rng: random.Random) -> dict[str, Json]:
    names = words(machine().game)
    slots = [slot for declared in machine().slots.values() for slot in declared if slot.binding == MESSAGE_BOUND]
    return {slot.name: sample(slot.schema, rng, names) for slot in slots if rng.randrange(2)}


def asking(case: Case, requests: list[Choose]) -> Case:
    """The same case, but these decisions are to be asked by mail."""
    orders, standing = copy.deepcopy(case.orders), dict(case.standing)
    for request in requests:
        if request.slot:
            standing[request.slot] = "ask"
            continue
        node: Any = orders
        for step in request.where[:-1]:
            node = node[step] if not isinstance(node, dict) or step in node else node.setdefault(step, {})
        node[request.where[-1]] = "ask"
    return Case(case.state, orders, standing, case.salt)


def thrown(played: Played) -> list[Json]:
    """The dice on the tape, without the marks of void and defaulted answers."""
    return [entry for entry in played.tape if entry[1] > 0]


def without_answers(events: list[Json]) -> list[Json]:
    """Events of a phase up to its end; what follows is the headline of the next one."""
    return [event for event in events if event["kind"] != "headline"]


def by_question(requests: list[Choose]) -> dict[tuple[Any, ...], list[Choose]]:
    """Decisions that one `ask` concerns: those of one member of an attack, or of one slot."""
    grouped: dict[tuple[Any, ...], list[Choose]] = {}
    for request in requests:
        grouped.setdefault((request.slot,) if request.slot else request.where, []).append(request)
    return grouped


@pytest.mark.slow
@played
def test_a_question_at_every_possible_point_changes_nothing(games: int) -> None:
    seen: set[str] = set()
    questions = 0
    for case in cases(games):
        alone, requests = in_one_go(case)
        if not requests or "attacks" not in case.orders:
            continue
        whole = play(case, {})
        assert whole.at == alone.at and thrown(whole) == thrown(alone) and whole.stops == 0
        answers = _answers(case)
        for asked in (*by_question(requests).values(), requests):
            stopped = play(asking(case, asked), answers)
            assert set(stopped.asked) >= {request.label for request in asked}
            assert stopped.at == alone.at and without_answers(stopped.events) == without_answers(alone.events)
            # A default that nobody was asked about leaves a mark on the tape; a die is the same, and thrown once.
            assert thrown(stopped) == thrown(alone)
            seen |= {request.what for request in asked}
            questions += len(stopped.asked)
    assert seen == KINDS
    assert questions > 200


def _answers(case: Case) -> dict[str, Json]:
    """Label -> what was decided when nobody was asked."""
    recorder = _Recorder(case)
    advance(machine().game, case.state, recorder, machine().seats)
    return recorder.answers


class _Recorder(Listening):
    """Notes for each decision the answer that preferences or defaults give."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.answers: dict[str, Json] = {}

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        answer = super().choose(request)
        if request.what not in KINDS:
            return answer
        said = self.standing(request.army, request.slot) if request.slot else request.said
        meant = said if isinstance(said, Silent) else request.read(said)
        legal = not isinstance(meant, Silent) and request.options.why_not(meant) is None
        self.answers[request.label] = meant if legal else request.options.default()
        return answer


class _StopAt(Listening):
    """Stops the run at the live call number `at`, whatever it asks for."""

    def __init__(self, case: Case, at: int, dice: LabelDice, *, ended: bool) -> None:
        super().__init__(case)
        self.dice, self.left, self.ended = dice, at, ended

    def _step(self) -> Stop | None:
        self.left -= 1
        return Stop("french", CONTINUE) if self.left == 0 else None

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        if request.what == ORDERS:
            return super().choose(request)
        return self._step() or super().choose(request)

    def standing(self, army: str, slot: str) -> Json | Stop:
        return self._step() or super().standing(army, slot)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        return self._step() or super().roll(request, count, faces)


@pytest.mark.slow
@played
@pytest.mark.parametrize("every", [0, 1], ids=["once", "at every step"])
def test_a_stop_before_any_step_changes_nothing(every: int, games: int) -> None:
    """Also where no question can be asked: before each move, die and standing order, and before all of them."""
    stops = 0
    chosen = [case for case in cases(games) if case.orders.get("attacks")][::9]
    for case in chosen:
        alone, _ = in_one_go(case)
        at = 1
        while True:
            dice = LabelDice(case.salt)
            outcome = advance(machine().game, case.state, _StopAt(case, at, dice, ended=False), machine().seats)
            events, pieces = list(outcome.events), 0
            while outcome.state["at"] == case.state["at"]:
                pieces += 1
                state = json.loads(json.dumps(outcome.state))
                # A decision by standing order takes two calls: the step before which the run stopped is let pass.
                again = _StopAt(case, 3 if every else 10**9, dice, ended=True)
                outcome = advance(machine().game, state, again, machine().seats)
                events += outcome.events
            assert outcome.state["at"] == alone.at and events == alone.events
            assert dice.tape == alone.tape
            stops += pieces
            if pieces == 0 or every:
                break
            at += 1
    assert len(chosen) > 5 and stops > 100
