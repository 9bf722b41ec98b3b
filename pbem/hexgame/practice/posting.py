"""Posting who does not attack by potential fields: posts, supports, a line without gaps, batteries behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pbem.hexgame.practice.rules import Forbidden, Goal
from pbem.hexgame.practice.scene import Plan, Scene
from pbem.hexgame.practice.worth import Worth

# Weights of a place: a half movement point nearer to the goal; sheltering ground under threat; a friend on either
# side; an enemy's way of retreat closed; the strength by which a threat exceeds what can resist it.
NEARER = 4
COVER = 12
BESIDE = 6
CLOSED = 25
UNDER_THREAT = 1
# A post counts so many times more than another goal; ways of retreat of an enemy that are worth closing.
POST = 2
MOST_CLOSED = 2


def danger(scene: Scene[Any], plan: Plan, unit: str, at: str) -> int:
    """The strength by which a threat exceeds the piece and half of the friends around it; batteries fear more."""
    rules = scene.rules
    threat = scene.threat.get(at, 0)
    if not threat:
        return 0
    own = rules.strength(unit) * rules.cover(at)
    support = sum(rules.strength(friend) for to in scene.ground.within(at, 2) for friend in plan.spot.get(to, ()))
    over = max(0, threat - 2 * own - support)
    return UNDER_THREAT * over * (2 if rules.is_battery(unit) else 1)


@dataclass(frozen=True)
class Wishes:
    """What a ruleset wants of posting.

    goal: piece, hex -> what it wants to get to from there. garrisons: whose posts are manned, the first first.
    forbidden: where a piece is not to end its move. danger: what it costs to stand somewhere.
    way_off: hex and edge over which a piece is to leave the map now, None if it stays.
    """

    goal: Callable[[str, str], Goal]
    garrisons: Iterable[Goal] = ()
    forbidden: Forbidden | None = None
    danger: Callable[[Scene[Any], Plan, str, str], int] = danger
    way_off: Callable[[str], tuple[str, str] | None] = lambda unit: None


class Posting:
    """Puts every piece that is still free where it serves best, those nearest to their goal first."""

    def __init__(self, scene: Scene[Any], plan: Plan, worth: Worth, wishes: Wishes) -> None:
        self.scene = scene
        self.plan = plan
        self.worth = worth
        self.wishes = wishes
        self.closing = self._ways_of_retreat()
        self.post_of: dict[str, str] = {}

    def _ways_of_retreat(self) -> dict[str, None]:
        """Hexes to which enemies under attack could still retreat."""
        plan = self.plan
        found: dict[str, None] = {}
        for target in plan.targets:
            ways = self.worth.escapes(target, (), lambda at: plan.zone.get(at, 0) > 0, lambda at: at in plan.spot)
            if len(ways) <= MOST_CLOSED:
                found.update(dict.fromkeys(ways))
        return found

    def post_all(self) -> None:
        """Decides for every free piece."""
        self._man_posts()
        for unit in sorted(self.plan.free(), key=self._order):
            off = self.wishes.way_off(unit)
            if off is not None:
                self.plan.off[unit] = off
                continue
            at = self._best(unit)
            if at:
                self.plan.put(unit, at)

    def _order(self, unit: str) -> tuple[bool, int, int, str]:
        """Batteries last, then by nearness to the goal."""
        rules, start = self.scene.rules, self._start(unit)
        far = self.wishes.goal(unit, start).far(start) if start else 0
        return rules.is_battery(unit), far, -rules.strength(unit), unit

    def _start(self, unit: str) -> str:
        return self.scene.board.at.get(unit) or next(iter(self.scene.ways[unit]), "")

    def _far(self, unit: str, post: str, at: str) -> int | None:
        """Half movement points from a hex to a post; None where no way leads there."""
        return self.scene.ground.way_to([post], self.scene.rules.mover(unit)).get(at)

    # -- places --------------------------------------------------------------------

    def _man_posts(self) -> None:
        """Each post gets the piece that is nearest to it; it goes there and stays."""
        rules, plan = self.scene.rules, self.plan
        for goal in self.wishes.garrisons:
            taken = [u for u in plan.free() if not rules.is_battery(u) and self._start(u) and u not in self.post_of]
            for post in goal.posts:
                if post in plan.spot or not taken:
                    continue
                ways = [(self._far(unit, post, self._start(unit)), unit) for unit in taken]
                near = [(way, -rules.strength(unit), unit) for way, unit in ways if way is not None]
                if near:
                    unit = min(near)[2]
                    self.post_of[unit] = post
                    taken.remove(unit)

    def _best(self, unit: str) -> str:
        """The best hex within reach that has room and is not forbidden; empty if there is none."""
        found = ""
        best = 0
        forbidden = self.wishes.forbidden
        zone = self.scene.rules.zone(unit)
        for at in self.scene.ways[unit]:
            if zone.get(at) or not self.plan.fits(at, unit) or (forbidden is not None and forbidden(unit, at)):
                continue
            value = self.value(unit, at)
            if not found or (value, at) > (best, found):
                found, best = at, value
        return found

    def value(self, unit: str, at: str) -> int:
        """What it is worth to have a piece in a hex at the end of the phase."""
        scene = self.scene
        post = self.post_of.get(unit)
        if post:
            far = (self._far(unit, post, at) or 0) * POST
        else:
            far = self.wishes.goal(unit, at).far(at)
        value = -NEARER * far
        if scene.threat.get(at) and scene.rules.cover(at) > 1:
            value += COVER
        value += BESIDE * self._beside(at)
        if self.closing:
            value += CLOSED * sum(to in self.closing for to in scene.board.controlled(unit, at))
        return value - self.wishes.danger(scene, self.plan, unit, at)

    def _beside(self, at: str) -> int:
        """Friends two hexes away with whom the piece makes a line that zones of control close; two at most."""
        plan, ground = self.plan, self.scene.ground
        near = ground.field.zone_neighbours[at]
        return min(2, sum(to in plan.spot and to not in near for to in ground.within(at, 2)))
