"""The one error of game data: every fault of a map, graph or table at once."""

from __future__ import annotations

from collections.abc import Iterable


class DataFaults(ValueError):
    """Data that cannot be used, with all that is wrong with it.

    faults: one sentence each, in the order in which the data is read; never empty.
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))
