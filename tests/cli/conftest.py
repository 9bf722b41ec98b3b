"""Campaigns at the stages that the commands need."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from pbem.report.picture import painter
from pbem.report.picture.kept import PictureCache
from pbem.report.picture.layout import Picture
from tests.cli.players import Duel, Player, begin_duel, fresh_player, random_opponents


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    """Somebody who has never used pbem."""
    return fresh_player(tmp_path, "anna")


@pytest.fixture
def duel(tmp_path: Path) -> Duel:
    """A campaign that has just been accepted; message 2 is Anna's."""
    return begin_duel(tmp_path)


_painted: Final[dict[bytes, bytes]] = {}


@pytest.fixture
def painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of pictures that are the same to the last stroke the first alone is painted: for tests that are about the mail
    or the file around it. How it is painted is a matter of `tests/report/picture`."""
    paint = painter.painted

    def remembered(picture: Picture, zoom: int, cache: PictureCache | None = None) -> bytes:
        known = sha256(repr((picture, zoom)).encode("utf-8")).digest()
        if known not in _painted:
            _painted[known] = paint(picture, zoom, cache)
        return _painted[known]

    monkeypatch.setattr(painter, "painted", remembered)


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
