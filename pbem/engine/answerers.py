"""Answerers that need no files: nobody, a script, a random legal player, and one that only listens for refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from pbem.engine.contract import Fault, Game
from pbem.engine.loop import DEFER, Answerer, Defer, Outcome, Stop, advance
from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import CONTINUE, ORDERS, Choose, Claim, Roll, Silent
from pbem.engine.state import State


class Nobody:
    """Answers nothing: the run ends at the first question. The base of the others."""

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """Stops."""
        return Stop(request.side, request.what)

    def standing(self, side: str, slot: str) -> Json | Stop:
        """Stops."""
        return Stop(side, CONTINUE)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Stops; the army that owns the draw has to go on, or whoever comes first."""
        return Stop(request.owner or self.roller, CONTINUE)

    def open(self, side: str, marker: str) -> Json | Stop:
        """Stops."""
        return Stop(side, CONTINUE)

    def claim(self, request: Claim) -> Json | Stop:
        """Stops."""
        return Stop(request.side, CONTINUE)

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """Nothing to note."""

    def defaulted(self, request: Choose) -> None:
        """Nothing to note."""

    # Army that is asked to go on when open dice are due and nobody rolls.
    roller = ""

    def __init__(self, roller: str = "") -> None:
        self.roller = roller


class Scripted(Nobody):
    """Orders, answers by label, standing orders, dice and markers from lists: for tests and for `try`."""

    def __init__(
        self,
        orders: Iterable[Json] = (),
        answers: dict[str, Json] | None = None,
        standing: dict[str, Json] | None = None,
        dice: Iterable[int] | Callable[[int], int] = (),
        markers: dict[str, Json] | None = None,
        claims: dict[str, Json] | None = None,
    ) -> None:
        super().__init__()
        self.orders: Iterator[Json] = iter(orders)
        self.answers = answers or {}
        self.slots = standing or {}
        self.dice: Callable[[int], int] = dice if callable(dice) else self._from(iter(dice))
        self.markers = markers or {}
        self.claims = claims or {}
        self.refusals: list[tuple[str, Refusal]] = []
        self.defaults: list[str] = []

    @staticmethod
    def _from(results: Iterator[int]) -> Callable[[int], int]:
        return lambda faces: next(results)

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The next orders, the answer under the request's label, else what was said."""
        if request.what == ORDERS:
            for orders in self.orders:
                return orders
            return Stop(request.side, ORDERS)
        return self.answers.get(request.label, DEFER)

    def standing(self, side: str, slot: str) -> Json | Stop:
        """The scripted slot; an unset one is the empty string, which fits no schema."""
        return self.slots.get(slot, "")

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """The next scripted dice."""
        return [self.dice(faces) for _ in range(count)]

    def open(self, side: str, marker: str) -> Json | Stop:
        """The scripted content. Raises KeyError."""
        return self.markers[marker]

    def claim(self, request: Claim) -> Json | Stop:
        """The scripted claim. Raises KeyError."""
        return self.claims[request.marker]

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """Keeps the label and the refusal."""
        self.refusals.append((request.label, refusal))

    def defaulted(self, request: Choose) -> None:
        """Keeps the label."""
        self.defaults.append(request.label)


class RandomPlayer(Nobody):
    """Plays both armies with random legal answers and dice from `pick`, for at most `phases` orders questions."""

    def __init__(self, pick: Pick, phases: int = 1_000_000) -> None:
        super().__init__()
        self.pick = pick
        self.phases = phases

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """A sample of the options."""
        if request.what == ORDERS:
            if self.phases == 0:
                return Stop(request.side, ORDERS)
            self.phases -= 1
        return request.options.sample(self.pick)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Random results."""
        return [self.pick(faces) + 1 for _ in range(count)]


@dataclass
class Rehearsal(Nobody):
    """Runs orders up to the first die or standing order and keeps every refusal: what `check` reports."""

    orders: Json
    faults: list[Fault] = field(default_factory=list)
    used: bool = False
    roller: str = ""

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The orders, once; everything else as the orders say."""
        if request.what != ORDERS:
            return DEFER
        if self.used:
            return Stop(request.side, ORDERS)
        self.used = True
        return self.orders

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """Keeps the refusal with the place in the orders."""
        self.faults.append(Fault(request.where, refusal))


def begin(game: Game, state: State, letters: dict[str, str]) -> Outcome:
    """The first question of a state with nothing asked yet, or of one at a stop: its request and its options."""
    roller = next((army for army, letter in letters.items() if letter == "a"), "")
    return advance(game, state, Nobody(roller), letters)


def faults(game: Game, state: State, orders: Json, letters: dict[str, str]) -> list[Fault]:
    """Everything that the rules have against orders on the present position, before any die is thrown."""
    listener = Rehearsal(orders, roller=next(iter(letters)))
    advance(game, state, listener, letters)
    return listener.faults


__all__ = ["Answerer", "Nobody", "RandomPlayer", "Rehearsal", "Scripted", "begin", "faults"]
