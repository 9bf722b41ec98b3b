"""osg 18: what players of a side may write to each other."""

from __future__ import annotations

import pytest

from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.country import ID

# Words of a letter, and the numbers of hexes in them.
LETTERS = [
    ("Move Zezschwitz to guard the bridge over the Saale at Jena.", ""),
    ("A roadblock four miles south of Jena, 14 October 1806.", ""),
    ("Go to n1431.", "n1431"),
    ("Go to N1431, then to S0907!", "n1431, s0907"),
    ("From 1431 by 1431.", "1431"),
    ("Hex 9999, n9999 and n14310 are nowhere.", ""),
    ("", ""),
]


@pytest.mark.rule(ID, "18.1-3")
@pytest.mark.parametrize(("text", "numbers"), LETTERS)
def test_a_letter_names_no_hexes_by_number(text: str, numbers: str) -> None:
    teams = Campaign1806().game("campaign", {}).writing.teams
    assert teams is not None
    told = [(one.case, one.text.rpartition(" has ")[2]) for one in teams.letter(text)]
    assert told == ([("18.1-3", numbers)] if numbers else [])


@pytest.mark.rule(ID, "18.1-3")
def test_of_a_letter_full_of_numbers_some_are_told() -> None:
    teams = Campaign1806().game("campaign", {}).writing.teams
    assert teams is not None
    (told,) = teams.letter(" ".join(f"{number:04d}" for number in range(10_000)))
    assert len(told.text) < 200
