"""Standing orders: each slot's default and example fit it and are read; who is silent has the defaults."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from jsonschema import Draft202012Validator

from pbem.engine.answerers import RandomPlayer
from pbem.engine.contract import MESSAGE_BOUND, PHASE_BOUND, Slot
from pbem.engine.loop import DEFER, advance
from pbem.engine.requests import ASK, ORDERS, Choose
from pbem.engine.requests import Silent as NoAnswer
from pbem.engine.state import fresh
from tests.rulesets.kit.recorded import Json, Recorded

PHASES = 4
"""Phases that are played by the defaults."""


def slots_of(game: Recorded) -> dict[str, list[Slot]]:
    one = game.mode.game
    return {army: list(one.slots(army)) for army in one.scenario.armies}


def test_slots_are_named_told_and_stay_what_they_are(game: Recorded) -> None:
    for army, slots in slots_of(game).items():
        names = [slot.name for slot in slots]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,63}", name) for name in names)
        assert all(slot.doc.endswith(".") and slot.binding in (MESSAGE_BOUND, PHASE_BOUND) for slot in slots)
        assert slots == list(game.mode.game.slots(army))


def test_defaults_and_examples_fit_and_ask_is_no_value(game: Recorded) -> None:
    for slots in slots_of(game).values():
        sound: dict[str, Draft202012Validator] = {}
        for slot in slots:
            for schema in (slot.schema, slot.written or slot.schema):
                if (key := json.dumps(schema)) not in sound:
                    Draft202012Validator.check_schema(schema)
                    sound[key] = Draft202012Validator(schema)
            fits, written = sound[json.dumps(slot.schema)], sound[json.dumps(slot.written or slot.schema)]
            assert fits.is_valid(slot.default), slot.name
            assert not fits.is_valid(ASK) and not fits.is_valid(""), slot.name
            assert slot.example is None or written.is_valid(slot.example), slot.name


def test_defaults_and_examples_are_read(game: Recorded) -> None:
    """By the names alone, and against positions; the default means itself."""
    reader = game.mode.game.writing.standing
    for army, slots in slots_of(game).items():
        examples = {slot.name: slot.example for slot in slots if slot.example is not None}
        writable = {s.name: s.default for s in slots if Draft202012Validator(s.written or s.schema).is_valid(s.default)}
        if reader is None:
            continue
        assert dict(reader.read(army, writable).values) == writable
        schemas = {slot.name: slot.schema for slot in slots}
        for moment in [None, *game.moments[:3]]:
            at, own = (None, None) if moment is None else (moment.at, moment.own if moment.army == army else None)
            for values in (writable, examples):
                reading = reader.read(army, values, at, own) if own else reader.read(army, values, at)
                assert [one for one in reading.faults if values is writable or at is None] == [], army
                for name, value in reading.values.items():
                    assert Draft202012Validator(schemas[name]).is_valid(value), (name, value)
        for moment in game.moments[:3]:
            assert set(reader.soon(moment.army, moment.at, moment.own)) <= {s.name for s in slots_of(game)[moment.army]}


class Silent(RandomPlayer):
    """Orders by chance; every other answer as these or the defaults of standing orders have it, and which of these
    were opened."""

    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        self.opened: set[tuple[str, str]] = set()

    def standing(self, army: str, slot: str) -> Json:
        self.opened.add((army, slot))
        return super().standing(army, slot)

    def choose(self, request: Choose) -> Json:
        return super().choose(request) if request.what == ORDERS else DEFER


def test_silence_is_read_as_the_defaults(game: Recorded) -> None:
    """Whoever has set nothing stops no phase: the rules read each default, and the phase goes on to its end."""
    one, player = game.mode.game, Silent(random.Random(str(game.mode)).randrange, PHASES, game.mode.game)
    letters = dict(zip(one.scenario.armies, "ab", strict=True))
    outcome = advance(one, fresh(one.start(), hidden=one.hiding is not None), player, letters)
    assert outcome.state["over"] or outcome.state["need"]["ask"] == ORDERS
    names = {(army, slot.name) for army, slots in slots_of(game).items() for slot in slots}
    assert player.opened <= names


def test_the_default_of_a_slot_answers_its_question(game: Recorded) -> None:
    """As a preference that may not apply, or as what the template has; where it is void the question has its own."""
    for moment in game.moments:
        slot = next((one for one in moment.game.slots(moment.army) if one.name == moment.request.slot), None)
        if slot is not None:
            meant = moment.request.read(slot.default)
            refusal = None if isinstance(meant, NoAnswer) else moment.request.options.why_not(meant)
            assert refusal is None or refusal.text, str(moment)
