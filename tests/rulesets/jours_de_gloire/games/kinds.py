"""Random games of Jours de Gloire for the box, see `tests.games.box`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import tiers
from tests.games.box import Games, Kind
from tests.games.games import SURE, Tally, told
from tests.games.lying_games import check_honest, check_lies
from tests.rulesets.jours_de_gloire.games.campaigns import ASKERS, HIDDEN, OPEN, SHORTEST, SOLITAIRE, Json, play
from tests.rulesets.jours_de_gloire.games.invariants import NAME
from tests.rulesets.jours_de_gloire.games.lies import COMMAND, JoursLiars
from tests.rulesets.jours_de_gloire.games.unquiet import JoursPlayers

MODES: Mapping[str, Json] = {"hidden": HIDDEN, "open": OPEN, "solitaire": SOLITAIRE}
# Scenario -> how many games of it there are in each mode; the longest begin.
MANY: Mapping[str, Mapping[str, int]] = {
    "poland-1806-07": {"hidden": 2, "open": 2},
    "poland-1813": {"hidden": 5, "open": 2},
    "danube-1809": {"hidden": 6, "open": 3},
    "danube-1805": {"hidden": 8, "open": 3},
    "friedland-1807": {"hidden": 8, "open": 4},
    "eylau-1807": {"hidden": 10, "open": 4},
    "learning-pultusk": {"hidden": 6, "open": 4},
    SHORTEST: {"hidden": 22, "open": 8, "solitaire": 4},
}
MOST_TURNS = 60
"""Player turns after which a game in the box is broken off; nobody does that in `make campaigns-all`."""


def check(tallies: Sequence[Tally]) -> None:
    """Nobody was asked who never writes `ask`, and the mails came late, twice and mangled."""
    told(tallies)
    assert all(tally.questions == 0 for tally in tallies if not ASKERS[tally.seed % len(ASKERS)])
    assert all(tally.copies > 0 and tally.mangled > 0 for tally in tallies if tally.messages >= SURE)


def _games(scenario: str, mode: str) -> Games:
    def games(folder: Path, seeds: Sequence[int]) -> None:
        turns = MOST_TURNS if tiers.run.tier == "campaigns" else 0
        check([play(folder / str(seed), seed, scenario, MODES[mode], turns=turns) for seed in seeds])

    return games


def _closed(folder: Path, seeds: Sequence[int]) -> None:
    check([play(folder / str(seed), seed, closed=True) for seed in seeds])


def _lying(folder: Path, seeds: Sequence[int]) -> None:
    check_lies(folder, JoursLiars(), COMMAND, seeds)


def _honest(folder: Path, seeds: Sequence[int]) -> None:
    check_honest(folder, JoursPlayers(), seeds)


KINDS = [
    *(
        Kind(NAME, scenario, mode, _games(scenario, mode), count)
        for scenario, modes in MANY.items()
        for mode, count in modes.items()
    ),
    Kind(NAME, SHORTEST, "closed", _closed, 2),
    Kind(NAME, "any", "liar", _lying, 100, 2),
    Kind(NAME, "any", "honest", _honest, 250, 2),
]
