"""The list of attacks on the board as the moves leave it: the best that meets all duties, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from pbem.engine.options import Json
from pbem.hexgame.practice.worth import Worth
from rulesets.campaign_1806.practice.value import Rates
from rulesets.campaign_1806.practice.view import View
from rulesets.campaign_1806.roster import HORSE
from rulesets.campaign_1806.rules.battle.allocation import AttackOptions

MOST_TRIED: Final = 400
"""Allocations of one cluster of stacks in contact that are all tried; of larger ones the rules' own is kept."""
POOR: Final = "1-2"
"""At these odds and worse, horse that attacks leaves before the combat if it may."""
SUPERIOR: Final = 2
"""So many times the strength of the enemies next to a hex make it wise to advance there."""
BORNE: Final = 3
"""Halves of its strength that may threaten a stack that advances."""
Listed = list[dict[str, Json]]


class AttackPlan:
    """The attacks of one combat phase. view: of the board after the moves."""

    def __init__(self, view: View, rates: Rates) -> None:
        self.view, self.rates, self.worth = view, rates, Worth(view)
        self.play = view.board
        self.options = AttackOptions(self.play)
        self.duties = self.options.duties

    def listed(self) -> Listed:
        """The attacks, all legal; [] where nobody has to attack and nobody should."""
        found = [entry for cluster in self._clusters() for entry in self._best(cluster)]
        if not found or self.options.why_not(found) is not None:
            found = list(self.options.default())
        ranked = sorted(found, key=lambda entry: (-self._value(entry), entry["on"]))
        return [self._wishes(entry) for entry in ranked]

    def _clusters(self) -> list[dict[str, tuple[str, ...]]]:
        """Own stacks in contact with the enemy hexes that each may attack, parted into groups that share no enemy."""
        near: dict[str, tuple[str, ...]] = {}
        for by in self.duties.stacks(self.play.army):
            touched = [on for on in self.play.field.neighbours[by] if self.play.fighting(on, self.play.foe)]
            near[by] = tuple(sorted(on for on in touched if self.duties.touches(by, on)))
        groups: list[dict[str, tuple[str, ...]]] = []
        for by, on in near.items():
            if not on:
                continue
            mine = [group for group in groups if any(set(on) & set(others) for others in group.values())]
            merged = {by: on}
            for group in mine:
                merged |= group
            groups = [*(group for group in groups if group not in mine), merged]
        return groups

    def _best(self, cluster: Mapping[str, tuple[str, ...]]) -> Listed:
        """The allocation of a cluster that is worth most among those without a fault."""
        stacks = sorted(cluster)
        choices = [self._choices(at, cluster[at]) for at in stacks]
        total = 1
        for one in choices:
            total *= len(one)
        enemies = {on for touched in cluster.values() for on in touched}
        default = [entry for entry in self.options.default() if set(entry["on"]) & enemies]
        if total > MOST_TRIED:
            return default
        best, most = default, sum(map(self._value, default))
        for picked in product(*choices):
            entries = self._together(stacks, picked)
            value = sum(map(self._value, entries))
            if (value > most or not best) and self._sound(entries, enemies):
                best, most = entries, value
        return best

    def _choices(self, at: str, touched: Sequence[str]) -> list[tuple[str, ...]]:
        """What a stack may do: one of its enemies, two of them, or nothing where it need not."""
        found: list[tuple[str, ...]] = [(on,) for on in touched]
        found += [(a, b) for index, a in enumerate(touched) for b in touched[index + 1 :]]
        return found if self.duties.bound(at) else [*found, ()]

    def _together(self, stacks: Sequence[str], picked: Sequence[tuple[str, ...]]) -> Listed:
        """Stacks with the same enemies attack as one."""
        by: dict[tuple[str, ...], list[str]] = {}
        for at, on in zip(stacks, picked, strict=True):
            if on:
                by.setdefault(on, []).append(at)
        return [{"on": list(on), "with": with_} for on, with_ in sorted(by.items())]

    def _sound(self, entries: Listed, enemies: set[str]) -> bool:
        """Whether nobody is attacked twice, and nobody whom the rules want attacked is spared."""
        on = [at for entry in entries for at in entry["on"]]
        if len(set(on)) < len(on):
            return False
        zones = self.play.field.zone_neighbours
        spared = enemies - set(on)
        return not any(self.play.fighting(near, self.play.army) for at in spared for near in zones[at])

    def _value(self, entry: Mapping[str, Json]) -> int:
        by = [(uid, at) for at in entry["with"] for uid in self.play.fighting(at, self.play.army)]
        zone = self.play.zones[self.play.army]
        held = self.play.holder
        return self.worth.attack(
            by, (), entry["on"], lambda at: zone.get(at, 0) > 0, lambda at: held(at) == self.play.army
        )[0]

    def _wishes(self, entry: dict[str, Json]) -> dict[str, Json]:
        """Advances where the stack can hold what it wins, and horse that leaves a hopeless attack."""
        play, names = self.play, self.rates.ground.table.names
        units = [uid for at in entry["with"] for uid in play.fighting(at, play.army)]
        by = [(uid, play.at[uid]) for uid in units]
        column = self.rates.column(by, (), entry["on"])
        said = dict(entry)
        if all(self._holds(units, on) for on in entry["on"]):
            said["advance"] = "yes"
        horse = [uid for uid in units if play.unit(uid).kind in HORSE]
        if column <= names.index(POOR) and len(horse) == len(units):
            said["leave"] = horse
        return said

    def _holds(self, units: Sequence[str], at: str) -> bool:
        """Whether those who attack are so strong that the enemies who would stand next to them are their prey, and the
        strongest stack that who can strike at it is hardly stronger."""
        if at in self.play.setting.objectives:
            return True
        waiting, stacks = sum(map(self.view.strength_in, self.view.ground.reaches[at])), Counter[str]()
        for uid in units:
            stacks[self.play.at[uid]] += self.rates.strength(uid)
        bold = 2 * self.view.threat.get(at, 0) <= BORNE * max(stacks.values())
        return bold and SUPERIOR * waiting <= stacks.total()
