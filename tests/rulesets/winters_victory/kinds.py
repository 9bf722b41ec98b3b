"""Random games of Winter's Victory for the box, see `tests.games.box`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import tiers
from tests.games.box import Games, Kind
from tests.games.campaigns import play_invitation
from tests.games.games import told
from tests.games.winters import NAME, invitation

MANY: Mapping[str, Mapping[str, int]] = {
    "eylau": {"two": 2, "six": 2},
    "two-days": {"two": 2, "six": 2},
    "first-day": {"two": 4, "six": 2},
    "davout": {"two": 4, "six": 2},
    "learning-serpallen": {"two": 10, "six": 6},
}
"""Scenario -> tempo -> how many games of it there are; the longest begin."""
MOST_SEGMENTS: Mapping[str, int] = {"eylau": 8, "two-days": 4, "first-day": 16, "davout": 16}
"""Segments after which a game in the box is broken off; nobody does that in `make campaigns-all`."""


def _games(scenario: str, tempo: str) -> Games:
    def games(folder: Path, seeds: Sequence[int]) -> None:
        most = MOST_SEGMENTS.get(scenario, 0) if tiers.run.tier == "campaigns" else 0
        tallies = [play_invitation(folder / str(seed), seed, invitation(seed, scenario, tempo), most) for seed in seeds]
        told(tallies)
        assert all(tally.turns > 0 for tally in tallies)

    return games


KINDS = [
    Kind(NAME, scenario, tempo, _games(scenario, tempo), count)
    for scenario, tempos in MANY.items()
    for tempo, count in tempos.items()
]
