"""What the practice opponent looks up about the board again and again: zones, ways, doubling, sight, odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from pbem.wargame.exchange import cheapest_payment
from rulesets.napoleon_at_war.rules.battle.artillery import sight_blockers
from rulesets.napoleon_at_war.rules.battle.odds import columns_of, doubling_hexside, hex_doubling
from rulesets.napoleon_at_war.setting import Setting

# Half movement points to a place that cannot be reached.
FAR = 10_000


class Ground:
    """Answers about one setting's maps and tables that never change; each is worked out once."""

    def __init__(self, setting: Setting) -> None:
        field = setting.field
        self.setting = setting
        self.near = field.zone_neighbours
        self.around = field.neighbours
        self.map_of = field.map_of
        self.open: Mapping[str, tuple[str, ...]] = {
            at: tuple(to for to in near if field.costs[at, to] is not None) for at, near in field.neighbours.items()
        }
        self.doubled = frozenset(at for at in field.hexes if hex_doubling(field, at))
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}
        self._sees: dict[tuple[str, str], bool] = {}
        self._doubling: dict[tuple[str, str], bool] = {}
        self._columns: dict[tuple[int, int, int], int] = {}
        self._fields: dict[tuple[str, ...], dict[str, int]] = {}
        self.columns = columns_of(setting.columns)
        # column -> how many of the six faces give each result
        self.chances: list[dict[str, int]] = [{} for _ in setting.columns]
        for row in setting.results.values():
            for index, result in enumerate(row):
                self.chances[index][result] = self.chances[index].get(result, 0) + 1

    def within(self, at: str, radius: int) -> tuple[str, ...]:
        """The hexes at most so far away, as the crow flies."""
        key = (at, radius)
        if key not in self._within:
            self._within[key] = self.setting.field.grids[self.map_of[at]].within(at, radius)
        return self._within[key]

    def sees(self, a: str, b: str) -> bool:
        """Whether a battery sees a hex two hexes away."""
        if (a, b) not in self._sees:
            self._sees[a, b] = not sight_blockers(self.setting.field, a, b)
        return self._sees[a, b]

    def doubling(self, start: str, at: str) -> bool:
        """Whether the hexside between attacker and defender doubles."""
        if (start, at) not in self._doubling:
            self._doubling[start, at] = bool(doubling_hexside(self.setting.field, start, at))
        return self._doubling[start, at]

    def column(self, attack: int, defence: int, shift: int) -> int:
        """The index of the odds column after a shift."""
        key = (attack, defence, shift)
        if key not in self._columns:
            found = self.columns.index(self.columns.column(attack, defence)) + shift
            self._columns[key] = min(max(found, 0), len(self.columns.names) - 1)
        return self._columns[key]

    def way_to(self, goals: Iterable[str]) -> Mapping[str, int]:
        """Half movement points from every hex of a map to the nearest goal, by day and without enemies."""
        key = tuple(sorted(goals))
        if key not in self._fields:
            if len(self._fields) > 200:
                self._fields.clear()
            self._fields[key] = self._spread(key)
        return self._fields[key]

    def _spread(self, goals: tuple[str, ...]) -> dict[str, int]:
        steps = self.setting.field.steps
        found: dict[str, int] = {}
        heap = [(0, at) for at in goals]
        while heap:
            cost, at = heappop(heap)
            if at in found:
                continue
            found[at] = cost
            for back in self.around[at]:
                step = steps[back][at]
                if step is not None and back not in found:
                    heappush(heap, (cost + step, back))
        return found


@lru_cache(maxsize=4096)
def price(strengths: tuple[int, ...], owed: int) -> int:
    """Strength points that an exchange costs attackers of these strengths."""
    paid = cheapest_payment([(str(index), strength) for index, strength in enumerate(strengths)], owed)
    return sum(strengths) if paid is None else sum(strengths[int(index)] for index in paid)
