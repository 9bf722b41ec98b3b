"""The recorded game of each mode, which all files of the kit look at; most modes bear `pytest.mark.slow` or more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rulesets.kit.recorded import Recorded, cases, known, recorded


@pytest.fixture(scope="session", params=cases(lambda mode: True))
def game(request: pytest.FixtureRequest) -> Iterator[Recorded]:
    """A game of a ruleset in one of its modes. One in the making is known as long as a test looks at it."""
    with known(request.param.rules):
        yield recorded(request.param)
