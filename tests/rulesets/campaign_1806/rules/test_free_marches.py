"""Moves that are judged without being carried out: none of them would be refused if it were (4.1, 8.12A)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.march.movement import Freely, Luck, MoveOptions, march
from rulesets.campaign_1806.rules.march.stack import free_course
from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.modes import OPEN


def _marched(play: Play, uid: str, path: list[str], freely: Freely | None) -> Any:
    """The position and what is told once somebody has gone, at once or step by step."""
    after, book = play.scratch(), Told(play.army)
    book.carry_out(march(after, [uid], path, "try", freely))
    return after.position.to_json(), after.journal, after.moved, book.events


class Told(Luck):
    """Keeps what is told."""

    def __init__(self, army: str) -> None:
        super().__init__(army)
        self.events: list[Any] = []

    def tell(self, event: Mapping[str, Any]) -> None:
        """Keeps it."""
        self.events.append(event)


@pytest.mark.rule(ID, "4.1-1")
@pytest.mark.rule(ID, "4.1-2")
@pytest.mark.rule(ID, "8.12A")
@pytest.mark.parametrize(("scenario", "seed"), [("jena", 1), ("campaign", 3)])
def test_who_goes_freely_is_not_refused_when_it_is_carried_out(scenario: str, seed: int) -> None:
    game = Campaign1806().game(scenario, OPEN | ({"start": "12"} if scenario == "campaign" else {}))
    position = game.position(game.start())
    position.turn = 1
    play, draw = Play(game.setting, position), random.Random(seed)
    options, free, held = MoveOptions(play), 0, 0
    for uid in draw.sample(play.on_map(play.army), 14):
        path = [play.at[uid]]
        while len(path) < 7 and draw.randrange(6):
            path.append(draw.choice(play.field.neighbours[path[-1]]))
        spent, refusal = free_course(play, [uid], path), options.tried({"units": [uid], "path": path})
        freely = spent is not None
        assert not (freely and refusal), (uid, path, refusal)
        if freely:
            assert _marched(play, uid, path, spent) == _marched(play, uid, path, None)
        free, held = free + freely, held + (refusal is not None)
    assert free and held
