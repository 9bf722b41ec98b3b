"""Opportunity charges of a Shock Phase, which break into what the enemy does (12.56.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulesets.winters_victory.board.pieces import CAVALRY, ENEMY
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone, opportunity, project
from rulesets.winters_victory.rules.shock.charges import Charge
from rulesets.winters_victory.rules.shock.declaring import begin
from rulesets.winters_victory.rules.shock.riding import ATTACK, GO_ON, Choose, Riding


def stays(horse: str, at: str) -> bool:
    """Plan of who never charges on opportunity."""
    return False


def towards(scene: Scene, at: str) -> Choose:
    """wv 12.56.2-1, 12.56.2-2: at the enemy who has come into a hex, by the shortest way; behind him on ahead."""

    def choose(what: str, charge: Charge, hexes: tuple[str, ...]) -> str:
        if what == GO_ON:
            return ""
        if what == ATTACK and at in hexes:
            return at
        return min(hexes, key=lambda to: (scene.ground.distance(to, at), to))

    return choose


@dataclass
class Countercharging:
    """wv 12.56-0, 12.56.2-1: who may still charge. zones: horse -> the zone of a charge that waits, which it gives up
    for this one. wishes: whether horse charges because an enemy has come into a hex. used: who has charged, or tried.
    busy: armies with such a charge in execution, of which each has one."""

    breaking: Breaking
    zones: dict[str, ChargeZone]
    wishes: Callable[[str, str], bool] = stays
    used: set[str] = field(default_factory=set)
    busy: set[str] = field(default_factory=set)

    def answer(self, at: str, army: str) -> Part:
        """wv 12.56.2-1, 12.56.2-2: the horse, by id, that charges at once because units of an army have come
        into a hex; as long as one of these is there."""
        foe = ENEMY[army]
        if foe in self.busy:
            return
        for horse in sorted(self.breaking.scene.board.pieces):
            if self.breaking.scene.board.fighting(at, army) and self._may(horse, foe, at) and self.wishes(horse, at):
                yield from self._charge(horse, at, foe)

    def _may(self, horse: str, army: str, at: str) -> bool:
        """wv 12.56.2-1, 12.52.1-1: the topmost cavalry of a hex, once in the phase."""
        scene = self.breaking.scene
        if horse not in scene.board.pieces or horse in self.used or scene.unit(horse).army != army:
            return False
        topmost = scene.unit(horse).kind == CAVALRY and scene.top(scene.piece(horse).at, army) == horse
        return topmost and opportunity(scene, horse, at, shock=True)

    def _charge(self, horse: str, at: str, army: str) -> Part:
        scene, breaking = self.breaking.scene, self.breaking
        self.used.add(horse)
        declared = self.zones.pop(horse, None)
        if declared is None:
            begun = yield from begin(scene, horse, f"{breaking.label}.counter.{horse}")
            if not begun:
                return
        yield event("countercharge", unit=horse, at=scene.piece(horse).at, to=at)
        zone = project(scene, horse, secondary=False)
        self.busy.add(army)

        def pause(entered: str) -> Part:
            yield from self.answer(entered, army)

        before = breaking.label
        breaking.label = f"{before}.counter.{horse}"
        yield from Riding(breaking, Charge(zone, opportune=True), towards(scene, at), pause=pause).run()
        breaking.label = before
        self.busy.discard(army)
