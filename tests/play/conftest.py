"""Campaigns with a page before them."""

from __future__ import annotations

import pytest

from tests.cli.players import Duel, begin_duel
from tests.play.visitor import Visitor, visitor


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """A campaign for all tests of a file; message 2 is Anna's."""
    return begin_duel(tmp_path_factory.mktemp("duel"))


@pytest.fixture
def anna(duel: Duel) -> Visitor:
    """Anna's page."""
    return visitor(duel.anna)
