"""The data files of a ruleset, read as its manifest wants them."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

# The rule of the protocol's manifest for paths.
_PATH = re.compile(r"[a-z0-9_./-]+")


def read_folder(home: Path) -> dict[str, bytes]:
    """Every file below a folder, path -> bytes, in order of path.

    Raises ValueError for a link, a special file or a name that a manifest cannot hold.
    """
    found: dict[str, bytes] = {}
    for folder, folders, files in os.walk(home):
        for name in sorted((*folders, *files)):
            path = Path(folder) / name
            inside = path.relative_to(home).as_posix()
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode):
                continue
            if not stat.S_ISREG(mode):
                raise ValueError(f"{inside} is a link or a special file")
            if not _PATH.fullmatch(inside):
                raise ValueError(f"{inside!r} is no name for a data file")
            found[inside] = path.read_bytes()
    return dict(sorted(found.items()))
