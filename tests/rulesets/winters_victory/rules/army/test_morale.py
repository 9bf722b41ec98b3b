"""Morale of armies and corps (14)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.rules.army import morale
from rulesets.winters_victory.rules.army.morale import ELIMINATED, HALVED, OFF_THE_MAP, RALLIED, ROUTED, Book, Values
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.scenes import charts

CHARTS = charts().fatigue
VALUES = Values(
    units={HALVED: 1, ELIMINATED: 2, ROUTED: 1},
    leaders={"division": 2},
    objectives={"2153": 10},
    part=2,
    die_part=4,
)


@pytest.mark.parametrize(
    ("events", "level"),
    [
        row("14.11-1", [ROUTED], 9),
        row("14.11-1", [HALVED], 9),
        row("14.11-1", [ELIMINATED], 8),
        row("14.11-2", [ROUTED, RALLIED], 10),
        row("14.11-2", [ROUTED, RALLIED, ROUTED], 9),
        row("14.11-3", [ROUTED, OFF_THE_MAP], 8),
        row("14.11-1", [HALVED, ROUTED], 8),
        row("14.11-1", [HALVED, ELIMINATED], 8),
        row("14.11-1", [ROUTED, ROUTED], 9),
        row("14.11-4", [], 10),
        row("14.11-2", [RALLIED], 10),
    ],
)
def test_points_of_units(events: list[str], level: int) -> None:
    book = Book(10, 10)
    changes = [morale.unit_event(book, VALUES, "r1", event) for event in events]
    assert book.level == level == 10 + sum(changes)


@pytest.mark.rule("wv", "14.0")
def test_books_are_apart() -> None:
    russians, prussians = Book(118, 118), Book(9, 9)
    morale.unit_event(prussians, VALUES, "p1", ROUTED)
    assert (russians.level, prussians.level) == (118, 8)


@pytest.mark.rule("wv", "14.12", "14.13")
def test_points_of_leaders_and_places() -> None:
    book = Book(20, 20)
    assert morale.leader_reduced(book, VALUES, "division") == -2
    assert morale.leader_reduced(book, VALUES, "brigade") == 0
    assert morale.objective(book, VALUES, "2153", won=False) == -10
    assert morale.objective(book, VALUES, "0101", won=False) == 0
    assert morale.objective(book, VALUES, "2153", won=True) == 10
    assert book.level == 18


@pytest.mark.parametrize(
    ("level", "die", "rolls", "found"),
    [
        row("14.21", -3, 3, True, True),
        row("14.21", -3, 4, True, False),
        row("14.21", 0, 0, True, True),
        row("14.21", 0, 1, True, False),
        row("14.21", 1, 0, False, False),
    ],
)
def test_demoralization(level: int, die: int, rolls: bool, found: bool) -> None:
    book = Book(20, level)
    assert morale.rolls(CHARTS, book) is rolls
    assert morale.check(CHARTS, book, die) is found
    assert morale.rating(CHARTS, book) == (-1 if found else 0)
    assert morale.leaders_help_rally(book) is not found


@pytest.mark.rule("wv", "14.22-1", "14.22-2", "14.22-3")
def test_demoralization_is_for_good() -> None:
    book = Book(20, 2, demoralized=True)
    assert not morale.rolls(CHARTS, book)
    assert morale.check(CHARTS, book, 9)
    assert morale.rating(CHARTS, book) == -1
    assert not morale.leaders_help_rally(book)


@pytest.mark.parametrize(
    ("values", "level", "die", "found"),
    [
        row("14.22B", VALUES, -10, 2, True),
        row("14.22B", VALUES, -10, 3, False),
        row("14.22B", VALUES, -9, 0, False),
        row("14.22B", Values(units={}), -99, 0, False),
    ],
)
def test_disintegration_is_for_the_scenario_to_say(values: Values, level: int, die: int, found: bool) -> None:
    book = Book(20, level)
    assert morale.disintegrates(book, values, die) is found
    book.level = 20
    assert morale.disintegrates(book, values, 9) is found
