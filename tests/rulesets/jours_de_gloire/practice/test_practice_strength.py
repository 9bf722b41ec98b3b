"""How well the practice opponent plays: it starts battles, and beats who does nothing and who plays at random.

The numbers of the bar are those of `make campaigns-all`, beside a few games of each kind.
"""

from __future__ import annotations

from fractions import Fraction
from statistics import median
from typing import Any

import pytest

from rulesets.jours_de_gloire.telling.preview_foes import Foes
from tests import tiers
from tests.balance import PASSIVE, PRACTICE, RANDOM, Match, play
from tests.rulesets.jours_de_gloire.papers import field

ARMIES = ("french", "russian")


def _games(french: str, russian: str, number: int) -> list[dict[str, Any]]:
    match = Match("jours-de-gloire", "eylau-1807", (), (("french", french), ("russian", russian)))
    return [play(match, at) for at in range(number)]


@pytest.mark.parametrize(("games", "least"), tiers.first(0, [(6, 2), (50, 3)], pytest.mark.campaigns))
def test_both_sides_start_battles(games: int, least: int) -> None:
    rows = _games(PRACTICE, PRACTICE, games)
    assert {army: median(row["fights"].get(army, 0) for row in rows) >= least for army in ARMIES} == dict.fromkeys(
        ARMIES, True
    )
    assert not any(row["faults"] for row in rows)


@pytest.mark.parametrize("other", [PASSIVE, RANDOM])
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize(("games", "least"), tiers.first(0, [(3, 3), (20, 18)], pytest.mark.campaigns))
def test_who_does_nothing_and_who_plays_at_random_are_beaten(army: str, other: str, games: int, least: int) -> None:
    kinds = {one: PRACTICE if one == army else other for one in ARMIES}
    rows = _games(kinds["french"], kinds["russian"], games)
    assert sum(row["winner"] == army for row in rows) >= least


def test_a_lone_counter_is_less_surely_a_unit_than_one_of_several() -> None:
    """jdg 7.1-1: four of six counters are units: a lone one is one by two thirds, one of three by 26 of 27."""
    fakes = dict.fromkeys(("moor", "linde", "dachs"), "russian:infantry")
    place = field({"garten": "napoleon i", "heide": "rus-1 rus-2 kamenskoi", **fakes}, turn=2)
    foes = Foes(place.setting, place.board, "french")
    lone, several = foes.boxes["moor"], foes.boxes["heide"]
    assert (lone.real, several.real) == (Fraction(2, 3), Fraction(26, 27))
    # An even share is 3; if there is somebody he is as strong as a unit is.
    assert (lone.pf, lone.met.pf, several.pf) == (3, 5, 8)
