"""Fatigue of brigades by the hour (15)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.board.leaders import Fatigue
from rulesets.winters_victory.rules.command.hours import brigades, hour
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.staffs import staff


@pytest.mark.parametrize(
    ("before", "committed", "found"),
    [
        row("15.0", Fatigue(), True, Fatigue(1)),
        row("15.11.1", Fatigue(1), True, Fatigue(2)),
        row("15.11.2", Fatigue(3), True, Fatigue(3)),
        row("15.11.2 4.1.1D", Fatigue(3, engaged=True), True, Fatigue(4, engaged=True)),
        row("15.12", Fatigue(7, engaged=True), False, Fatigue(4, engaged=True)),
        row("15.12", Fatigue(5, engaged=True), False, Fatigue(2)),
        row("15.21 4.1.1C.1", Fatigue(4, charged=True), True, Fatigue(6, engaged=True)),
        row("15.23", Fatigue(8, engaged=True), True, Fatigue(8, engaged=True)),
    ],
)
def test_an_hour(before: Fatigue, committed: bool, found: Fatigue) -> None:
    at = staff({"fbde": "0505"} if committed else {})
    at.command.fatigue = {"f-one": before}
    was = before.points
    changes = hour(at)
    assert at.command.fatigue["f-one"] == found
    assert changes.get("f-one", 0) == found.points - was


@pytest.mark.rule("wv", "15.1", "15.0")
def test_guns_do_not_tire() -> None:
    at = staff({"fdiv": "0505", "fbde": "0505"})
    assert hour(at) == {"f-one": 1}
    assert "f-guns" not in at.command.fatigue


@pytest.mark.rule("wv", "17.73-2", "15.2-1")
def test_what_effectiveness_is_told() -> None:
    at = staff({"fbde": "0505"}, {"fbde": "attack-A"})
    at.command.fatigue = {"f-two": Fatigue(7)}
    told = brigades(at, frozenset({"r-one"}))
    assert (told.fatigue, told.attacking, told.demoralized) == (
        {"f-two": 7},
        frozenset({"f-one"}),
        frozenset({"r-one"}),
    )
