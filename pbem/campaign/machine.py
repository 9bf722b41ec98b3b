"""The bridge between the protocol's fold and a ruleset: one machine for each campaign (protocol section 7)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from pbem.engine.answerers import Nobody
from pbem.engine.contract import PHASE_BOUND, Slot
from pbem.engine.loop import DEFER, Defer, Outcome, Stop, TraceMismatch, advance
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK, CONTINUE, ORDERS, SILENT, Choose, Claim, Roll, Silent
from pbem.engine.state import State, fresh
from pbem.protocol.faults import Fault
from pbem.protocol.manifest import manifest, ruleset_digest, scenario_digest

if TYPE_CHECKING:
    from pbem.engine.contract import Game, Ruleset
    from pbem.protocol.dice import Stream
    from pbem.protocol.machine import Binding, OpeningSource

DOCTRINE = "doctrine"


class GameMachine:
    """Runs one campaign's game for the fold.

    letters: army -> side. events: number of the opening message -> what was told while its segment ran;
    those of the start stand under 1.
    """

    def __init__(self, ruleset: Ruleset, terms: Mapping[str, Any]) -> None:
        self.ruleset = ruleset
        self.terms = terms
        self.game: Game = ruleset.game(
            terms["names"]["scenario"], terms.get("options", {}), tuple(terms.get("overlay", ()))
        )
        if sorted(terms["sides"].values()) != sorted(self.game.scenario.armies):
            armies = " and ".join(self.game.scenario.armies)
            raise ValueError(f"the two sides are not {armies}")
        self.letters: dict[str, str] = {army: letter for letter, army in sorted(terms["sides"].items())}
        self.armies: dict[str, str] = dict(terms["sides"])
        self.events: dict[int, list[dict[str, Json]]] = {}
        self.answered = 0
        self._validators: dict[str, Any] = {}

    # -- what the fold asks for -------------------------------------------------

    def environment(self, terms: Mapping[str, Any]) -> None:
        """Whether this program plays by the pinned rules and data. Raises Fault (class environment)."""
        check_environment(self.ruleset, terms)

    def start(self) -> dict[str, Any]:
        """The public state after the handshake."""
        outcome = advance(self.game, fresh(self.game.start()), Nobody(self.armies["a"]), self.letters)
        self.events[1] = outcome.events
        return cast(dict[str, Any], outcome.state)

    def run(
        self,
        state: dict[str, Any],
        op_seq: int,
        input: Any,
        closer: str,
        stream: Stream,
        openings: OpeningSource,
    ) -> dict[str, Any]:
        """Plays on with the input of message `op_seq` in the segment that `closer` closes."""
        ask = state["need"]["ask"]
        running = cast(State, {**state})
        pending: Json | Silent = SILENT
        if ask == ORDERS:
            running["input"], running["phase_seq"] = input, op_seq
        elif ask != CONTINUE:
            pending = input["answer"]
        answerer = ByMail(self, closer, stream, openings, running["phase_seq"], ask, pending)
        outcome = self._advance(running, answerer)
        self.events[op_seq] = outcome.events
        self.answered += outcome.answered
        return cast(dict[str, Any], outcome.state)

    def _advance(self, state: State, answerer: ByMail) -> Outcome:
        try:
            return advance(self.game, state, answerer, self.letters)
        except TraceMismatch as mismatch:
            raise Fault("STATE_MISMATCH", f"the recorded steps do not fit these rules: {mismatch}") from None

    def check_input(self, state: dict[str, Any], input: Any) -> str:
        """Why an input does not fit the question that is due, empty if it fits (INPUT_SCHEMA)."""
        error = next(iter(self._validator(state["need"]["ask"]).iter_errors(input)), None)
        if error is None:
            return ""
        place = "/".join(str(step) for step in error.instance_path)
        return f"{place or 'input'}: {str(error.message)[:200]}"

    def may_hide(self, state: dict[str, Any], side: str) -> list[str]:
        """Markers that may be turned face down now: none before hidden counters are offered."""
        return []

    # -- doctrine ---------------------------------------------------------------

    @cached_property
    def slots(self) -> dict[str, tuple[Slot, ...]]:
        """Standing-order slots of each side, in leaf order."""
        return {letter: tuple(self.game.slots(army)) for letter, army in self.armies.items()}

    @cached_property
    def depths(self) -> dict[str, int]:
        """Depth of each tree of the ruleset: the smallest that holds the longer list of slots."""
        return {DOCTRINE: max(1, (max(len(slots) for slots in self.slots.values()) - 1).bit_length())}

    def slot(self, side: str, name: str) -> tuple[int, Slot]:
        """Leaf number and slot. Raises KeyError."""
        for i, slot in enumerate(self.slots[side]):
            if slot.name == name:
                return i, slot
        raise KeyError(name)

    def fitting(self, slot: Slot, value: Json) -> Json:
        """The value if it fits the slot's schema, else its default (protocol section 9)."""
        if value == ASK:
            return slot.default if slot.binding == PHASE_BOUND else ASK
        return value if self.fits(slot, value) else slot.default

    def fits(self, slot: Slot, value: Json) -> bool:
        """Whether a value fits the slot's schema."""
        key = f"slot {json.dumps(slot.schema, sort_keys=True)}"
        return bool(self._compiled(key, slot.schema).is_valid(value))

    # -- schemas ------------------------------------------------------------------

    def _validator(self, ask: str) -> Any:
        if ask == CONTINUE:
            return self._compiled(CONTINUE, numbered({"type": "object", "additionalProperties": False}))
        return self._compiled(ask, numbered(self.game.schema(ask)))

    def _compiled(self, name: str, schema: Json) -> Any:
        if name not in self._validators:
            import jsonschema_rs

            self._validators[name] = jsonschema_rs.Draft202012Validator(json.loads(json.dumps(schema)))
        return self._validators[name]


