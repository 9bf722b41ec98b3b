"""Players at one table: the hostile one breaks nothing, the practice opponent beats chance (`make campaigns-all`)."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.answerers import begin
from pbem.engine.state import fresh
from rulesets.napoleon_at_war import ruleset
from tests.games import napoleon
from tests.games.hostile import WAYS, Spoiler, illegal_orders, nonsense, words_of
from tests.games.opponents import (
    Maker,
    Played,
    hostile_decider,
    play_game,
    practice_decider,
    random_decider,
    tournament,
)

SCENARIO = "jena-auerstadt"
SEATS = {"french": "a", "prussian": "b"}
# Games a side, and how many of them the practice opponent has to win (19.1; a draw is no win).
GAMES, WINS = 20, 18
HOSTILE: dict[str, Maker] = dict.fromkeys(SEATS, hostile_decider)


@cache
def hostile_game(seed: int) -> Played:
    """A game of two hostile players."""
    return play_game(ruleset, SCENARIO, {}, HOSTILE, seed)


def question(turns: int) -> tuple[Any, Any, Any]:
    """Game, orders question and position after so many player turns of a hostile game."""
    game = ruleset.game(SCENARIO, {})
    at = hostile_game(1).positions[turns]
    return game, begin(game, fresh(at), SEATS).request, at


@pytest.mark.slow
@pytest.mark.parametrize("turns", [0, 9, 5, 14, 20])
def test_hostile_orders_have_the_binding_form_and_are_illegal(turns: int) -> None:
    game, request, at = question(turns)
    binding = Draft202012Validator(game.schema("orders"))
    rng = random.Random(turns)
    for _ in range(20):
        orders = illegal_orders(game, request, at, rng)
        assert binding.is_valid(orders)
        assert request.options.why_not(orders) is not None


@pytest.mark.slow
def test_every_way_of_spoiling_makes_something_illegal() -> None:
    game, request, at = question(14)
    rng = random.Random(7)
    legal = request.options.sample(rng.randrange)
    assert request.options.why_not(legal) is None
    broken: Counter[str] = Counter()
    for way in WAYS:
        spoiler = Spoiler(game.schema("orders"), [*words_of(at, legal), "2-1"], rng)
        for _ in range(300):
            tried = copy.deepcopy(legal)
            way(spoiler, tried)
            if spoiler.validator.is_valid(tried) and request.options.why_not(tried) is not None:
                broken[way.__name__] += 1
                break
    assert set(broken) == {way.__name__ for way in WAYS}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_hostile_players_break_nothing(seed: int) -> None:
    """What they order is void, the game goes on by its defaults, and every position is sound."""
    played = hostile_game(seed)
    game = ruleset.game(SCENARIO, {})
    assert played.over["how"] == "played"
    for at in played.positions:
        napoleon.check_position(game, at)
    void = [event for event in played.events if event["kind"] == "void"]
    assert len(void) == len(played.refused) > 24
    assert len({refusal.case for _, _, refusal in played.refused}) > 6


@pytest.mark.slow
def test_nonsense_is_of_the_right_form() -> None:
    game, request, at = question(9)
    rng = random.Random(3)
    binding = Draft202012Validator(game.schema("orders"))
    assert binding.is_valid(illegal_orders(game, request, at, rng))

    class Asked:
        what = "retreat"

    shape = Draft202012Validator(game.schema("retreat"))
    answers = [nonsense(game, Asked(), at, rng) for _ in range(20)]  # type: ignore[arg-type]
    assert all(shape.is_valid({"answer": answer}) for answer in answers) and len(set(answers)) > 3
    Asked.what = "move"
    assert nonsense(game, Asked(), at, rng) is None  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game() -> None:
    makers: dict[str, Maker] = {"french": random_decider, "prussian": hostile_decider}
    one, other = (play_game(ruleset, SCENARIO, {}, makers, 5) for _ in range(2))
    assert one.events == other.events and one.positions == other.positions
    assert play_game(ruleset, SCENARIO, {}, makers, 6).events != one.events


@pytest.mark.slow
def test_a_tournament_counts_winners() -> None:
    makers: dict[str, Maker] = dict.fromkeys(SEATS, random_decider)
    found = tournament(ruleset, SCENARIO, {}, makers, range(3))
    assert sum(found.values()) == 3 and set(found) <= {"french", "prussian", ""}


@pytest.mark.campaigns
@pytest.mark.parametrize("army", SEATS)
def test_the_practice_opponent_beats_chance(army: str) -> None:
    makers: dict[str, Maker] = {**dict.fromkeys(SEATS, random_decider), army: practice_decider}
    found = tournament(ruleset, SCENARIO, {}, makers, range(GAMES))
    print(f"practice opponent as {army} against chance: {dict(found)}")
    assert found[army] >= WINS


@pytest.mark.campaigns
def test_the_practice_opponent_against_itself() -> None:
    found = tournament(ruleset, SCENARIO, {}, dict.fromkeys(SEATS, practice_decider), range(GAMES))
    print(f"practice opponent against itself: {dict(found)}")
    assert min(found["french"], found["prussian"]) > 0
