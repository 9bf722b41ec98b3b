"""Makes the rulesets of the tests known to pbem as installed packages would: by entry points, here and elsewhere."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.campaign.core import rulebooks
from tests.places import PROJECT

MAKING: Mapping[str, str] = {}
"""Rulesets that are being built: not installed yet, but held to whatever the kit of all rulesets promises."""
RULESETS: Mapping[str, str] = {
    **MAKING,
    "veiled": "tests.toy_hidden.ruleset:ruleset",
    "wings": "tests.teams.ruleset:ruleset",
}


def write_distribution(folder: Path, *names: str) -> Path:
    """A distribution of metadata alone for each of these rulesets; `folder` belongs on the module path then."""
    for name in names:
        info = folder / f"{name}-1.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
        entry = f"[{rulebooks.GROUP}]\n{name} = {RULESETS[name]}\n"
        (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    return folder


def environment(folder: Path) -> Mapping[str, str]:
    """The variables with which a `python -m pbem` finds the rulesets in a folder."""
    paths = [str(folder), str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@contextmanager
def installed(folder: Path, *names: str) -> Iterator[Path]:
    """Within it `pbem.campaign.core.rulebooks` finds these rulesets in this process too."""
    path = str(write_distribution(folder, *names))
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
