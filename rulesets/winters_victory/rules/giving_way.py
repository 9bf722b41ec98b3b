"""Skirmishers who make way for a formed enemy that moves into their hex (8.66)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulesets.winters_victory.board.pieces import ENEMY
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.firing.aiming import Fire, Terms, aim
from rulesets.winters_victory.rules.firing.reactions import LEAVE, Act, Chance
from rulesets.winters_victory.rules.firing.shooting import Hit, shoot
from rulesets.winters_victory.rules.firing.zones import firers
from rulesets.winters_victory.rules.formations.skirmishing import leash, make_way, makes_way_to, steps_aside_to
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.moving.scene import Scene as Walking

CASE = "8.66"


@dataclass
class GivingWay:
    """wv 8.66-1, 8.66-2, 8.66-3: what happens before one move of units. label: of a die. gone: skirmishers that have
    made way for them."""

    breaking: Breaking
    units: Sequence[str]
    label: Callable[[str], str]
    gone: list[str] = field(default_factory=list)

    @property
    def _army(self) -> str:
        return self.breaking.scene.unit(self.units[0]).army

    def before(self, walking: Walking, at: str, displaced: Sequence[str]) -> Part:
        """wv 8.66-1, 8.66-2: skirmishers fire at the units in their hex `at`, are fired at by others beside them, and
        go. Returns whether the units were fired at."""
        shot = False
        for uid in displaced:
            if uid in self.breaking.scene.board.pieces and self._there(at):
                hit = yield from self._fire(uid, at, Terms(displaced=True), self.breaking.scene.piece(uid).at)
                shot = shot or hit
        for to in dict.fromkeys(self.breaking.scene.piece(uid).at for uid in displaced if self._stays(uid)):
            yield from self._harried(to, displaced)
        for uid in displaced:
            if self._stays(uid):
                yield from self._go(walking, uid)
        return shot

    def after(self, walking: Walking) -> Part:
        """wv 8.66-3: once the move is over those who still stand beside the first of the units go a hex more."""
        board = self.breaking.scene.board
        for uid in self.gone:
            if uid in board.pieces and self.units[0] in board.pieces:
                ways = steps_aside_to(walking, uid, self.units[0])
                yield from self._move(walking, uid, ways)

    def _stays(self, uid: str) -> bool:
        return uid in self.breaking.scene.board.pieces

    def _there(self, at: str) -> bool:
        return bool(self.breaking.scene.board.fighting(at, self._army))

    def _harried(self, to: str, displaced: Sequence[str]) -> Part:
        """wv 8.66-2: fire of those beside skirmishers that make way, but not of the units for which they do."""
        scene, army = self.breaking.scene, self._army
        for firer in firers(scene, to, army):
            near = any(scene.ground.distance(at, to) == 1 for at in scene.piece(firer).hexes)
            left = set(displaced) & set(scene.board.fighting(to, ENEMY[army]))
            if near and left and firer not in self.units:
                yield from self._fire(firer, to, Terms(), "")

    def _fire(self, firer: str, to: str, terms: Terms, source: str) -> Part:
        """One fire, with the check that it asks for; whether there was one."""
        scene, breaking = self.breaking.scene, self.breaking
        struck = ENEMY[scene.unit(firer).army]
        before = [scene.unit(uid) for uid in scene.board.fighting(to, struck)]
        act = Act(LEAVE, tuple(one.id for one in before), to, source)
        fire = aim(scene, firer, to, terms) if breaking.fires(Chance(firer, terms, "8.66-2"), act) else None
        if not isinstance(fire, Fire):
            return False
        hit: Hit | None = yield from shoot(scene, fire, self.label(f"react.{firer}"))
        if hit is not None and hit.shakes:
            yield from breaking.emptied(hit, before, fire.at)
        return True

    def _go(self, walking: Walking, uid: str) -> Part:
        hexes = {at for one in self.units if self._stays(one) for at in self.breaking.scene.piece(one).hexes}
        if self.breaking.scene.piece(uid).at in hexes:
            return
        moved = yield from self._move(walking, uid, makes_way_to(walking, uid, self._army))
        if moved:
            self.gone.append(uid)

    def _move(self, walking: Walking, uid: str, ways: Sequence[str]) -> Part:
        """Into the hex that is out of fire, far from the enemy and near its battalions, in this order."""
        scene, at, army = self.breaking.scene, self.breaking.scene.piece(uid).at, self._army
        foes = [piece.at for one in self.units if (piece := scene.board.pieces.get(one))]
        if not ways or not foes:
            return False

        def worth(to: str) -> tuple[bool, int, int, str]:
            far = leash(walking.ground, scene.board, uid, to)
            return bool(firers(scene, to, army)), -scene.ground.distance(foes[0], to), far or 0, to

        to = min(ways, key=worth)
        make_way(scene.board, uid, to)
        yield event("displaced", unit=uid, at=at, to=to, case=CASE)
        return True
