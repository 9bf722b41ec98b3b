"""Whole random games of the small war, played once for all tests of a process that look at one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem.engine.loop import advance
from pbem.engine.requests import Choose
from pbem.engine.state import fresh
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.position import encode
from tests.rulesets.jours_de_gloire.recording import SEATS, Overheard, Recorder, game

# Between them they have battles, an overrun, sieges, pursuits, withdrawals and arrivals.
SEEDS = (1, 2, 3, 4)


class Keeper(Recorder):
    """Writes down also the positions wherever somebody chooses."""

    def __init__(self, seed: int, one: JoursGame) -> None:
        super().__init__(seed, one)
        self.positions: list[Any] = []

    def choose(self, request: Choose) -> Any:
        self.positions += [encode(request.scene)] if request.scene is not None else []
        return super().choose(request)


@dataclass(frozen=True)
class Whole:
    """A game that was played to its end. player: with what lay under the counters, as the audit reads it."""

    game: JoursGame
    player: Keeper
    events: list[Any]
    end: Any

    @property
    def positions(self) -> list[Any]:
        """Those at which somebody chose, and the last one."""
        return [*self.player.positions, self.end]


@cache
def whole_game(seed: int, hiding: str = "hidden") -> Whole:
    """A random game. Nobody may change what it holds."""
    one = game(hiding=hiding)
    player = Keeper(seed, one)
    outcome = advance(Overheard(one, player), fresh(one.start(), hidden=hiding == "hidden"), player, SEATS)
    return Whole(one, player, outcome.events, outcome.state["at"])


def moments_of(player: Recorder) -> list[tuple[Any, dict[str, Any]]]:
    """Positions at which orders were asked for, each with what had been committed to until then."""
    found, held = [], {}
    for step in player.steps:
        found.append((step.at, dict(held)))
        held.update(step.committed)
    return found
