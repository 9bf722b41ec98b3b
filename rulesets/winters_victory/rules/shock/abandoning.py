"""Crews that leave their guns before a shock attack (7.65)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulesets.winters_victory.board.pieces import ENEMY, ROUTED
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.firing.aiming import Fire, Terms, aim
from rulesets.winters_victory.rules.firing.reactions import ATTACK, LEAVE, Act, Chance
from rulesets.winters_victory.rules.firing.shooting import shoot
from rulesets.winters_victory.rules.firing.zones import firers
from rulesets.winters_victory.rules.formations.crews import abandons_to, fires_at_leaving, may_abandon
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.chains import Duty
from rulesets.winters_victory.rules.morale.effectiveness import Cause
from rulesets.winters_victory.rules.moving.scene import Scene as Moving
from rulesets.winters_victory.rules.shock.attacks import attackers, conclude, defended, occupy


@dataclass
class Abandoning:
    """wv 7.65-2, 7.65-3: what batteries do that are about to be attacked. leaves: whether the crew of a battery leaves
    it."""

    breaking: Breaking
    leaves: Callable[[str], bool]

    def run(self, units: Sequence[str], at: str, on: Sequence[str]) -> Part:
        """wv 7.65-2, 7.65-3, 12.43.4: crews leave the hexes attacked, and their guns fire once more, disordered. The
        attackers go into a hex that nobody holds then, as after an attack (a reading). Returns whether they did."""
        scene, army = self.breaking.scene, self.breaking.scene.unit(units[0]).army
        for to in on:
            for battery in scene.board.enemies_in(to, army):
                if may_abandon(scene.board, battery, tuple(units)) and self.leaves(battery):
                    yield from self._leave(battery, at, units)
        there = attackers(scene, at, army)
        if len(on) > 1 or defended(scene, on[0], army) or not there or scene.piece(there[0]).state == ROUTED:
            return False
        moved = occupy(scene, at, army, on[0])
        yield event("occupied", units=list(moved), at=at, to=on[0])
        conclude(scene, there, at, on[0], guns=True, skirmishers=False)
        return True

    def _leave(self, battery: str, at: str, units: Sequence[str]) -> Part:
        """wv 7.65-2, 7.65-3: one crew, as far from the attackers as it gets, behind the fire of its guns."""
        scene, board = self.breaking.scene, self.breaking.scene.board
        crew, to = scene.crew_of(battery), scene.piece(battery).at
        ways = abandons_to(Moving(scene.ground, board), crew)
        if not ways:
            return
        own = scene.unit(crew).army
        goal = max(sorted(ways), key=lambda one: (scene.ground.distance(one, at), not board.fighting(one, own)))
        yield event("guns-abandoned", unit=battery, crew=crew, at=to, to=goal)
        act = Act(ATTACK, tuple(units), at, to, enemy_moves=False)
        terms = Terms(abandoned=True)
        fire = aim(scene, battery, at, terms) if self.breaking.fires(Chance(battery, terms, "7.65-3"), act) else None
        before = [scene.unit(uid) for uid in board.fighting(at, ENEMY[own])]
        hit = None
        if isinstance(fire, Fire):
            hit = yield from shoot(scene, fire, f"{self.breaking.label}.react.{battery}")
        yield from self._harried(crew, to, units)
        if crew in board.pieces and board.piece(crew).at == to:
            board.move(crew, goal)
        if hit is not None and hit.shakes:
            yield from self.breaking.emptied(hit, before, to)

    def _harried(self, crew: str, at: str, units: Sequence[str]) -> Part:
        """wv 7.65-4: fire at a crew that leaves its guns, by those beside them who take no part in the attack; who
        attacks elsewhere in the phase is not asked for (a reading)."""
        scene, army = self.breaking.scene, self.breaking.scene.unit(units[0]).army
        near = [uid for uid in firers(scene, at, army) if at in scene.ground.field.neighbours[scene.piece(uid).at]]
        act = Act(LEAVE, (crew,), at, enemy_moves=False)
        for uid in fires_at_leaving(scene.board, tuple(units), tuple(near)):
            if crew not in scene.board.pieces or scene.piece(crew).at != at:
                return
            if self.breaking.fires(Chance(uid, Terms(), "7.65-4"), act):
                yield from self._at_crew(uid, crew, at)

    def _at_crew(self, firer: str, crew: str, at: str) -> Part:
        """wv 7.65-4, 7.62B: one fire, which strikes the crew alone; the guns and whoever is with them are out of it."""
        scene, board = self.breaking.scene, self.breaking.scene.board
        order, unit = board.units_in(at), scene.unit(crew)
        aside = {uid: board.remove(uid) for uid in order if uid != crew}
        fire, hit = aim(scene, firer, at), None
        if isinstance(fire, Fire):
            hit = yield from shoot(scene, fire, f"{self.breaking.label}.react.{firer}.{crew}")
        for uid, piece in aside.items():
            board.place(uid, piece)
        board.restack(at, tuple(uid for uid in order if uid in board.pieces))
        if hit is not None and hit.shakes and crew in board.pieces:
            yield from self.breaking.run([Duty(crew, at, Cause(flank=hit.through in ("flank", "rear")))], "")
        elif hit is not None and crew not in board.pieces:
            yield from self.breaking.emptied(hit, [unit], at)
