"""The desk of the orders page over recorded games: what it offers is legal, its course is that of the game."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from pbem.engine.contract import Game
from pbem.engine.desk import NO_LAYOUT
from tests.rulesets.kit import desk
from tests.rulesets.kit.desk import Rules, Spot, spot_of
from tests.rulesets.kit.recorded import Recorded, over, said_of

pytestmark = over(lambda game: game.writing.desk)
FEW = 2
"""Questions at which a desk is looked at; it is asked some hundred times at each."""


def rules_of(game: Recorded) -> Rules | None:
    """What only the ruleset can say of itself, and of this mode."""
    said = said_of(game.mode.rules)
    follows: Callable[[Game], bool] = getattr(said, "follows", lambda game: True)
    return getattr(said, "DESK", None) if follows(game.mode.game) else None


@pytest.fixture
def spots(game: Recorded) -> list[Spot]:
    """Questions at which something can be clicked together."""
    found = [spot_of(moment) for moment in game.orders]
    return [spot for spot in found if spot.layout.movables and spot.layout.move is not None][-FEW:]


def test_every_other_question_has_forms_alone(game: Recorded) -> None:
    page = game.mode.game.writing.desk
    assert page is not None
    for moment in game.moments:
        layout = page.layout(moment.request, moment.own)
        assert moment.is_orders or layout == NO_LAYOUT, str(moment)
        whos = [movable.who for movable in layout.movables]
        assert len(set(whos)) == len(whos)
        places = {place.id for board in moment.game.telling.pictures.boards() for place in board.places}
        assert all(movable.start in places | {""} for movable in layout.movables)


def test_what_is_offered_is_legal(spots: list[Spot]) -> None:
    assert spots
    tried = 0
    for number, spot in enumerate(spots):
        rng = random.Random(number)
        tried += desk.accepted(spot, desk.clicked(spot, rng, 1), rng, 3)
    assert tried


def test_a_way_goes_on_from_its_end(spots: list[Spot]) -> None:
    for number, spot in enumerate(spots):
        rng = random.Random(number)
        desk.begun(spot, desk.clicked(spot, rng, 1), rng, 1)


def test_what_is_not_offered_is_refused(game: Recorded, spots: list[Spot]) -> None:
    rules = rules_of(game)
    for number, spot in enumerate(spots if rules is not None else ()):
        rng = random.Random(number)
        assert rules is not None
        desk.refused(spot, rules, desk.clicked(spot, rng, 1), rng, 3)


def test_the_reach_of_several_is_what_all_of_them_may_do(game: Recorded, spots: list[Spot]) -> None:
    for number, spot in enumerate(spots):
        rng = random.Random(number)
        desk.stacked(spot, rules_of(game), desk.clicked(spot, rng, 1), rng, 2)


def test_the_course_is_what_the_game_and_the_preview_make_of_orders(game: Recorded) -> None:
    rules = rules_of(game)
    for number, moment in enumerate(game.orders if rules is not None else ()):
        spot = spot_of(moment)
        if moment.document is not None and spot.layout.move is not None:
            assert rules is not None
            desk.carried_out(spot, rules, moment.document)
            desk.fought(spot, rules, moment.document)
            if number == len(game.orders) - 1:
                desk.bears(spot, rules, moment.document, random.Random(number))
