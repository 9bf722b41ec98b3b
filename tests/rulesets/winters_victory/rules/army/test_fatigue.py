"""Fatigue of brigades (15)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.board.leaders import Fatigue
from rulesets.winters_victory.rules.army import fatigue
from tests.rulesets.winters_victory.country import UNITS, row
from tests.rulesets.winters_victory.scenes import charts

CHARTS = charts().fatigue


@pytest.mark.parametrize(
    ("points", "committed", "engaged", "charged", "found"),
    [
        row("15.0", 0, True, False, False, 1),
        row("15.11.1", 1, True, False, False, 2),
        row("15.11.1", 1, False, False, False, 1),
        row("15.11.2", 3, True, False, False, 3),
        row("15.11.2 4.1.1D", 3, True, True, False, 4),
        row("15.11.2", 4, True, True, False, 5),
        row("15.11.2", 5, True, False, False, 5),
        row("15.12", 7, False, True, False, 4),
        row("15.12", 3, False, True, False, 2),
        row("15.12 4.1.1D", 2, False, True, False, 2),
        row("15.12", 0, False, False, False, 0),
        row("15.21 4.1.1C.1", 4, True, True, True, 6),
        row("15.23", 8, True, True, False, 8),
        row("15.23", 7, True, True, True, 8),
    ],
)
def test_an_hour(points: int, committed: bool, engaged: bool, charged: bool, found: int) -> None:
    brigade = Fatigue(points, engaged, charged)
    fatigue.hour(CHARTS, brigade, committed=committed)
    assert (brigade.points, brigade.charged) == (found, False)


@pytest.mark.rule("wv", "15.11.2", "15.12")
def test_a_rested_brigade_is_engaged_anew() -> None:
    brigade = Fatigue(5, engaged=True)
    fatigue.hour(CHARTS, brigade, committed=False)
    for _ in range(3):
        fatigue.hour(CHARTS, brigade, committed=True)
    assert brigade == Fatigue(3)


@pytest.mark.parametrize(
    ("nation", "found"),
    [row("15.22 17.76-B", "french", 6), row("15.22 17.76-B", "russian", 5), row("15.22", "prussian", 5)],
)
def test_the_end_of_an_attack_order(nation: str, found: int) -> None:
    brigade = Fatigue(4)
    fatigue.after_attack(CHARTS, brigade, nation)
    assert brigade.points == found


@pytest.mark.parametrize(
    ("points", "uid", "rating", "check"),
    [
        row("15.2-1 15.1", 4, "f1", 0, False),
        row("15.2-1 15.1", 5, "f1", -1, False),
        row("15.2-1", 6, "fhus", -1, False),
        row("15.2-1 15.2-2 15.1", 7, "f1", -2, True),
        row("15.2-1", 8, "fb8", 0, False),
        row("15.2-1", 8, "flt.s1", -2, False),
    ],
)
def test_effects(points: int, uid: str, rating: int, check: bool) -> None:
    brigade, unit = Fatigue(points), UNITS[uid]
    assert fatigue.rating(CHARTS, brigade, unit) == rating
    assert fatigue.checks_before_shock(CHARTS, brigade, unit) is check
