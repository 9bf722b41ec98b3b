"""The practice opponent: legal documents, the same twice, and attacks by the chances of the table."""

from __future__ import annotations

import random
from functools import cache

import pytest

from pbem.engine.requests import Choose
from pbem.engine.table import Chance, Practised, Table
from pbem.wargame.datafolder import read_folder
from rulesets.winters_victory.board.pieces import ALLIED, ENEMY, FRENCH
from rulesets.winters_victory.game import WintersGame
from rulesets.winters_victory.practice.opponent import Practice
from rulesets.winters_victory.practice.worth import NEVER, worth
from rulesets.winters_victory.ruleset import bind
from tests.rulesets.winters_victory.country import country
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.winter import HOME

LEARNING = "learning-serpallen"


@cache
def game(scenario: str) -> WintersGame:
    """A scenario, bound."""
    return bind(read_folder(HOME / "data"), read_folder(HOME / "scenarios" / scenario))


def first(of: WintersGame) -> Choose:
    """The first question of a game."""
    return next(request for request in of.phase(of.start()) if isinstance(request, Choose))


@pytest.mark.parametrize("scenario", [LEARNING, "davout", "first-day"])
def test_what_it_writes_first_is_legal_and_the_same_twice(scenario: str) -> None:
    of = game(scenario)
    request = first(of)
    document = Practice(of, FRENCH).orders(of.position_of(request))
    assert document["orders"]
    assert list(of.writing.compile(request, document).faults) == []
    assert Practice(of, FRENCH).orders(of.position_of(request)) == document


def test_it_writes_nothing_for_the_other_army() -> None:
    of = game(LEARNING)
    assert Practice(of, ALLIED).orders(of.start()) == {}


@pytest.mark.parametrize("army", [FRENCH, ALLIED])
def test_a_game_against_chance_is_legal_to_its_end(army: str) -> None:
    of, pick = game(LEARNING), random.Random(7).randrange
    players = {army: Practised(of, Practice(of, army)), ENEMY[army]: Chance(of, pick)}
    played = Table(of, players, pick).play()
    assert played.faults[army] == []


def test_an_attack_is_worth_more_with_more_men_and_against_the_shaken() -> None:
    plain = {"f1": "0505 v1 9sp", "pline": "0605 v4 9sp"}
    strong = {**plain, "f2": "0505 v1 9sp"}
    shaken = {**plain, "pline": "0605 v4 9sp disordered"}
    values = [worth(scene(one), FRENCH, "0505", "0605") for one in (plain, strong, shaken)]
    assert values[0] < values[1] < values[2]


def test_an_attack_is_worth_its_prize_and_less_into_cover() -> None:
    standing = {"f1": "0505 v1 9sp", "pline": "0605 general-order 9sp"}
    village = scene(standing, country({"village": "0605"}))
    open_ = scene(standing)
    assert worth(village, FRENCH, "0505", "0605") < worth(open_, FRENCH, "0505", "0605")
    assert worth(village, FRENCH, "0505", "0605", prize=40) > worth(village, FRENCH, "0505", "0605")


def test_what_the_rules_forbid_is_never_worth_anything() -> None:
    """wv 12.11.3: the attacker looks the other way."""
    assert worth(scene({"f1": "0505 v4 9sp", "pline": "0605 v4 9sp"}), FRENCH, "0505", "0605") == NEVER
