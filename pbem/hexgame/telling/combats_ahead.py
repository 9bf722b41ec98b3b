"""The combats that orders lead to after the moves, for a page: those made, targets, who is left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pbem.engine.desk import Combat, Target, Where
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.telling.foresight import Foresight


def combat(foresight: Foresight[Any], attack: Attack, at: Where) -> Combat:
    """A combat before its die. at: the place of its entry in the player's document."""
    return Combat(at, attack.on, attack.by, attack.batteries(), tuple(foresight.outlooks(attack)))


def targets(options: AttackList[Any], attacked: Collection[str]) -> Iterator[Target]:
    """Enemies in contact, and those at whom a free battery can fire, in order of hex.

    attacked: hexes that are attacked; an enemy who has to be and is not is told to press.
    """
    bodies = options.bodies
    far: dict[str, list[str]] = {}
    near = {at: bodies.touching(at) for at in {at for touched in bodies.touched.values() for at in touched}}
    for unit in options.batteries():
        for at in options.rules.aims(unit):
            far.setdefault(at, []).append(unit)
    for at in sorted({*near, *far}):
        pressing = at in options.pressed and at not in attacked
        yield Target(at, tuple(near.get(at, ())), tuple(far.get(at, ())), pressing)


def idle(options: AttackList[Any], attacks: Sequence[Attack]) -> tuple[str, ...]:
    """Who has to attack and is named in no attack."""
    named = {unit for attack in attacks for unit in attack.by}
    return tuple(unit for unit in options.contacts if unit not in named)
