"""What an attack is worth: the exact chances of its column times what each result wins and costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.hexgame.practice.rules import Covered, Placed
from pbem.hexgame.practice.scene import Scene
from pbem.hexgame.practice.table import Outcome, payers

# What a piece that is driven back loses, in hundredths of its worth.
DRIVEN = 12
WHOLE = 100


class Worth:
    """Values attacks on one position. All values are sums over the faces of the die."""

    def __init__(self, scene: Scene[Any]) -> None:
        self.scene = scene

    def attack(
        self, by: Sequence[Placed], guns: Sequence[Placed], targets: Sequence[str], covered: Covered, held: Covered
    ) -> tuple[int, int, int]:
        """(value, column used, column of the odds) of adjacent attackers and batteries on enemy hexes.

        covered: whether we control a hex when the dice fall. held: whether one of ours stands there.
        The column used is lower than that of the odds where the dearer results make that wise.
        """
        scene, rules = self.scene, self.scene.rules
        won, driven, owed = 0, 0, 0
        for at in targets:
            worth, prize = sum(rules.worth(unit, at) for unit in scene.foes[at]), rules.prize(at)
            won += worth + prize
            owed += scene.strength_in(at)
            if not rules.stays(at):
                driven += prize + (worth * DRIVEN // WHOLE if self.escapes(at, targets, covered, held) else worth)
        values = [rules.worth(unit, at) for unit, at in by]
        paid = payers(tuple(rules.strength(unit) for unit, _ in by), owed) if by else ()
        full = rules.column(by, guns, targets)
        stake = rules.stake(by, full)
        gains = {
            Outcome.DEFENDER_LOST: won,
            Outcome.DEFENDER_BACK: driven,
            Outcome.EXCHANGE: won - stake - sum(values[index] for index in paid),
            Outcome.ATTACKER_BACK: -stake
            - sum(
                value * (DRIVEN if scene.way_back(at) else WHOLE) // WHOLE
                for value, (_, at) in zip(values, by, strict=True)
            ),
            Outcome.ATTACKER_LOST: -stake - sum(values),
        }
        value, column = rules.table.best_column(gains, full)
        return value, column, full

    def escapes(self, at: str, targets: Sequence[str], covered: Covered, held: Covered) -> list[str]:
        """The hexes to which enemies could retreat, friends of theirs making room if need be."""
        foes, found = self.scene.foes, []
        for to in self.scene.ground.open[at]:
            if covered(to) or held(to):
                continue
            if to not in foes or (to not in targets and self._makes_room(to, at, covered, held)):
                found.append(to)
        return found

    def _makes_room(self, at: str, comer: str, covered: Covered, held: Covered) -> bool:
        """Whether there is room in a hex beside the enemies there, or these can go elsewhere."""
        scene = self.scene
        if scene.rules.fits(at, (*scene.foes[at], *scene.foes.get(comer, ()))):
            return True
        return any(
            to != comer and to not in scene.foes and not covered(to) and not held(to) for to in scene.ground.open[at]
        )
