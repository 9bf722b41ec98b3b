"""The practice opponent: what it writes is legal and the same twice, its standing orders fit, and it is quick."""

from __future__ import annotations

import jsonschema_rs
import pytest

from pbem.engine.contract import Opponent
from tests.rulesets.kit.recorded import PRACTICE, Moment, Recorded, said_by
from tests.stopwatch import bounded

SECONDS = 5
"""Processor seconds that one decision may take."""


def opponent(moment: Moment) -> Opponent:
    return moment.mode.book.opponent(moment.game, moment.army)


def practised(game: Recorded) -> list[Moment]:
    return [moment for moment in game.moments if moment.hand == PRACTICE]


def test_nothing_that_it_writes_is_refused(game: Recorded) -> None:
    assert practised(game)
    for moment in practised(game):
        found = moment.checked
        assert [one.message() for one in found.findings] == [], str(moment)
        assert list(found.remarks) == [], str(moment)


def test_what_it_writes_is_the_same_twice_and_soon_there(game: Recorded) -> None:
    """Of a position that somebody else left, too: it remembers nothing."""
    for moment in practised(game)[:3]:
        with bounded(SECONDS):
            said = said_by(opponent(moment), moment.game, moment.due)
        assert said == moment.document, str(moment)


def test_its_standing_orders_fit_their_slots_and_are_read(game: Recorded) -> None:
    for moment in game.moments[::2]:
        slots = {slot.name: slot for slot in moment.game.slots(moment.army)}
        values = opponent(moment).standing(moment.due.state["at"])
        assert set(values) <= set(slots), str(moment)
        for name, value in values.items():
            schema = slots[name].written or slots[name].schema
            assert jsonschema_rs.validator_for(schema).is_valid(value), (name, value)
        if (reader := moment.game.writing.standing) is not None:
            reading = reader.read(moment.army, values, moment.due.state["at"], moment.own)
            assert list(reading.faults) == [], str(moment)


def test_it_plays_its_own_games_alone(game: Recorded) -> None:
    class Other:
        scenario = game.mode.game.scenario

    with pytest.raises(ValueError, match=f"no game of {game.mode.rules}"):
        game.mode.book.opponent(Other(), Other.scenario.armies[0])  # type: ignore[arg-type]
