"""Concentration of force: which enemies to attack this turn, and with whom from which hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from pbem.hexgame.practice.rules import Forbidden, Placed
from pbem.hexgame.practice.scene import Plan, Scene
from pbem.hexgame.practice.worth import Worth

# Hexes that one attack is made from, at most; batteries that join it, at most.
MOST_HEXES = 4
MOST_GUNS = 3
# Standing where no way leads back, for each strength point. A threat that exceeds so many times the own strength
# counts, up to so many times that strength.
CUT_OFF = 12
BORNE = 4
MOST_FEARED = 6


@dataclass(frozen=True, slots=True)
class Operation:
    """A planned attack on one enemy hex. units, guns: who goes where. others: enemies touched by it besides."""

    target: str
    units: tuple[Placed, ...]
    guns: tuple[Placed, ...]
    others: tuple[str, ...]
    gain: int


class Assault:
    """Plans the attacks of a turn: always the most valuable one first, as long as one is worth its risk."""

    def __init__(self, scene: Scene[Any], plan: Plan, worth: Worth, forbidden: Forbidden) -> None:
        """forbidden: whether a piece is not to attack from a hex of its own will."""
        self.scene = scene
        self.plan = plan
        self.worth = worth
        self.forbidden = forbidden
        self.takers = self._takers()
        self.batteries = [unit for unit in scene.ways if scene.rules.is_battery(unit)]

    def _takers(self) -> dict[str, list[str]]:
        """Hex next to an enemy -> who can get there and attack, batteries apart, the strongest first."""
        scene, rules = self.scene, self.scene.rules
        wanted = dict.fromkeys(to for at in scene.foes for to in scene.ground.reached_from[at] if to not in scene.foes)
        found: dict[str, list[str]] = {at: [] for at in wanted}
        fighters = (unit for unit in scene.ways if rules.fights(unit) and not rules.is_battery(unit))
        for unit in sorted(fighters, key=lambda u: (-rules.strength(u), u)):
            for at in scene.ways[unit]:
                if at in found and not self.forbidden(unit, at):
                    found[at].append(unit)
        return found

    def plan_all(self, least: int) -> None:
        """Commits operations, best first, until none gains more than `least` for each strength point it risks."""
        found = {at: self.best(at) for at in sorted(self.scene.foes)}
        while True:
            ranked = sorted((-op.gain, at) for at, op in found.items() if op is not None and self._enough(op, least))
            if not ranked:
                return
            at = ranked[0][1]
            chosen = found.pop(at)
            if chosen is None:
                continue
            if not self._stands(chosen):
                again = self.best(at)
                if again is not None:
                    found[at] = again
                continue
            self.commit(chosen)

    def _enough(self, operation: Operation, least: int) -> bool:
        risked = sum(self.scene.rules.strength(unit) for unit, _ in operation.units)
        return operation.gain > least * risked

    def _stands(self, operation: Operation) -> bool:
        """Whether an operation can still be carried out as it was worked out."""
        plan, there = self.plan, dict[str, list[str]]()
        for unit, at in (*operation.units, *operation.guns):
            there.setdefault(at, []).append(unit)
            if unit in plan.where or not plan.joins(at, operation.target):
                return False
        if any(not plan.fits(at, *units) for at, units in there.items()):
            return False
        return not any(at in plan.targets for at in operation.others)

    def commit(self, operation: Operation) -> None:
        """Puts the pieces in their places."""
        for unit, at in (*operation.units, *operation.guns):
            self.plan.put(unit, at)
            self.plan.engaged[unit] = operation.target
        self.plan.targets[operation.target] = None
        for at in operation.others:
            self.plan.targets[at] = None

    # -- one enemy -----------------------------------------------------------------

    def best(self, target: str) -> Operation | None:
        """The most valuable attack on an enemy hex; None if nobody can be brought to bear."""
        near = self.scene.ground.reached_from[target]
        hexes = [at for at in near if self.plan.joins(at, target) and self._pick(at, ()) is not None]
        if not hexes:
            return None
        standing = self._standing(target)
        base = self._value(target, standing, (), ())[0] if standing else 0
        guns = self._guns(target)
        best: Operation | None = None
        for units in self._tried(hexes):
            for battery in ((), guns) if guns else ((),):
                gain, others = self._value(target, standing, units, battery)
                if best is None or gain - base > best.gain:
                    best = Operation(target, units, battery, others, gain - base)
        return best

    def _tried(self, hexes: Sequence[str]) -> Iterator[tuple[Placed, ...]]:
        """Who would come into each set of hexes: one into each, then as deep as stacks may be."""
        for subset in _subsets(hexes):
            units = self._assigned(subset, 1)
            if len(units) < len(subset):
                continue
            yield units
            for deep in range(2, self.scene.rules.deep + 1):
                more = self._assigned(subset, deep)
                if len(more) == len(units):
                    break
                units = more
                yield units

    def _standing(self, target: str) -> tuple[Placed, ...]:
        """Who stands next to an enemy already and has no other attack planned."""
        plan, fights = self.plan, self.scene.rules.fights
        return tuple(
            (unit, at)
            for at in self.scene.ground.reached_from[target]
            if plan.joins(at, target)
            for unit in plan.spot.get(at, ())
            if fights(unit)
        )

    def _pick(self, at: str, placed: Sequence[Placed]) -> str | None:
        """The strongest for whom there is room in a hex, beside those who are placed."""
        used = [unit for unit, _ in placed]
        there = [unit for unit, to in placed if to == at]
        for unit in self.takers.get(at, ()):
            if unit not in self.plan.where and unit not in used and self.plan.fits(at, *there, unit):
                return unit
        return None

    def _assigned(self, hexes: Sequence[str], deep: int) -> tuple[Placed, ...]:
        """The strongest pieces for some hexes, the hex with the least choice first; so many to a hex at most."""
        order = sorted(hexes, key=lambda at: (len(self.takers[at]), at))
        placed: list[Placed] = []
        for _ in range(deep):
            for at in order:
                unit = self._pick(at, placed)
                if unit is not None:
                    placed.append((unit, at))
        return tuple(placed)

    def _guns(self, target: str) -> tuple[Placed, ...]:
        """Free batteries that can fire at an enemy from afar, each with its place."""
        scene, plan, rules = self.scene, self.plan, self.scene.rules
        beside = scene.ground.around[target]
        places = [
            at
            for at in scene.ground.within(target, rules.reach_of_guns)
            if at not in scene.foes and not scene.zone.get(at) and at not in beside and rules.fires(at, target)
        ]
        found: list[Placed] = []
        for unit in self.batteries:
            if unit in plan.where:
                continue
            ways = scene.ways[unit]
            fit = [at for at in places if at in ways and plan.joins(at, target) and self._room(unit, at, found)]
            if fit:
                found.append((unit, min(fit, key=lambda at: (scene.threat.get(at, 0), ways[at][0], at))))
            if len(found) == MOST_GUNS:
                break
        return tuple(found)

    def _room(self, unit: str, at: str, placed: Sequence[Placed]) -> bool:
        return self.plan.fits(at, *(other for other, to in placed if to == at), unit)

    def _value(
        self, target: str, standing: Sequence[Placed], units: Sequence[Placed], guns: Sequence[Placed]
    ) -> tuple[int, tuple[str, ...]]:
        """The value of an attack on an enemy hex with all that it entails, and the other enemies that it touches."""
        plan, scene = self.plan, self.scene
        zone = {to for unit, at in units for to in scene.board.controlled(unit, at)}
        spots = dict.fromkeys(at for _, at in units)
        base = plan.zone

        def covered(at: str) -> bool:
            return at in zone or base.get(at, 0) > 0

        def held(at: str) -> bool:
            return at in spots or at in plan.spot

        others = tuple(dict.fromkeys(to for one in units for to in scene.rules.presses(*one) if self._new(to, target)))
        # Who stands in one hex attacks as one.
        main: dict[str, list[Placed]] = {}
        for one in (*standing, *units):
            main.setdefault(one[1], []).append(one)
        value = 0
        joint: list[str] = []
        for other in others:
            touching = [at for at in spots if at in main and other in scene.ground.reaches[at]]
            if not touching:
                continue
            if len(main) == 1:
                joint.append(other)
                continue
            weakest = min(touching, key=lambda at: self._rank(main[at]))
            value += self.worth.attack(main.pop(weakest), (), (other,), covered, held)[0]
        body = [one for ones in main.values() for one in ones]
        value += self.worth.attack(body, guns, (target, *joint), covered, held)[0]
        return value - self._exposure(units), others

    def _rank(self, body: Sequence[Placed]) -> tuple[int, tuple[str, ...]]:
        return sum(self.scene.rules.strength(unit) for unit, _ in body), tuple(unit for unit, _ in body)

    def _new(self, at: str, target: str) -> bool:
        """Whether an enemy would have to be attacked only because of this operation."""
        return at in self.scene.foes and at != target and at not in self.plan.pressed

    def _exposure(self, units: Sequence[Placed]) -> int:
        """What it costs to stand where retreat is cut off, or where far stronger enemies can strike back."""
        scene = self.scene
        together: dict[str, int] = {}
        for unit, at in units:
            together[at] = together.get(at, 0) + scene.rules.strength(unit)
        total = 0
        for at, strength in together.items():
            if not scene.way_back(at):
                total += CUT_OFF * strength
            over = scene.threat.get(at, 0) - BORNE * strength * scene.rules.cover(at)
            total += max(0, min(over, MOST_FEARED * strength))
        return total


def _subsets(hexes: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(1, min(len(hexes), MOST_HEXES) + 1):
        yield from combinations(hexes, size)
