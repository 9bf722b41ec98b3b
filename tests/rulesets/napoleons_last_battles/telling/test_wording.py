"""Events in words: every kind that the rules tell has a sentence, and reads like one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from pbem.report.dispatch import Dispatch
from pbem.report.text import public_report
from rulesets.napoleons_last_battles.telling.wording import TELLERS
from tests.places import PROJECT
from tests.rulesets.napoleons_last_battles.files import BOOK
from tests.rulesets.napoleons_last_battles.turns import Turns, all_but, game, played

RULES = (
    PROJECT / "rulesets" / "napoleons_last_battles",
    PROJECT / "pbem" / "hexgame" / "moving",
    PROJECT / "pbem" / "hexgame" / "fighting",
)
"""Where events are made."""
ELSEWHERE = {"sentence"}
FEW = ("quatre-bras", "la-belle-alliance")


def made(tree: ast.AST) -> Iterator[str]:
    """The kinds of events that a module writes down: `"kind": "moved"`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "kind" and isinstance(value, ast.Constant):
                    yield value.value


@cache
def kinds() -> frozenset[str]:
    paths = [path for folder in RULES for path in folder.rglob("*.py")]
    return frozenset(kind for path in paths for kind in made(ast.parse(path.read_text("utf-8"))))


def test_every_kind_of_event_that_the_rules_make_has_its_sentence() -> None:
    assert len(kinds()) > 20
    assert kinds() - TELLERS.keys() == set()


def check(turns: Turns) -> None:
    """Each event of these turns has words that are whole sentences."""
    for event in turns.events:
        text = turns.game.telling.wording(event)
        assert text.endswith((".", "!")), event
        assert text[0] == text[0].upper() and "  " not in text, text
        assert not {"None", "{", "[", "_"} & {sign for sign in ("None", "{", "[", "_") if sign in text}, text


@pytest.mark.parametrize("uid", FEW)
def test_every_event_of_random_player_turns_has_words(uid: str) -> None:
    check(played(game(uid), 1, 4))


@pytest.mark.slow
@pytest.mark.parametrize("uid", BOOK)
def test_every_event_of_every_scenario_has_words_with_and_without_options(uid: str) -> None:
    check(played(game(uid), 1, 6))
    check(played(game(uid, *all_but(uid)), 2, 4))


def test_a_report_of_random_turns_fits_its_page() -> None:
    turns = played(game("quatre-bras"), 2, 4)
    telling = turns.game.telling
    dispatch = Dispatch("Quatre Bras", "g", 9, "A", "B", events=turns.events, orders={"for": 1})
    text = public_report(dispatch, telling.name, telling.wording)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 72 and text.isascii()
    assert "16 June, 1400, French player turn" in lines and "16 June, 1500, Coalition player turn" in lines
    combats = [event for event in turns.events if event["kind"] == "combat"]
    assert sum(line.startswith("  Attack ") and " on " in line for line in lines) == len(combats) > 0
