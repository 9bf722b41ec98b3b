"""What drawing has found before: kept within a program, and in a cache between two commands.

What is kept is known by a digest of all that it was found from, and of the programs that found it. A cache that
forgets, lies or takes nothing costs time only: who recalls nothing finds the same once more.
"""

from __future__ import annotations

import hashlib
import struct
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, cached_property
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from typing import Final, Protocol, TypeVar

from pbem import __version__
from pbem.engine.picture import Board, Place, Stroke

# Counted up when the same data are drawn differently than before.
_FORM: Final = 2
# Entries of a file, such as places of names: a map has a hundred or two of them.
_MOST: Final = 2048
# Bytes of a text that is kept.
_TEXT_LIMIT: Final = 2**23
_TWO: Final = struct.Struct(">2q")


class PictureCache(Protocol):
    """Where drawn things are kept between two commands. It may forget anything at any time, and raises nothing."""

    def read(self, name: str) -> bytes | None:
        """What was written under the name."""

    def write(self, name: str, data: bytes) -> None:
        """Keeps it where there is room."""


@cache
def versions() -> tuple[object, ...]:
    """What the same data may be drawn differently by, and how this machine orders bytes."""
    spec, name = find_spec("resvg_py"), ""
    if spec is not None and spec.origin is not None:
        # `importlib.metadata` reads as much, and is loaded for ten times as long.
        name = next((path.name for path in Path(spec.origin).parents[1].glob("resvg_py-*.dist-info")), "")
    return _FORM, __version__, name, sys.byteorder


def digest(*parts: object) -> bytes:
    """Of plain data, and of the programs that draw it: 32 bytes."""
    return hashlib.sha256(repr((versions(), *parts)).encode("utf-8")).digest()


Measure = TypeVar("Measure")


def once(measure: Callable[[Board], Measure]) -> Callable[[Board], Measure]:
    """A measure that is taken once of each of the last boards, known as the very same: comparing takes as long."""
    taken: deque[tuple[Board, Measure]] = deque(maxlen=16)

    def known(board: Board) -> Measure:
        # Of a copy: another thread may add to it.
        for one, found in tuple(taken):
            if one is board:
                return found
        found = measure(board)
        taken.append((board, found))
        return found

    return known


_PLACE: Final = attrgetter(*Place.__slots__)
_STROKE: Final = attrgetter(*Stroke.__slots__)


@once
def board_digest(board: Board) -> bytes:
    """Of all that is printed on a map."""
    rest = (board.id, board.title, board.span, board.grid, board.top)
    # Each is asked for its members at once: there are hundreds.
    return digest(rest, list(map(_PLACE, board.places)), list(map(_STROKE, board.strokes)))


# -- files -------------------------------------------------------------------------


def put(cache: PictureCache, name: str, entries: Mapping[bytes, bytes], limit: int) -> None:
    """Writes as many of the entries, in their order, as there is room for. Their keys are digests."""
    parts, size = [], 0
    for key, data in entries.items():
        size += len(data) + 36
        if size > limit:
            break
        parts.append(key + struct.pack(">I", len(data)) + data)
    body = b"".join(parts)
    cache.write(name, hashlib.sha256(body).digest() + body)


def taken(cache: PictureCache | None, name: str) -> dict[bytes, bytes]:
    """The entries of a file as `put` wrote them, nothing where it is another."""
    data = cache.read(name) if cache is not None else None
    if not data or hashlib.sha256(memoryview(data)[32:]).digest() != data[:32]:
        return {}
    found, at = {}, 32
    while at + 36 <= len(data):
        (length,) = struct.unpack_from(">I", data, at + 32)
        found[data[at : at + 32]] = data[at + 36 : at + 36 + length]
        at += 36 + length
    return found


# -- notes and texts ---------------------------------------------------------------


class Memory:
    """Short notes, and long texts: each kind in a file of its own, what was used first before the rest."""

    def __init__(self, cache: PictureCache | None = None) -> None:
        self._cache = cache
        self._notes, self._texts = _File(cache, "names", 2**20), _File(cache, "drawn", 2**21)

    @property
    def lasts(self) -> bool:
        """Whether what is written down is there for the next command."""
        return self._cache is not None

    def note(self, key: bytes) -> bytes | None:
        """What was noted under a digest."""
        return self._notes.get(key)

    def write_down(self, key: bytes, data: bytes) -> None:
        """Notes it."""
        self._notes.set(key, data)

    def text(self, key: bytes, write: Callable[[], str]) -> str:
        """A text that depends on nothing but what its digest is made of."""
        if self._cache is None:
            return write()
        with suppress(ValueError, zlib.error):
            unzip = zlib.decompressobj()
            found = unzip.decompress(self._texts.get(key) or b"", _TEXT_LIMIT)
            if unzip.eof:
                return found.decode("utf-8")
        text = write()
        data = text.encode("utf-8")
        if len(data) < _TEXT_LIMIT:
            self._texts.set(key, zlib.compress(data, 1))
        return text

    def close(self) -> None:
        """Puts on the cache what is new."""
        self._notes.close()
        self._texts.close()


class _File:
    """Entries of a file, read when one of them is first asked for. limit: of its bytes."""

    def __init__(self, cache: PictureCache | None, name: str, limit: int) -> None:
        self._cache, self._name, self._limit = cache, name, limit
        self._used: dict[bytes, bytes] = {}
        self._changed = False

    @cached_property
    def _kept(self) -> dict[bytes, bytes]:
        return taken(self._cache, self._name)

    def get(self, key: bytes) -> bytes | None:
        if key not in self._used and key in self._kept:
            self._used[key] = self._kept[key]
        return self._used.get(key)

    def set(self, key: bytes, data: bytes) -> None:
        if len(self._used) >= _MOST:
            self._used.clear()
        self._used[key], self._changed = data, True

    def close(self) -> None:
        if self._cache is not None and self._changed:
            entries = {**self._used, **self._kept}
            put(self._cache, self._name, dict(list(entries.items())[:_MOST]), self._limit)
            self._changed = False


_FORGETFUL: Final = Memory()
# Of each thread by itself: a server draws for several campaigns at a time.
_CURRENT: Final[ContextVar[Memory]] = ContextVar("memory", default=_FORGETFUL)


def memory() -> Memory:
    """Of the drawing that goes on."""
    return _CURRENT.get()


def ground_text(board: Board, how: object, write: Callable[[], str]) -> str:
    """What is drawn of a whole map and never changes. how: in what way."""
    return memory().text(digest(board_digest(board), how), write)


def two_of_board(board: Board, what: str, measure: Callable[[], tuple[int, int]]) -> tuple[int, int]:
    """Two measures of a board that take long to find."""
    notes = memory()
    if not notes.lasts:
        return measure()
    key = digest(board_digest(board), what)
    found = notes.note(key) or b""
    if len(found) != _TWO.size:
        found = _TWO.pack(*measure())
        notes.write_down(key, found)
    one, other = _TWO.unpack(found)
    return one, other


@contextmanager
def remembering(cache: PictureCache | None) -> Iterator[None]:
    """Draws with what lies in a cache, and puts there what is found."""
    kept = Memory(cache)
    token = _CURRENT.set(kept)
    try:
        yield
    finally:
        _CURRENT.reset(token)
        kept.close()
