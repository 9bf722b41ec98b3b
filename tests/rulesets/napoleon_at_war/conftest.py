"""Games that the tests of this rulebook share."""

from __future__ import annotations

import pytest

from rulesets.napoleon_at_war.game import NapoleonGame
from tests.rulesets.napoleon_at_war.playing import real, small


@pytest.fixture
def field() -> NapoleonGame:
    """The small invented field."""
    return small()


@pytest.fixture
def jena() -> NapoleonGame:
    """Jena-Auerstadt without optional rules."""
    return real()
