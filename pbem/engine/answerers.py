"""Answerers that need no files: nobody, a script, a random legal player, and one that only listens for refusals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field

from pbem.engine.contract import Compiled, Game, PlacedRefusal
from pbem.engine.hidden import HiddenForces, Own, truth
from pbem.engine.loop import DEFER, Answerer, Defer, Outcome, Stop, advance
from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import CONTINUE, ORDERS, SEALED, SILENT, Choose, Claim, InHand, Roll, Silent
from pbem.engine.state import State
from pbem.lean import dataclass


class Nobody:
    """Answers nothing: the run ends at the first question. The base of the others."""

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """Stops."""
        return Stop(request.army, request.what)

    def standing(self, army: str, slot: str) -> Json | Stop:
        """Stops."""
        return Stop(army, CONTINUE)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Stops; the army that owns the draw has to go on, or whoever comes first."""
        return Stop(request.owner or self.roller, CONTINUE)

    def open(self, army: str, marker: str) -> Json | Stop:
        """Stops."""
        return Stop(army, CONTINUE)

    def claim(self, request: Claim) -> Json | Stop:
        """Stops."""
        return Stop(request.army, CONTINUE)

    def in_hand(self, request: InHand) -> list[str]:
        """Those of the markers that are `held`."""
        return [marker for marker in request.markers if marker in self.held]

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """Stops."""
        return Stop(army, CONTINUE)

    def seal(self, question: Choose) -> Json | Stop:
        """Stops: the army is asked for what it commits to."""
        return Stop(question.army, SEALED + question.what)

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """Stops."""
        return Stop(question.army, CONTINUE)

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """Nothing to note."""

    def defaulted(self, request: Choose) -> None:
        """Nothing to note."""

    # Army that is asked to go on when open dice are due and nobody rolls.
    roller = ""
    # Markers that hold a commitment.
    held: Collection[str] = ()

    def __init__(self, roller: str = "") -> None:
        self.roller = roller


class Scripted(Nobody):
    """Orders, answers by label, standing orders, dice and markers from lists: for tests and for `try`.

    Sealed answers stand among `answers`; the leaves of hidden trees in `leaves`, as `tree.name`.
    """

    def __init__(
        self,
        orders: Iterable[Json] = (),
        answers: dict[str, Json] | None = None,
        standing: dict[str, Json] | None = None,
        dice: Iterable[int] | Callable[[int], int] = (),
        markers: dict[str, Json] | None = None,
        claims: dict[str, Json] | None = None,
        leaves: dict[str, Json] | None = None,
    ) -> None:
        super().__init__()
        self.orders: Iterator[Json] = iter(orders)
        self.answers = answers or {}
        self.slots = standing or {}
        self.dice: Callable[[int], int] = dice if callable(dice) else self._from(iter(dice))
        self.markers = markers or {}
        self.claims = claims or {}
        self.leaves = leaves or {}
        self.held = self.markers.keys()
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
            return Stop(request.army, ORDERS)
        return self.answers.get(request.label, DEFER)

    def standing(self, army: str, slot: str) -> Json | Stop:
        """The scripted slot; an unset one is the empty string, which fits no schema."""
        return self.slots.get(slot, "")

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """The next scripted dice."""
        return [self.dice(faces) for _ in range(count)]

    def open(self, army: str, marker: str) -> Json | Stop:
        """The scripted content. Raises KeyError."""
        return self.markers[marker]

    def claim(self, request: Claim) -> Json | Stop:
        """The scripted claim. Raises KeyError."""
        return self.claims[request.marker]

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """The scripted leaf, "" where none is."""
        return self.leaves.get(f"{tree}.{name}", "")

    def seal(self, question: Choose) -> Json | Stop:
        """What binds is the label: the answer waits in the script."""
        return question.label

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """The scripted answer under the question's label."""
        return self.answers.get(seal, SILENT)

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """Keeps the label and the refusal."""
        self.refusals.append((request.label, refusal))

    def defaulted(self, request: Choose) -> None:
        """Keeps the label."""
        self.defaults.append(request.label)


