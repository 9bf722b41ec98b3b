"""Sharing losses among the units of a force (jdg 8.4-2, 8.4-3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.jours_de_gloire.rules.battle.parts import Fighter, Force, Leader


@dataclass(frozen=True, slots=True)
class Paid:
    """What a loss came to.

    losses: unit to PF lost for good (X), only those that lost any. dead: units eliminated. force: what is left.
    """

    losses: Mapping[str, int]
    dead: tuple[str, ...]
    force: Force

    @property
    def total(self) -> int:
        return sum(self.losses.values())


@dataclass(frozen=True, slots=True)
class Elimination:
    """A force that is removed. losses: unit to PF. captured: leaders taken."""

    losses: Mapping[str, int]
    captured: tuple[Leader, ...]


def share(force: Force, loss: int) -> dict[str, int]:
    """jdg 8.4-2: PF lost by each unit, in the force's order.

    One PF after the other is laid on the unit that has paid least in this loss, of equals on the one first in the
    owner's order. Last points are only taken when every unit is down to its last; nobody pays more than he has.
    """
    order = payers(force)
    given = {fighter.id: 0 for fighter in force.fighters}
    for _ in range(min(loss, force.pf)):
        able = [fighter for fighter in order if fighter.pf - given[fighter.id] > 1]
        able = able or [fighter for fighter in order if fighter.pf > given[fighter.id]]
        # min() takes the first of equals, so the order decides.
        given[min(able, key=lambda fighter: given[fighter.id]).id] += 1
    return {unit: lost for unit, lost in given.items() if lost}


def payers(force: Force) -> list[Fighter]:
    """The fighters in the order in which uneven remainders fall on them."""
    place = {unit: number for number, unit in reversed(list(enumerate(force.prefer)))}
    return sorted(
        force.fighters, key=lambda fighter: (place.get(fighter.id, len(force.prefer)), -fighter.pf, fighter.id)
    )


def pay(force: Force, loss: int) -> Paid:
    """A loss shared and taken off."""
    losses = share(force, loss)
    left = force.after(losses)
    alive = {fighter.id for fighter in left.fighters}
    return Paid(losses, tuple(fighter.id for fighter in force.fighters if fighter.id not in alive), left)


def halved(force: Force) -> Paid:
    """jdg 8.4-3: half of the whole force is lost, a half point dropped."""
    return pay(force, force.pf // 2)


def taken(force: Force) -> Elimination:
    """jdg 8.5-5, 8.7-5, 8.7-6, 8.8-S2: the whole force is removed and its leaders are captured."""
    return Elimination({fighter.id: fighter.pf for fighter in force.fighters}, force.leaders)
