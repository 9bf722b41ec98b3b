"""What tests of hidden games by mail have in common: the ruleset is known as an installed one would be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.installed import installed


@pytest.fixture
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Campaigns of 1806 can be begun and opened."""
    with installed(tmp_path_factory.mktemp("rules"), "1806"):
        yield
