"""How well the practice opponent plays: nothing of it is refused in any scenario, and it beats who plays at random.

The numbers of the bar are those of `make campaigns-all`, beside a few games of each kind in `make slow`.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests import tiers
from tests.balance import PRACTICE, RANDOM, Match, play
from tests.rulesets.napoleons_last_battles.files import SCENARIOS
from tests.rulesets.napoleons_last_battles.turns import game

ARMIES = ("french", "coalition")
# A turn of the campaign and its like take seconds; the kit looks at pieces of such games.
SHORT = [uid for uid in SCENARIOS if "campaign" not in uid]


def _games(uid: str, players: tuple[str, str], number: int) -> list[dict[str, Any]]:
    armies = game(uid).scenario.armies
    match = Match("napoleons-last-battles", uid, (), tuple(zip(armies, players, strict=True)))
    return [play(match, at) for at in range(number)]


@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("uid", ["quatre-bras", "ligny"])
@pytest.mark.parametrize(("games", "least"), [tiers.later((3, 3)), tiers.later((20, 18), pytest.mark.campaigns)])
def test_who_plays_at_random_is_beaten(uid: str, army: str, games: int, least: int) -> None:
    armies = game(uid).scenario.armies
    first, second = (PRACTICE if one == army else RANDOM for one in armies)
    rows = _games(uid, (first, second), games)
    assert sum(row["winner"] == army for row in rows) >= least
    assert not any(row["faults"] for row in rows)


@pytest.mark.parametrize("uid", tiers.turns(SHORT))
def test_a_whole_game_of_two_is_without_a_fault(uid: str) -> None:
    (row,) = _games(uid, (PRACTICE, PRACTICE), 1)
    assert row["faults"] == 0
