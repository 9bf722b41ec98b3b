"""The one run loop: it drives a ruleset's phase from request to request until somebody has to be asked.

Every request is a step of its own and leaves one entry in the trace before the next request is made. A
phase that had to stop is simply started over: its first steps are served from the trace, and what is
served from there is neither asked nor rolled anew (protocol section 7).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Final, Protocol

from pbem.engine.contract import Game
from pbem.engine.copy_json import copied
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import (
    ASK,
    ORDERS,
    SEALED,
    SILENT,
    Choose,
    Claim,
    Consult,
    InHand,
    Look,
    Open,
    Phase,
    Request,
    Roll,
    Seal,
    Silent,
    Tell,
    Unseal,
)
from pbem.engine.state import Need, State
from pbem.engine.views import Hidden
from pbem.lean import dataclass

Event = dict[str, Json]
Asked = Choose | Consult | Roll | Open | Claim | InHand | Look | Seal | Unseal
"""Requests that somebody answers."""
_DICE = re.compile(r"([1-9][0-9]{0,2})d([1-9][0-9]{0,4})")


class TraceMismatch(Exception):
    """The recorded trace does not fit the rules: another version of them, or a damaged state."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Play cannot go on before this army answers this question by mail."""

    army: str
    ask: str


class Defer:
    """The type of DEFER: the answer is what orders or standing orders say."""


DEFER: Final = Defer()


class Answerer(Protocol):
    """Who answers. Each method may return Stop, which ends the run before that step."""

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The answer itself, SILENT for the default, or DEFER to what was said or stands in the slot."""

    def standing(self, army: str, slot: str) -> Json | Stop:
        """The value that stands in a slot of the army's standing orders."""

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """All dice of the request: one step, so a stop comes before the first."""

    def open(self, army: str, marker: str) -> Json | Stop:
        """The content of a marker."""

    def claim(self, request: Claim) -> Json | Stop:
        """What the owner states about a marker."""

    def in_hand(self, request: InHand) -> list[str]:
        """Which of the markers hold a commitment now."""

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """The value of a leaf of the army's hidden or occupancy tree."""

    def seal(self, question: Choose) -> Json | Stop:
        """What binds the army to its answer: {"at", "commit"}, or whatever the answerer needs to find it again."""

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """The answer that was sealed."""

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """An answer was illegal: it is void, or replaced by the default where the rules oblige."""

    def defaulted(self, request: Choose) -> None:
        """The rules oblige and nobody answered: the default counts."""


@dataclass
class Outcome:
    """How a run ended.

    state: the new public state. events: what was told since the last stop.
    request: the question that is due with its options; None when the game is over or nobody is asked anything.
    answered: how many `Choose` requests were judged live. phases: how many phases ended.
    """

    state: State
    events: list[Event] = field(default_factory=list)
    request: Choose | None = None
    answered: int = 0
    phases: int = 0


class _Stopped(Exception):
    def __init__(self, stop: Stop) -> None:
        self.stop = stop


