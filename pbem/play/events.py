"""What changes while a page is open: a line of JSON for each campaign, and one more whenever a file of it has changed.

Files are looked at twice a second. Logs grow by commands and by mail beside the page, orders are edited beside it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool

from pbem.campaign.writing.orders_at_hand import digest_of
from pbem.campaign.writing.orders_file import ORDERS_FILE
from pbem.campaign.writing.standing import STANDING
from pbem.errors import Problem
from pbem.store.files import read_bounded
from pbem.store.folder import DOCUMENT_LIMIT, LOG, LOG_LIMIT

if TYPE_CHECKING:
    from pbem.play.evening import Evening

PAUSE: Final = 0.5
"""Seconds between two looks."""
# Looks after which campaigns that are new here are looked for.
_LIST_AFTER: Final = 4
# Looks after which a line goes out though nothing has changed: a page that is gone is found out by it.
_SIGN_OF_LIFE: Final = 30
_Marks = tuple[tuple[int, int, int] | None, ...]


async def stream(evening: Evening) -> AsyncIterator[bytes]:
    """Lines of JSON until the server ends, or the page goes; {} as a sign of life."""
    watch = _Watch(evening)
    quiet = 0
    while not evening.stopping:
        told = await run_in_threadpool(watch.look)
        quiet = 0 if told else quiet + 1
        for one in told:
            yield _line(one)
        if quiet >= _SIGN_OF_LIFE:
            quiet = 0
            yield _line({})
        await asyncio.sleep(PAUSE)


def _line(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


class _Watch:
    """What one page has been told."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._places: Mapping[str, Path] = {}
        self._marks: dict[str, _Marks] = {}
        self._told: dict[str, Mapping[str, Any]] = {}
        self._looks = 0

    def look(self) -> list[Mapping[str, Any]]:
        """What is new since the last look."""
        if self._looks % _LIST_AFTER == 0:
            # A page takes the end of the stream for the end of the program: what cannot be read now is told elsewhere.
            with suppress(Problem):
                self._places = self._evening.places()
        self._looks += 1
        found = [self._campaign(id, path) for id, path in self._places.items()]
        return [one for one in found if one is not None]

    def _campaign(self, id: str, path: Path) -> Mapping[str, Any] | None:
        marks = tuple(_mark(path / name) for name in (LOG, ORDERS_FILE, STANDING))
        if self._marks.get(id) == marks:
            return None
        told = {
            "campaign": id,
            "log": _read(path / LOG, LOG_LIMIT).count(b"\n"),
            "orders": _digest(path / ORDERS_FILE),
            "standing": _digest(path / STANDING),
        }
        self._marks[id] = marks
        if self._told.get(id) == told:
            return None
        self._told[id] = told
        return told


def _mark(path: Path) -> tuple[int, int, int] | None:
    """What tells whether a file has changed, without reading it."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns)


def _read(path: Path, limit: int) -> bytes:
    """The file, b"" for one that is not there or cannot be read."""
    try:
        return read_bounded(path, limit)
    except Problem:
        return b""


def _digest(path: Path) -> str:
    data = _read(path, DOCUMENT_LIMIT)
    return digest_of(data) if data else ""
