"""One game at one table: a player for each army answers through the loop, without files, mails or signatures.

What an army hides, claims and lays down beforehand counts as it does by mail (protocol section 9): contents hold from
the message that commits to them, a truthful program makes the claims, and standing orders are those of the army's
latest orders. A game by mail between the same players has other dice, no other rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pbem.engine.answerers import Nobody
from pbem.engine.contract import Compiled, Game, Opponent, PlacedRefusal
from pbem.engine.hidden import Draw, HiddenForces, Own, truth
from pbem.engine.loop import DEFER, Defer, Event, Outcome, Stop, advance
from pbem.engine.options import Json, Pick
from pbem.engine.requests import ORDERS, SILENT, Choose, Claim, InHand, Roll, Silent
from pbem.engine.state import State, fresh

MOST_QUESTIONS = 10_000


class Player(Protocol):
    """Who decides for an army."""

    def decide(self, request: Choose, at: Json, own: Own) -> Compiled:
        """His orders, or his answer under `answer` of the input. at: where the running phase began."""

    def standing(self, at: Json) -> Mapping[str, Json]:
        """His standing orders; slots left out keep their default."""


@dataclass(frozen=True)
class Practised:
    """The ruleset's practice opponent."""

    game: Game
    opponent: Opponent

    def decide(self, request: Choose, at: Json, own: Own) -> Compiled:
        """What it writes, through the compiler that every player's document goes through."""
        if request.what == ORDERS:
            document: dict[str, Json] = self.opponent.orders(self.game.position_of(request), own)
        else:
            document = {"answer": self.opponent.answer(request, at, own)}
        return self.game.writing.compile(request, document, own)

    def standing(self, at: Json) -> Mapping[str, Json]:
        """Its own."""
        return self.opponent.standing(at)


@dataclass(frozen=True)
class Passive:
    """Somebody who sends the empty document each time: nobody moves, and what the rules demand happens by default."""

    game: Game

    def decide(self, request: Choose, at: Json, own: Own) -> Compiled:
        """Nothing but what is the default."""
        document = {} if request.what == ORDERS else {"answer": request.options.default()}
        return self.game.writing.compile(request, document, own)

    def standing(self, at: Json) -> Mapping[str, Json]:
        """None."""
        return {}


@dataclass(frozen=True)
class Chance:
    """Random legal orders and answers from `pick`."""

    game: Game
    pick: Pick

    def decide(self, request: Choose, at: Json, own: Own) -> Compiled:
        """A sample of the options, with all that belongs to it."""
        forces = self.game.hiding
        if forces is not None:
            return forces.sample(request, own, self.pick)
        answer = request.options.sample(self.pick)
        return Compiled(answer if request.what == ORDERS else {"answer": answer})

    def standing(self, at: Json) -> Mapping[str, Json]:
        """None."""
        return {}


@dataclass
class Seat:
    """One army at the table. faults: what the compiler had against its documents; each is a fault of the player."""

    player: Player
    contents: dict[str, Json] = field(default_factory=dict)
    leaves: dict[str, dict[str, Json]] = field(default_factory=dict)
    draws: list[Draw] = field(default_factory=list)
    standing: dict[str, Json] = field(default_factory=dict)
    sealed: dict[str, Json] = field(default_factory=dict)
    faults: list[PlacedRefusal] = field(default_factory=list)


@dataclass(frozen=True)
class Played:
    """A game that was played to its end. questions: how often orders or an answer were asked for."""

    over: Mapping[str, Json]
    at: Json
    questions: int
    events: list[Event]
    faults: Mapping[str, list[PlacedRefusal]]


class TooLong(Exception):
    """The game asks for more than anybody could answer: its rules do not come to an end."""


