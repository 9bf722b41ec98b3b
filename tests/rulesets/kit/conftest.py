"""The recorded game of each mode, which all files of the kit look at; most modes bear `pytest.mark.slow` or more."""

from __future__ import annotations

import pytest

from tests.rulesets.kit.recorded import Recorded, cases, recorded


@pytest.fixture(scope="session", params=cases(lambda mode: True))
def game(request: pytest.FixtureRequest) -> Recorded:
    """A game of an installed ruleset in one of its modes."""
    return recorded(request.param)
