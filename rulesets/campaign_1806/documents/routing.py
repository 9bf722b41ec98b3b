"""Ways that a player did not write out: the cheapest one, around enemy zones, by road march where he says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.wargame.movement import reach
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.march.arriving import group_of
from rulesets.campaign_1806.rules.march.costs import MARCH, step_cost
from rulesets.campaign_1806.rules.march.zones import why_not_enter, why_not_leave

FAR: Final = 120
"""Half points within which a way is looked for that nobody can go in one turn, to say what it would cost."""


def start_of(play: Play, units: Sequence[str], enter: str) -> str:
    """The hex in which a way of some counters begins: theirs, or that in which they come in; "" for none."""
    at = play.at.get(units[0], "")
    if at:
        return at
    laid = next((side for side, (train, _) in play.position.pontoons.items() if train == units[0]), "")
    group = group_of(play, units[0])
    return enter or (laid.partition("/")[0] if laid else group.at if group else "")


def find_way(play: Play, units: Sequence[str], to: str, *, enter: str = "", road: bool = False) -> list[str]:
    """osg 4.1-2, 8.11-1, 8.21-1: the cheapest course to a hex, whatever it costs; [] where none leads there."""
    start = start_of(play, units, enter)
    if not start:
        return []
    begin = [start, MARCH] if road and units[0] not in play.marching else [start]
    if to in ("", start):
        return begin
    found = reach(start, FAR, play.field.neighbours.__getitem__, Costs(play, units, road=road).of, until=to)
    return [*begin, *found.paths[to][1:]] if to in found.costs else []


class Costs:
    """What steps cost the slowest of some counters in half points; None where one of them may not go. It is asked on a
    board that stays as it is."""

    def __init__(self, play: Play, units: Sequence[str], *, road: bool) -> None:
        self.play, self.units = play, units
        self.road = road or any(uid in play.marching for uid in units)
        self.crossings = play.crossings
        # What steps cost hangs on the kind of a counter alone.
        self._movers = tuple({unit.kind: unit for unit in map(play.unit, units)}.values())
        # Hex -> whether all may enter it, and go on from it.
        self._enters: dict[str, bool] = {}
        self._leaves: dict[str, bool] = {}

    def of(self, a: str, b: str) -> int | None:
        """osg 4.1-1, 4.1-2, 8.12E: of one step; nobody goes on from a zone that would hold him."""
        if not self._may_leave(a) or not self._may_enter(b):
            return None
        dearest = 0
        for unit in self._movers:
            cost = step_cost(self.play.field, unit, a, b, marching=self.road, crossings=self.crossings)
            if cost is None:
                return None
            dearest = max(dearest, cost)
        return dearest

    def _may_enter(self, at: str) -> bool:
        found = self._enters.get(at)
        if found is None:
            quiet = at not in self.play.here and not self.play.in_zone(at, self.play.foe)
            found = quiet or not any(why_not_enter(self.play, uid, at, self.units) for uid in self.units)
            self._enters[at] = found
        return found

    def _may_leave(self, at: str) -> bool:
        """Out of the hex in which they stand everybody may try to go: by what refuses it he is told why."""
        found = self._leaves.get(at)
        if found is None:
            held = self.play.in_zone(at, self.play.foe) and any(self.play.at.get(uid) != at for uid in self.units)
            found = not (held and any(why_not_leave(self.play, uid, at) for uid in self.units))
            self._leaves[at] = found
        return found
