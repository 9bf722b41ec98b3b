"""Moves that are judged without being carried out: none of them would be refused if it were (4.1, 8.12A)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from pbem.engine.requests import Look, Open, Request
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.march.movement import Freely, Luck, MoveOptions, Unseen, march
from rulesets.campaign_1806.rules.march.stack import free_course
from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden.boards import Hidden
from tests.rulesets.campaign_1806.modes import OPEN


def _marched(play: Play, uid: str, path: list[str], freely: Freely | None) -> Any:
    """The position and what is told once somebody has gone, at once or step by step."""
    after, book = play.scratch(), Told(play.army)
    with suppress(Unseen):
        book.carry_out(march(after, [uid], path, "try", freely))
    return after.position.to_json(), after.journal, after.moved, book.events, book.looks


class Told(Luck):
    """Keeps what is told, and what is looked at."""

    def __init__(self, army: str) -> None:
        super().__init__(army)
        self.events: list[Any] = []
        self.looks: list[Request] = []

    def answer(self, request: Request) -> Any:
        """Keeps a look."""
        if isinstance(request, (Look, Open)):
            self.looks.append(request)
        return super().answer(request)

    def tell(self, event: Mapping[str, Any]) -> None:
        """Keeps it."""
        self.events.append(event)


def _walk(play: Play, uid: str, draw: random.Random) -> list[str]:
    """A random course of up to six hexes."""
    path = [play.at[uid]]
    while len(path) < 7 and draw.randrange(6):
        path.append(draw.choice(play.field.neighbours[path[-1]]))
    return path


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
        path = _walk(play, uid, draw)
        spent, refusal = free_course(play, [uid], path), options.tried({"units": [uid], "path": path})
        freely = spent is not None
        assert not (freely and refusal), (uid, path, refusal)
        if freely:
            assert _marched(play, uid, path, spent) == _marched(play, uid, path, None)
        free, held = free + freely, held + (refusal is not None)
    assert free and held


@pytest.mark.rule(ID, "1.51A")
@pytest.mark.rule(ID, "4.1-1")
@pytest.mark.parametrize("army", ["", "french"], ids=["as everybody sees it", "as its army sees it"])
def test_who_goes_freely_among_face_down_counters_looks_at_nobody(army: str) -> None:
    board = Hidden("french")
    play = seen_by(board.play, army, board.own) if army else board.play
    draw, free, looks = random.Random(5), 0, 0
    for uid in play.on_map("french") * 2:
        path = _walk(play, uid, draw)
        spent, stepwise = free_course(play, [uid], path), _marched(play, uid, path, None)
        if spent is not None:
            assert stepwise[-1] == [] and _marched(play, uid, path, spent) == stepwise
        free, looks = free + (spent is not None), looks + bool(stepwise[-1])
    assert free > 10 and looks
