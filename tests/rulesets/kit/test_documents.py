"""Documents: their schemas are sound and bounded, what fits and is legal becomes input that fits, silence is legal."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import jsonschema_rs

from pbem.engine.answerers import faults
from pbem.engine.contract import Game
from tests.rulesets.kit.recorded import PRACTICE, Moment, Recorded

Json = Any
MOST = 256
"""Entries of a list, and members of an object whose names are free, that a binding schema may let through."""

FEW = 3
"""Questions of which the editor's schema is made."""


def asks(game: Recorded) -> set[str]:
    """Kinds of questions that are asked by mail: those that came up, and those that standing orders answer."""
    names = {slot.name for army in game.mode.game.scenario.armies for slot in game.mode.game.slots(army)}
    found = {moment.request.what for moment in game.moments if moment.is_mailed}
    for name in {*names, *(name.partition(".")[0] for name in names)}:
        with suppress(KeyError):
            game.mode.game.schema(name)
            found.add(name)
    return found


def parts(schema: Json) -> Iterator[dict[str, Json]]:
    """Every schema within a schema."""
    if isinstance(schema, dict):
        yield schema
        for inner in schema.values():
            yield from parts(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from parts(inner)


def test_schemas_are_sound_and_those_that_bind_are_bounded(game: Recorded) -> None:
    for ask in asks(game):
        one: Game = game.mode.game
        for schema in (one.schema(ask), one.writing.document_schema(ask)):
            jsonschema_rs.meta.validate(schema)
            assert json.loads(json.dumps(schema)) == schema
        for part in parts(one.schema(ask)):
            kind = part.get("type")
            if kind == "array":
                assert part.get("maxItems", MOST + 1) <= MOST, (ask, part)
            elif kind == "string":
                assert {"pattern", "maxLength", "enum", "const"} & part.keys(), (ask, part)
            elif kind == "object":
                free = part.get("additionalProperties") is not False
                assert not free or part.get("maxProperties", MOST + 1) <= MOST, (ask, part)
            elif kind == "integer":
                assert {"minimum", "maximum"} <= part.keys(), (ask, part)
        if ask != "orders":
            assert not jsonschema_rs.validator_for(one.schema(ask)).is_valid({}), "an answer may be left out"


def test_the_default_of_every_question_is_legal_and_of_the_binding_form(game: Recorded) -> None:
    for moment in game.moments:
        default = moment.request.options.default()
        assert moment.request.options.why_not(default) is None, str(moment)
        if not moment.is_mailed:
            continue
        binding = jsonschema_rs.validator_for(moment.game.schema(moment.request.what))
        assert binding.is_valid(default if moment.is_orders else {"answer": default}), str(moment)


def test_what_chance_draws_is_legal_and_of_the_binding_form(game: Recorded) -> None:
    """In a game without secrets; where markers lie face down the ruleset draws documents itself."""
    for moment in game.moments if game.mode.game.hiding is None else ():
        options, pick = moment.request.options, random.Random(str(moment)).randrange
        drawn = [options.sample(pick) for _ in range(3)]
        assert [options.why_not(one) for one in drawn] == [None] * 3, str(moment)
        if moment.is_orders:
            assert all(jsonschema_rs.validator_for(moment.game.schema("orders")).is_valid(one) for one in drawn)
            found = [faults(moment.game, moment.due.state, one, dict(moment.letters)) for one in drawn]  # type: ignore[arg-type]
            assert found == [[]] * 3, str(moment)


def written(game: Recorded) -> list[Moment]:
    """Moments at which somebody wrote a document, rather than that chance answered."""
    return [moment for moment in game.moments if moment.document is not None]


def test_what_was_written_fits_and_becomes_input_that_fits(game: Recorded) -> None:
    assert written(game)
    for moment in written(game):
        what, writing = moment.request.what, moment.game.writing
        assert jsonschema_rs.validator_for(writing.document_schema(what)).is_valid(moment.document), str(moment)
        assert list(moment.checked.findings) == [], (str(moment), moment.checked.findings)
        said = {name: value for name, value in moment.checked.input.items() if name != "for"}
        binds = moment.is_mailed and not moment.checked.sealed
        assert not binds or jsonschema_rs.validator_for(moment.game.schema(what)).is_valid(said), str(moment)


def test_the_editors_schema_lets_through_what_is_legal(game: Recorded) -> None:
    for moment in written(game)[:FEW]:
        schema = moment.game.writing.helper_schema(moment.request, moment.own)
        jsonschema_rs.meta.validate(schema)
        fits = jsonschema_rs.validator_for(schema)
        assert [error.message for error in fits.iter_errors(moment.document)] == [], str(moment)


def test_compiling_changes_nothing_and_says_the_same_twice(game: Recorded) -> None:
    for moment in [one for one in written(game) if one.hand == PRACTICE][:3]:
        at, document = json.dumps(moment.at), json.dumps(moment.document)
        one, other = (moment.game.writing.compile(moment.request, json.loads(document), moment.own) for _ in "12")
        assert one == other
        assert (json.dumps(moment.at), json.dumps(moment.document)) == (at, document)
        assert json.loads(json.dumps(one.input)) == one.input
