"""A stack of hexes has one number, on the map in plain characters and in the ruleset's own list of the position."""

from __future__ import annotations

import re

import pytest

from pbem.campaign.telling.pictures import Moment, lines_of
from rulesets.napoleon_at_war.game import NapoleonGame
from tests.rulesets.pictures import sample

# `F17 1212`: the label of a stack and its hex, in a key or a list.
_ROW = re.compile(r"(?<!\S)([A-Z]\d+) +(\d{4}) ")


@pytest.mark.parametrize("number", [0, 7, 16, -1])
@pytest.mark.parametrize("whole", [False, True])
def test_map_and_list_number_alike(number: int, whole: bool) -> None:
    game, moments = sample("jena-auerstadt")
    assert isinstance(game, NapoleonGame)
    at, events = moments[number]
    scene = game.telling.pictures.scene(at, events=events)
    sides = {army: game.telling.name(army) for army in game.scenario.armies}
    listed = _ROW.findall(game.telling.map_text(at))
    for board in game.telling.pictures.boards():
        drawn = "\n".join(lines_of([Moment("", [board], scene, sides, "french")], width=100, whole=whole))
        here = {place.id for place in board.places}
        theirs = {label: where for label, where in listed if where in here}
        ours = dict(_ROW.findall(drawn))
        assert ours.items() <= theirs.items()
        assert not whole or ours == theirs
    assert len(listed) >= 18
