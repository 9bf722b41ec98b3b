"""The bridge between the protocol's fold and a ruleset: one machine for each campaign (protocol section 7)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import orjson

from pbem.campaign.core.log_answerer import DOCTRINE, ByMail
from pbem.campaign.core.patching import patched
from pbem.campaign.core.rulebooks import ruleset_for
from pbem.engine.answerers import Nobody, begin
from pbem.engine.contract import PHASE_BOUND, Slot
from pbem.engine.hidden import HIDDEN, facts_of, picked
from pbem.engine.loop import Outcome, Pause, TraceMismatch, advance
from pbem.engine.options import Json
from pbem.engine.requests import ASK, CONTINUE, ORDERS, SEALED, SILENT, Silent
from pbem.engine.state import State, fresh
from pbem.errors import Problem
from pbem.protocol.canonical import canon
from pbem.protocol.faults import Fault
from pbem.protocol.manifest import manifest, ruleset_digest, scenario_digest

if TYPE_CHECKING:
    from pbem.engine.contract import Game, Ruleset
    from pbem.engine.hidden import HiddenForces
    from pbem.engine.teams import Teams
    from pbem.protocol.dice import Stream
    from pbem.protocol.machine import Disclosed, OpeningSource
    from pbem.protocol.openings import Truth


# Bytes of an input of which it is told where it is wrong.
_MOST_TOLD = 16 * 2**10


class GameMachine:
    """Runs one campaign's game for the fold.

    armies: seat -> army. seats: army -> seat. events: number of the opening message -> what was told while its segment
    ran; those of the start stand under 1. answered: decisions judged so far.
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
        self.seats: dict[str, str] = {army: seat for seat, army in sorted(terms["sides"].items())}
        self.armies: dict[str, str] = dict(terms["sides"])
        self.events: MutableMapping[int, list[dict[str, Json]]] = {}
        self.answered = 0
        self.forces: HiddenForces | None = self.game.hiding
        self._validators: dict[str, Any] = {}
        # Number of a slot's schema in memory -> the schema, and its validator.
        self._fitting: dict[int, tuple[Any, Any]] = {}
        self._pause = Pause()

    @cached_property
    def teams(self) -> Teams | None:
        """The team play of the game, None where it has none."""
        return self.game.writing.teams

    # -- what the fold asks for -------------------------------------------------

    def environment(self, terms: Mapping[str, Any]) -> None:
        """Whether this program plays by the pinned rules and data. Raises Fault (class environment)."""
        check_environment(self.ruleset, terms)

    def start(self) -> dict[str, Any]:
        """The public state after the handshake."""
        first = fresh(self.game.start(), hidden=self.forces is not None)
        outcome = advance(self.game, first, Nobody(self.armies["a"]), self.seats)
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
            public = {key: value for key, value in input.items() if key != "open"}
            running["input"], running["phase_seq"] = public, op_seq
        elif ask.startswith(SEALED):
            pending = {"at": op_seq, "commit": input["sealed"]}
        elif ask != CONTINUE:
            pending = input["answer"]
        answerer = ByMail(self, closer, stream, openings, op_seq, running, pending)
        outcome = self._advance(running, answerer)
        self.events[op_seq] = outcome.events
        self.answered += outcome.answered
        return cast(dict[str, Any], self._with_markers(outcome, answerer.markers))

    def _with_markers(self, outcome: Outcome, markers: Mapping[str, Any]) -> State:
        """The state with what the openings showed; a marker that is out of play when a phase ends holds nothing."""
        state = outcome.state
        if self.forces is None:
            return state
        in_play = self.forces.face_down(state["at"]) if outcome.phases else markers
        state["markers"] = {name: entry for name, entry in sorted(markers.items()) if name in in_play}
        return state

    def _advance(self, state: State, answerer: ByMail) -> Outcome:
        try:
            return advance(self.game, state, answerer, self.seats, self._pause)
        except TraceMismatch as mismatch:
            raise Fault("STATE_MISMATCH", f"the recorded steps do not fit these rules: {mismatch}") from None

    def check_input(self, state: dict[str, Any], input: Any) -> str:
        """Why an input does not fit the question that is due, empty if it fits (INPUT_SCHEMA)."""
        import jsonschema_rs

        validator = self._validator(state["need"]["ask"])
        if validator.is_valid(input):
            return ""
        # An error holds copies of what it is about, each branch of a oneOf all of its own: gigabytes for a long list.
        if len(canon(input)) > _MOST_TOLD:
            return "not of the form that the question asks for"
        try:
            validator.validate(input)
        except jsonschema_rs.ValidationError as error:
            place = "/".join(str(step) for step in error.instance_path)
            return f"{place or 'input'}: {str(error.message)[:200]}"
        raise ValueError("this input is of the right shape")

    def may_hide(self, state: dict[str, Any], seat: str) -> Sequence[str]:
        """Markers that the question which is due to a seat permits it to turn face down with its answer."""
        if self.forces is None or not state["need"] or state["need"]["side"] != seat:
            return ()
        request = begin(self.game, cast(State, state), self.seats).request
        return () if request is None else request.hide

    def formations(self, seat: str) -> Sequence[str] | None:
        """The formations that members of a seat's team may command; None in a game without team play."""
        return None if self.teams is None else tuple(self.teams.formations(self.armies[seat]))

    def concerned(self, state: dict[str, Any], seat: str, order: Any) -> Sequence[str]:
        """The formations that one order of a seat concerns."""
        return () if self.teams is None else tuple(self.teams.concerned(state["at"], self.armies[seat], order))

    # -- what both players agree to -------------------------------------------------

    def amended(self, terms: Mapping[str, Any], control: Mapping[str, Any]) -> GameMachine:
        """The machine by the terms that an amendment names, with the same history. Raises Fault (environment)."""
        changed = dict(control.get("terms", {}))
        if not changed:
            return self
        if changed.get("engine", terms["engine"]).split(" ")[0] != self.ruleset.id:
            raise Fault(
                "ENGINE_MISMATCH", f"an amendment keeps the ruleset {self.ruleset.id}, it does not change games"
            )
        machine = machine_for({**terms, **changed})
        machine.environment(machine.terms)
        if machine.depths != self.depths or not self._continued(machine):
            raise Fault(
                "ENGINE_MISMATCH", "the amended rules have other standing orders; no campaign can change to them"
            )
        machine.events, machine.answered = self.events, self.answered
        return machine

    def anew(self, terms: Mapping[str, Any]) -> GameMachine:
        """A machine by these terms without a history. Raises Fault (environment)."""
        machine = machine_for(dict(terms))
        machine.environment(machine.terms)
        return machine

    def _continued(self, newer: GameMachine) -> bool:
        """Whether what was committed to by these rules means the same by newer ones: their slots may only be more."""
        kept = all(
            [slot.name for slot in newer.slots[seat][: len(slots)]] == [slot.name for slot in slots]
            for seat, slots in self.slots.items()
        )
        return kept and newer.leaves == self.leaves

    def patched(self, state: dict[str, Any], patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """The state with a corrected position and the question that follows. Raises Fault OFFER_INVALID."""
        return patched(self, state, patch)

    def audit(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        """Every lie of a seat that its own book proves."""
        if self.forces is None:
            return ()
        found: Sequence[Fault] = self._judges().accusations(self, seat, disclosed)
        return found

    def confronted(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        """Every lie of a seat that only both books together prove."""
        if self.forces is None or self.forces.confrontation is None:
            return ()
        judges = self._judges()
        return [judges.fault_of(one) for one in judges.contradictions(self, seat, disclosed)]

    @staticmethod
    def _judges() -> ModuleType:
        """The rules' part of an audit; books are opened once, at the end of a game."""
        from pbem.campaign.core import auditing

        return auditing

    # -- doctrine ---------------------------------------------------------------

    @cached_property
    def slots(self) -> dict[str, tuple[Slot, ...]]:
        """Standing-order slots of each seat, in leaf order."""
        return {seat: tuple(self.game.slots(army)) for seat, army in self.armies.items()}

    @cached_property
    def depths(self) -> dict[str, int]:
        """Depth of each tree of the ruleset: the smallest that holds the longer list of slots."""
        depths = {DOCTRINE: max(1, (max(len(slots) for slots in self.slots.values()) - 1).bit_length())}
        for tree, names in self.leaves["a"].items():
            # Slot 0 of the hidden tree is the protocol's.
            depths[tree] = (len(names) - 1 + (tree == HIDDEN)).bit_length() if names else 0
        return depths

    @cached_property
    def leaves(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Seat -> tree beside doctrine -> names of its leaves. Both sides have the same trees, and equally many."""
        forces = self.forces
        if forces is None:
            return {seat: {} for seat in self.armies}
        found = {seat: forces.leaves(army) for seat, army in self.armies.items()}
        return {seat: {tree: tuple(names) for tree, names in trees.items()} for seat, trees in found.items()}

    def leaf(self, seat: str, tree: str, name: str) -> int:
        """Slot of a leaf. Raises ValueError."""
        return self.leaves[seat][tree].index(name) + (tree == HIDDEN)

    def named(self, seat: str, trees: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
        """The leaves of a seat by `tree.name`. trees: tree -> values of its slots from 0, "" or none where unused."""
        found: dict[str, Any] = {}
        for tree, names in self.leaves[seat].items():
            values = trees.get(tree, ())
            for slot, name in enumerate(names, 1 if tree == HIDDEN else 0):
                found[f"{tree}.{name}"] = values[slot] if slot < len(values) else ""
        return found

    def truth(self, seat: str) -> Truth | None:
        """The claims of a truthful player of a seat; None in a game without hidden forces."""
        forces = self.forces
        if forces is None:
            return None

        def told(
            marker: str,
            say: str,
            held: Mapping[str, Any],
            trees: Mapping[str, Sequence[Any]],
            scene: Any,
            secret: bytes,
        ) -> Any:
            known = {**held, **self.named(seat, trees)}
            return picked(facts_of(forces, marker, say, known, scene), say, known, secret)

        return told

    def slot(self, seat: str, name: str) -> tuple[int, Slot]:
        """Leaf number and slot. Raises KeyError."""
        return self._named_slots[seat][name]

    @cached_property
    def _named_slots(self) -> dict[str, dict[str, tuple[int, Slot]]]:
        """Seat -> name -> leaf number and slot; of several of one name the first."""
        numbered = {seat: list(enumerate(slots)) for seat, slots in self.slots.items()}
        return {seat: {slot.name: (i, slot) for i, slot in reversed(slots)} for seat, slots in numbered.items()}

    def fitting(self, slot: Slot, value: Json) -> Json:
        """The value if it fits the slot's schema, else its default (protocol section 9)."""
        if value == ASK:
            return slot.default if slot.binding == PHASE_BOUND else ASK
        return value if self.fits(slot, value) else slot.default

    def fits_answer(self, what: str, value: Json) -> bool:
        """Whether a value has the form of the answer to a question."""
        return bool(self._validator(what).is_valid({"for": 1, "answer": value}))

    def fits(self, slot: Slot, value: Json) -> bool:
        """Whether a value fits the slot's schema."""
        schema, validator = self._fitting.get(id(slot.schema), (None, None))
        if schema is not slot.schema:
            validator = compiled(orjson.dumps(slot.schema))
            self._fitting[id(slot.schema)] = slot.schema, validator
        return bool(validator.is_valid(value))

    # -- schemas ------------------------------------------------------------------

    def _validator(self, ask: str) -> Any:
        if ask not in self._validators:
            answer = {"type": "object", "additionalProperties": False} if ask == CONTINUE else self.game.schema(ask)
            self._validators[ask] = compiled(orjson.dumps(numbered(answer)))
        return self._validators[ask]


@lru_cache(maxsize=128)
def compiled(schema: bytes) -> Any:
    """The validator of a schema, given as JSON; the machines of all campaigns by one set of rules share it."""
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(orjson.loads(schema))


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
        made = str(terms["engine"])[:80]
        text = f"rules {made!r} made this campaign, installed are {engine_name(ruleset)!r}: other rules do not judge it"
        raise Fault("ENGINE_MISMATCH", text)
    try:
        same = terms["ruleset"] == ruleset_digest(manifest(ruleset.data_files())).hex()
        why = f"the data of {ruleset.id} differ from those the campaign began with"
    except ValueError as error:
        same, why = False, f"the data of {ruleset.id} cannot be those the campaign began with: {error}"
    if not same:
        raise Fault("RULESET_MISMATCH", why[:500])
    name = terms["names"]["scenario"]
    try:
        same = terms["scenario"] == scenario_digest(manifest(ruleset.scenario_files(name))).hex()
        why = f"the scenario {name!r} differs from the campaign's"
    except (KeyError, ValueError) as error:
        lacking = isinstance(error, KeyError)
        same, why = False, f"the scenario {name!r} is not installed" if lacking else f"the scenario {name!r}: {error}"
    if not same:
        raise Fault("SCENARIO_MISMATCH", why[:500])


def machine_for(terms: dict[str, Any]) -> GameMachine:
    """The machine for the terms of an invitation. Raises Fault ENGINE_MISMATCH where its ruleset is not here."""
    name = str(terms["engine"]).split(" ")[0]
    if "names" not in terms:
        raise Fault(
            "ENGINE_MISMATCH", "the invitation does not say under which names ruleset and scenario are installed"
        )
    if terms["names"]["ruleset"] != name:
        raise Fault(
            "ENGINE_MISMATCH", f"the invitation names the ruleset {terms['names']['ruleset']}, its engine {name}"
        )
    try:
        rules = ruleset_for(str(terms["engine"]))
    except Problem as problem:
        raise Fault("ENGINE_MISMATCH", problem.what) from None
    try:
        return GameMachine(rules, terms)
    except Exception as error:
        # Other files than those that were agreed on are why, where there are any; rules may fail on them in any way.
        check_environment(rules, terms)
        if not isinstance(error, KeyError | ValueError):
            raise
        # The words of hostile terms may stand in it a thousand times over.
        raise Fault("ENGINE_MISMATCH", f"these terms do not fit the installed {name}: {error}"[:1000]) from None
