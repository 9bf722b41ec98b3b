"""What an attack is worth: the exact chances of its column times what each result wins and costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulesets.napoleon_at_war.practice.ground import price
from rulesets.napoleon_at_war.practice.view import View
from rulesets.napoleon_at_war.rules.battle.odds import morale_shifts

# A strength point that the enemy loses counts so much.
WON = 10
# An own one: more for the French, who win by losing less than half of what the Prussians lose (19.1).
LOST = {"french": 14, "prussian": 11}
# Losses that bring an army to its demoralization level, or near it, count so much more.
NEAR_BREAKING = 5
NEAR = 12
# What a unit that is driven back one hex loses, in tenths of its strength points times the above.
DRIVEN = 12

Placed = tuple[str, str]
Covered = Callable[[str], bool]


class Worth:
    """Values attacks on one position. All values are sums over the six faces of the die."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._rates: dict[str, tuple[int, int, int]] = {}

    def rates(self, battle: str) -> tuple[int, int, int]:
        """Value of an enemy and of an own strength point at a battle, and the column shift of our attacks there."""
        if battle not in self._rates:
            view = self.view
            won, lost = WON, LOST.get(view.army, WON)
            if 0 < view.to_break(view.foe, battle) <= NEAR:
                won += NEAR_BREAKING
            if 0 < view.to_break(view.army, battle) <= NEAR:
                lost += NEAR_BREAKING
            shift = sum(one.columns for one in morale_shifts(view.setting, view.board, battle))
            self._rates[battle] = (won, lost, shift)
        return self._rates[battle]

    def attack(
        self, by: Sequence[Placed], guns: int, targets: Sequence[str], covered: Covered, held: Covered
    ) -> tuple[int, int, int]:
        """(value, column used, column of the odds) of adjacent attackers and bombarding strength on enemy hexes.

        covered: whether we control a hex when the dice fall. held: whether one of ours stands there.
        The column used is lower than that of the odds where the dearer results make that wise (7.9).
        """
        view = self.view
        won, lost, shift = self.rates(view.ground.map_of[targets[0]])
        strengths = tuple(view.strength(unit) for unit, _ in by)
        attack = sum(strengths) + guns
        printed, defence = 0, 0
        driven = 0
        for at in targets:
            strength = view.strength(view.foes[at])
            printed += strength
            defence += strength * 2 if self._doubled(by, at) else strength
            driven += strength * won if not self.escapes(at, targets, covered, held) else strength * won * DRIVEN // 100
        back = sum(
            strength * lost * (DRIVEN if view.way_back(at) else 100) // 100
            for (_, at), strength in zip(by, strengths, strict=True)
        )
        gains = {
            "De": printed * won,
            "Dr": driven,
            "Ex": printed * won - (price(strengths, printed) * lost if strengths else 0),
            "Ar": -back,
            "Ae": -sum(strengths) * lost,
        }
        full = view.ground.column(attack, defence, shift)
        worth, column = self.best_column(gains, full)
        return worth, column, full

    def best_column(self, gains: dict[str, int], full: int) -> tuple[int, int]:
        """The most valuable column that may be used, and its value; the best odds where it makes no difference."""
        chances = self.view.ground.chances
        found = [
            (sum(gains[result] * faces for result, faces in chances[index].items()), index)
            for index in range(max(full - 3, 0), full + 1)
        ]
        return max(found)

    def _doubled(self, by: Sequence[Placed], at: str) -> bool:
        ground = self.view.ground
        if at in ground.doubled:
            return True
        return bool(by) and all(ground.doubling(start, at) for _, start in by)

    def escapes(self, at: str, targets: Sequence[str], covered: Covered, held: Covered) -> list[str]:
        """The hexes to which an enemy could retreat, a friend of his making room if need be."""
        view, found = self.view, []
        for to in view.ground.open[at]:
            if covered(to) or held(to):
                continue
            if to not in view.foes or (to not in targets and self._makes_room(to, at, covered, held)):
                found.append(to)
        return found

    def _makes_room(self, at: str, comer: str, covered: Covered, held: Covered) -> bool:
        view = self.view
        return any(
            to != comer and to not in view.foes and not covered(to) and not held(to) for to in view.ground.open[at]
        )
