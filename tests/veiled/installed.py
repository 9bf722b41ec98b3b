"""Makes Veiled known to pbem as an installed package would: by an entry point, in this process and in subprocesses."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.campaign import rulebooks

PROJECT = Path(__file__).resolve().parents[2]


def write_distribution(folder: Path) -> Path:
    """A distribution of metadata alone that registers the ruleset; `folder` belongs on the module path then."""
    info = folder / "veiled-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: veiled\nVersion: 1\n", encoding="utf-8")
    entry = f"[{rulebooks.GROUP}]\nveiled = tests.veiled.ruleset:ruleset\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    return folder


def environment(folder: Path) -> Mapping[str, str]:
    """The variables with which a `python -m pbem` finds the ruleset."""
    paths = [str(folder), str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@contextmanager
def installed(folder: Path) -> Iterator[Path]:
    """Within it `pbem.campaign.rulebooks` finds Veiled in this process too."""
    path = str(write_distribution(folder))
    sys.path.insert(0, path)
    _forget()
    try:
        yield folder
    finally:
        sys.path.remove(path)
        _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    rulebooks.names.cache_clear()
    rulebooks.ruleset.cache_clear()
