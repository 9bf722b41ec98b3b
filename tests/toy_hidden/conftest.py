"""Every test here runs with Veiled installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installed import installed


@pytest.fixture(scope="module", autouse=True)
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the distribution, for subprocesses."""
    with installed(tmp_path_factory.mktemp("veiled-dist"), "veiled") as folder:
        yield folder
