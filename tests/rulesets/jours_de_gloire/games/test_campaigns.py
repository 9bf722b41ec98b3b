"""Random campaigns of Jours de Gloire through two whole clients. Three in `make test`, a hundred in the campaigns."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.jours_de_gloire.ruleset import ruleset
from tests.games.games import Tally, told
from tests.rulesets.jours_de_gloire.games.campaigns import (
    ASKERS,
    HIDDEN,
    OPEN,
    SHORTEST,
    SOLITAIRE,
    Json,
    invitation,
    play,
)
from tests.tiers import first

FIRST_OF_MANY = 1000
# Two set-ups, and two player turns in each of five game turns.
TURNS = 12
MODES: dict[str, Json] = {"hidden": HIDDEN, "open": OPEN, "solitaire": SOLITAIRE}
# Scenario -> how many games of it `make campaigns` plays in each mode; the longest begin.
MANY: dict[str, dict[str, int]] = {
    "poland-1806-07": {"hidden": 2, "open": 1},
    "poland-1813": {"hidden": 5, "open": 2},
    "danube-1809": {"hidden": 6, "open": 3},
    "danube-1805": {"hidden": 8, "open": 3},
    "friedland-1807": {"hidden": 8, "open": 4},
    "eylau-1807": {"hidden": 10, "open": 4},
    "learning-pultusk": {"hidden": 6, "open": 4},
    SHORTEST: {"hidden": 22, "open": 8, "solitaire": 4},
}
GAMES = [
    (scenario, mode, FIRST_OF_MANY + number)
    for scenario, modes in MANY.items()
    for mode, count in modes.items()
    for number in range(count)
]


def check(tallies: list[Tally]) -> None:
    """Nobody was asked who never writes `ask`, and the mails came late, twice and mangled."""
    told(tallies)
    assert all(tally.questions == 0 for tally in tallies if not ASKERS[tally.seed % len(ASKERS)])
    assert all(tally.copies > 0 and tally.mangled > 0 for tally in tallies)


def test_all_scenarios_are_played_in_both_modes_by_both_armies() -> None:
    assert set(MANY) == {scenario.id for scenario in ruleset.scenarios()} and len(GAMES) == 100
    assert MANY["poland-1806-07"]["hidden"] >= 2 and all({"hidden", "open"} <= set(modes) for modes in MANY.values())
    offered = [invitation(scenario, seed, MODES[mode]) for scenario, mode, seed in GAMES]
    assert len({(i.scenario, i.army) for i in offered}) == 2 * len(MANY)
    assert len({(i.options["screen-limit"], i.options["relief"]) for i in offered}) == 4


def test_random_games_of_hidden_counters(tmp_path: Path) -> None:
    tallies = [play(tmp_path / str(seed), seed) for seed in range(2)]
    check(tallies)
    assert all(tally.turns == TURNS for tally in tallies) and sum(tally.void for tally in tallies) > 0


@pytest.mark.parametrize(("mode", "seed"), first(1, [("open", 100), ("solitaire", 101)]))
def test_random_games_of_open_counters(tmp_path: Path, mode: str, seed: int) -> None:
    tally = play(tmp_path, seed, SHORTEST, MODES[mode])
    check([tally])
    assert tally.turns == TURNS


@pytest.mark.campaigns
@pytest.mark.parametrize(("scenario", "mode", "seed"), GAMES, ids=str)
def test_many_random_games(tmp_path: Path, scenario: str, mode: str, seed: int) -> None:
    check([play(tmp_path, seed, scenario, MODES[mode])])


@pytest.mark.campaigns
@pytest.mark.parametrize("seed", range(2 * FIRST_OF_MANY, 2 * FIRST_OF_MANY + 2))
def test_random_games_of_clients_that_are_closed_between_mails(tmp_path: Path, seed: int) -> None:
    check([play(tmp_path, seed, closed=True)])
