"""The list of attacks on the board as the moves leave it: the best legal allocation, batteries, advances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from pbem.engine.options import Json
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.practice.scene import Scene
from pbem.hexgame.practice.worth import Worth

# Allocations of one cluster of bodies in contact that are all tried; larger clusters are improved step by step.
MOST_TRIED = 600
# Rounds of improving such a cluster.
MOST_ROUNDS = 3
# Below every value of an allocation, and above the number of targets of one that cannot be carried out.
WORTHLESS = -1_000_000
POSSIBLE = 1_000

Invites = Callable[[str, str], bool]
"""Whether it is wise that a piece follows up into a hex."""


@dataclass
class Combat:
    """One attack. on, by: enemy hexes and adjacent attackers. guns: batteries that bombard."""

    on: tuple[str, ...]
    by: tuple[str, ...]
    guns: list[str] = field(default_factory=list)


class Attacks:
    """Makes the list of attacks. scene: of the board after the moves. options: what lists are legal there."""

    def __init__(self, scene: Scene[Any], worth: Worth, options: AttackList[Any], invites: Invites) -> None:
        self.scene = scene
        self.worth = worth
        self.options = options
        self.bodies = options.bodies
        self.at: Mapping[str, str] = scene.board.at
        self.invites = invites
        self._own_zone: Mapping[str, int] = scene.board.zones[scene.army]
        self._spots = {at for unit, at in self.at.items() if scene.board.army_of(unit) == scene.army}
        called = self.bodies.called()
        # Who has to be attacked: the pressed, and all whom somebody touches who attacks without having to.
        drawn_in = (to for at in called if at in self.bodies.free for to in self.bodies.touched[at])
        self._due = frozenset(self.bodies.pressed).union(drawn_in)
        self._called = called
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], tuple[int, int, int]] = {}

    def listed(self) -> list[Json]:
        """The attacks in the order in which they are best made, all legal; [] if there is nothing to attack."""
        return self._repaired(self._wished())

    def _wished(self) -> list[Json]:
        """The list before the rules have judged it."""
        combats = [combat for cluster in self._clusters() for combat in self._allocated(cluster)]
        self._volunteer(combats)
        self._bombard(combats)
        ranked = sorted(combats, key=lambda one: (-self._worth(one)[0], one.on))
        return [self._entry(combat) for combat in ranked]

    def _repaired(self, entries: list[Json]) -> list[Json]:
        """The list without what the rules refuse in it; the default list where that is not enough."""
        for without in ((), ("reduce", "advance"), ("bombard",)):
            entries = [{key: value for key, value in entry.items() if key not in without} for entry in entries]
            entries = [entry for entry in entries if "by" in entry or "bombard" in entry]
            if self.options.why_not(entries) is None:
                return entries
        return list(self.options.default())

    # -- who attacks whom ----------------------------------------------------------

    def _clusters(self) -> list[Mapping[str, tuple[str, ...]]]:
        """Hexes of those who attack, with the enemy hexes they touch, parted into groups that share no enemy."""
        left = {at: self.bodies.touched[at] for at in self._called}
        found: list[Mapping[str, tuple[str, ...]]] = []
        while left:
            first = next(iter(left))
            cluster = {first: left.pop(first)}
            while True:
                touched = {at for hexes in cluster.values() for at in hexes}
                more = [body for body, hexes in left.items() if touched.intersection(hexes)]
                if not more:
                    break
                cluster.update((body, left.pop(body)) for body in more)
            found.append(cluster)
        return found

    def _allocated(self, cluster: Mapping[str, tuple[str, ...]]) -> list[Combat]:
        """The most valuable way to attack every enemy of a cluster with every body of it."""
        bodies = list(cluster)
        count = 1
        for hexes in cluster.values():
            count *= len(hexes)
        best: tuple[int, list[Combat]] | None = None
        choices = product(*cluster.values()) if count <= MOST_TRIED else self._climb(cluster)
        for choice in choices:
            tried = self._complete(cluster, dict(zip(bodies, choice, strict=True)))
            if tried is not None and (best is None or tried[0] > best[0]):
                best = tried
        if best is not None:
            return best[1]
        return [
            Combat(tuple(entry["on"]), tuple(entry["by"]))
            for entry in self.options.default()
            if self.at[entry["by"][0]] in cluster
        ]

    def _climb(self, cluster: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
        """From everybody on the enemy whom fewest touch, one change at a time while it helps."""
        touching = {at: sum(at in hexes for hexes in cluster.values()) for hexes in cluster.values() for at in hexes}
        choice = {body: min(hexes, key=lambda at: (touching[at], at)) for body, hexes in cluster.items()}
        best = self._rank(cluster, choice)
        for _ in range(MOST_ROUNDS):
            before = best
            for body, hexes in cluster.items():
                for at in hexes:
                    tried = {**choice, body: at}
                    rank = self._rank(cluster, tried)
                    if rank > best:
                        best, choice = rank, tried
            if best == before:
                break
        return [tuple(choice.values())]

    def _rank(self, cluster: Mapping[str, tuple[str, ...]], choice: Mapping[str, str]) -> tuple[int, int]:
        done = self._complete(cluster, choice)
        if done is None:
            return len({*choice.values()}), WORTHLESS
        return POSSIBLE, done[0]

    def _complete(
        self, cluster: Mapping[str, tuple[str, ...]], choice: Mapping[str, str]
    ) -> tuple[int, list[Combat]] | None:
        """Combats where each body attacks its choice and enemies left over join a combat; None if one cannot."""
        by: dict[str, list[str]] = {}
        for body, at in choice.items():
            by.setdefault(at, []).append(body)
        on = {at: [at] for at in by}
        touched = dict.fromkeys(at for hexes in cluster.values() for at in hexes if at not in by)
        for at in touched:
            if at not in self._due:
                continue
            fit = [key for key, bodies in by.items() if all(at in cluster[body] for body in bodies)]
            if not fit:
                return None
            ranked = [(self._loss(self._units(by[key]), on[key], at), key) for key in fit]
            on[max(ranked)[1]].append(at)
        combats = [Combat(tuple(on[key]), self._units(bodies)) for key, bodies in by.items()]
        return sum(self._worth(combat)[0] for combat in combats), combats

    def _units(self, bodies: Iterable[str]) -> tuple[str, ...]:
        return tuple(unit for at in bodies for unit in self.bodies.units(at))

    def _loss(self, by: tuple[str, ...], on: Sequence[str], at: str) -> int:
        return self._worth(Combat((*on, at), by))[0] - self._worth(Combat(tuple(on), by))[0]

    def _volunteer(self, combats: list[Combat]) -> None:
        """Who may stay out joins an attack that gains by it, if all whom he touches are attacked anyway."""
        attacked = {at for combat in combats for at in combat.on}
        for body in sorted(self.bodies.free.difference(self._called)):
            touched = self.bodies.touched[body]
            if not attacked.issuperset(touched):
                continue
            gains = [
                (self._worth(Combat(one.on, (*one.by, *self._units([body])), one.guns))[0] - self._worth(one)[0], index)
                for index, one in enumerate(combats)
                if set(one.on).issubset(touched)
            ]
            gain, index = max(gains, default=(0, 0))
            if gain > 0:
                combats[index].by = (*combats[index].by, *self._units([body]))

    def _worth(self, combat: Combat) -> tuple[int, int, int]:
        key = (combat.by, combat.on, tuple(combat.guns))
        if key not in self._known:
            by, guns = ([(unit, self.at[unit]) for unit in units] for units in (combat.by, combat.guns))
            self._known[key] = self.worth.attack(by, guns, combat.on, self._covered, self._held)
        return self._known[key]

    def _covered(self, at: str) -> bool:
        return self._own_zone.get(at, 0) > 0

    def _held(self, at: str) -> bool:
        return at in self._spots

    # -- batteries -------------------------------------------------------------------

    def _bombard(self, combats: list[Combat]) -> None:
        """Each free battery joins the attack that gains most by it, or opens one of its own; stacked ones the same."""
        strength = self.scene.rules.strength
        engaged = {unit for combat in combats for unit in combat.by}
        salvoes: dict[str, Combat] = {}
        batteries = (unit for unit in self.options.batteries() if unit not in engaged)
        for unit in sorted(batteries, key=lambda u: (-strength(u), u)):
            best: tuple[int, Combat] | None = None
            salvo = salvoes.get(self.at[unit])
            for target in self.options.rules.aims(unit):
                combat = next((one for one in combats if target in one.on), None) or Combat((target,), ())
                if salvo is not None and combat is not salvo:
                    continue
                joined = Combat(combat.on, combat.by, [*combat.guns, unit])
                alone = not combat.by and not combat.guns
                gain = self._worth(joined)[0] - (0 if alone else self._worth(combat)[0])
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, combat)
            if best is not None:
                best[1].guns.append(unit)
                salvoes[self.at[unit]] = best[1]
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
            entry["reduce"] = self.scene.rules.table.names[column]
        if combat.by:
            entry["advance"] = self._advances(combat) or "no"
        return entry

    def _advances(self, combat: Combat) -> list[Json]:
        """Who follows up: the strongest foot or horse first, where the place is worth it."""
        rules = self.scene.rules
        able = (unit for unit in combat.by if not rules.is_battery(unit))
        ranked = sorted(able, key=lambda u: (-rules.strength(u), u))
        return [{"unit": u, "to": at} for u in ranked for at in combat.on if self.invites(u, at)]
