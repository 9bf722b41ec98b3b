"""Posting the units that do not attack: posts, supports, a line without gaps, guns behind it, ways off the map."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.napoleon_at_war.practice.goals import HOLD, LEAVE, Goal
from rulesets.napoleon_at_war.practice.value import Worth
from rulesets.napoleon_at_war.practice.view import Plan, View
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions

# Weights of a place: a half movement point nearer to the goal; doubling ground under threat; a friend on either
# side; an enemy's way of retreat closed; the strength by which a threat exceeds what can resist it.
NEARER = 4
COVER = 12
BESIDE = 6
CLOSED = 25
UNDER_THREAT = 1


class Posting:
    """Puts every unit that is still free where it serves best, those nearest to their goal first."""

    def __init__(self, view: View, plan: Plan, worth: Worth, goals: Mapping[str, Goal]) -> None:
        self.view = view
        self.plan = plan
        self.worth = worth
        self.goals = goals
        self.closing = self._ways_of_retreat()
        self.post_of: dict[str, str] = {}

    def _ways_of_retreat(self) -> dict[str, None]:
        """Hexes to which enemies under attack could still retreat."""
        plan = self.plan
        found: dict[str, None] = {}
        for target in plan.targets:
            ways = self.worth.escapes(target, (), lambda at: plan.zone.get(at, 0) > 0, lambda at: at in plan.spot)
            if len(ways) <= 2:
                found.update(dict.fromkeys(ways))
        return found

    def post_all(self) -> None:
        """Decides for every free unit."""
        self._man_posts()
        for unit in sorted(self.plan.free(), key=self._order):
            if not self._leaves(unit):
                at = self._best(unit)
                if at:
                    self.plan.put(unit, at)

    def _order(self, unit: str) -> tuple[bool, int, int, str]:
        """Batteries last, then by nearness to the goal."""
        view = self.view
        start = self._start(unit)
        return view.is_gun(unit), self._goal(start).far(start) if start else 0, -view.strength(unit), unit

    def _start(self, unit: str) -> str:
        ways = self.view.ways[unit]
        return self.view.position.at.get(unit) or next(iter(ways), "")

    def _goal(self, at: str) -> Goal:
        return self.goals[self.view.ground.map_of[at]]

    # -- posts -------------------------------------------------------------------

    def _man_posts(self) -> None:
        """Each post of a map that is held gets the unit that is nearest to it; it goes there and stays."""
        view, plan = self.view, self.plan
        for goal in self.goals.values():
            taken = [unit for unit in plan.free() if not view.is_gun(unit) and self._start(unit)]
            for post in goal.posts if goal.mode == HOLD else ():
                if post in plan.spot or not taken:
                    continue
                way = view.ground.way_to([post])
                near = [(way[start], -view.strength(u), u) for u in taken if (start := self._start(u)) in way]
                if near:
                    unit = min(near)[2]
                    self.post_of[unit] = post
                    taken.remove(unit)

    # -- leaving -------------------------------------------------------------------

    def _leaves(self, unit: str) -> bool:
        """Takes a unit off a map that its army leaves, if it can get over the edge."""
        view = self.view
        start = view.position.at.get(unit)
        goal = self._goal(start) if start else None
        if start is None or goal is None or goal.mode != LEAVE:
            return False
        around = view.setting.field.edges[view.ground.map_of[start]]
        options = MoveOptions(view.setting, view.board, due={})
        for at, (_, path) in view.ways[unit].items():
            for edge in goal.edges:
                entry = {"unit": unit, "path": list(path), "exit": edge}
                if at in around[edge] and options.why_not(entry) is None:
                    self.plan.off[unit] = (at, edge)
                    return True
        return False

    # -- places --------------------------------------------------------------------

    def _best(self, unit: str) -> str:
        """The best vacant hex within reach, out of enemy zones; empty if there is none."""
        view, plan = self.view, self.plan
        found = ""
        best = 0
        for at in view.ways[unit]:
            if at in plan.spot or view.zone.get(at):
                continue
            value = self.value(unit, at)
            if not found or (value, at) > (best, found):
                found, best = at, value
        return found

    def value(self, unit: str, at: str) -> int:
        """What it is worth to have a unit in a hex at the end of the phase."""
        view = self.view
        goal = self._goal(at)
        post = self.post_of.get(unit)
        far = view.ground.way_to([post]).get(at, 0) * 2 if post else goal.far(at)
        value = -NEARER * far
        if at in view.ground.doubled and view.threat.get(at):
            value += COVER
        value += BESIDE * self._beside(at)
        if self.closing:
            value += CLOSED * sum(to in self.closing for to in view.ground.near[at])
        return value - self._danger(unit, at)

    def _beside(self, at: str) -> int:
        """Friends two hexes away with whom the unit makes a line that zones of control close; two at most."""
        plan, ground = self.plan, self.view.ground
        near = ground.near[at]
        return min(2, sum(to in plan.spot and to not in near for to in ground.within(at, 2)))

    def _danger(self, unit: str, at: str) -> int:
        """The strength by which a threat exceeds the unit and half of the friends around it; batteries fear more."""
        view, plan = self.view, self.plan
        threat = view.threat.get(at, 0)
        if not threat:
            return 0
        own = view.strength(unit) * (2 if at in view.ground.doubled else 1)
        support = sum(view.strength(plan.spot[to]) for to in view.ground.within(at, 2) if to in plan.spot)
        over = max(0, threat - 2 * own - support)
        return UNDER_THREAT * over * (2 if view.is_gun(unit) else 1)
