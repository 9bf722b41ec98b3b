"""Pages and pictures that a command writes where the person says, and never over anything else."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.cli.terminal import warn
from pbem.errors import Problem
from pbem.store.atomic import write_atomic
from pbem.store.desktop import hand_over
from pbem.store.faults import reported
from pbem.store.files import entry_at

# What files of a kind begin with.
_BEGINS = {".html": b"<!doctype html>", ".htm": b"<!doctype html>", ".svg": b"<svg "}


def require_kind(path: Path, *kinds: str) -> Path:
    """The whole path, whose name must end in one of these. Raises Problem FILE_KIND, or FILE_EXISTS where something
    else lies there."""
    path = Path(os.path.abspath(path))  # noqa: PTH100
    kind = path.suffix.lower()
    if kind not in kinds:
        wanted = " or ".join(kinds)
        raise Problem(
            "FILE_KIND", f"{path.name[:60]!a} does not end in {wanted}", f"name it so: turn{kinds[0]}", str(path)
        )
    entry = entry_at(path)
    if entry is not None and (entry.kind != "file" or not _of_kind(path, kind)):
        raise Problem("FILE_EXISTS", f"there is something under this name that is no {kind}", "name another", str(path))
    return path


def write_page(path: Path, data: bytes, *, opened: bool) -> None:
    """Writes a file that `require_kind` has allowed; opened: also hands it to the person's browser. Raises Problem."""
    write_atomic(path, data)
    if opened:
        open_for_person(path)


def open_for_person(path: Path) -> None:
    """Hands a file to the program that the system has for it; says so where nothing could open it."""
    if not hand_over(path):
        warn(f"nothing on this system could open it; it lies here: {path}")


def _of_kind(path: Path, kind: str) -> bool:
    with reported(path, writing=False), path.open("rb") as file:
        begin = file.read(16)
    return not begin or begin.lower().startswith(_BEGINS[kind])