class RandomPlayer(Nobody):
    """Plays both armies with random legal answers and dice from `pick`, for at most `phases` orders questions.

    game: needed where it has hidden forces; what both armies hide is kept in `hidden` and `leaves`, and their
    standing orders are the defaults.
    """

    def __init__(self, pick: Pick, phases: int = 1_000_000, game: Game | None = None) -> None:
        super().__init__()
        self.pick = pick
        self.phases = phases
        self.game = game
        self.forces: HiddenForces | None = game.hiding if game is not None else None
        self.hidden: dict[str, Json] = {}
        self.leaves: dict[tuple[str, str, str], Json] = {}
        self.sealed: dict[str, Json] = {}
        self.face_down: set[str] = set()
        self.held = self.face_down
        self.owners: dict[str, str] = {}

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """A sample of the options."""
        if request.what == ORDERS:
            if self.phases == 0:
                return Stop(request.army, ORDERS)
            self.phases -= 1
        if self.forces is None:
            return request.options.sample(self.pick)
        compiled = self._sample(request)
        return compiled.input if request.what == ORDERS else compiled.input["answer"]

    def _sample(self, request: Choose) -> Compiled:
        assert self.forces is not None
        leaves: dict[str, dict[str, Json]] = {}
        for (army, tree, name), value in self.leaves.items():
            if army == request.army:
                leaves.setdefault(tree, {})[name] = value
        compiled = self.forces.sample(request, Own(request.army, self._held(request.army), leaves), self.pick)
        self.hidden.update(compiled.hide)
        self.face_down.update(compiled.hide)
        self.owners.update(dict.fromkeys(compiled.hide, request.army))
        for tree, values in compiled.leaves.items():
            self.leaves |= {(request.army, tree, name): value for name, value in values.items()}
        return compiled

    def _held(self, army: str) -> dict[str, Json]:
        return {marker: content for marker, content in self.hidden.items() if self.owners[marker] == army}

    def _leaves(self, army: str) -> dict[str, Json]:
        return {f"{tree}.{name}": value for (owner, tree, name), value in self.leaves.items() if owner == army}

    def standing(self, army: str, slot: str) -> Json | Stop:
        """The slot's default. Stops where there is no game to ask."""
        if self.game is None:
            return super().standing(army, slot)
        return next(entry.default for entry in self.game.slots(army) if entry.name == slot)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Random results."""
        return [self.pick(faces) + 1 for _ in range(count)]

    def open(self, army: str, marker: str) -> Json | Stop:
        """What its owner put there."""
        self.face_down.discard(marker)
        return self.hidden[marker]

    def claim(self, request: Claim) -> Json | Stop:
        """The truth."""
        assert self.forces is not None
        return truth(self.forces, request, {**self._held(request.army), **self._leaves(request.army)})

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """The leaf as its owner left it."""
        return self.leaves.get((army, tree, name), "")

    def seal(self, question: Choose) -> Json | Stop:
        """A sample of the options, to be told later."""
        compiled = self._sample(question) if self.forces is not None else None
        value = compiled.input["answer"] if compiled else question.options.sample(self.pick)
        self.sealed[question.label] = value
        return question.label

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """What was sealed."""
        return self.sealed[seal]


@dataclass
class Rehearsal(Nobody):
    """Runs orders up to the first die or standing order and keeps every refusal: what `check` reports."""

    orders: Json
    faults: list[PlacedRefusal] = field(default_factory=list)
    used: bool = False
    roller: str = ""
    held: Collection[str] = ()

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The orders, once; everything else as the orders say."""
        if request.what != ORDERS:
            return DEFER
        if self.used:
            return Stop(request.army, ORDERS)
        self.used = True
        return self.orders

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """Keeps the refusal with the place in the orders."""
        self.faults.append(PlacedRefusal(request.where, refusal))


def begin(game: Game, state: State, seats: dict[str, str]) -> Outcome:
    """The first question of a state with nothing asked yet, or of one at a stop: its request and its options."""
    roller = next((army for army, seat in seats.items() if seat == "a"), "")
    return advance(game, state, Nobody(roller), seats)


def faults(
    game: Game, state: State, orders: Json, seats: dict[str, str], hide: Iterable[str] = ()
) -> list[PlacedRefusal]:
    """Everything that the rules have against orders on the present position, before any die is thrown.

    hide: markers that the same message turns face down.
    """
    face_down = [name for name, entry in state.get("markers", {}).items() if "seen" not in entry]
    listener = Rehearsal(orders, roller=next(iter(seats)), held=[*face_down, *hide])
    advance(game, state, listener, seats)
    return listener.faults


__all__ = ["Answerer", "Nobody", "RandomPlayer", "Rehearsal", "Scripted", "begin", "faults"]
