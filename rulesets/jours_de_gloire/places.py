"""Which counters stand where: an index of the counters in play, made once and passed on as they move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

_COUNTER = re.compile(r"([a-z-]+)([1-9][0-9]{0,5})", re.ASCII)


class Standing(Protocol):
    """Of a counter in play: whose it is and where it stands."""

    @property
    def army(self) -> str: ...

    @property
    def box(self) -> str: ...


@lru_cache(maxsize=4096)
def number_of(counter: str) -> int:
    """The number in a counter's id; 0 where there is none."""
    found = _COUNTER.fullmatch(counter)
    return int(found[2]) if found else 0


class Places:
    """Counters by army and box, in order of army and number. Never changed; `moved` gives another one.

    counted: the counters that it was made of.
    """

    __slots__ = ("_all", "_there", "counted")

    def __init__(self, counted: Mapping[str, Standing]) -> None:
        self.counted = counted
        self._there: dict[str, dict[str, tuple[str, ...]]] = {}
        self._all: dict[str, tuple[str, ...]] = {}
        there: dict[str, dict[str, list[str]]] = {}
        for counter in sorted(counted, key=number_of):
            piece = counted[counter]
            there.setdefault(piece.army, {}).setdefault(piece.box, []).append(counter)
        for army in sorted(there):
            self._there[army] = {box: tuple(those) for box, those in there[army].items()}

    def counters(self, army: str = "", box: str = "") -> tuple[str, ...]:
        """Those of one army or all, in one box or everywhere."""
        if not army:
            return tuple(counter for one in self._there for counter in self.counters(one, box))
        if box:
            return self._there.get(army, {}).get(box, ())
        if army not in self._all:
            those = (counter for group in self._there.get(army, {}).values() for counter in group)
            self._all[army] = tuple(sorted(those, key=number_of))
        return self._all[army]

    def boxes(self, army: str) -> Iterable[str]:
        """Boxes with counters of an army, in any order."""
        return self._there.get(army, {}).keys()

    def changed(self, counted: Mapping[str, Standing], counters: Iterable[str]) -> Places:
        """The places after some counters were changed, came or went. counted: all counters then."""
        found = object.__new__(Places)
        found.counted, found._all = counted, dict(self._all)
        found._there = {army: dict(boxes) for army, boxes in self._there.items()}
        for counter in counters:
            found._move(counter, self.counted.get(counter), counted.get(counter))
        return found

    def _move(self, counter: str, before: Standing | None, after: Standing | None) -> None:
        if before is not None and after is not None and (before.army, before.box) == (after.army, after.box):
            return
        if before is not None:
            here = self._there[before.army].pop(before.box)
            if len(here) > 1:
                self._there[before.army][before.box] = tuple(other for other in here if other != counter)
        if after is not None:
            if after.army not in self._there:
                self._there = {army: self._there.get(army, {}) for army in sorted({*self._there, after.army})}
            others = self._there[after.army].get(after.box)
            there = tuple(sorted((*others, counter), key=number_of)) if others else (counter,)
            self._there[after.army][after.box] = there
        if before is None or after is None or before.army != after.army:
            for piece in (before, after):
                if piece is not None:
                    self._all.pop(piece.army, None)
