"""Random campaigns of Veiled through two whole clients. The box of `make campaigns` has more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.games import Tally, archived, batches
from tests.toy_hidden.campaigns import invitation_for, play_closed, play_open
from tests.toy_hidden.kinds import check

# Games of one test: small enough for two workers to end together.
BATCH = 3
OPEN, CLOSED = 3, 1


def require_all(tallies: list[Tally]) -> None:
    """What is rare has come up even in these few games."""
    assert sum(tally.questions for tally in tallies) > 0
    assert sum(tally.copies for tally in tallies) > 0 and sum(tally.mangled for tally in tallies) > 0


def test_both_armies_and_both_ways_to_answer_a_search_are_played() -> None:
    offered = {(i.army, i.options["contact"]) for i in (invitation_for(seed) for seed in range(BATCH + 1))}
    assert len(offered) == 4


@pytest.mark.slow
@pytest.mark.parametrize("seeds", batches(0, OPEN, BATCH), ids=str)
def test_random_games_of_open_clients(tmp_path: Path, seeds: range) -> None:
    tallies = [play_open(tmp_path / str(seed), seed) for seed in seeds]
    check(tallies)
    require_all(tallies)
    assert sum(tally.void for tally in tallies) > 0


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.parametrize("seed", range(100, 100 + CLOSED))
def test_random_games_of_clients_that_are_closed_between_mails(tmp_path: Path, seed: int) -> None:
    tallies = [play_closed(tmp_path, seed)]
    check(tallies)
    require_all(tallies)


@pytest.mark.slow
def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    one, other = (play_open(tmp_path / name, 5) and archived(tmp_path / name) for name in ("one", "other"))
    assert one == other
