"""One shock attack from its declaration to the end, with fire, checks, die, losses, retreats and occupation (12.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.winters_victory.board.pieces import ARTILLERY, ENEMY, EXTENDED, ROUTED, SKIRMISHERS, Unit
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.reactions import ATTACK, CHARGING, MOVING, Act, chances
from rulesets.winters_victory.rules.firing.shooting import Hit, endanger, shoot
from rulesets.winters_victory.rules.morale.breaking import STRUCK, Breaking
from rulesets.winters_victory.rules.morale.chains import GONE, Duty, neighbours
from rulesets.winters_victory.rules.morale.check import checker
from rulesets.winters_victory.rules.morale.effectiveness import Cause
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import (
    approach,
    attackers,
    conclude,
    defended,
    needs_die,
    occupy,
    surprise,
)
from rulesets.winters_victory.rules.shock.charge_zones import defender_checks
from rulesets.winters_victory.rules.shock.extended_attacks import draw_together, into_general_order
from rulesets.winters_victory.rules.shock.odds import Attack, Odds, odds
from rulesets.winters_victory.rules.shock.results import Effect, Outcome, apply, outcome

FOUGHT, REPULSED, EMPTY = "fought", "repulsed", "empty"
"""How an attack ended: by the table; by fire or morale before it; because the defender had fled before it."""


@dataclass(frozen=True, slots=True)
class End:
    """What has become of an attack. how: one of the three words above. outcome: None where the table was not asked.
    occupied: whether the attackers stand in the hex. fired: units that have fired at them."""

    how: str
    outcome: Outcome | None = None
    occupied: bool = False
    fired: frozenset[str] = frozenset()


def _faces(scene: Scene, attack: Attack, found: Odds) -> list[list[list[Any]]]:
    """wv 12.3: code, losses, state and retreat of attacker and defender by each face of the die, for who weighs it;
    none without one."""
    made = [outcome(scene, attack, found, die) for die in range(10)] if found.forced is None else []
    return [
        [[side.code, side.losses, side.state, side.retreat] for side in (one.attacker, one.defender)] for one in made
    ]


def lose(scene: Scene, at: str, army: str, effect: Effect, label: str) -> Part:
    """wv 12.4-1, 12.44: losses and state of one side, and the dice of its leaders."""
    units = attackers(scene, at, army) or scene.board.fighting(at, army)
    lost = apply(scene, at, army, effect)
    yield event(
        "shock-losses",
        at=at,
        army=army,
        units=list(units),
        state=effect.state,
        losses={one.unit: one.points for one in lost},
        gone=[one.unit for one in lost if one.left == 0],
    )
    yield from endanger(scene, at, army, lost, "shock", label)


@dataclass
class Fighting:
    """wv 12.0-P1, 12.0-P2, 12.0-P3, 12.0-P4, 12.0-P5, 12.0-P6: a shock attack that is allowed (`attacks.why_not`).

    breaking: carries out checks and retreats, and says who fires. zone: what the attacker's charge zone adds to a
    defender's check; opportune: whether it is an opportunity charge (12.56.2-3). barred: units that have fired at this
    charge before (11.3.1-C). split: one of two attacks of an extended line: what becomes of the attacker waits for both
    (8.35.2-6).
    """

    breaking: Breaking
    attack: Attack
    zone: int = 0
    opportune: bool = False
    barred: frozenset[str] = frozenset()
    split: bool = False

    @property
    def scene(self) -> Scene:
        """The situation."""
        return self.breaking.scene

    def run(self) -> Part:
        """wv 12.0-1, 12.0-2: carries the attack out, and returns its End."""
        scene, attack = self.scene, self.attack
        foe = ENEMY[attack.army]
        units = attackers(scene, attack.at, attack.army)
        struck = [scene.unit(uid) for uid in scene.board.fighting(attack.to, foe)]
        against = [one.id for one in struck]
        yield event("shock", units=list(units), on=against, at=attack.at, to=attack.to, charging=attack.charging)
        yield from self.breaking.alarm([one.id for one in struck], STRUCK)
        caught = surprise(scene, attack.at, attack.army, attack.to, charging=attack.charging)
        if caught:
            yield event("caught", at=attack.to, units=list(scene.board.fighting(attack.to, foe)), case=caught)
        yield from self._before_a_charge(foe, bool(caught))
        if not scene.board.fighting(attack.to, foe):
            return End(EMPTY)
        yield from self._close_up(foe)
        fired = yield from self.defensive_fire(units)
        if not self.still_attacks(units):
            return End(REPULSED, fired=fired)
        yield from self.come_on()
        made = yield from self.decide()
        occupied = yield from self._settle(made, foe, units, struck)
        return End(FOUGHT, made, occupied, fired)

    def decide(self) -> Part:
        """wv 12.0-P4, 12.0-P5, 12.0-P6: odds, die and Outcome."""
        scene, attack = self.scene, self.attack
        found = odds(scene, attack)
        die = 0
        if found.forced is None:
            die = yield from ten(f"{self.breaking.label}.shock", "12.0", attack.at, attack.to)
        made = outcome(scene, attack, found, die)
        yield event(
            "shock-result",
            at=attack.at,
            to=attack.to,
            strengths=[found.attack, found.defence],
            row=found.row,
            attacker=[list(one) for one in found.attacker],
            defender=[list(one) for one in found.defender],
            differential=found.differential,
            effectiveness=[found.ours, found.theirs],
            die=None if found.forced else die,
            faces=_faces(scene, attack, found),
            army=attack.army,
            label=f"{self.breaking.label}.shock",
            case="12.3",
            codes=list(made.codes),
            results=[made.attacker.code, made.defender.code],
            effects=[[one.losses, one.state, one.retreat] for one in (made.attacker, made.defender)],
        )
        return made

    # -- before the die ----------------------------------------------------------------------

    def _before_a_charge(self, foe: str, caught: bool) -> Part:
        """wv 12.53.6, 12.62-1, 12.62-2, 12.62-3: the defender's check before he fires."""
        scene, to = self.scene, self.attack.to
        uid = checker(scene, to, foe)
        if self.attack.charging and uid and defender_checks(scene, to, foe, caught=caught, opportune=self.opportune):
            yield from self.breaking.run([Duty(uid, to, Cause(zone=self.zone))], self.attack.at)

    def _close_up(self, foe: str) -> Part:
        """wv 8.35.1-1: an extended line that is attacked in front goes into General Order in that hex before it fires,
        if its owner wishes, and defends with all its points."""
        scene, to = self.scene, self.attack.to
        for uid in scene.board.fighting(to, foe):
            piece = scene.piece(uid)
            if piece.formation == EXTENDED and piece.second and piece.good and self.breaking.loosens(uid):
                into_general_order(scene.board, uid, to)
                yield event("loosens", unit=uid, at=to)

    def defensive_fire(self, units: Sequence[str]) -> Part:
        """wv 12.0-P2, 12.0-3, 11.32-1, 11.11.4, 12.53.2: everybody whose minimum zone holds the attacker fires, then he
        checks once. Returns who has fired."""
        scene, attack = self.scene, self.attack
        manner = CHARGING if attack.charging else MOVING
        act = Act(ATTACK, tuple(units), attack.at, attack.to, manner, enemy_moves=False, barred=self.barred)
        hits: list[Hit] = []
        fired = []
        for chance in chances(scene, act):
            fire = aim(scene, chance.firer, attack.at, chance.terms) if self.breaking.fires(chance, act) else None
            if isinstance(fire, Fire):
                hit = yield from shoot(scene, fire, f"{self.breaking.label}.react.{chance.firer}")
                fired.append(chance.firer)
                hits.append(hit)
            if not scene.board.fighting(attack.at, attack.army):
                break
        shaken = [hit for hit in hits if hit.shakes]
        uid = checker(scene, attack.at, attack.army)
        if shaken and uid:
            gone = any(loss.left == 0 for hit in shaken for loss in hit.losses)
            flank = any(hit.through in ("flank", "rear") for hit in shaken)
            yield from self.breaking.run([Duty(uid, attack.at, Cause(here=gone, flank=flank))], attack.to)
        return frozenset(fired)

    def still_attacks(self, units: Sequence[str]) -> bool:
        """wv 12.0-P2: whether any of the attackers is still there and not routed."""
        there = attackers(self.scene, self.attack.at, self.attack.army)
        return any(uid in there and self.scene.piece(uid).state != ROUTED for uid in units)

    def come_on(self) -> Part:
        """wv 11.32-2, 8.35.3, 12.0-P3, 12.22.5, 12.54.2-c: what terrain and the enemy's formation make of the
        attackers."""
        scene, attack = self.scene, self.attack
        for uid in attackers(scene, attack.at, attack.army):
            if scene.piece(uid).second and not scene.piece(uid).good:
                draw_together(scene.board, uid, attack.at)
        die = 0
        told: dict[str, Any] = {}
        if needs_die(scene, attack.at, attack.army, attack.to):
            label = f"{self.breaking.label}.slip"
            die = yield from ten(label, "12.54.2", attack.at, attack.to)
            told = {"die": die, "label": label}
        there = attackers(scene, attack.at, attack.army)
        effect = approach(scene, attack.at, attack.army, attack.to, die)
        if effect or told:
            yield event("approach", units=list(there), at=attack.at, to=attack.to, effect=effect, **told)

    # -- after the die -----------------------------------------------------------------------

    def _settle(self, made: Outcome, foe: str, units: Sequence[str], struck: Sequence[Unit]) -> Part:
        """wv 12.4-1, 12.4-4, 12.4-5, 12.41-A, 12.44, 13.11.4: losses of both, leaders, states; the defender's retreat,
        then the attacker's, or his advance; the end of the attack. Returns whether the hex is occupied."""
        scene, attack = self.scene, self.attack
        own = [scene.unit(uid) for uid in attackers(scene, attack.at, attack.army)]
        guns = any(one.kind == ARTILLERY for one in struck)
        light = all(one.kind == SKIRMISHERS for one in struck)
        if not self.split:
            yield from lose(scene, attack.at, attack.army, made.attacker, self.breaking.label)
        yield from lose(scene, attack.to, foe, made.defender, self.breaking.label)
        yield from self.leave(attack.to, foe, made.defender.retreat, struck, units)
        if self.split:
            return False
        yield from self.leave(attack.at, attack.army, made.attacker.retreat, own, ())
        left = [uid for uid in units if uid in scene.board.pieces]
        free = not defended(scene, attack.to, attack.army)
        occupied = bool(left) and free and made.attacker.retreat == 0
        if occupied:
            moved = occupy(scene, attack.at, attack.army, attack.to)
            yield event("occupied", units=list(moved), at=attack.at, to=attack.to)
        became = conclude(scene, left, attack.at, attack.to, guns=guns, skirmishers=light)
        if became:
            yield event("after-attack", units=left, effect=became)
        return occupied

    def leave(self, at: str, army: str, hexes: int, who: Sequence[Unit], barred: Sequence[str]) -> Part:
        """wv 12.4-5, 13.11.4: one side retreats; or its neighbours check since nobody of it is left."""
        breaking = self.breaking
        other = self.attack.to if at == self.attack.at else self.attack.at
        if not self.scene.board.fighting(at, army):
            yield from breaking.run(neighbours(self.scene, at, army, who, GONE), other)
        elif hexes:
            before, breaking.barred = breaking.barred, frozenset(barred)
            yield from breaking.retreat(at, army, hexes, other)
            breaking.barred = before
