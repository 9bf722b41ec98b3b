"""Campaigns with a page before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.players import Duel, begin_duel
from tests.play.sitter import Sitter
from tests.play.visitor import Visitor, visitor

EXPECTED = (
    r"Failed to load resource: .*(?:status of 4(?:04|09|22)"
    r"|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED)"
)
"""What a browser says of refusals, and of a program that has ended."""


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """A campaign for all tests of a file; message 2 is Anna's."""
    return begin_duel(tmp_path_factory.mktemp("duel"))


@pytest.fixture
def anna(duel: Duel) -> Visitor:
    """Anna's page."""
    return visitor(duel.anna)


@pytest.fixture(scope="session")
def chair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitter]:
    sitter = Sitter(tmp_path_factory.mktemp("downloads"), watched=False)
    yield sitter
    sitter.driver.quit()


@pytest.fixture
def sitter(chair: Sitter) -> Iterator[Sitter]:
    """Somebody before the page; the browser had nothing to complain of but what the program refused."""
    yield from seated(chair)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Sitter]:
    """The same in a browser of his own, which knows all that pages ask for."""
    sitter = Sitter(tmp_path)
    try:
        yield from seated(sitter)
    finally:
        sitter.driver.quit()


def seated(chair: Sitter) -> Iterator[Sitter]:
    chair.logs()
    chair.resize(1280, 720)
    yield chair
    chair.leave()
    assert [line for line in chair.logs() if not re.search(EXPECTED, line)] == []
