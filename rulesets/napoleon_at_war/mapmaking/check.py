"""Whether a map file is sound: every fault of a map at once, as sentences for the one who makes it."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pbem.wargame.hexgrid import HexGrid, Hexside, hexside
from rulesets.data_reader import read_data
from rulesets.napoleon_at_war.mapmaking.mapfile import LEGEND, BattleMap
from rulesets.napoleon_at_war.mapmaking.sketch import MapPlan


class Checker:
    """One map against the rulebook's facts. fixed: the set-up and entry hexes of the scenario on this map."""

    def __init__(self, battle: BattleMap, plan: MapPlan, fixed: Sequence[str]) -> None:
        self.battle, self.plan, self.fixed = battle, plan, fixed
        self.grid = HexGrid.rectangle(battle.layout, battle.columns, battle.rows)
        self.slopes = frozenset(battle.slopes())
        self.features = {kind: frozenset(hexsides) for kind, hexsides in battle.hexsides.items()}
        self.road = frozenset(hexside(a, b) for path in battle.roads for a, b in pairwise(path))

    def faults(self) -> list[str]:
        """All of them; those of passage only when the parts they rest on are sound."""
        found = [*self.letters(), *self.places(), *self.paths(), *self.hexsides()]
        if not found:
            found = [*self.slope_hexes(), *self.borders(), *self.facts(), *self.passage(), *self.reach()]
        return [f"{self.battle.id}: {fault}" for fault in found]

    def letters(self) -> Iterator[str]:
        """Every hex has a letter of the legend."""
        for at in self.grid.hexes:
            if self.battle.letters.get(at) not in LEGEND:
                yield f"{at} has no terrain of the legend"

    def places(self) -> Iterator[str]:
        """Names and the rulebook's set-up and entry hexes are on the map."""
        for at in (*self.battle.names, *self.fixed):
            if at not in self.grid:
                yield f"{at} is named but not on the map"

    def paths(self) -> Iterator[str]:
        """Roads are chains of two or more neighbours (5.22)."""
        for path in self.battle.roads:
            if len(path) < 2:
                yield f"a road of one hex: {' '.join(path)}"
            for a, b in pairwise(path):
                if not self._touch(a, b):
                    yield f"a road jumps from {a} to {b}"

    def hexsides(self) -> Iterator[str]:
        """Hexsides lie between neighbours, once each; bridges over water, which is a river or a stream, not both."""
        for kind, hexsides in self.battle.hexsides.items():
            for a, b in hexsides:
                if not self._touch(a, b) or a > b:
                    yield f"{kind} {a}-{b} is no hexside in its one spelling"
            if len(set(hexsides)) < len(hexsides):
                yield f"{kind} names a hexside twice"
        for a, b in sorted(self.features["bridge"] - self.features["river"] - self.features["stream"]):
            yield f"the bridge {a}-{b} stands over no water"
        for a, b in sorted(self.features["river"] & self.features["stream"]):
            yield f"{a}-{b} is both river and stream"

    def slope_hexes(self) -> Iterator[str]:
        """A slope hexside has one slope hex, its low side (5.26); a slope hex has such a hexside."""
        for a, b in sorted(self.features["slope"]):
            if (a in self.slopes) == (b in self.slopes):
                yield f"of the slope hexside {a}-{b} not exactly one hex bears the slope symbol"
        climbed = {at for between in self.features["slope"] for at in between}
        for at in sorted(self.slopes - climbed):
            yield f"the slope hex {at} has no slope hexside"

    def borders(self) -> Iterator[str]:
        """Edges are the outermost hexes; the sections of the transit track divide their edge in two runs."""
        lines = self.battle.lines()
        outer = {
            "north": tuple(lines[0]),
            "south": tuple(lines[-1]),
            "west": tuple(line[0] for line in lines),
            "east": tuple(line[-1] for line in lines),
        }
        for edge, hexes in outer.items():
            if self.battle.edges.get(edge) != hexes:
                yield f"the {edge} edge is not its outermost hexes"
        sections = self.battle.transit.get("western", ()) + self.battle.transit.get("eastern", ())
        if sections != outer[self.plan.transit_edge] or len(self.battle.transit) != 2:
            yield "the Western and the Eastern section do not divide the edge towards the transit track"

    def facts(self) -> Iterator[str]:
        """What the rulebook says of single hexes: entries (15.0), set-ups (13.0), hilltops and towns (21.1, 21.2)."""
        for edge, hexes in self.plan.entries.items():
            yield from (
                f"the entry hex {at} is not on the {edge} edge" for at in hexes if at not in self.battle.edges[edge]
            )
        yield from (f"{at} is forest: no place to set up or to enter by night" for at in self.fixed if self._forest(at))
        for top in self.plan.hilltops:
            around = {hexside(top, near) for near in self.grid.neighbours(top)}
            if not around <= self.features["slope"] or top in self.slopes:
                yield f"the hilltop {top} has not a slope hexside all round"
        for name in self.plan.towns:
            if not any(self.battle.kind(at) == "town" for at, given in self.battle.names.items() if given == name):
                yield f"{name} is no town of the map"

    def passage(self) -> Iterator[str]:
        """Every hex can be reached from every other, by day and, woods apart, by night (5.24, 16.1)."""
        open_by_night = frozenset(at for at in self.grid.hexes if not self._forest(at))
        for when, ground in (("day", frozenset(self.grid.hexes)), ("night", open_by_night)):
            cut = sorted(ground - self._flooded(min(self.fixed), ground))
            if cut:
                yield f"by {when} these hexes cannot be reached from {min(self.fixed)}: {' '.join(cut)}"

    def reach(self) -> Iterator[str]:
        """naw 21.2: a unit in fog gets from its entry hex to the town; entering by road costs half a point (14.13)."""
        for start, town, points in self.plan.reach:
            ends = [at for at, name in self.battle.names.items() if name == town]
            spent = self._costs(start)
            if not any(spent.get(at, 2 * points + 1) <= 2 * points for at in ends):
                yield f"{town} cannot be reached with {points} movement points by way of {start}"

    def _touch(self, a: str, b: str) -> bool:
        return a in self.grid and b in self.grid and self.grid.adjacent(a, b)

    def _forest(self, at: str) -> bool:
        return self.battle.kind(at) == "forest"

    def _barred(self, between: Hexside) -> bool:
        return between in self.features["river"] and between not in self.features["bridge"]

    def _flooded(self, start: str, ground: frozenset[str]) -> set[str]:
        seen, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            for near in self.grid.neighbours(at):
                if near in ground and near not in seen and not self._barred(hexside(at, near)):
                    seen.add(near)
                    waiting.append(near)
        return seen

    def _costs(self, start: str) -> dict[str, int]:
        """Half movement points along roads alone from off the map by way of an entry hex."""
        spent: dict[str, int] = {}
        queue = [(1, start)]
        while queue:
            cost, at = heapq.heappop(queue)
            if at not in spent:
                spent[at] = cost
                for near in self.grid.neighbours(at):
                    if hexside(at, near) in self.road:
                        heapq.heappush(queue, (cost + 1, near))
        return spent


def fixed_hexes(scenario: Path, plan: MapPlan) -> list[str]:
    """The set-up hexes and entry hexes of a scenario that lie on one map, in ascending order."""
    data: dict[str, Any] = read_data("scenario.yaml", (scenario / "scenario.yaml").read_bytes())
    numbers = {at for places in data["setup"].values() for at in places.values()}
    numbers |= {group["at"] for groups in data["reinforcements"].values() for group in groups}
    return sorted(at for at in numbers if plan.rows[0] <= int(at[2:]) <= plan.rows[1])
