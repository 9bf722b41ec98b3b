"""The enemy's horse while units move: it turns to who comes near, and charges on opportunity (7.42, 12.56.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulesets.winters_victory.board import facing
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.formations import cavalry
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.check import check, settle
from rulesets.winters_victory.rules.morale.effectiveness import OUT
from rulesets.winters_victory.rules.moving.announcing import charged_by
from rulesets.winters_victory.rules.moving.paths import Walk
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock import charge_zones
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone
from rulesets.winters_victory.rules.sight import in_triangle


def turns_always(horse: str, at: str) -> bool:
    """Plan of horse that turns to every enemy who comes near."""
    return True


def charges_never(horse: str, at: str) -> bool:
    """Plan of horse that never charges on opportunity."""
    return False


@dataclass
class Watching:
    """wv 6.14-3, 7.42-1, 12.56.1-1: what it does. label: of a die. turns, charges: its plans, asked with a horse and
    the hex that was entered. zones: of charges declared before; opportunities: those begun meanwhile. tried: who has
    tried to charge in the phase."""

    breaking: Breaking
    label: Callable[[str], str]
    turns: Callable[[str, str], bool]
    charges: Callable[[str, str], bool]
    zones: tuple[ChargeZone, ...]
    opportunities: list[ChargeZone]
    tried: set[str]

    @property
    def scene(self) -> Scene:
        """The situation."""
        return self.breaking.scene

    def entered(self, walk: Walk) -> Part:
        """wv 6.14-3, 7.42-1, 12.56.1-1: horse that turns to a unit that has come near, or charges it."""
        uid, stance = next(iter(walk.stances.items()))
        for horse in cavalry.reacting(self.scene.ground, self.scene.board, uid, stance.at):
            # The zone of a charge goes out from the front as it stands (12.53.4).
            if all(zone.horse != horse for zone in walk.scene.charges):
                yield from self._turns(horse, stance.at)
        for horse in charged_by(walk.scene, uid, stance.at):
            yield from self._charges(walk, horse, stance.at)

    def _turns(self, horse: str, at: str) -> Part:
        """wv 7.42-1, 7.42-2: horse turns by the corner that brings the enemy before it, if one does."""
        scene, piece = self.scene, self.scene.piece(horse)
        if in_triangle(scene.ground, piece.at, piece.facing, at):
            return
        fits = (one for one in (1, -1) if in_triangle(scene.ground, piece.at, facing.turned(piece.facing, one), at))
        step = next(fits, 0)
        if not step or not self.turns(horse, at):
            return
        if cavalry.checks_to_turn(scene.unit(horse)):
            label = self.label(f"turn.{horse}")
            die = yield from ten(label, "7.42", piece.at)
            made = check(scene, horse, die)
            goes = made.outcome is None
            yield event("check", at=piece.at, goes=goes, label=label, case="7.42", **made.told())
            if made.outcome is not None:
                settle(scene, piece.at, scene.unit(horse).army, made.outcome.state)
                return
        cavalry.react(scene.board, horse, step)
        yield event("horse-turns", unit=horse, at=piece.at, facing=piece.facing)

    def _charges(self, walk: Walk, horse: str, at: str) -> Part:
        """wv 12.52.1-1, 12.56-0, 12.56.1-1, 12.56.1-2: a charge on opportunity, tried once in a phase."""
        scene = self.scene
        if horse in self.tried or not charge_zones.opportunity(scene, horse, at, shock=False):
            return
        if scene.top(scene.piece(horse).at, scene.unit(horse).army) != horse or not self.charges(horse, at):
            return
        self.tried.add(horse)
        where = scene.piece(horse).at
        label = self.label(f"charge.{horse}")
        die = yield from ten(label, "12.56", where)
        made = check(scene, horse, die)
        begun = charge_zones.initiate(scene, horse, made)
        yield event("opportunity-charge", at=where, to=at, begun=begun, label=label, case="12.56", **made.told())
        if begun:
            self.opportunities.append(charge_zones.project(scene, horse, secondary=OUT not in scene.piece(horse).marks))
            walk.scene = replace(walk.scene, charges=(*self.zones, *self.opportunities))
