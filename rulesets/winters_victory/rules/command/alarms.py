"""Brigades that activate because of what the enemy does: he comes near, fires, attacks, charges (17.53)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulesets.winters_victory.board.pieces import ENEMY
from rulesets.winters_victory.rules.command import activation
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone


def sleeps(brigade: str) -> bool:
    """Plan of brigades that activate only when they must."""
    return False


@dataclass
class Alarms:
    """wv 17.53-1, 17.53-2, 17.53-3: who activates. wakes: whether a brigade whose leader may activate does."""

    staff: Staff
    wakes: Callable[[str], bool] = sleeps

    def near(self, enemies: Iterable[str]) -> Part:
        """wv 17.53-1: units have come into a hex, within four of whom brigades of the other side may activate."""
        for uid in enemies:
            if uid in self.staff.scene.board.pieces and self.staff.scene.unit(uid).fights:
                yield from self._offered(activation.near(self.staff, uid))

    def shaken(self, units: Iterable[str], *, extended: bool) -> Part:
        """wv 17.53-1: units check their morale for fire."""
        yield from self._offered(activation.fired_on(self.staff, uid, extended=extended) for uid in units)

    def struck(self, units: Iterable[str]) -> Part:
        """wv 17.53-2: units are attacked in shock; their leaders have to activate."""
        for uid in units:
            yield from self._activate(activation.forced(self.staff, uid))

    def charged(self, zones: Iterable[ChargeZone]) -> Part:
        """wv 17.53-2: units that stand in a charge zone of the enemy; their leaders have to activate."""
        board = self.staff.scene.board
        for zone in zones:
            army = ENEMY[board.unit(zone.horse).army]
            for at in sorted(zone.primary | zone.secondary):
                yield from self.struck(board.fighting(at, army))

    def _offered(self, leaders: Iterable[str]) -> Part:
        for uid in dict.fromkeys(leaders):
            if uid and any(self.wakes(brigade) for brigade in self.staff.chain.brigades_of(uid)):
                yield from self._activate(uid)

    def _activate(self, uid: str) -> Part:
        """wv 17.53-3: a leader goes to the first hex that is open to him; the leader of his division follows."""
        while uid:
            at = next(iter(activation.places(self.staff, uid)), "")
            if not at:
                return
            above = activation.activate(self.staff, uid, at, involuntary=True)
            yield event("activated", leader=uid, at=at, case="17.53")
            uid = above
