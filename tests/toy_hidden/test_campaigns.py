"""Random campaigns of Veiled through two whole clients. Four in `make test`, four hundred in `make campaigns`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.games import Tally, archived, batches, told
from tests.toy_hidden.campaigns import invitation_for, play_closed, play_open

# Games of one test: small enough for two workers to end together.
BATCH = 3
OPEN, CLOSED = 3, 1
MANY_OPEN, MANY_CLOSED = 360, 40
FIRST_OF_MANY = 1000
# Two set-ups and six rounds of two turns.
TURNS = 14


def check(tallies: list[Tally]) -> None:
    """Each game was played to its end, and what is rare in one game has come up in all of them together."""
    told(tallies)
    assert all(tally.turns == TURNS and tally.messages > TURNS for tally in tallies)
    assert sum(tally.questions for tally in tallies) > 0
    assert sum(tally.copies for tally in tallies) > 0 and sum(tally.mangled for tally in tallies) > 0


def test_both_armies_and_both_ways_to_answer_a_search_are_played() -> None:
    offered = {(i.army, i.options["contact"]) for i in (invitation_for(seed) for seed in range(BATCH + 1))}
    assert len(offered) == 4 <= MANY_OPEN


@pytest.mark.parametrize("seeds", batches(0, OPEN, BATCH), ids=str)
def test_random_games_of_open_clients(tmp_path: Path, seeds: range) -> None:
    check([play_open(tmp_path / str(seed), seed) for seed in seeds])


@pytest.mark.parametrize("seed", range(100, 100 + CLOSED))
def test_random_games_of_clients_that_are_closed_between_mails(tmp_path: Path, seed: int) -> None:
    check([play_closed(tmp_path, seed)])


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    one, other = (play_open(tmp_path / name, 5) and archived(tmp_path / name) for name in ("one", "other"))
    assert one == other


@pytest.mark.campaigns
@pytest.mark.parametrize("seeds", batches(FIRST_OF_MANY, MANY_OPEN, 12), ids=str)
def test_many_random_games_of_open_clients(tmp_path: Path, seeds: range) -> None:
    tallies = [play_open(tmp_path / str(seed), seed) for seed in seeds]
    check(tallies)
    assert sum(tally.void for tally in tallies) > 0


@pytest.mark.campaigns
@pytest.mark.parametrize("seeds", batches(2 * FIRST_OF_MANY, MANY_CLOSED, 4), ids=str)
def test_many_random_games_of_closed_clients(tmp_path: Path, seeds: range) -> None:
    check([play_closed(tmp_path / str(seed), seed) for seed in seeds])
