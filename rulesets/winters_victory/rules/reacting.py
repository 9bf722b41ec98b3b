"""What brigades do of their own while the enemy moves and attacks: what their side has written of them (7.42, 7.57,
7.65, 8.35.1, 11.3, 12.56, 17.53)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from rulesets.winters_victory.board.pieces import ENEMY
from rulesets.winters_victory.rules.firing.reactions import Act, Chance
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import attackers, defended
from rulesets.winters_victory.rules.shock.odds import defence_strength

FIRE, GUNS, CHARGE, TURN, GO, LIMBER, ACTIVATE = "fire", "guns", "charge", "turn", "go", "limber", "activate"
"""The members of a wish."""
ALWAYS, NEVER = "always", "never"
YES, NO = "yes", "no"
STAY, LEAVE = "stay", "leave"
ODDS: Final[Mapping[str, Fraction]] = {
    "1:2": Fraction(1, 2),
    "1:1": Fraction(1),
    "3:2": Fraction(3, 2),
    "2:1": Fraction(2),
    "3:1": Fraction(3),
}
"""Words for the strength that horse has at least against those whom it charges."""


@dataclass
class Reactions:
    """The wishes of both armies in a segment. scene: the situation, as it is then. wishes: brigade -> members.

    Who says nothing fires, stays with his guns and limbers them before he retreats, turns his horse to the enemy and
    never charges, goes out of an extended line that is attacked in front, and activates."""

    scene: Scene
    wishes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def _wish(self, uid: str, member: str, default: str) -> str:
        return str(self.wishes.get(self.scene.unit(uid).brigade, {}).get(member, default))

    def fires(self, chance: Chance, act: Act) -> bool:
        """wv 11.3-1: whether a firing opportunity is taken."""
        return self._wish(chance.firer, FIRE, ALWAYS) != NEVER

    def leaves(self, battery: str) -> bool:
        """wv 7.65-2: whether the crew of a battery leaves it before an attack of infantry."""
        return self._wish(battery, GUNS, STAY) == LEAVE

    def limbers(self, battery: str) -> bool:
        """wv 7.57: whether guns limber before they retreat from a morale check."""
        return self._wish(battery, LIMBER, YES) != NO

    def turns(self, horse: str, at: str) -> bool:
        """wv 7.42-1: whether horse turns to an enemy who has come into a hex."""
        return self._wish(horse, TURN, YES) != NO

    def loosens(self, uid: str) -> bool:
        """wv 8.35.1-1: whether an extended line that is attacked in front goes into General Order."""
        return self._wish(uid, GO, YES) != NO

    def activates(self, brigade: str) -> bool:
        """wv 17.53-1: whether the leader of a brigade activates because an enemy comes near or fires at it."""
        return bool(self.wishes.get(brigade, {}).get(ACTIVATE, YES) != NO)

    def charges(self, horse: str, at: str) -> bool:
        """wv 12.56-0, 12.56.1-1, 12.56.2-1: whether horse charges on opportunity because an enemy has come into a hex:
        if it has the strength that is wished, all of its hex against all of his."""
        odds = ODDS.get(self._wish(horse, CHARGE, NEVER))
        scene, army = self.scene, self.scene.unit(horse).army
        if odds is None or not defended(scene, at, army):
            return False
        own = sum(scene.piece(uid).strength for uid in attackers(scene, scene.piece(horse).at, army))
        return own >= odds * defence_strength(scene, at, ENEMY[army])
