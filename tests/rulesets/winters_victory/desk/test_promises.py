"""What the desk of Winter's Victory promises, held against `pbem check`: see `tests/rulesets/kit/desk.py`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache

import pytest

from pbem.engine.contract import Compiled
from pbem.wargame.datafolder import read_folder
from rulesets.winters_victory.game import WintersGame
from rulesets.winters_victory.orders_options import SegmentOrders, rehearsed
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.movement_phase import Entry
from rulesets.winters_victory.ruleset import bind
from tests.rulesets.kit.desk import (
    Rules,
    Spot,
    accepted,
    begun,
    carried_out,
    clicked,
    refused,
    spoilt,
    spot_at,
    stacked,
)
from tests.rulesets.winters_victory.battles import at_random, battle, setting
from tests.rulesets.winters_victory.winter import HOME

LETTERS = {"french": "a", "allied": "b"}


@cache
def game(scenario: str) -> WintersGame:
    return bind(read_folder(HOME / "data"), read_folder(HOME / "scenarios" / scenario))


def beside(spot: Spot, at: str) -> Iterable[str]:
    return setting("eylau").field.neighbours[at] if at else ()


def stood(spot: Spot, compiled: Compiled) -> Mapping[str, str]:
    """As the rehearsal of `pbem check` has it: the enemy does nothing."""
    play = spot.request.scene
    assert isinstance(play, Play)
    phase = SegmentOrders(play).rehearsal()
    for one in compiled.input.get("orders", ()):
        rehearsed(phase, Entry(tuple(one["units"]), tuple(one["path"])))
    return {uid: piece.at for uid, piece in phase.scene.board.pieces.items()}


RULES = Rules(lambda spot, at: [to for to in beside(spot, at) if to in game_of(spot)], stood, lambda preview: [])


def game_of(spot: Spot) -> set[str]:
    play = spot.request.scene
    assert isinstance(play, Play)
    return set(play.setting.field.neighbours)


@cache
def spots(scenario: str, seed: int) -> list[Spot]:
    """The questions of a battle that is played at random."""
    found = [game(scenario).start()]
    battle(setting(scenario), at_random(seed), seed=seed, check=lambda position: found.append(position.to_json()))
    return [spot_at(game(scenario), at, LETTERS) for at in found]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_reach_and_course_are_those_of_check(seed: int) -> None:
    tried = dict.fromkeys(("accepted", "refused", "begun", "stacked", "carried out"), 0)
    asked = [spot for spot in spots("learning-serpallen", seed) if spot.layout.move is not None]
    for number, spot in enumerate(asked[seed % 2 :: 2]):
        rng = random.Random(seed * 100 + number)
        document = clicked(spot, rng, 3)
        tried["accepted"] += accepted(spot, document, rng, 6)
        tried["refused"] += refused(spot, RULES, document, rng, 4)
        tried["begun"] += begun(spot, document, rng, 3)
        tried["stacked"] += stacked(spot, RULES, document, rng, 2)
        tried["carried out"] += carried_out(spot, RULES, document)
    assert all(tried.values()), tried


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_spoilt_documents_lead_to_what_the_rules_make_of_them(seed: int) -> None:
    tried = 0
    for number, spot in enumerate([spot for spot in spots("learning-serpallen", seed) if spot.layout.move is not None]):
        rng = random.Random(seed * 100 + number)
        bad = spoilt(spot, clicked(spot, rng, 3), rng)
        tried += carried_out(spot, RULES, bad)
        movable = rng.choice(spot.layout.movables)
        spot.reach(bad, movable.who)
        spot.reach(bad, movable.who, (movable.start, "nowhere"))
        spot.reach_of(bad, (movable.who, rng.choice(spot.layout.movables).who))
        assert spot.reach(bad, "nobody at all").steps == () and spot.reach_of(bad, ()).steps == ()
    assert tried