class _Run:
    def __init__(self, game: Game, state: State, answerer: Answerer) -> None:
        self.game = game
        self.at = state["at"]
        self.input = state["input"]
        self.phase_seq = state["phase_seq"]
        self.trace: list[Json] = list(state["trace"])
        self.replayed = 0
        # Before the first question nothing was reported; later, what is run again was.
        self.resuming = state["n"] > 0
        self.slots: dict[tuple[str, str], Json] = {}
        self.seals: dict[str, Json] = {}
        self.answerer = answerer
        self.events: list[Event] = []
        self.request: Choose | None = None
        self.answered = 0
        self.phases = 0
        # The phase that runs, the request that it waits on, and how much was recorded and opened before that request.
        self.phase: Phase | None = None
        self.pending: Request | None = None
        self.done = 0
        self.opened = 0

    # -- one phase after the other -------------------------------------------------

    def advance(self) -> Stop | None:
        """Runs until somebody must be asked (the Stop) or the game is over (None)."""
        while self.phase is not None or not self.game.over(self.at):
            try:
                self.at = self._phase()
            except _Stopped as stopped:
                return stopped.stop
            self._require_replayed("end of the phase")
            self.input, self.trace, self.replayed, self.slots, self.seals = {}, [], 0, {}, {}
            self.resuming = False
            self.phases += 1
        return None

    def _phase(self) -> Json:
        """Carries a phase out, from its start or from where it stopped; it is kept only if somebody must be asked."""
        phase = self.phase or self.game.phase(self.at)
        self.phase = None
        try:
            if self.pending is None:
                self.pending = next(phase)
            while True:
                request = self.pending
                if isinstance(request, Tell):
                    # Most requests: nothing is asked, and nothing can stop the phase.
                    if not self.resuming:
                        self.events.append(request.event)
                    self.pending = phase.send(None)
                    continue
                self.done, self.opened = self.replayed, len(self.slots)
                self.pending = phase.send(self._answer(request))
        except _Stopped:
            self.phase = phase
            raise
        except StopIteration as end:
            self.pending = None
            return end.value
        finally:
            if self.phase is None:
                phase.close()

    def resumed(self, state: State, answerer: Answerer) -> None:
        """Plays on behind a stop. Of a request of several steps those that were recorded are served from the trace."""
        self.input, self.phase_seq, self.trace = state["input"], state["phase_seq"], list(state["trace"])
        self.replayed, self.slots = self.done, dict(list(self.slots.items())[: self.opened])
        self.answerer, self.resuming = answerer, False
        self.events, self.request, self.answered, self.phases = [], None, 0, 0

    def _answer(self, request: Asked) -> Json:
        if isinstance(request, Choose):
            return self._choose(request)
        if isinstance(request, Roll):
            return self._roll(request)
        if isinstance(request, Consult):
            return tuple(self._standing(request.army, slot) for slot in request.slots)
        if isinstance(request, Open):
            return tuple(self._open(request.army, marker) for marker in request.markers)
        if isinstance(request, Claim):
            return self._claim(request)
        return self._hidden(request)

    def _hidden(self, request: InHand | Look | Seal | Unseal) -> Json:
        if isinstance(request, InHand):
            return tuple(self._in_hand(request))
        if isinstance(request, Look):
            return tuple(self._look(request.army, request.tree, name) for name in request.names)
        if isinstance(request, Seal):
            return self._seal(request.question)
        return self._unseal(request.question)

    # -- steps: recorded, or live ------------------------------------------------

    def _recorded(self, kind: str, name: str) -> Json | Silent:
        if self.replayed == len(self.trace):
            return SILENT
        step = self.trace[self.replayed]
        if step[0] != kind or step[1] != name:
            raise TraceMismatch(f"step {self.replayed}: recorded {step[:2]}, the rules ask {[kind, name]}")
        self.replayed += 1
        return step[-1]

    def _require_replayed(self, now: str) -> None:
        """Nothing recorded is left over where the rules ask for no step: a corrected position may have fewer."""
        if self.replayed < len(self.trace):
            left = self.trace[self.replayed][:2]
            raise TraceMismatch(f"step {self.replayed}: recorded {left}, the rules are at: {now}")

    def _next_is(self, kind: str, name: str) -> bool:
        return self.replayed < len(self.trace) and self.trace[self.replayed][:2] == [kind, name]

    def _live(self, answer: Json | Stop) -> Json:
        if isinstance(answer, Stop):
            raise _Stopped(answer)
        self.resuming = False
        return answer

    def _record(self, *step: Json) -> Json:
        self.trace.append(list(step))
        self.replayed += 1
        return step[-1]

    def _choose(self, request: Choose) -> Json:
        if request.what == ORDERS:
            return self._orders(request)
        if request.slot and self._next_is("open", request.slot):
            self.slots[request.army, request.slot] = self._recorded("open", request.slot)
        if self.replayed < len(self.trace):
            return self._recorded("choose", request.label)
        self.request = request
        answer = self._judge(request, self._said(request))
        self.answered += 1
        return self._record("choose", request.label, answer)

    def _orders(self, request: Choose) -> Json:
        """The phase's orders stand in the state itself, not in the trace."""
        if not self.input:
            self._require_replayed(ORDERS)
            self.request = request
            answer = self._live(self.answerer.choose(request))
            self.input = request.options.default() if answer is SILENT else answer
        elif self.replayed == len(self.trace):
            self.resuming = False
        return {key: value for key, value in self.input.items() if key != "for"}

    def _said(self, request: Choose) -> Json | Silent:
        answer = self.answerer.choose(request)
        if isinstance(answer, Defer):
            said = self._standing(request.army, request.slot) if request.slot else request.said
            answer = said if said is SILENT or said == ASK else request.read(said)
            if answer == ASK:
                raise _Stopped(Stop(request.army, request.what))
        return self._live(answer)

    def _judge(self, request: Choose, answer: Json | Silent) -> Json:
        if answer is SILENT:
            if request.obliged:
                self.answerer.defaulted(request)
            return request.options.default()
        refusal = request.options.why_not(answer)
        if refusal is None:
            return answer
        self.answerer.refused(request, refusal)
        self.events.append(
            {
                "kind": "void",
                "army": request.army,
                "what": request.what,
                "label": request.label,
                "case": refusal.case,
                "text": refusal.text,
                "obliged": request.obliged,
            }
        )
        return request.options.default()

    def _standing(self, army: str, slot: str) -> Json:
        if (army, slot) not in self.slots:
            value = self._recorded("open", slot)
            if value is SILENT:
                value = self._record("open", slot, self._live(self.answerer.standing(army, slot)))
            self.slots[army, slot] = value
        return self.slots[army, slot]

    def _roll(self, request: Roll) -> Json:
        results = self._recorded("roll", request.label)
        if isinstance(results, Silent):
            count, faces = dice(request.dice)
            results = self._live(self.answerer.roll(request, count, faces))
            # The public state knows of a private draw that it was made, and nothing else.
            results = self._record("roll", request.label, [0] * count if request.owner else results)
        return tuple(Hidden(request.owner, 0) for _ in results) if request.owner else tuple(results)

    def _open(self, army: str, marker: str) -> Json:
        recorded = self._recorded("marker", marker)
        if recorded is not SILENT:
            return recorded
        return self._record("marker", marker, self._live(self.answerer.open(army, marker)))

    def _claim(self, request: Claim) -> Json:
        recorded = self._recorded("claim", request.marker)
        if recorded is not SILENT:
            return recorded
        value = self._live(self.answerer.claim(request))
        if request.options.why_not(value) is not None:
            value = request.options.default()
        named = {"army": request.army, "marker": request.marker, "say": request.say}
        self.events.append({"kind": "claimed", **named, "scene": copied(request.scene), "value": value})
        return self._record("claim", request.marker, request.say, value)

    def _in_hand(self, request: InHand) -> Json:
        recorded = self._recorded("hand", request.label)
        if recorded is not SILENT:
            return recorded
        return self._record("hand", request.label, self._live(self.answerer.in_hand(request)))

    def _look(self, army: str, tree: str, name: str) -> Json:
        recorded = self._recorded("leaf", f"{tree}.{name}")
        if recorded is not SILENT:
            return recorded
        return self._record("leaf", f"{tree}.{name}", self._live(self.answerer.look(army, tree, name)))

    def _seal(self, question: Choose) -> None:
        seal = self._recorded("sealed", question.label)
        if seal is SILENT:
            self.request = question
            seal = self._record("sealed", question.label, self._live(self.answerer.seal(question)))
        self.seals[question.label] = seal

    def _unseal(self, question: Choose) -> Json:
        recorded = self._recorded("choose", question.label)
        if recorded is not SILENT:
            return recorded
        answer = self._live(self.answerer.unseal(question, self.seals[question.label]))
        self.answered += 1
        return self._record("choose", question.label, self._judge(question, answer))