def numbered(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an input: that of the answer, with the number of the question it answers."""
    properties = {"for": {"type": "integer", "minimum": 1}, **schema.get("properties", {})}
    return {**schema, "properties": properties, "required": ["for", *schema.get("required", ())]}


def engine_name(ruleset: Ruleset) -> str:
    """`<ruleset id> <rules version>`, as the invite pins it."""
    return f"{ruleset.id} {ruleset.version}"


def check_environment(ruleset: Ruleset, terms: Mapping[str, Any]) -> None:
    """Whether the installed ruleset is the pinned one. Raises Fault: ENGINE_, RULESET_ or SCENARIO_MISMATCH."""
    if terms["engine"] != engine_name(ruleset):
        raise Fault(
            "ENGINE_MISMATCH", f"the campaign runs on {terms['engine']!r}, installed is {engine_name(ruleset)!r}"
        )
    if terms["ruleset"] != ruleset_digest(manifest(ruleset.data_files())).hex():
        raise Fault("RULESET_MISMATCH", f"the data of {ruleset.id} differ from those the campaign began with")
    files = ruleset.scenario_files(terms["names"]["scenario"])
    if terms["scenario"] != scenario_digest(manifest(files)).hex():
        raise Fault("SCENARIO_MISMATCH", f"the scenario {terms['names']['scenario']!r} differs from the campaign's")


class ByMail(Nobody):
    """Answers from what was mailed: the input of the segment's message, the closer's openings, the dice stream."""

    def __init__(
        self,
        machine: GameMachine,
        closer: str,
        stream: Stream,
        openings: OpeningSource,
        phase_seq: int,
        ask: str,
        pending: Json | Silent,
    ) -> None:
        super().__init__(machine.armies[closer])
        self.machine = machine
        self.closer = closer
        self.stream = stream
        self.openings = openings
        self.phase_seq = phase_seq
        self.ask = ask
        self.pending = pending

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The mailed answer to the question that stopped the segment before; else what orders and slots say."""
        if request.what == ORDERS:
            return Stop(request.side, ORDERS)
        if self.pending is SILENT or request.what != self.ask:
            return DEFER
        answer, self.pending = self.pending, SILENT
        return answer

    def standing(self, side: str, slot: str) -> Json | Stop:
        """An opening of the closer; what belongs to the other side waits for a segment that he closes."""
        letter = self.machine.letters[side]
        if letter != self.closer:
            return Stop(self.machine.armies[self.closer], CONTINUE)
        index, entry = self.machine.slot(letter, slot)
        value = self.openings.consult(letter, DOCTRINE, index, cast("Binding", entry.binding), self.phase_seq)
        return self.machine.fitting(entry, value)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Dice from the segment's stream (protocol section 8)."""
        if request.owner:
            raise Fault("ENGINE_MISMATCH", "private draws are not offered by this program yet")
        return [self.stream.die(request.label, faces) for _ in range(count)]

    def open(self, side: str, marker: str) -> Json | Stop:
        """Face-down counters are reserved in the formats and not offered yet."""
        raise Fault("ENGINE_MISMATCH", "face-down counters are not offered by this program yet")

    def claim(self, request: Claim) -> Json | Stop:
        """Claims are reserved in the formats and not offered yet."""
        raise Fault("ENGINE_MISMATCH", "claims are not offered by this program yet")

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """A void order stands on the tape; where the rules oblige, it says that the default counts."""
        if request.obliged:
            self.stream.default(request.label)
        else:
            self.stream.void(request.label)

    def defaulted(self, request: Choose) -> None:
        """The tape says that the default counts."""
        self.stream.default(request.label)
