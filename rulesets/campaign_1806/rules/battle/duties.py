"""Who has to attack whom: a list of attacks against the duties of a combat phase (4.31, 11.2, 11.52)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.campaign_1806.battlefield import RIVER
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.battle.terrain import held_chateau
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack: stacks by their hexes. on: who is attacked. by: who attacks."""

    on: tuple[str, ...]
    by: tuple[str, ...]


class Duties:
    """osg 4.31, 8.33, 11.0, 11.2, 11.21-1, 11.52-3: who touches whom when the combat phase of an army begins.

    owed: stacks whose repulse has failed -> the hexes that they tried to clear (10.22-1).
    """

    def __init__(
        self, board: Board, army: str, owed: Mapping[str, Sequence[str]] | None = None, crossings: Crossings = NONE
    ) -> None:
        self.board, self.army, self.foe = board, army, board.enemy[army]
        self.owed, self.crossings = owed or {}, crossings
        self._stacks: dict[str, tuple[str, ...]] = {}
        self._beside: dict[str, tuple[str, ...]] = {}

    def touches(self, a: str, b: str) -> bool:
        """osg 8.32-1, 8.33, 11.21-1: whether a stack may attack another: next to it, over a river by a whole bridge
        only."""
        field = self.board.field
        if b not in field.neighbours[a]:
            return False
        return not field.has(RIVER, a, b) or self.crossings.bridged(field, a, b)

    def stacks(self, army: str) -> tuple[str, ...]:
        """The hexes in which somebody of an army fights, in order."""
        if army not in self._stacks:
            self._stacks[army] = tuple(sorted([at for at in self.board.here if self.board.fighting(at, army)]))
        return self._stacks[army]

    def beside(self, at: str) -> tuple[str, ...]:
        """The hexes next to an enemy over no river from which somebody fights for the army."""
        if at not in self._beside:
            near = self.board.field.zone_neighbours[at]
            self._beside[at] = tuple([one for one in near if self.board.fighting(one, self.army)])
        return self._beside[at]

    def bound(self, at: str) -> bool:
        """osg 4.31, 7.32, 8.33, 11.52-1, 13.0: whether a stack in a hex has to attack: in an enemy zone, which over
        rivers there is none. A garrison alone in a chateau has not."""
        return self.board.in_zone(at, self.foe) and not held_chateau(self.board, at)

    def faults(self, attacks: Sequence[Attack]) -> Refusal | None:
        """osg 2.11C3, 10.22-1, 11.2, 11.21-1, 11.21-2, 11.22-1, 11.22-2: the first thing that is wrong with a list."""
        by: set[str] = set()
        on: set[str] = set()
        for number, attack in enumerate(attacks):
            refusal = self.single(attack, attacks[:number])
            if refusal:
                return refusal
            by |= set(attack.by)
            on |= set(attack.on)
        return self._idle(by) or self._spared(by, on) or self._broken(attacks)

    def single(self, attack: Attack, others: Sequence[Attack]) -> Refusal | None:
        """osg 11.21-1, 11.21-2, 11.22-1: what is wrong with one attack beside others that are right."""
        by = {at for other in others for at in other.by}
        on = {at for other in others for at in other.on}
        strange = next((at for at in (*attack.by, *attack.on) if at not in self.board.field.neighbours), "")
        if strange:
            return Refusal("11.21-1", f"{strange[:20]} is no hex of this map", hex=strange[:20])
        return self._attack(attack, by, on)

    def _attack(self, attack: Attack, by: set[str], on: set[str]) -> Refusal | None:
        for at in attack.by:
            if not self.board.fighting(at, self.army):
                return Refusal("11.21-1", f"nobody who fights for this side stands in {at}", hex=at)
            if at in by:
                return Refusal("11.21-2", f"the stack in {at} attacks twice; all of it attacks once", hex=at)
        for at in attack.on:
            if not self.board.fighting(at, self.foe):
                return Refusal("11.21-1", f"there is no enemy to attack in {at}", hex=at)
            if at in on:
                return Refusal("11.22-1", f"{at} is attacked twice; all attacks upon a hex are one", hex=at)
        apart = next(((a, d) for a in attack.by for d in attack.on if not self.touches(a, d)), None)
        if apart:
            return Refusal(
                "8.32-1", f"{apart[0]} cannot attack {apart[1]}: not adjacent, or no whole bridge", hex=apart[0]
            )
        return None

    def _idle(self, by: set[str]) -> Refusal | None:
        """osg 4.31: own stacks in an enemy zone that do not attack."""
        idle = next((at for at in self.stacks(self.army) if self.bound(at) and at not in by), "")
        return Refusal("4.31", f"the stack in {idle} is in an enemy zone and has to attack", hex=idle) if idle else None

    def _spared(self, by: set[str], on: set[str]) -> Refusal | None:
        """osg 4.31, 11.52-2, 11.52-3: enemies in own zones whom nobody attacks; those of a garrison that stays count
        not."""
        for at in self.stacks(self.foe):
            near = self.beside(at)
            if at not in on and any(one in by or not held_chateau(self.board, one) for one in near):
                case = "11.52-2" if all(held_chateau(self.board, one) for one in near) else "4.31"
                return Refusal(case, f"the enemy in {at} has to be attacked", hex=at)
        return None

    def _broken(self, attacks: Sequence[Attack]) -> Refusal | None:
        """osg 10.22-1: a stack whose repulse has failed attacks whom it tried to push away."""
        for at, targets in self.owed.items():
            met = {one for attack in attacks if at in attack.by for one in attack.on}
            missed = next((one for one in targets if self.board.fighting(one, self.foe) and one not in met), "")
            if missed:
                return Refusal(
                    "10.22-1", f"the stack in {at} has failed to push {missed} away and has to attack it", hex=at
                )
        return None
