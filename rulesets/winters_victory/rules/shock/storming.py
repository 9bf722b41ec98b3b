"""A shock attack upon a headquarters that nobody else holds (17.23)."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rulesets.winters_victory.board.pieces import ENEMY, SKIRMISH, SKIRMISHERS, Piece, Unit
from rulesets.winters_victory.rules.command.points import HEADQUARTERS_RATING, HEADQUARTERS_STRENGTH
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import attackers, conclude, defended, occupy
from rulesets.winters_victory.rules.shock.fighting import FOUGHT, REPULSED, End, Fighting, lose

GUARD = "headquarters"
"""The counter that stands for a headquarters while it is attacked, and never otherwise."""


def holds(scene: Scene, headquarters: str, to: str, army: str) -> bool:
    """wv 17.23-1: whether an army that attacks a hex finds the enemy's headquarters alone there. headquarters: its
    hex."""
    return to == headquarters != "" and not defended(scene, to, army)


@contextmanager
def _guarded(scene: Scene, at: str, army: str) -> Iterator[None]:
    """wv 17.23-1: the headquarters as skirmishers on the board."""
    board, strength = scene.board, HEADQUARTERS_STRENGTH
    units = board.units
    board.units = ChainMap(
        {GUARD: Unit(GUARD, "Headquarters", army, army, SKIRMISHERS, "", strength, HEADQUARTERS_RATING, 0, 0, {})},
        dict(units),
    )
    board.place(GUARD, Piece(at, 0, strength, SKIRMISH))
    try:
        yield
    finally:
        board.remove(GUARD)
        board.units = units


@dataclass
class Storming(Fighting):
    """wv 17.23-1: it does not fire and has no losses; if it would have to retreat, or would lose all its points, the
    attackers are in its hex."""

    def run(self) -> Part:
        """wv 12.0-1, 12.0-2, 17.23-1: carries the attack out, and returns its End."""
        scene, attack = self.scene, self.attack
        units = attackers(scene, attack.at, attack.army)
        yield event("shock", units=list(units), on=[], at=attack.at, to=attack.to, charging=False)
        fired = yield from self.defensive_fire(units)
        if not self.still_attacks(units):
            return End(REPULSED, fired=fired)
        with _guarded(scene, attack.to, ENEMY[attack.army]):
            yield from self.come_on()
            made = yield from self.decide()
        yield from lose(scene, attack.at, attack.army, made.attacker, self.breaking.label)
        own = [scene.unit(uid) for uid in units]
        yield from self.leave(attack.at, attack.army, made.attacker.retreat, own, ())
        taken = made.defender.retreat > 0 or made.defender.losses >= HEADQUARTERS_STRENGTH
        left = [uid for uid in units if uid in scene.board.pieces]
        if not (taken and left) or made.attacker.retreat:
            return End(FOUGHT, made, fired=fired)
        moved = occupy(scene, attack.at, attack.army, attack.to)
        yield event("occupied", units=list(moved), at=attack.at, to=attack.to)
        became = conclude(scene, left, attack.at, attack.to, guns=False, skirmishers=False)
        if became:
            yield event("after-attack", units=left, effect=became)
        return End(FOUGHT, made, True, fired)
