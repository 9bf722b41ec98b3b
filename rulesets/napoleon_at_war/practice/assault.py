"""Concentration of force: which enemies to attack this turn, and with whom from which hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rulesets.napoleon_at_war.practice.value import Placed, Worth
from rulesets.napoleon_at_war.practice.view import Plan, View

# Hexes that one attack is made from, at most; batteries that join it, at most.
MOST_HEXES = 4
MOST_GUNS = 3


@dataclass(frozen=True, slots=True)
class Operation:
    """A planned attack on one enemy. units: who goes where. others: enemies that are touched by it besides."""

    target: str
    units: tuple[Placed, ...]
    guns: tuple[Placed, ...]
    others: tuple[str, ...]
    gain: int


class Assault:
    """Plans the attacks of a player turn: always the most valuable one first, as long as one is worth its risk."""

    def __init__(self, view: View, plan: Plan, worth: Worth, stays: Callable[[str], bool]) -> None:
        """stays: whether we mean to stay on the map of a hex; who is to leave it attacks nobody of his own will."""
        self.view = view
        self.stays = stays
        self.plan = plan
        self.worth = worth
        self.takers = self._takers()
        self.batteries = [unit for unit in view.ways if view.is_gun(unit)]

    def _takers(self) -> dict[str, list[str]]:
        """Hex next to an enemy -> infantry and cavalry that can get there, the strongest first."""
        view = self.view
        wanted = dict.fromkeys(to for at in view.foes for to in view.ground.near[at] if to not in view.foes)
        found: dict[str, list[str]] = {at: [] for at in wanted if self.stays(at)}
        ranked = sorted((u for u in view.ways if not view.is_gun(u)), key=lambda u: (-view.strength(u), u))
        for unit in ranked:
            ways = view.ways[unit]
            for at in ways:
                if at in found:
                    found[at].append(unit)
        return found

    def plan_all(self, least: int) -> None:
        """Commits operations, best first, until none gains more than `least` for each strength point it risks."""
        found = {at: self.best(at) for at in sorted(self.view.foes)}
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
        risked = sum(self.view.strength(unit) for unit, _ in operation.units)
        return operation.gain > least * risked

    def _stands(self, operation: Operation) -> bool:
        """Whether an operation can still be carried out as it was worked out."""
        plan = self.plan
        if any(unit in plan.where for unit, _ in (*operation.units, *operation.guns)):
            return False
        if any(at in plan.spot for _, at in (*operation.units, *operation.guns)):
            return False
        return not any(at in plan.targets for at in operation.others)

    def commit(self, operation: Operation) -> None:
        """Puts the units in their places."""
        for unit, at in (*operation.units, *operation.guns):
            self.plan.put(unit, at)
            self.plan.engaged[unit] = operation.target
        self.plan.targets[operation.target] = None
        for at in operation.others:
            self.plan.targets[at] = None

    # -- one enemy -----------------------------------------------------------------

    def best(self, target: str) -> Operation | None:
        """The most valuable attack on an enemy; None if no unit can be brought to bear."""
        plan = self.plan
        hexes = [at for at in self.view.ground.near[target] if at not in plan.spot and self._pick(at, ()) is not None]
        standing = self._standing(target)
        if not hexes:
            return None
        base = self._value(target, standing, (), 0)[0] if standing else 0
        guns = self._guns(target)
        best: Operation | None = None
        for subset in _subsets(hexes):
            units = self._assigned(subset)
            if len(units) < len(subset):
                continue
            for battery in ((), guns) if guns else ((),):
                gain, others = self._value(target, standing, units, sum(self.view.strength(u) for u, _ in battery))
                if best is None or gain - base > best.gain:
                    best = Operation(target, units, battery, others, gain - base)
        return best

    def _standing(self, target: str) -> tuple[Placed, ...]:
        """Units that stand next to an enemy already and have no other attack planned."""
        plan = self.plan
        near = self.view.ground.near[target]
        return tuple(
            (plan.spot[at], at) for at in near if at in plan.spot and plan.engaged.get(plan.spot[at], target) == target
        )

    def _pick(self, at: str, used: Sequence[str]) -> str | None:
        for unit in self.takers.get(at, ()):
            if unit not in self.plan.where and unit not in used:
                return unit
        return None

    def _assigned(self, hexes: Sequence[str]) -> tuple[Placed, ...]:
        """The strongest units for some hexes, the hex with the least choice first."""
        order = sorted(hexes, key=lambda at: (len(self.takers[at]), at))
        used: list[str] = []
        placed: list[Placed] = []
        for at in order:
            unit = self._pick(at, used)
            if unit is not None:
                used.append(unit)
                placed.append((unit, at))
        return tuple(placed)

    def _guns(self, target: str) -> tuple[Placed, ...]:
        """Free batteries that can fire at an enemy from two hexes away, each with its place."""
        view, plan = self.view, self.plan
        if view.setting.is_fog(view.position.turn):
            return ()
        places = [
            at
            for at in view.ground.within(target, 2)
            if at not in view.foes
            and not view.zone.get(at)
            and at not in plan.spot
            and at not in view.ground.around[target]
        ]
        found: list[Placed] = []
        for unit in self.batteries:
            if unit in plan.where:
                continue
            ways = view.ways[unit]
            fit = [at for at in places if at in ways and view.ground.sees(at, target)]
            if fit:
                at = min(fit, key=lambda at: (view.threat.get(at, 0), ways[at][0], at))
                places.remove(at)
                found.append((unit, at))
            if len(found) == MOST_GUNS:
                break
        return tuple(found)

    def _value(
        self, target: str, standing: Sequence[Placed], units: Sequence[Placed], guns: int
    ) -> tuple[int, tuple[str, ...]]:
        """The value of an attack on an enemy with all that it entails, and the other enemies that it touches."""
        plan, near = self.plan, self.view.ground.near
        zone = {to for _, at in units for to in near[at]}
        spots = {at for _, at in units}
        base = plan.zone

        def covered(at: str) -> bool:
            return at in zone or base.get(at, 0) > 0

        def held(at: str) -> bool:
            return at in spots or at in plan.spot

        others = tuple(dict.fromkeys(f for _, at in units for f in near[at] if self._new(f, target)))
        main: list[Placed] = [*standing, *units]
        value = 0
        joint: list[str] = []
        for other in others:
            touching = [one for one in units if other in near[one[1]] and one in main]
            if not touching:
                continue
            weakest = min(touching, key=lambda one: (self.view.strength(one[0]), one[0]))
            if len(main) == 1:
                joint.append(other)
                continue
            main.remove(weakest)
            value += self.worth.attack([weakest], 0, (other,), covered, held)[0]
        value += self.worth.attack(main, guns, (target, *joint), covered, held)[0]
        return value - self._exposure(units), others

    def _new(self, at: str, target: str) -> bool:
        """Whether an enemy would have to be attacked only because of this operation."""
        return at in self.view.foes and at != target and at not in self.plan.pressed

    def _exposure(self, units: Sequence[Placed]) -> int:
        """What it costs to stand where retreat is cut off, or where far stronger enemies can strike back."""
        view = self.view
        total = 0
        for unit, at in units:
            strength = view.strength(unit)
            if not view.way_back(at):
                total += 12 * strength
            over = view.threat.get(at, 0) - 4 * strength * (2 if at in view.ground.doubled else 1)
            total += max(0, min(over, 6 * strength))
        return total


def _subsets(hexes: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(1, min(len(hexes), MOST_HEXES) + 1):
        yield from combinations(hexes, size)
