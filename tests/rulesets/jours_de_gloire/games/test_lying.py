"""Whole games of Jours de Gloire: of a liar, whose lies are all named, and of honest players, whom nobody accuses.

One short game of liars in `make test`; the box of `make campaigns` has more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.lying_games import check_honest, check_lies
from tests.rulesets.jours_de_gloire.games.lies import COMMAND, JoursLiars
from tests.rulesets.jours_de_gloire.games.unquiet import JoursPlayers
from tests.tiers import later

SHORT, SHORT_MESSAGES = 2, 6


@pytest.mark.slow
@pytest.mark.smoke
def test_a_short_game_with_a_liar(tmp_path: Path) -> None:
    lies = check_lies(tmp_path, JoursLiars(), COMMAND, [SHORT], SHORT_MESSAGES)
    assert any(lie.mattered for lie in lies)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1026, *(later(seed, pytest.mark.campaigns) for seed in (1024, 1029, 1035))])
def test_what_was_dealt_before_a_lost_seat_accuses_nobody(tmp_path: Path, seed: int) -> None:
    """Counters were dealt anew, and their contents went with the secrets of the one who lost his seat."""
    check_honest(tmp_path, JoursPlayers(), [seed])