class Table(Nobody):
    """Both armies of a game and the dice. pick: a number below its argument; all dice and secrets come from it."""

    def __init__(self, game: Game, players: Mapping[str, Player], pick: Pick) -> None:
        super().__init__(roller=game.scenario.armies[0])
        self.game, self.pick = game, pick
        self.forces: HiddenForces | None = game.hiding
        self.seats = {army: Seat(player) for army, player in players.items()}
        self._protocol_seats = dict(zip(game.scenario.armies, "ab", strict=True))
        self.seen: set[str] = set()
        self.pending: tuple[str, Json] | None = None
        self.at: Json = None
        self.number = 0

    # -- the game -----------------------------------------------------------------

    def play(self) -> Played:
        """The game to its end. Raises TooLong."""
        state, events = fresh(self.game.start(), hidden=self.forces is not None), list[Event]()
        for army in self.seats:
            self._lay_down(army, state["at"])
        for number in range(MOST_QUESTIONS):
            self.number, self.at = number, state["at"]
            outcome = advance(self.game, state, self, self._protocol_seats)
            events += outcome.events
            state, self.at = outcome.state, outcome.state["at"]
            self._put_away(outcome)
            if state["over"]:
                faults = {army: seat.faults for army, seat in self.seats.items()}
                return Played(state["over"], state["at"], number, events, faults)
            self._ask(outcome, state)
        raise TooLong(f"{MOST_QUESTIONS} questions and no end")

    def _put_away(self, outcome: Outcome) -> None:
        """What has left play when a phase ends holds nothing any more (protocol section 7.3)."""
        if self.forces is None or not outcome.phases:
            return
        in_play = self.forces.face_down(outcome.state["at"])
        for army, seat in self.seats.items():
            seat.contents = {name: held for name, held in seat.contents.items() if in_play.get(name) == army}
        self.seen &= in_play.keys()

    def _ask(self, outcome: Outcome, state: State) -> None:
        """The answer to the question at which the run has stopped; it counts in the next run."""
        request = outcome.request
        if request is None:
            raise TooLong(f"nobody can answer the question {state['need']}")
        if request.what == ORDERS:
            self._lay_down(request.army, state["at"])
        compiled = self._decided(request)
        self.pending = request.what, compiled.input if request.what == ORDERS else compiled.input.get("answer", SILENT)

    def _decided(self, request: Choose) -> Compiled:
        """What its player answers to a question, with all that he hides."""
        seat = self.seats[request.army]
        compiled = seat.player.decide(request, self.at, self._own(request.army))
        seat.faults += compiled.faults
        seat.contents |= compiled.hide
        self.seen -= compiled.hide.keys()
        for tree, values in compiled.leaves.items():
            seat.leaves[tree] = {**seat.leaves.get(tree, {}), **values}
        return compiled

    def _lay_down(self, army: str, at: Json) -> None:
        """The standing orders that an army sends with its message."""
        seat = self.seats[army]
        given = seat.player.standing(at)
        seat.standing = {slot.name: given.get(slot.name, slot.default) for slot in self.game.slots(army)}

    def _own(self, army: str) -> Own:
        if self.forces is None:
            return Own(army)
        seat = self.seats[army]
        named = {tree: dict.fromkeys(names, "") for tree, names in self.forces.leaves(army).items()}
        leaves = {tree: {**names, **seat.leaves.get(tree, {})} for tree, names in named.items()}
        secret = bytes(self.pick(256) for _ in range(32))
        return Own(army, dict(sorted(seat.contents.items())), leaves, tuple(seat.draws), secret)

    # -- what the loop asks ---------------------------------------------------------

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The answer that was just given, else what orders and standing orders say."""
        if self.pending is None or self.pending[0] != request.what:
            return Stop(request.army, ORDERS) if request.what == ORDERS else DEFER
        answer, self.pending = self.pending[1], None
        return answer

    def standing(self, army: str, slot: str) -> Json | Stop:
        """What the army's latest orders came with."""
        return self.seats[army].standing[slot]

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Dice; private ones are written down for their owner."""
        results = [self.pick(faces) + 1 for _ in range(count)]
        if request.owner:
            drawn = (Draw(self.number, request.label, faces, result) for result in results)
            self.seats[request.owner].draws += drawn
        return results

    def open(self, army: str, marker: str) -> Json | Stop:
        """What its owner put there."""
        self.seen.add(marker)
        return self.seats[army].contents[marker]

    def claim(self, request: Claim) -> Json | Stop:
        """The truth."""
        assert self.forces is not None
        return truth(self.forces, request, {**self.seats[request.army].contents, **self._leaves(request.army)})

    def in_hand(self, request: InHand) -> list[str]:
        """Those of the markers that were turned face down and not seen since."""
        held = self.seats[request.army].contents
        return [marker for marker in request.markers if marker in held and marker not in self.seen]

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """The leaf as its owner left it."""
        return self._leaves(army).get(f"{tree}.{name}", "")

    def seal(self, question: Choose) -> Json | Stop:
        """The answer is chosen now and told later; its label binds it."""
        self.seats[question.army].sealed[question.label] = self._decided(question).input.get("answer", SILENT)
        return question.label

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """What was sealed."""
        return self.seats[question.army].sealed[seal]

    def _leaves(self, army: str) -> dict[str, Json]:
        trees = self.seats[army].leaves
        return {f"{tree}.{name}": value for tree, names in trees.items() for name, value in names.items()}
