"""Where each unit of an army wants to be: at the enemy, at what the scenario pays for, off the map, or where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from pbem.hexgame.practice.ground import FAR
from pbem.hexgame.practice.posting import Wishes
from pbem.hexgame.practice.rules import Goal
from rulesets.napoleons_last_battles.practice.levels import Levels
from rulesets.napoleons_last_battles.practice.objectives import Objective, ways_off
from rulesets.napoleons_last_battles.practice.view import View

# Hexes that count as the neighbourhood of a unit, and from which the enemy threatens a post.
NEARBY: Final = 7
# A unit goes on where its side has at least so many tenths of the strength of the enemies nearby: who has to attack,
# and who may wait.
BOLD: Final = 6
PATIENT: Final = 12
# More tenths where the own level is nearer than the enemy's and so near.
CAREFUL: Final = 5
NEAR_LEVEL: Final = 10
# The most strength points that can come at one hex. What a threat beyond the own strength costs, for each point.
MOST_AT_ONCE: Final = 36
# Half movement points kept in hand by who marches off the map; tenths of the time left with which he sets out.
SPARE: Final = 4
SETS_OUT: Final = 6


class Goals:
    """The goals of one player turn. wanted: what the scenario pays for. attacks: whether the army has to attack."""

    def __init__(self, view: View, levels: Levels, wanted: Sequence[Objective], attacks: bool) -> None:
        self.view = view
        self.wanted = wanted
        own, theirs = levels.spare(view.army), levels.spare(view.foe)
        self.needed = BOLD if attacks else PATIENT
        self.careful = own < min(theirs, NEAR_LEVEL)
        self.needed += CAREFUL * self.careful
        self.attacks = attacks
        self.take = tuple(one.at for one in wanted if not one.ours)
        self.keep = tuple(one.at for one in sorted(wanted, key=_first) if one.ours and self._threatened(one.at))
        self._strengths = self._by_hex()
        self.goes_on = cache(self._goes_on)
        self.of = cache(self._of)
        self.leaving = cache(self._leaving)

    def _threatened(self, at: str) -> bool:
        return any(to in self.view.foes for to in self.view.ground.within(at, NEARBY))

    def _by_hex(self) -> dict[str, int]:
        """Strength points of our own side in each hex."""
        view, found = self.view, dict[str, int]()
        for unit in (*view.ways, *view.held):
            at = view.board.at.get(unit, "")
            if at and view.rules.fights(unit):
                found[at] = found.get(at, 0) + view.rules.strength(unit)
        return found

    def _goes_on(self, at: str) -> bool:
        """Whether enough stand around a hex to go for the enemies nearby."""
        near = self.view.ground.within(at, NEARBY)
        theirs = sum(map(self.view.strength_in, near))
        return 10 * sum(self._strengths.get(to, 0) for to in near) >= self.needed * theirs

    def _of(self, unit: str) -> Goal:
        """What a unit wants to get to."""
        view = self.view
        ground, mover, start = view.ground, view.rules.mover(unit), view.board.at.get(unit, "")
        off = self.leaving(unit)
        if off:
            return Goal(ground.way_to(off, mover))
        aims = (*view.foes, *self.take)
        if aims and (not start or self.goes_on(start)):
            return Goal(ground.way_to(aims, mover))
        keep = [at for at in self.keep if start and at in ground.within(start, NEARBY)]
        # Who comes in while no enemy is there and nothing is to be taken has no goal.
        return Goal(ground.way_to(keep or ((start,) if start else aims), mover))

    def _leaving(self, unit: str) -> tuple[str, ...]:
        """The exits for which a unit makes: those that it can still come to, when it is time to set out."""
        view = self.view
        hexes = ways_off(view.board, unit)
        start = view.board.at.get(unit)
        if not hexes or start is None:
            return ()
        way = view.ground.way_to(hexes, view.rules.mover(unit)).get(start, FAR)
        time = view.marches.points(unit) * view.turns_left
        late = 10 * way >= SETS_OUT * time or way <= view.marches.points(unit)
        return hexes if way + SPARE <= time and late else ()

    def wishes(self) -> Wishes:
        """As the search of the toolkit asks for them."""
        return Wishes(
            goal=lambda unit, at: self.of(unit),
            garrisons=(Goal({}, self.keep),),
            danger=lambda scene, plan, unit, at: self.danger(plan.spot, unit, at),
            way_off=self._way_off,
        )

    def danger(self, spot: Mapping[str, Sequence[str]], unit: str, at: str) -> int:
        """The strength by which a threat exceeds what would stand in a hex, and half of the friends around it.

        spot: hex -> friends who stand there in the end.
        """
        view = self.view
        rules, threat = view.rules, min(view.threat.get(at, 0), MOST_AT_ONCE)
        if not threat:
            return 0
        strength = rules.strength
        own = (strength(unit) + sum(map(strength, spot.get(at, ())))) * rules.cover(at)
        support = sum(strength(friend) for to in view.ground.within(at, 2) if to != at for friend in spot.get(to, ()))
        over = max(0, threat - 2 * own - support)
        return over * (2 if rules.is_battery(unit) else 1)

    def exposure(self, unit: str, at: str) -> int:
        """The same for who comes in, among those who stand on the board."""
        board = self.view.board
        near = {to: board.units_in(to) for to in self.view.ground.within(at, 2) if board.holder(to) == self.view.army}
        return self.danger(near, unit, at)

    def exits(self, unit: str) -> tuple[str, ...]:
        """The exits that pay for a leader."""
        return ways_off(self.view.board, unit)

    def _way_off(self, unit: str) -> tuple[str, str] | None:
        """Where a unit leaves the map in this phase."""
        ways = self.view.ways[unit]
        found = sorted((ways[at][0], at) for at in self.leaving(unit) if at in ways)
        return (found[0][1], found[0][1]) if found else None


def _first(one: Objective) -> tuple[int, str]:
    return -one.worth, one.at
