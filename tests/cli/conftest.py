"""Campaigns at the stages that the commands need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, begin_duel, fresh_player, random_opponents


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    """Somebody who has never used pbem."""
    return fresh_player(tmp_path, "anna")


@pytest.fixture
def duel(tmp_path: Path) -> Duel:
    """A campaign that has just been accepted; message 2 is Anna's."""
    return begin_duel(tmp_path)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """Somebody in the folder of a demonstration that was played to its end between random players; read only."""
    at = tmp_path_factory.mktemp("whole")
    player = fresh_player(at, "carla")
    with pytest.MonkeyPatch.context() as patch:
        random_opponents(patch)
        player.good("demo", "--folder", "demo")
    yield Player(player.place / "demo/a-home", player.place / "demo/a")


@pytest.fixture(scope="session")
def archive(whole: Player) -> Path:
    """The archive of that campaign."""
    return next(whole.place.parent.glob("*.pbem"))
