"""How long something takes, for the benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of several runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)
