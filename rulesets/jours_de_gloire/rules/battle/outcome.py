"""The two armies while a battle goes on, and what it came to (jdg 8.1-P5, 8.5-5, 8.7-5, 8.7-6, 9-4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rulesets.jours_de_gloire.rules.battle.losses import Elimination, Paid, pay, taken
from rulesets.jours_de_gloire.rules.battle.morale import THRESHOLD, loss_level
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, FOE, Fighter, Force, Leader, Situation
from rulesets.jours_de_gloire.rules.battle.points import battle_points
from rulesets.jours_de_gloire.rules.battle.tables_needed import Loss, Tables
from rulesets.jours_de_gloire.rules.battle.tactics import DECISIVE, OFFENSIVE, Length

Json = Any

# Why a battle has its loser.
BY_MORALE: Final = "morale"
BY_LOSSES: Final = "losses"
BY_ANNIHILATION: Final = "annihilation"
EQUAL: Final = "equal"


@dataclass(slots=True)
class Combatant:
    """An army in a battle as it goes on.

    base: unmodified PF at the start, with those who joined (8.6-1). by_unit: PF lost by unit. shaken: has reached its
    loss level, and so tests in every round from then on. failed: has to retreat. owed: PF to lose this round.
    """

    tables: Tables
    role: str
    force: Force
    base: int = 0
    by_unit: dict[str, int] = field(default_factory=dict)
    dead: list[str] = field(default_factory=list)
    shaken: bool = False
    failed: bool = False
    owed: int = 0
    stars: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = self.force.pf

    @property
    def lost(self) -> int:
        return sum(self.by_unit.values())

    @property
    def level(self) -> int:
        """jdg 8.1-P3: the loss from which it tests its morale."""
        return loss_level(self.tables, self.base)

    def named(self) -> dict[str, Json]:
        """Role and army, for an event."""
        return {"role": self.role, "side": self.force.army}

    def new_round(self) -> None:
        """Nothing is owed yet."""
        self.owed, self.stars = 0, []

    def hit(self, loss: Loss, table: str) -> None:
        """A table's result against this army, not yet taken off."""
        self.owed += loss.pf
        if loss.star:
            self.stars.append(table)

    def suffer(self, loss: int) -> Paid:
        """A loss shared among the units and taken off now."""
        paid = pay(self.force, loss)
        for unit, lost in paid.losses.items():
            self.by_unit[unit] = self.by_unit.get(unit, 0) + lost
        self.dead += paid.dead
        self.force = paid.force
        return paid

    def causes(self) -> tuple[str, ...]:
        """jdg 8.6-1, 8.6-2, 8.6-3: why this army tests its morale now; empty if it does not, or nobody is left to."""
        self.shaken = self.shaken or self.lost >= self.level
        if not self.force.fighters:
            return ()
        return (*([THRESHOLD] if self.shaken else []), *self.stars)

    def join(self, fighters: tuple[Fighter, ...], leaders: tuple[Leader, ...]) -> None:
        """jdg 8.6-1: those who join count towards the starting strength."""
        self.force = self.force.with_others(fighters, leaders)
        self.base += sum(fighter.pf for fighter in fighters)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a battle came to.

    length: planned rounds and type; rounds: those fought. winner, loser: roles, both empty after an indecisive battle;
    why: `morale`, `losses`, `annihilation` or `equal`. forces: by role, what is left. losses: unit to PF lost in the
    rounds. lost: by role. dead: units eliminated in the rounds. joined: joiners that came in; all others stay where
    they are. eliminated: the loser removed as a whole, None elsewhere: its PF are lost besides `losses`, it neither
    retreats nor is pursued, and forces holds it no longer. points: the winner's victory points for the battle itself.
    """

    length: Length
    rounds: int
    winner: str
    loser: str
    why: str
    forces: Mapping[str, Force]
    losses: Mapping[str, int]
    lost: Mapping[str, int]
    dead: tuple[str, ...]
    joined: tuple[str, ...]
    eliminated: Elimination | None
    points: int

    @property
    def leaves(self) -> str:
        """jdg 8.7-1, 8.7-2: the role that has to retreat, empty if it has nobody left to."""
        role = self.loser or ATTACKER
        return role if self.forces[role].fighters else ""

    @property
    def may_leave(self) -> str:
        """jdg 8.7-1, 8.7-2: the role that may retreat if it wishes, empty if it has nobody left."""
        role = self.winner or DEFENDER
        return role if self.forces[role].fighters else ""

    @property
    def grand(self) -> bool:
        """jdg 6.4-3: an offensive or decisive battle that had a loser."""
        return bool(self.loser) and self.length.kind in (DECISIVE, OFFENSIVE)


def outcome_of(
    tables: Tables,
    combatants: Mapping[str, Combatant],
    situation: Situation,
    planned: Length,
    rounds: int,
    joined: tuple[str, ...],
) -> Outcome:
    """The result after the last round."""
    loser, why = loser_of(combatants)
    forces = {role: combatant.force for role, combatant in combatants.items()}
    eliminated = None
    # 8.5-5, 8.7-5, 8.7-6: the encircled, and those whose citadel is stormed, have nowhere to go.
    if loser == DEFENDER and (situation.encircled or situation.citadel):
        eliminated = taken(forces[DEFENDER])
        forces[DEFENDER] = Force(forces[DEFENDER].army, ())
    return Outcome(
        planned,
        rounds,
        FOE[loser] if loser else "",
        loser,
        why,
        forces,
        {unit: lost for combatant in combatants.values() for unit, lost in combatant.by_unit.items()},
        {role: combatant.lost for role, combatant in combatants.items()},
        tuple(unit for combatant in combatants.values() for unit in combatant.dead),
        joined,
        eliminated,
        battle_points(tables, planned.value) if loser else 0,
    )


def loser_of(combatants: Mapping[str, Combatant]) -> tuple[str, str]:
    """jdg 8.1-P5-1, 8.1-P5-2: the loser's role and why; an empty role for an indecisive battle.

    An army with nobody left has lost to one with somebody left; else one that alone has to retreat; else who lost more.
    """
    gone = [role for role, combatant in combatants.items() if not combatant.force.fighters]
    if len(gone) == 1:
        return gone[0], BY_ANNIHILATION
    failed = [role for role, combatant in combatants.items() if combatant.failed]
    if len(failed) == 1:
        return failed[0], BY_MORALE
    attacker, defender = combatants[ATTACKER].lost, combatants[DEFENDER].lost
    if attacker == defender:
        return "", EQUAL
    return (ATTACKER if attacker > defender else DEFENDER), BY_LOSSES
