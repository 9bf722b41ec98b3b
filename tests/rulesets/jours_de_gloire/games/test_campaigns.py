"""Random campaigns of Jours de Gloire through two whole clients. The box of `make campaigns` has more."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.jours_de_gloire.ruleset import ruleset
from tests.games.box import planned
from tests.games.games import Tally
from tests.rulesets.jours_de_gloire.games.campaigns import SHORTEST, invitation, play
from tests.rulesets.jours_de_gloire.games.kinds import KINDS, MANY, MODES, check
from tests.tiers import first

# Two set-ups, and two player turns in each of five game turns.
TURNS = 12


def require_all(tallies: list[Tally]) -> None:
    """What is rare has come up even in these few games."""
    check(tallies)
    assert all(tally.copies > 0 and tally.mangled > 0 for tally in tallies)


def test_all_scenarios_are_played_in_both_modes_by_both_armies() -> None:
    scenarios = {scenario.id for scenario in ruleset.scenarios()}
    assert set(MANY) == scenarios and sum(sum(modes.values()) for modes in MANY.values()) > 100
    assert all({"hidden", "open"} <= set(modes) and min(modes.values()) >= 2 for modes in MANY.values())
    batches = [batch for batch in planned(KINDS) if batch.kind.scenario in scenarios and batch.kind.mode in MODES]
    games = [(batch.kind, seed) for batch in batches for seed in batch.seeds]
    offered = [(kind.mode, invitation(kind.scenario, seed, MODES[kind.mode])) for kind, seed in games]
    assert len({(i.scenario, mode, i.army) for mode, i in offered if mode != "solitaire"}) == 4 * len(MANY)
    assert len({(i.options["screen-limit"], i.options["relief"]) for _, i in offered}) == 4


@pytest.mark.campaigns
def test_random_games_of_hidden_counters(tmp_path: Path) -> None:
    tallies = [play(tmp_path / str(seed), seed) for seed in range(2)]
    require_all(tallies)
    assert all(tally.turns == TURNS for tally in tallies) and sum(tally.void for tally in tallies) > 0


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.parametrize(("mode", "seed"), first(1, [("open", 100), ("solitaire", 101)], pytest.mark.campaigns))
def test_random_games_of_open_counters(tmp_path: Path, mode: str, seed: int) -> None:
    tally = play(tmp_path, seed, SHORTEST, MODES[mode])
    require_all([tally])
    assert tally.turns == TURNS
