"""Random campaigns of Jours de Gloire through two whole clients. Ten whole games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installed import installed
from tests.play.games import Tally, told
from tests.rulesets.jdg_play.campaigns import ASKERS, OPEN, SHORTEST, SOLITAIRE, Json, play
from tests.rulesets.jdg_play.invariants import NAME

# Two set-ups, and two player turns in each of five game turns.
TURNS = 12
MODES: dict[str, Json] = {"open": OPEN, "solitaire": SOLITAIRE}


@pytest.fixture(scope="module", autouse=True)
def jours_de_gloire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The ruleset is installed."""
    with installed(tmp_path_factory.mktemp("jours-dist"), NAME) as folder:
        yield folder


def check(tallies: list[Tally]) -> None:
    """Nobody was asked who never writes `ask`, and the mails came late, twice and mangled."""
    told(tallies)
    assert all(tally.questions == 0 for tally in tallies if not ASKERS[tally.seed % len(ASKERS)])
    assert all(tally.copies > 0 and tally.mangled > 0 for tally in tallies)


@pytest.mark.parametrize("seeds", [range(at, at + 2) for at in range(0, 8, 2)], ids=str)
def test_random_games_of_hidden_counters(tmp_path: Path, seeds: range) -> None:
    tallies = [play(tmp_path / str(seed), seed) for seed in seeds]
    check(tallies)
    assert all(tally.turns == TURNS for tally in tallies) and sum(tally.void for tally in tallies) > 0


@pytest.mark.parametrize(("mode", "seed"), [("open", 100), ("solitaire", 101)])
def test_random_games_of_open_counters(tmp_path: Path, mode: str, seed: int) -> None:
    tally = play(tmp_path, seed, SHORTEST, MODES[mode])
    check([tally])
    assert tally.turns == TURNS
