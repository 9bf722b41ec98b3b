"""Whole games of Jours de Gloire: of a liar, whose lies are all named, and of honest players, whom nobody accuses.

One short game of liars in `make test`, a few games in `make campaigns`, and the numbers in `make campaigns-all`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play import lying, unquiet
from tests.play.games import batches
from tests.rulesets.jdg_play.lies import COMMAND, JoursLiars
from tests.rulesets.jdg_play.unquiet import JoursPlayers
from tests.tiers import at_large, later

# Of liars and of honest players: how many games in `make campaigns`, and in `make campaigns-all`.
LIARS, MANY_LIARS = 3, 100
HONEST, MANY_HONEST = 7, 250
FIRST_OF_MANY, BATCH = 1000, 10
SHORT, SHORT_MESSAGES = 2, 6


def seeds(some: int, many: int) -> list[object]:
    """Batches of seeds, the few and the many."""
    few = [later(batch) for batch in batches(0, some, some)]
    return [*few, *(at_large(batch) for batch in batches(FIRST_OF_MANY, many, BATCH))]


def check(played: list[lying.Played]) -> None:
    """Every lie that mattered is named, nobody else is, and the tale of lies is told."""
    lying.told(played)
    found = lying.faults(played, COMMAND)
    assert not found, "\n".join(found)
    assert any(lie.mattered for one in played for lie in one.lies)


def test_a_short_game_with_a_liar(tmp_path: Path) -> None:
    check([lying.play(tmp_path, JoursLiars(), SHORT, SHORT_MESSAGES)])


@pytest.mark.parametrize("batch", seeds(LIARS, MANY_LIARS), ids=str)
def test_no_lie_that_matters_passes(tmp_path: Path, batch: range) -> None:
    check([lying.play(tmp_path / str(seed), JoursLiars(), seed) for seed in batch])


@pytest.mark.parametrize("batch", seeds(HONEST, MANY_HONEST), ids=str)
def test_nobody_honest_is_accused(tmp_path: Path, batch: range) -> None:
    played = [unquiet.play(tmp_path / str(seed), JoursPlayers(), seed) for seed in batch]
    unquiet.told(played)
    assert all(one.messages > 2 for one in played) and sum(len(one.happened) for one in played) > 0
