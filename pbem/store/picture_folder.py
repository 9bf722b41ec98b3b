"""What a program can make again at any time, kept between two commands: safe to delete, bounded, never in the way."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Final

from pbem.errors import Problem
from pbem.store.atomic import is_temporary, write_atomic
from pbem.store.files import ensure_folder, entry_at, read_bounded
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER, REAL, System

# Files in a cache, and bytes of one of them.
MOST: Final = 24
LIMIT: Final = 16 * 2**20
_NAME: Final = re.compile(r"[a-z0-9-]{1,80}")


class PictureFolder:
    """Files in `folder`, which is made with the first of them. Nothing that goes wrong here is told to anybody."""

    def __init__(self, folder: Path, *, system: System = REAL) -> None:
        self.folder = folder
        self._system = system

    def read(self, name: str) -> bytes | None:
        """What was written under the name; None where nothing is, or it cannot be read."""
        with contextlib.suppress(Problem, OSError):
            path = self.folder / name
            if entry_at(path, system=self._system) is not None:
                return read_bounded(path, LIMIT, system=self._system)
        return None

    def write(self, name: str, data: bytes) -> None:
        """Keep it, in place of what was there. A full folder is emptied first."""
        if len(data) > LIMIT or not _NAME.fullmatch(name):
            return
        with contextlib.suppress(Problem, OSError):
            ensure_folder(self.folder.parent, mode=PRIVATE_FOLDER, system=self._system)
            ensure_folder(self.folder, mode=PRIVATE_FOLDER, system=self._system)
            names = self._system.list_folder(self.folder)
            # Of two programs that write at the same time one may lose what it keeps: it is made again.
            over = [one for one in names if one != name] if len(names) >= MOST and name not in names else []
            for one in [*over, *(one for one in names if is_temporary(one))]:
                with contextlib.suppress(OSError):
                    self._system.unlink(self.folder / one)
            write_atomic(self.folder / name, data, mode=PRIVATE_FILE, system=self._system)
