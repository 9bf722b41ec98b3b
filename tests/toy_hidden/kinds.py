"""Random games of Veiled for the box, see `tests.games.box`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tests.games.box import Games, Kind
from tests.games.games import SURE, Tally, told
from tests.games.lying_games import check_honest, check_lies
from tests.toy_hidden.campaigns import play_closed, play_open
from tests.toy_hidden.lies import COMMAND, VeiledLiars
from tests.toy_hidden.unquiet import VeiledPlayers

# Two set-ups and six rounds of two turns.
TURNS = 14


def check(tallies: Sequence[Tally]) -> None:
    """Each game was played to its end, and what is rare in one game has come up in all of them together."""
    told(tallies)
    assert all(tally.turns == TURNS < tally.messages for tally in tallies)
    messages = sum(tally.messages for tally in tallies)
    assert messages < SURE or (sum(t.copies for t in tallies) > 0 and sum(t.mangled for t in tallies) > 0)
    assert messages < 2 * SURE or sum(tally.questions for tally in tallies) > 0
    assert messages < 12 * SURE or sum(tally.void for tally in tallies) > 0


def _games(play: Callable[[Path, int], Tally]) -> Games:
    def games(folder: Path, seeds: Sequence[int]) -> None:
        check([play(folder / str(seed), seed) for seed in seeds])

    return games


def _lying(folder: Path, seeds: Sequence[int]) -> None:
    check_lies(folder, VeiledLiars(), COMMAND, seeds)


def _honest(folder: Path, seeds: Sequence[int]) -> None:
    check_honest(folder, VeiledPlayers(), seeds)


KINDS = [
    Kind("veiled", "skirmish", "open", _games(play_open), 360, 4),
    Kind("veiled", "skirmish", "closed", _games(play_closed), 40, 2),
    Kind("veiled", "skirmish", "liar", _lying, 100, 3),
    Kind("veiled", "skirmish", "honest", _honest, 250, 4),
]
