"""Whole games of Jours de Gloire: of a liar, whose lies are all named, and of honest players, whom nobody accuses.

One short game of liars in `make test`, a few games in `make campaigns`, and the numbers in `make campaigns-all`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.lying_games import check_honest, check_lies, seeds
from tests.rulesets.jours_de_gloire.games.lies import COMMAND, JoursLiars
from tests.rulesets.jours_de_gloire.games.unquiet import JoursPlayers
from tests.tiers import later

# Of liars and of honest players: how many games in `make campaigns`, and in `make campaigns-all`.
LIARS, MANY_LIARS = 3, 100
HONEST, MANY_HONEST = 7, 250
SHORT, SHORT_MESSAGES = 2, 6


def test_a_short_game_with_a_liar(tmp_path: Path) -> None:
    check_lies(tmp_path, JoursLiars(), COMMAND, [SHORT], SHORT_MESSAGES)


@pytest.mark.parametrize("batch", seeds(LIARS, MANY_LIARS), ids=str)
def test_no_lie_that_matters_passes(tmp_path: Path, batch: range) -> None:
    check_lies(tmp_path, JoursLiars(), COMMAND, batch)


@pytest.mark.parametrize("batch", seeds(HONEST, MANY_HONEST), ids=str)
def test_nobody_honest_is_accused(tmp_path: Path, batch: range) -> None:
    check_honest(tmp_path, JoursPlayers(), batch)


@pytest.mark.parametrize("seed", [1026, *map(later, (1024, 1029, 1035))])
def test_what_was_dealt_before_a_lost_seat_accuses_nobody(tmp_path: Path, seed: int) -> None:
    """Counters were dealt anew, and their contents went with the secrets of the one who lost his seat."""
    check_honest(tmp_path, JoursPlayers(), [seed])
