"""Rulesets that stand in a page: their files, written where Python and pbem find them as installed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.campaign.core import rulebooks
from tests.docs.blocks import blocks

_FILE = "file="


def files_of(page: str, package: str) -> Mapping[str, str]:
    """Path -> text of the files of a package; several blocks with one name are one file, in their order."""
    found: dict[str, str] = {}
    for block in (*blocks(page, "yaml"), *blocks(page, "python")):
        for word in block.words[:1]:
            path = word.removeprefix(_FILE)
            if word.startswith(_FILE) and path.partition("/")[0] == package:
                found[path] = found.get(path, "") + block.text
    return found


def write(page: str, package: str, root: Path) -> None:
    """Writes a package into a folder, and beside it what an installation leaves: its name and its entry point."""
    for name, text in files_of(page, package).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
    facts = root / f"{package}-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", "utf-8")
    (facts / "entry_points.txt").write_text(f"[{rulebooks.GROUP}]\n{package} = {package}:ruleset\n", "utf-8")


@contextmanager
def installed(root: Path, package: str) -> Iterator[Any]:
    """The ruleset of a package in a folder, known to this process for a while."""
    sys.path.insert(0, str(root))
    importlib.invalidate_caches()
    _forget()
    try:
        yield rulebooks.ruleset(package)
    finally:
        sys.path.remove(str(root))
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]
        _forget()


def _forget() -> None:
    rulebooks.names.cache_clear()
    rulebooks.ruleset.cache_clear()
