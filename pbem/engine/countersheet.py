"""The counters of a game as they lie in the box: who there is at all, on the boards or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pbem.engine.contract import Game
    from pbem.engine.picture import Counter


class Listed(Protocol):
    """A game that can list its counters."""

    def countersheet(self) -> Sequence[Counter]:
        """Every unit and leader of the scenario, by the id that the rules call it by; `place` is "".

        side: its army as the game begins. In the order of the scenario's own lists; always the same for one game.
        """


def listed(game: Game) -> Listed | None:
    """The game as one that lists its counters; None where its ruleset does not."""
    able: Listed | None = game if hasattr(game, "countersheet") else None  # type: ignore[assignment]
    return able
