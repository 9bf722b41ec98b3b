"""What the kit of all rulesets cannot know of Millbrook, the hex game of docs/adding-a-ruleset.md: see `kit.recorded`.

Its desk and previews come from `pbem.hexgame.plain`, and say what those of Napoleon at War say.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.rulesets.kit.desk import Rules, Spot
from tests.rulesets.napoleon_at_war.kit_cases import fights, foreseen, happened, question, stood


def beside(spot: Spot, place: str) -> Sequence[str]:
    neighbours: Sequence[str] = spot.game.field.neighbours[place]  # type: ignore[attr-defined]
    return neighbours


DESK = Rules(beside, stood, fights)

__all__ = ["DESK", "foreseen", "happened", "question"]
