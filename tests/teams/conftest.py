"""Every test here runs with Wings installed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign import rulebooks


@pytest.fixture(scope="module", autouse=True)
def wings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A distribution of metadata alone, which registers the ruleset; the folder is for subprocesses."""
    folder = tmp_path_factory.mktemp("wings-dist")
    info = folder / "wings-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wings\nVersion: 1\n", encoding="utf-8")
    entry = f"[{rulebooks.GROUP}]\nwings = tests.teams.ruleset:ruleset\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    sys.path.insert(0, str(folder))
    _forget()
    try:
        yield folder
    finally:
        sys.path.remove(str(folder))
        _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    rulebooks.names.cache_clear()
    rulebooks.ruleset.cache_clear()
