"""What each scenario is played on, when, by whom, and with which rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.napoleons_last_battles.files import setting

THREE = ("french", "prussian", "allied")
SCENARIOS: list[tuple[str, str, tuple[str, ...], tuple[str, str, int], str, str, bool]] = [
    ("ligny", "18", ("french", "prussian"), ("16/1400", "16/2000", 7), "2960 5767", "2859 2860", False),
    ("quatre-bras", "19", ("french", "allied"), ("16/1400", "16/2000", 7), "2952 0134", "3051 3052", False),
    ("wavre", "20", ("french", "prussian"), ("18/1200", "18/2000", 9), "2912 5734", "2811", False),
    ("la-belle-alliance", "21", THREE, ("18/1200", "18/2000", 9), "2912 0101", "3012", False),
    ("campaign", "22", THREE, ("16/1400", "18/2100", 40), "0101 5767", "", True),
    ("qb-variant", "23", ("french", "allied"), ("16/1400", "16/2000", 7), "2952 0134", "3051", True),
    ("grand-ligny", "24", THREE, ("16/1400", "16/2000", 7), "2855 5767", "2833", True),
    ("historic-wavre", "25", ("french", "prussian"), ("18/1200", "18/2000", 9), "2912 5734", "2811", False),
    ("lba-variant", "26", THREE, ("18/1100", "18/2100", 11), "2912 0101", "3012", True),
    ("grand-waterloo", "27", THREE, ("18/1200", "18/2100", 10), "2811 5734", "2835", True),
    ("campaign-variant", "28", THREE, ("16/0900", "18/2100", 45), "0101 5767", "", True),
]
CASES = {
    "ligny": "18.0 18.1 18.2A 18.2B",
    "quatre-bras": "19.0 19.1 19.2A 19.2B",
    "wavre": "20.0 20.1 20.2A 20.2B",
    "la-belle-alliance": "21.0 21.1 21.2A 21.2B",
    "campaign": "22.0 22.1 22.2A 22.2B",
    "qb-variant": "23.0 23.0A",
    "grand-ligny": "24.0 24.1 24.2A 24.2B",
    "historic-wavre": "25.0",
    "lba-variant": "26.0 26.0A 26.0B",
    "grand-waterloo": "27.0 27.2A 27.2B",
    "campaign-variant": "28.0 28.0B",
}
ROWS: list[Any] = [
    pytest.param(*row, id=row[0], marks=pytest.mark.rule("nlb", *CASES[row[0]].split())) for row in SCENARIOS
]


@pytest.mark.parametrize(("uid", "chapter", "nations", "turns", "inside", "outside", "leaders"), ROWS)
def test_a_scenario(
    uid: str,
    chapter: str,
    nations: tuple[str, ...],
    turns: tuple[str, str, int],
    inside: str,
    outside: str,
    leaders: bool,
) -> None:
    now = setting(uid)
    assert set(now.nations) == set(nations)
    assert (now.turns[0].id, now.turns[-1].id, len(now.turns)) == turns
    assert all(at in now.area for at in inside.split()) and not any(at in now.area for at in outside.split())
    assert (now.on("leaders"), now.on("command")) == (leaders, leaders)
    assert {row["case"].partition(".")[0] for row in (*now.instant, *now.end)} <= {chapter, *BORROWED.get(uid, ())}


BORROWED = {"qb-variant": ("19",), "lba-variant": ("21",), "campaign-variant": ("22",)}
"""Chapters whose victory a scenario takes over."""
