"""The list of attacks on the board as the moves leave it: the best legal allocation, batteries, advances."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from pbem.engine.options import Json
from rulesets.napoleon_at_war.practice.value import Worth
from rulesets.napoleon_at_war.practice.view import View
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.artillery import targets_of

# Allocations of one cluster of units in contact that are all tried; larger clusters are improved step by step.
MOST_TRIED = 600

Invites = Callable[[str, str], bool]


@dataclass
class Combat:
    """One attack. on, by: enemy hexes and adjacent attackers. guns: batteries that bombard."""

    on: tuple[str, ...]
    by: tuple[str, ...]
    guns: list[str] = field(default_factory=list)


class Attacks:
    """Makes the list of attacks. view: of the board after the moves."""

    def __init__(self, view: View, worth: Worth, invites: Invites) -> None:
        self.view = view
        self.worth = worth
        self.options = AttackOptions(view.setting, view.board)
        self.at = view.position.at
        self.invites = invites
        self._own_zone = view.board.zones[view.army]
        self._spots = {at for at in self.at.values() if at not in view.foes}
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...], int], tuple[int, int, int]] = {}

    def listed(self) -> list[Json]:
        """The attacks in the order in which they are best made; [] if there is nothing to attack."""
        combats = [combat for cluster in self._clusters() for combat in self._allocated(cluster)]
        self._bombard(combats)
        ranked = sorted(combats, key=lambda one: (-self._worth(one)[0], one.on))
        return [self._entry(combat) for combat in ranked]

    # -- who attacks whom ----------------------------------------------------------

    def _clusters(self) -> list[Mapping[str, tuple[str, ...]]]:
        """Units in contact, with the hexes of the enemies they touch, parted into groups that share no enemy."""
        left = {u: tuple(self.at[e] for e in enemies) for u, enemies in self.options.contacts.items()}
        found: list[Mapping[str, tuple[str, ...]]] = []
        while left:
            first = next(iter(left))
            cluster = {first: left.pop(first)}
            while True:
                touched = {at for hexes in cluster.values() for at in hexes}
                more = [unit for unit, hexes in left.items() if touched.intersection(hexes)]
                if not more:
                    break
                cluster.update((unit, left.pop(unit)) for unit in more)
            found.append(cluster)
        return found

    def _allocated(self, cluster: Mapping[str, tuple[str, ...]]) -> list[Combat]:
        """The most valuable way to attack every enemy of a cluster with every unit of it."""
        units = list(cluster)
        count = 1
        for hexes in cluster.values():
            count *= len(hexes)
        best: tuple[int, list[Combat]] | None = None
        choices = product(*cluster.values()) if count <= MOST_TRIED else self._climb(cluster)
        for choice in choices:
            tried = self._complete(cluster, dict(zip(units, choice, strict=True)))
            if tried is not None and (best is None or tried[0] > best[0]):
                best = tried
        if best is not None:
            return best[1]
        return [
            Combat(tuple(entry["on"]), tuple(entry["by"]))
            for entry in self.options.default()
            if entry["by"][0] in cluster
        ]

    def _climb(self, cluster: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
        """From everybody on the enemy whom fewest touch, one change at a time while it helps."""
        touching = {at: sum(at in hexes for hexes in cluster.values()) for hexes in cluster.values() for at in hexes}
        choice = {unit: min(hexes, key=lambda at: (touching[at], at)) for unit, hexes in cluster.items()}
        best = self._rank(cluster, choice)
        for _ in range(3):
            before = best
            for unit, hexes in cluster.items():
                for at in hexes:
                    tried = {**choice, unit: at}
                    rank = self._rank(cluster, tried)
                    if rank > best:
                        best, choice = rank, tried
            if best == before:
                break
        return [tuple(choice.values())]

    def _rank(self, cluster: Mapping[str, tuple[str, ...]], choice: Mapping[str, str]) -> tuple[int, int]:
        done = self._complete(cluster, choice)
        if done is None:
            return len({*choice.values()}), -1_000_000
        return 1_000, done[0]

    def _complete(
        self, cluster: Mapping[str, tuple[str, ...]], choice: Mapping[str, str]
    ) -> tuple[int, list[Combat]] | None:
        """Combats where each unit attacks its choice and enemies left over join a combat; None if one cannot."""
        by: dict[str, list[str]] = {}
        for unit, at in choice.items():
            by.setdefault(at, []).append(unit)
        on = {at: [at] for at in by}
        rest = dict.fromkeys(at for hexes in cluster.values() for at in hexes if at not in by)
        for at in rest:
            fit = [key for key, units in by.items() if all(at in cluster[unit] for unit in units)]
            if not fit:
                return None
            ranked = [(self._loss(by[key], on[key], at), key) for key in fit]
            on[max(ranked)[1]].append(at)
        combats = [Combat(tuple(on[key]), tuple(units)) for key, units in by.items()]
        return sum(self._worth(combat)[0] for combat in combats), combats

    def _loss(self, by: Sequence[str], on: Sequence[str], at: str) -> int:
        return self._worth(Combat((*on, at), tuple(by)))[0] - self._worth(Combat(tuple(on), tuple(by)))[0]

    def _worth(self, combat: Combat) -> tuple[int, int, int]:
        guns = sum(self.view.strength(unit) for unit in combat.guns)
        key = (combat.by, combat.on, guns)
        if key not in self._known:
            by = [(unit, self.at[unit]) for unit in combat.by]
            self._known[key] = self.worth.attack(by, guns, combat.on, self._covered, self._held)
        return self._known[key]

    def _covered(self, at: str) -> bool:
        return self._own_zone.get(at, 0) > 0

    def _held(self, at: str) -> bool:
        return at in self._spots

    # -- batteries -------------------------------------------------------------------

    def _bombard(self, combats: list[Combat]) -> None:
        """Each free battery joins the attack that gains most by it, or opens one of its own."""
        view = self.view
        guns = [unit for unit in view.board.on_map(view.army) if view.is_gun(unit)]
        for unit in sorted(guns, key=lambda u: (-view.strength(u), u)):
            best: tuple[int, Combat] | None = None
            for target in targets_of(view.setting, view.board, unit):
                combat = next((one for one in combats if target in one.on), None) or Combat((target,), ())
                joined = Combat(combat.on, combat.by, [*combat.guns, unit])
                alone = not combat.by and not combat.guns
                gain = self._worth(joined)[0] - (0 if alone else self._worth(combat)[0])
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, combat)
            if best is not None:
                best[1].guns.append(unit)
                if best[1] not in combats:
                    combats.append(best[1])

    # -- entries -------------------------------------------------------------------

    def _entry(self, combat: Combat) -> Json:
        _, column, full = self._worth(combat)
        entry: dict[str, Json] = {"on": list(combat.on)}
        if combat.by:
            entry["by"] = list(combat.by)
        if combat.guns:
            entry["bombard"] = list(combat.guns)
        if column != full:
            entry["reduce"] = self.view.ground.columns.names[column]
        if combat.by:
            entry["advance"] = self._advances(combat) or "no"
        return entry

    def _advances(self, combat: Combat) -> list[Json]:
        """Who follows up: the strongest foot or horse first, where the place is worth it."""
        view = self.view
        ranked = sorted(combat.by, key=lambda u: (view.is_gun(u), -view.strength(u), u))
        return [{"unit": u, "to": at} for u in ranked if not view.is_gun(u) for at in combat.on if self.invites(u, at)]
