"""The books of armies and corps (14)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.board.fates import ELIMINATED, HALVED, LEADER, RALLIED, ROUTED
from rulesets.winters_victory.rules.morale import books
from rulesets.winters_victory.rules.morale.army import Values
from rulesets.winters_victory.rules.morale.books import Book
from tests.rulesets.winters_victory.country import UNITS, row

VALUES = Values({HALVED: 1, ELIMINATED: 2, ROUTED: 1, f"{LEADER} division": 2})


@pytest.mark.parametrize(
    ("events", "level"),
    [
        row("14.11-1", [ROUTED], 9),
        row("14.11-1", [HALVED], 9),
        row("14.11-1", [ELIMINATED], 8),
        row("14.11-2", [ROUTED, RALLIED], 10),
        row("14.11-2", [ROUTED, RALLIED, ROUTED], 9),
        row("14.11-3", [ROUTED, ELIMINATED], 8),
        row("14.11-1", [HALVED, ROUTED], 8),
        row("14.11-1", [HALVED, ELIMINATED], 8),
        row("14.11-1", [HALVED, ROUTED, ELIMINATED], 8),
        row("14.11-1", [ROUTED, ROUTED], 9),
        row("14.11-4", ["disordered"], 10),
        row("14.11-2", [RALLIED], 10),
    ],
)
def test_points_of_units(events: list[str], level: int) -> None:
    book = Book(10, 10)
    changes = [books.enter(book, VALUES, UNITS["r1"], event) for event in events]
    assert book.level == level == 10 + sum(changes)


@pytest.mark.rule("wv", "14.0")
def test_books_are_apart() -> None:
    russians, prussians = Book(118, 118), Book(9, 9)
    books.enter(prussians, VALUES, UNITS["pline"], ROUTED)
    assert (russians.level, prussians.level) == (118, 8)


@pytest.mark.rule("wv", "14.12", "14.13")
def test_points_of_leaders_and_places() -> None:
    book = Book(20, 20)
    assert books.enter(book, VALUES, UNITS["fdiv"], LEADER) == -2
    assert books.enter(book, VALUES, UNITS["fbde"], LEADER) == 0
    assert [books.objective(book, 10, won=won) for won in (False, True)] == [-10, 10]
    assert book.level == 18


@pytest.mark.parametrize(
    ("level", "die", "found"),
    [
        row("14.21", -3, 3, True),
        row("14.21", -3, 4, False),
        row("14.21", 0, 0, True),
        row("14.21", 0, 1, False),
        row("14.21", 1, 0, False),
    ],
)
def test_demoralization_is_for_good(level: int, die: int, found: bool) -> None:
    book = Book(20, level)
    assert books.check(book, 0, die) is found
    book.level = 2
    assert books.check(book, 0, 9) is found


@pytest.mark.parametrize(
    ("part", "level", "die", "found"),
    [
        row("14.22B", 2, -10, 2, True),
        row("14.22B", 2, -10, 3, False),
        row("14.22B", 2, -9, 0, False),
        row("14.22B", 0, -99, 0, False),
    ],
)
def test_disintegration_is_for_the_scenario_to_say(part: int, level: int, die: int, found: bool) -> None:
    book = Book(20, level)
    assert books.disintegrate(book, die, part, 4) is found
    book.level = 20
    assert books.disintegrate(book, 9, part, 4) is found
