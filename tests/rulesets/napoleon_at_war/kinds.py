"""Random games of Napoleon at War for the box, see `tests.games.box`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tests.games.box import Games, Kind
from tests.games.campaigns import invitation_for, play_by_files, play_in_memory
from tests.games.games import SURE, Tally, told

NAME = "napoleon-at-war"
# Scenario -> player turns of a whole game.
TURNS = {"jena-auerstadt": 24, "learning-jena": 6}


def check(tallies: Sequence[Tally], scenario: str = "") -> None:
    """Each game was played to its end, and what is rare in one game has come up in several together."""
    told(tallies)
    turns = [TURNS[scenario or invitation_for(tally.seed).scenario] for tally in tallies]
    assert turns == [tally.turns for tally in tallies] and all(tally.turns < tally.messages for tally in tallies)
    messages = sum(tally.messages for tally in tallies)
    assert messages < SURE or sum(tally.copies for tally in tallies) > 0
    assert messages < 4 * SURE or sum(tally.void for tally in tallies) > 0


def _games(play: Callable[[Path, int, str], Tally], scenario: str) -> Games:
    def games(folder: Path, seeds: Sequence[int]) -> None:
        check([play(folder / str(seed), seed, scenario) for seed in seeds], scenario)

    return games


KINDS = [
    Kind(NAME, "jena-auerstadt", "in-memory", _games(play_in_memory, "jena-auerstadt"), 240, 2),
    Kind(NAME, "jena-auerstadt", "by-files", _games(play_by_files, "jena-auerstadt"), 32),
    Kind(NAME, "learning-jena", "in-memory", _games(play_in_memory, "learning-jena"), 60, 6),
    Kind(NAME, "learning-jena", "by-files", _games(play_by_files, "learning-jena"), 8, 2),
]