def dice(text: str) -> tuple[int, int]:
    """`2d6` -> (2, 6). Raises ValueError."""
    match = _DICE.fullmatch(text)
    if match is None:
        raise ValueError(f"not dice: {text}")
    return int(match[1]), int(match[2])


class Pause:
    """A phase that stopped, kept so that the next run from the very state that it left goes on from there.

    It saves carrying out anew what the trace records, and changes nothing else: any other state starts over. Whoever
    keeps one must not look at the requests of an earlier outcome, whose boards play on.
    """

    def __init__(self) -> None:
        self._run: _Run | None = None
        self._left: State | None = None

    def take(self, state: State) -> _Run | None:
        """The run that left a state, once; None where another one did."""
        run, left, self._run, self._left = self._run, self._left, None, None
        if left is None or any(state[name] is not left[name] for name in ("at", "trace")):
            return None
        # Orders come into the state from outside; whatever else it says is as it was left.
        return run if not left["input"] or state["input"] is left["input"] else None

    def keep(self, run: _Run, state: State) -> None:
        """A run stopped and left this state."""
        self._run, self._left = run, state


def advance(
    game: Game, state: State, answerer: Answerer, seats: Mapping[str, str], pause: Pause | None = None
) -> Outcome:
    """Runs a game on from a public state until an answer is missing (protocol section 7, `run`).

    seats: army id -> seat, `a` or `b`. pause: of this game, where the last run may be gone on with. Pure but
    for the answerer. The given state is not changed. Raises TraceMismatch if the recorded trace does not fit the rules.
    """
    run = pause.take(state) if pause is not None else None
    if run is None:
        run = _Run(game, state, answerer)
    else:
        run.resumed(state, answerer)
    stop = run.advance()
    new: State = {
        "at": run.at,
        "input": run.input,
        "trace": run.trace,
        "phase_seq": run.phase_seq,
        "need": {},
        "n": state["n"],
        "over": {},
    }
    if "markers" in state:
        new["markers"] = dict(state["markers"])
    if stop is None:
        new["over"] = game.over(run.at)
        return Outcome(new, run.events, None, run.answered, run.phases)
    if pause is not None:
        pause.keep(run, new)
    need: Need = {"side": seats[stop.army], "ask": stop.ask, "n": state["n"] + 1}
    new["need"], new["n"] = need, need["n"]
    due = run.request if run.request is not None and run.request.what == stop.ask.removeprefix(SEALED) else None
    return Outcome(new, run.events, due, run.answered, run.phases)
