"""The declaration of what players write: the files that follow from it, and that its halves fit each other."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.requests import ORDERS
from pbem.hexgame.documents.asks import asks_command
from pbem.hexgame.documents.reading import named_attack, read_members
from rulesets.napoleons_last_battles.documents.documents import shapes
from rulesets.napoleons_last_battles.documents.translation import translation
from rulesets.napoleons_last_battles.forms import ASKS, ATTACK, HOW, MANNER, ORDERS_FORM
from rulesets.napoleons_last_battles.rules.battle.attack import read_attack
from tests.hexgame.documents.drawing import Drawer
from tests.rulesets.napoleons_last_battles.documents.written import CONTACT, on
from tests.rulesets.napoleons_last_battles.turns import game

WORDS = (
    "camp-5",
    "Husson",
    "opstl",
    "ney",
    "nobody",
    "1744",
    "Gemioncourt",
    "9999",
    "3010",
    "a1",
    "hal",
    "yes",
    "7",
    "hm-f1",
)


def test_the_files_of_all_questions_are_as_declared() -> None:
    assert asks_command(["rulesets.napoleons_last_battles", "--check"]) == 0
    assert all(game("quatre-bras").schema(ask) == schema for ask, schema in ASKS.items())


def test_the_rules_know_every_member_of_an_attack() -> None:
    assert set(HOW) == set(MANNER.members) - {"bombard"}
    whole = {"id": "a1", "on": ["1744"], "by": ["camp-5"], "if": {"vacant": "1743"}, "else": {}}
    for member in MANNER.members:
        value = {"reduce": "1-1", "leader": "ney"}.get(member, ["pell"])
        assert not isinstance(read_attack(0, {**whole, member: value}), tuple), member


@pytest.mark.parametrize("seed", range(40))
def test_what_may_be_written_is_read_into_what_binds(seed: int) -> None:
    """Misspelt names are faults, never an input that the other program would refuse."""
    found = on(CONTACT)
    schema = shapes(found.setting).document(ORDERS)
    drawer = Drawer(schema, WORDS, seed)
    names = translation(found, "french")
    drawn = {key: drawer.draw(one) for key, one in schema["properties"].items()}
    read = read_members(ORDERS_FORM, drawn, names)
    read["attacks"] = [
        named_attack(ATTACK, one, ("attacks", index), names) for index, one in enumerate(drawn["attacks"])
    ]
    assert names.faults or Draft202012Validator(ASKS[ORDERS]).is_valid(read), drawn
