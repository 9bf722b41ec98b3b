"""Dice as a function of a segment's seed, and the tape that records them (protocol section 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from pbem.protocol.canonical import canon
from pbem.protocol.encoding import digest, enc, u64
from pbem.protocol.faults import Fault

T = TypeVar("T")
Entry = list[str | int]

MAX_DRAWS = 65_536
_LABEL = re.compile(r"[a-z0-9._-]{1,64}")


def segment_seed(game: bytes, seq: int, opener: bytes, reveal: bytes) -> bytes:
    """Seed of the segment that message `seq` with id `opener` opened; `reveal`: of the message after it."""
    return digest("seed", game, u64(seq), opener, reveal)


def tape_digest(tape: list[Entry]) -> bytes:
    """What the closing message signs of the dice."""
    return digest("tape", canon(tape))


class Stream:
    """The dice of one segment, in the order in which the rules ask, and the tape of what was asked.

    tape: list of [label, n, result]; [label + ".void", 0, 0] and [label + ".default", 0, 0] mark orders
    that were void or replaced by their default. A label outside `[a-z0-9._-]{1,64}`, a size outside
    1..65,536 or more than 65,536 draws is a fault of the rules, not of a player: Fault ENGINE_MISMATCH.
    """

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.tape: list[Entry] = []
        self._prefix = enc("stream", seed, u64(0))[:-8]
        self._bytes = b""
        self._at = 0
        self._blocks = 0
        self._draws = 0

    def block(self, j: int) -> bytes:
        """Block `j` of the stream, 32 bytes."""
        return sha256(self._prefix + u64(j)).digest()

    def below(self, n: int) -> int:
        """A uniform number of 0..n-1; no entry on the tape. Reads no byte for n = 1."""
        if not 1 <= n <= MAX_DRAWS:
            raise Fault("ENGINE_MISMATCH", f"a draw among {n} is outside 1..65536")
        self._count()
        if n == 1:
            return 0
        width = 1 if n <= 256 else 2
        limit = 256**width - 256**width % n
        while True:
            x = self._next(width)
            if x < limit:
                return x % n

    def die(self, label: str, n: int) -> int:
        """One die of `n` sides, 1..n."""
        _check(label)
        result = self.below(n) + 1
        self._record(label, n, result)
        return result

    def pick(self, label: str, xs: Sequence[T]) -> T:
        """One of `xs`, each equally likely; the tape records its place, from 1."""
        _check(label)
        index = self.below(len(xs))
        self._record(label, len(xs), index + 1)
        return xs[index]

    def shuffle(self, label: str, xs: Sequence[T]) -> list[T]:
        """A new list with the elements of `xs` in random order, one draw for each but the first."""
        _check(label)
        order = list(xs)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
            self._record(label, i + 1, j + 1)
        return order

    def void(self, label: str) -> None:
        """Record that an order was illegal when its turn came and counts as not given."""
        self._mark(label + ".void")

    def default(self, label: str) -> None:
        """Record that a decision's default replaced a missing or void answer."""
        self._mark(label + ".default")

    def unseen(self, label: str, n: int) -> None:
        """One private draw among `n`: the tape says that it was made; `private_results` tells its owner the rest."""
        _check(label)
        if not 1 <= n <= MAX_DRAWS:
            raise Fault("ENGINE_MISMATCH", f"a draw among {n} is outside 1..65536")
        self._count()
        self.tape.append([label, n, 0])

    def private(self, w: bytes) -> PrivateStream:
        """Draws that only the holder of `w` sees; they are noted on this tape without their result."""
        return PrivateStream(self, w)

    def _mark(self, label: str) -> None:
        _check(label)
        self.tape.append([label, 0, 0])

    def _record(self, label: str, n: int, result: int) -> None:
        self.tape.append([label, n, result])

    def _count(self) -> None:
        self._draws += 1
        if self._draws > MAX_DRAWS:
            raise Fault("ENGINE_MISMATCH", "the rules ask for more than 65536 draws in one segment")

    def _next(self, width: int) -> int:
        while len(self._bytes) - self._at < width:
            self._bytes = self._bytes[self._at :] + self.block(self._blocks)
            self._at = 0
            self._blocks += 1
        self._at += width
        return int.from_bytes(self._bytes[self._at - width : self._at], "big")


class PrivateStream(Stream):
    """Draws of the closer over H("private", seed, w, u64(j)); entries [label, n, 0] on the public tape."""

    def __init__(self, public: Stream, w: bytes) -> None:
        super().__init__(public.seed)
        self.tape = public.tape
        self._public = public
        self._prefix = enc("private", public.seed, w, u64(0))[:-8]

    def _record(self, label: str, n: int, result: int) -> None:
        self.tape.append([label, n, 0])

    def _count(self) -> None:
        self._public._count()


def private_results(seed: bytes, w: bytes, tape: Sequence[Entry]) -> list[tuple[str, int, int]]:
    """Label, size and result of every private draw on a tape, in order, for whoever knows `w`."""
    stream = Stream(seed).private(w)
    drawn = [(str(label), int(n)) for label, n, result in tape if int(n) > 0 and result == 0]
    return [(label, n, stream.below(n) + 1) for label, n in drawn]


def _check(label: str) -> None:
    if _LABEL.fullmatch(label) is None:
        raise Fault("ENGINE_MISMATCH", f"label {label[:70]!r} does not match [a-z0-9._-]{{1,64}}")
