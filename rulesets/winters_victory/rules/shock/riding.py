"""A charge carried out: hex by hex, attack by attack, to its end (12.53)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rulesets.winters_victory.board.pieces import CAVALRY, ENEMY, ROUTED
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.reactions import CHARGING, LEAVE, Act, chances
from rulesets.winters_victory.rules.firing.shooting import shoot
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.chains import Duty
from rulesets.winters_victory.rules.morale.check import checker
from rulesets.winters_victory.rules.morale.effectiveness import Cause
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock import charges
from rulesets.winters_victory.rules.shock.attacks import attackers
from rulesets.winters_victory.rules.shock.charge_zones import SECONDARY, in_sight, project_farther, zone_modifier
from rulesets.winters_victory.rules.shock.charges import Charge
from rulesets.winters_victory.rules.shock.fighting import EMPTY, FOUGHT, End, Fighting
from rulesets.winters_victory.rules.shock.odds import Attack
from rulesets.winters_victory.rules.shock.results import may_attack_again

ATTACK, STEP, GO_ON = "attack", "step", "go-on"
"""What a plan is asked: whom to attack, where to ride, and at the end of the primary zone whether to ride on."""
Choose = Callable[[str, Charge, tuple[str, ...]], str]
Pause = Callable[[str], Part]
"""What happens before a charge goes on that has come into a hex."""


def straight(what: str, charge: Charge, hexes: tuple[str, ...]) -> str:
    """The plan of those without another: the first of what is allowed; the charge ends where it may."""
    return "" if what == GO_ON else hexes[0]


def nothing(at: str) -> Part:
    """Nobody breaks into a charge."""
    yield from ()


_ROUNDS: Final = 40


@dataclass
class Riding:
    """wv 12.53.1, 12.53.2, 12.53.3-1, 12.53X.0: a charge in execution.

    choose: the owner's plan: a hex of those offered; "" to ride no farther where the charge may end, or for GO_ON.
    fired: units that have fired at this charge. pause: what the enemy does as the horse comes into a hex (12.56.2). A
    hex that stays in enemy hands is attacked once, and the charge ends before it (a reading)."""

    breaking: Breaking
    charge: Charge
    choose: Choose = straight
    fired: frozenset[str] = frozenset()
    pause: Pause = nothing

    @property
    def scene(self) -> Scene:
        """The situation."""
        return self.breaking.scene

    @property
    def _army(self) -> str:
        return self.scene.unit(self.charge.zone.horse).army

    @property
    def _at(self) -> str:
        return self.scene.piece(self.charge.zone.horse).at

    def run(self) -> Part:
        """wv 12.53X.0, 12.53X.3-1, 12.53X.3-2, 12.53X.4, 12.53X.5-1, 12.53X.6: the whole charge."""
        horse = self.charge.zone.horse
        if not in_sight(self.scene, self.charge.zone):
            yield event("charge-aborted", unit=horse, at=self._at)
            return
        yield event("charge-begins", unit=horse, at=self._at)
        for _ in range(_ROUNDS):
            goes_on = yield from self._next()
            if not goes_on or horse not in self.scene.board.pieces:
                break
        if horse in self.scene.board.pieces:
            worn = charges.finish(self.scene, self.charge)
            yield event("charge-ended", unit=horse, at=self._at, exhausted=list(worn))
            yield from self._withdraw()

    def _next(self) -> Part:
        """One attack or one hex; whether the charge goes on."""
        found = charges.targets(self.scene, self.charge)
        if found.must:
            to = self.choose(ATTACK, self.charge, found.must)
            return (yield from self._attack(to))
        if charges.must_decide(self.scene, self.charge):
            on = yield from self._decide()
            return on
        ways = charges.steps(self.scene, self.charge)
        to = self.choose(STEP, self.charge, ways) if ways else ""
        if to not in ways:
            return False
        return (yield from self._ride(to))

    def _attack(self, to: str) -> Part:
        """wv 12.53.2, 12.53.5, 12.53.7: a shock attack of the charge; whether it goes on after it."""
        scene, army = self.scene, self._army
        uid = checker(scene, to, ENEMY[army])
        zone = zone_modifier(scene, self.charge.zone, uid) if uid else 0
        countered = self.charge.opportune and scene.unit(scene.top(to, ENEMY[army])).kind == CAVALRY
        attack = Attack(army, self._at, to, charging=True, countered=countered)
        fight = Fighting(self.breaking, attack, zone, self.charge.opportune, self.fired)
        end: End = yield from fight.run()
        self.fired |= end.fired
        fought = end.how == FOUGHT
        self.charge = replace(
            self.charge, attacks=self.charge.attacks + fought, advanced=self.charge.advanced + end.occupied
        )
        if end.how == EMPTY:
            return True
        free = fought and end.occupied and end.outcome is not None and may_attack_again(end.outcome.attacker)
        return free and (yield from self._undisturbed())

    def _undisturbed(self) -> Part:
        """wv 12.56.2-1: the pause behind a hex; whether the charge goes on, which it does not if it was driven back."""
        horse, at = self.charge.zone.horse, self._at
        yield from self.pause(at)
        piece = self.scene.board.pieces.get(horse)
        return piece is not None and piece.at == at and piece.state != ROUTED

    def _decide(self) -> Part:
        """wv 12.53X.3-1, 12.53X.3-2, 12.53X.4, 7.41.2, 12.56.2-2: the end of the primary zone; whether the charge goes
        on into the secondary one."""
        scene, charge = self.scene, self.charge
        charges.primary_done(scene, charge)
        if charge.opportune or not charge.zone.secondary:
            return False
        if not self.choose(GO_ON, charge, ()):
            label = f"{self.breaking.label}.control.{charge.advanced}"
            die = yield from ten(label, "12.53", self._at)
            held = charges.controlled(scene, charge, die)
            yield event(
                "charge-control", unit=charge.zone.horse, at=self._at, die=die, held=held, label=label, case="12.53"
            )
            if held:
                return False
        self.charge = replace(charge, zone=project_farther(scene, charge.zone), part=SECONDARY)
        return True

    def _ride(self, to: str) -> Part:
        """wv 12.53.2, 12.53.3-1, 12.54.2-e, 11.3.1-C: a hex forward, under fire, and into friends if they are there."""
        scene, at, army = self.scene, self._at, self._army
        yield from self._under_fire(at, to)
        if self.charge.zone.horse not in scene.board.pieces:
            return False
        if self._at != at or scene.piece(self.charge.zone.horse).state == ROUTED:
            return False
        fleeing = charges.ride_in(scene, self.charge, to)
        if fleeing:
            yield from self.breaking.retreat(to, army, scene.charts.morale.retreats["disordered"], at, only=fleeing)
        units = attackers(scene, at, army)
        going = [uid for uid in scene.board.of_army(at, army) if uid in units or not scene.unit(uid).fights]
        for uid in reversed(going):
            scene.board.move(uid, to, below=False)
        self.charge = replace(self.charge, advanced=self.charge.advanced + 1)
        yield event("rides", units=going, at=at, to=to)
        return (yield from self._undisturbed())

    def _under_fire(self, at: str, to: str) -> Part:
        """wv 12.53.2, 11.3.1-C: fire at who leaves a hex in minimum zones, then one check."""
        scene, army = self.scene, self._army
        act = Act(LEAVE, attackers(scene, at, army), at, to, CHARGING, enemy_moves=False, barred=self.fired)
        hits = []
        for chance in chances(scene, act):
            if scene.board.fighting(at, army) and self.breaking.fires(chance, act):
                fire = aim(scene, chance.firer, at, chance.terms)
                if isinstance(fire, Fire):
                    hits.append((yield from shoot(scene, fire, f"{self.breaking.label}.at.{chance.firer}.{at}")))
                    self.fired |= {chance.firer}
        shaken = [hit for hit in hits if hit is not None and hit.shakes]
        uid = checker(scene, at, army)
        if shaken and uid:
            cause = Cause(
                here=any(loss.left == 0 for hit in shaken for loss in hit.losses),
                flank=any(hit.through in ("flank", "rear") for hit in shaken),
                formed=any(hit.formed for hit in shaken),
            )
            yield from self.breaking.run([Duty(uid, at, cause)])

    def _withdraw(self) -> Part:
        """wv 12.53X.6: out of all minimum zones, if an enemy stands beside it whom it cannot attack."""
        for _ in range(_ROUNDS):
            horse = self.charge.zone.horse
            if horse not in self.scene.board.pieces or not charges.must_withdraw(self.scene, self.charge):
                return
            yield from self.breaking.retreat(self._at, self._army, 1)
