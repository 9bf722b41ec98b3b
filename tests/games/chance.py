"""What players draw by chance, drawn again: a game of the same seed is the same game."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def fixed_secrets(seed: str, *, names: bool = True) -> Iterator[None]:
    """Every secret and nonce from one seed: the same game again, byte for byte.

    names: whether names of temporary files take from it, too. Where they do, it is another game as soon as files are
    written more or less often.
    """
    stream = random.Random(seed)
    real = secrets.token_bytes, secrets.token_hex
    secrets.token_bytes = lambda count=32: stream.randbytes(count or 32)  # type: ignore[assignment]
    if names:
        secrets.token_hex = lambda count=32: stream.randbytes(count or 32).hex()  # type: ignore[assignment]
    try:
        yield
    finally:
        secrets.token_bytes, secrets.token_hex = real


@contextmanager
def fixed_evening(seed: str) -> Iterator[None]:
    """The same game again where messages bear the time of day, which their ids hang on and so the dice."""
    real, stopped = time.gmtime, time.gmtime(1_700_000_000)
    time.gmtime = lambda seconds=None: stopped if seconds is None else real(seconds)  # type: ignore[assignment]
    try:
        with fixed_secrets(seed, names=False):
            yield
    finally:
        time.gmtime = real  # type: ignore[assignment]


@contextmanager
def fixed_table(seed: str) -> Iterator[None]:
    """The same dice again of a game at one terminal, which this computer throws."""
    real = secrets.randbelow
    secrets.randbelow = random.Random(seed).randrange  # type: ignore[assignment]
    try:
        yield
    finally:
        secrets.randbelow = real
