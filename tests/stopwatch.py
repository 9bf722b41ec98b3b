"""How long something takes, for the benchmarks; and whether hostile input costs more than it may."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_USUAL = 0.005
"""Seconds that `_labour` takes on an idle machine of ordinary speed."""


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of several runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def _labour() -> float:
    """Processor seconds of a fixed piece of work."""
    begun, seen = time.process_time(), dict.fromkeys(range(1000), 0)
    for number in range(50_000):
        seen[number % 1000] += number
    return time.process_time() - begun


def slowness(times: int = 5) -> float:
    """How many times as long as on an idle machine of ordinary speed something takes now, at least once."""
    return max(1.0, min(_labour() for _ in range(times)) / _USUAL)


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """What is done in it takes no more processor seconds than so many, of a machine of ordinary speed: a slower one,
    or one that is busy, is measured beside it and has as much more."""
    before, begun = _labour(), time.process_time()
    yield
    taken = time.process_time() - begun
    slowness = max(1.0, before / _USUAL, _labour() / _USUAL)
    assert taken < seconds * slowness, f"{taken:.1f} s, on a machine {slowness:.1f} times as slow as usual"
