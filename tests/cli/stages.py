"""Stages of a campaign, each played once a process: what commands left in some folders is laid down anew for each test.

Most tests of commands begin with the same few commands of two people. What these do is tested once; the folders that
they leave are the same bytes, rights and times for everybody who comes to the same stage.
"""

from __future__ import annotations

import os
import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

MOST: Final = 48
"""Stages that are kept; the one that was not asked for the longest goes first."""
_ROOT: Final = b"\0root\0"
"""Stands for the folder in which everything lies, wherever a file names it."""


@dataclass(frozen=True)
class Kept:
    """A file, or a folder (content None). mode: its rights. at: when it was changed, in nanoseconds."""

    mode: int
    at: int
    content: bytes | None


Stage = Mapping[str, Kept]
_stages: OrderedDict[bytes, Stage] = OrderedDict()


def reached(root: Path, folders: Sequence[Path], step: object, play: Callable[[], object]) -> None:
    """Brings the folders to where `play` brings them from here: by playing it, or by what it left from the same bytes.

    root: the folder that the campaigns' own files may name. step: what is played, as far as the folders do not tell.
    """
    before = _taken(root, folders)
    key = _digest(repr(step), before)
    after = _stages.get(key)
    if after is not None:
        _stages.move_to_end(key)
        _lay_down(root, before, after)
        return
    play()
    _stages[key] = _taken(root, folders)
    if len(_stages) > MOST:
        _stages.popitem(last=False)


def _taken(root: Path, folders: Sequence[Path]) -> Stage:
    """What lies in the folders, by its path below the root; a folder before what it holds."""
    named = os.fsencode(root)
    return {
        path.relative_to(root).as_posix(): Kept(
            (found := path.stat()).st_mode & 0o7777,
            found.st_mtime_ns,
            None if path.is_dir() else path.read_bytes().replace(named, _ROOT),
        )
        for folder in folders
        for path in _below(folder)
    }


def _below(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield folder
        for path in sorted(folder.rglob("*")):
            assert not path.is_symlink()
            yield path


def _digest(step: str, stage: Stage) -> bytes:
    told = sha256(step.encode("utf-8"))
    for path, kept in stage.items():
        content = b"" if kept.content is None else sha256(kept.content).digest()
        told.update(b"%s\0%d\0%s" % (path.encode("utf-8"), kept.mode, content))
    return told.digest()


def _lay_down(root: Path, before: Stage, after: Stage) -> None:
    """Makes what lies there as it was after: times too, for some commands look which of two files is newer."""
    for path in before.keys() - after.keys():
        place = root / path
        if before[path].content is None:
            shutil.rmtree(place, ignore_errors=True)
        else:
            place.unlink(missing_ok=True)
    changed = {path: kept for path, kept in after.items() if before.get(path) != kept}
    for path, kept in changed.items():
        place = root / path
        if kept.content is None:
            place.mkdir(exist_ok=True)
        else:
            place.write_bytes(kept.content.replace(_ROOT, os.fsencode(root)))
        place.chmod(kept.mode)
    for path, kept in reversed(changed.items()):
        os.utime(root / path, ns=(kept.at, kept.at))
