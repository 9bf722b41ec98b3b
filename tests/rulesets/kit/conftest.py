"""The recorded game of each mode, which all files of the kit look at; most modes bear `pytest.mark.slow` or more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rulesets.kit.recorded import Recorded, cases, known, recorded


@pytest.fixture(scope="session", params=cases(lambda mode: True))
def game(request: pytest.FixtureRequest) -> Recorded:
    """A game of a ruleset in one of its modes."""
    with known(request.param.rules):
        return recorded(request.param)


@pytest.fixture(autouse=True)
def _known(game: Recorded) -> Iterator[None]:
    """A ruleset in the making is known while a test of the kit looks at it, and to no other test."""
    with known(game.mode.rules):
        yield
