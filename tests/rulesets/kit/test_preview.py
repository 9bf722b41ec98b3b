"""Previews: plain data that changes nothing, and what they say of who is ordered and of combats is what happens."""

from __future__ import annotations

import json
from typing import Any

from tests.rulesets.kit.recorded import PRACTICE, SILENCE, Moment, Recorded, said_of

Json = Any


def input_of(moment: Moment) -> Json:
    """The public input without the frame."""
    return {name: value for name, value in moment.checked.input.items() if name != "for"}


def previewed(moment: Moment) -> Json:
    return moment.game.telling.preview(moment.request, input_of(moment), moment.own.with_hidden(moment.checked.hide))


def test_a_preview_is_plain_data_and_changes_nothing(game: Recorded) -> None:
    for moment in game.orders:
        before = json.dumps([moment.at, input_of(moment)])
        found = previewed(moment)
        assert found == previewed(moment) and json.loads(json.dumps(found)), str(moment)
        assert json.dumps([moment.at, input_of(moment)]) == before, str(moment)


def test_it_has_lines_for_people_and_counts_who_is_ordered(game: Recorded) -> None:
    for moment in game.orders:
        found = previewed(moment)
        assert all(isinstance(line, str) and "\n" not in line for line in found["lines"]), str(moment)
        assert type(found.get("ordered", 0)) is int and found.get("ordered", 0) >= 0
        assert all(isinstance(name, str) and name for name in found.get("idle", ()))
        assert type(found.get("open", True)) is bool
        for heading, markers in found.get("groups", ()):
            assert heading, str(moment)
            assert set(markers) <= set(moment.own.with_hidden(moment.checked.hide).markers), str(moment)


def test_it_knows_whether_anybody_is_ordered(game: Recorded) -> None:
    """By the template as it stands nobody is, unless that orders somebody; the practice opponent does."""
    for moment in game.orders:
        if moment.hand == SILENCE and not moment.document:
            assert previewed(moment).get("ordered", 0) == 0, str(moment)
    busy = [previewed(moment) for moment in game.orders if moment.hand == PRACTICE]
    assert any(found.get("ordered", 1) for found in busy)


def test_the_combats_that_happen_are_those_that_were_foreseen(game: Recorded) -> None:
    """Where the ruleset's `kit_cases.py` says which events and which lines of a preview are about one."""
    said = said_of(game.mode.rules)
    for moment, events in game.phases if hasattr(said, "foreseen") else ():
        assert said is not None
        foreseen = said.foreseen(previewed(moment))
        for fight in said.happened(events):
            assert fight in foreseen, (str(moment), fight)
