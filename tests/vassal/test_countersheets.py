"""The counters of all games, and the schema of descriptions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.picture import SYMBOLS, Pictures
from pbem.orders.schemas import read_schema
from pbem.vassal.description import description_of
from rulesets.jours_de_gloire.ruleset import JoursDeGloire
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from rulesets.napoleons_last_battles.ruleset import LastBattles
from tests.places import DOCS

BOOKS = [book() for book in (NapoleonAtWar, JoursDeGloire, LastBattles)]
GAMES = [(book, one.id) for book in BOOKS for one in book.scenarios()]


@pytest.mark.parametrize(("ruleset", "scenario"), GAMES, ids=[one[1] for one in GAMES])
def test_every_unit_is_listed_once_and_lies_nowhere(ruleset: Any, scenario: str) -> None:
    game = ruleset.game(scenario, {})
    counters = game.telling.pictures.countersheet()
    assert len({one.id for one in counters}) == len(counters) >= 9
    assert {one.army for one in counters} == set(game.scenario.armies)
    assert {one.symbol for one in counters} <= set(SYMBOLS)
    assert all(one.hover and one.place == "" and game.telling.name(one.id) == one.hover[0] for one in counters)


def test_the_counters_of_the_hex_game_are_those_that_come_on_its_maps() -> None:
    game = NapoleonAtWar().game("jena-auerstadt", {})
    sheet = {one.id: one for one in game.telling.pictures.countersheet()}
    on_map = game.telling.pictures.scene(game.start()).counters
    assert len(sheet) == 88 and on_map
    for one in on_map:
        assert (one.name, one.value, one.symbol, one.army) == (
            sheet[one.id].name,
            sheet[one.id].value,
            sheet[one.id].symbol,
            sheet[one.id].army,
        )


def test_a_game_that_lists_nothing_is_no_fault() -> None:
    class Bare(Pictures):
        pass

    assert Bare().countersheet() == ()


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(read_schema("vassal"))


def test_the_example_of_the_documentation_is_a_description() -> None:
    text = (DOCS / "vassal.md").read_text("utf-8")
    [example] = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    read = description_of(example.encode("utf-8"), "vassal.md")
    game = NapoleonAtWar().game("jena-auerstadt", {})
    boards = {board.id: {place.id for place in board.places} for board in game.telling.pictures.boards()}
    assert set(read.plans) == set(boards)
    assert all(set(plan.places) <= boards[board] for board, plan in read.plans.items())
    assert set(read.units) <= {one.id for one in game.telling.pictures.countersheet()}
