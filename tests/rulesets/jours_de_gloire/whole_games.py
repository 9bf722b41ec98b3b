"""Whole random hidden games of the small war, with what lay under the counters at each moment."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.engine.loop import advance
from pbem.engine.state import fresh
from rulesets.jours_de_gloire.game import JoursGame
from tests.rulesets.jours_de_gloire.recording import LETTERS, Recorder, game

# Between them they have battles, an overrun, sieges, pursuits, withdrawals and arrivals.
SEEDS = (1, 2, 3, 4)


@cache
def random_game(seed: int) -> tuple[JoursGame, Recorder, list[Any]]:
    """A whole random hidden game of the small war, with what lay under its counters, and its events."""
    one = game()
    recorder = Recorder(seed, one)
    return one, recorder, advance(one, fresh(one.start(), hidden=True), recorder, LETTERS).events


def moments_of(recorder: Recorder) -> list[tuple[Any, dict[str, Any]]]:
    """Positions at which orders were asked for, each with what had been committed to until then."""
    found, held = [], {}
    for step in recorder.steps:
        found.append((step.at, dict(held)))
        held.update(step.committed)
    return found
