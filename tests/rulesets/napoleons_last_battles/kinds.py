"""Random games of Napoleon's Last Battles for the box, see `tests.games.box`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import tiers
from tests.games.box import Games, Kind
from tests.games.campaigns import play_invitation
from tests.games.games import told
from tests.games.last_battles import NAME, invitation

MANY: Mapping[str, tuple[int, int]] = {
    "campaign": (2, 10),
    "campaign-variant": (2, 8),
    "grand-waterloo": (4, 8),
    "grand-ligny": (4, 8),
    "la-belle-alliance": (6, 8),
    "lba-variant": (6, 8),
    "ligny": (8, 10),
    "wavre": (8, 12),
    "historic-wavre": (6, 15),
    "qb-variant": (6, 8),
    "quatre-bras": (8, 12),
    "learning-hougoumont": (10, 6),
}
"""Scenario -> games as it stands, and games with options: all settings of `tests.games.pairs` at least."""
MOST_TURNS = 8
"""Player turns after which a game in the box is broken off; nobody does that in `make campaigns-all`."""


def _games(scenario: str, mode: str) -> Games:
    def games(folder: Path, seeds: Sequence[int]) -> None:
        turns = MOST_TURNS if tiers.run.tier == "campaigns" else 0
        tallies = []
        for seed in seeds:
            offer = invitation(seed, scenario, mode)
            print(f"{scenario} {seed}: {', '.join(offer.options) or 'no options'}")
            tallies.append(play_invitation(folder / str(seed), seed, offer, turns))
        told(tallies)
        assert all(tally.turns > 0 for tally in tallies)

    return games


KINDS = [
    Kind(NAME, scenario, mode, _games(scenario, mode), many)
    for scenario, numbers in MANY.items()
    for mode, many in zip(("standard", "options"), numbers, strict=True)
]
