"""Random campaigns through two whole clients. The box of `make campaigns` has more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.core.checkpoints import EVERY
from tests.campaign.core.test_checkpoints import folded
from tests.games.campaigns import invitation_for, invitations, play_by_files, play_in_memory
from tests.games.games import Tally, archived, batches, told
from tests.rulesets.napoleon_at_war.kinds import TURNS, check

# Games of one test: small enough for two workers to end together.
BATCH = 3
IN_MEMORY, BY_FILES = 3, 1


def test_both_armies_and_all_options_are_played() -> None:
    offered = [(i.ruleset, i.scenario, i.army, tuple(sorted(i.options.items()))) for i in invitations()]
    assert len(offered) == len(set(offered)) == 8 + 2
    assert {scenario for _, scenario, _, _ in offered} == set(TURNS)


@pytest.mark.campaigns
@pytest.mark.parametrize("seeds", batches(0, IN_MEMORY, BATCH), ids=str)
def test_random_games_in_memory(tmp_path: Path, seeds: range) -> None:
    tallies = [play_in_memory(tmp_path / str(seed), seed) for seed in seeds]
    check(tallies)
    assert all(sum(getattr(tally, rare) for tally in tallies) > 0 for rare in ("questions", "copies", "void"))


@pytest.mark.slow
@pytest.mark.smoke
def test_random_games_of_the_learning_scenario(tmp_path: Path) -> None:
    seeds = [seed for seed in range(len(invitations())) if invitation_for(seed).scenario == "learning-jena"]
    tallies = [play_in_memory(tmp_path / str(seed), seed) for seed in seeds]
    told(tallies)
    assert [tally.turns for tally in tallies] == [6, 6]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 100 + BY_FILES))
def test_random_games_by_mail_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    calls = folded(monkeypatch)
    tallies = [play_by_files(tmp_path, seed)]
    check(tallies)
    assert tallies[0].copies > 0
    # Clients that begin anew with each mail go on from their checkpoints, also in a phase that stops again and again.
    assert len([count for count in calls if count > EVERY]) < 10 < tallies[0].messages


@pytest.mark.slow
@pytest.mark.parametrize("play", [play_in_memory, play_by_files])
def test_the_same_seed_is_the_same_game(tmp_path: Path, play: Callable[[Path, int, str], Tally]) -> None:
    one, other = (play(tmp_path / name, 7, "learning-jena") and archived(tmp_path / name) for name in ("one", "other"))
    assert one == other
