"""What a force is worth in one round: PF, column and die, each step with its case (jdg 8.3, 8.5, T-COMBAT-*)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from rulesets.jours_de_gloire.rules.battle.parts import (
    ATTACKER,
    CAVALRY,
    CLEAR,
    DEFENSIVE,
    FOE,
    MOUNTAIN,
    Fighter,
    Force,
    Situation,
)
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables

Json = Any


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How one force stands in a round. column: number of the column, from 0 at the left, after the shifts."""

    calculation: Calculation
    column: int

    @property
    def pf(self) -> int:
        """Its strength, rounded down (8.3)."""
        return int(self.calculation.attack)

    @property
    def bonus(self) -> int:
        """The sum of the die modifiers."""
        return self.calculation.bonus


def reckon(tables: Tables, role: str, forces: Mapping[str, Force], situation: Situation, number: int) -> Reckoning:
    """jdg 8.1-P3: how the force of a role stands in a round (from 1), both forces as they are now."""
    counts = counted(tables, role, forces[role], situation)
    total = sum((count.counts for count in counts), 0)
    points = total.numerator // total.denominator
    strength = Strength(role, counts, points)
    # Multipliers may leave less than one PF, for which no column is printed: the weakest (8.3).
    first = tables.column_of(max(points, 1))
    moves = shifts(tables, role, situation, number)
    column = min(max(first + sum(int(step.by) for step in moves), 0), tables.columns - 1)
    die = modifiers(tables, role, forces, situation, number)
    names = tables.column_name(first), tables.column_name(column)
    return Reckoning(Calculation((strength,), names[0], moves, names[1], names[1], die), column)


def counted(tables: Tables, role: str, force: Force, situation: Situation) -> tuple[Counted, ...]:
    """jdg 8.3: each unit's PF after the multipliers."""
    return tuple(
        Counted(fighter.id, fighter.pf, factors(tables, role, fighter, situation)) for fighter in force.fighters
    )


def factors(tables: Tables, role: str, fighter: Fighter, situation: Situation) -> tuple[Effect, ...]:
    """jdg T-COMBAT-PF, 8.5-1, 8.5-12: the multipliers of a unit's PF; they are all applied."""
    rough = {DEFENSIVE: "defensive terrain", MOUNTAIN: "mountains"}.get(situation.ground, "")
    lines = (
        (fighter.fatigued, "fatigued", "8.5-1", "fatigued by a forced march"),
        (situation.citadel, "citadel", "8.8-2", "assault on a citadel"),
        (fighter.kind == CAVALRY and bool(rough), "cavalry-in-rough", "8.5-12", f"cavalry in {rough}"),
    )
    found = (
        Effect(tables.fraction("multipliers", name, role), why, case) for applies, name, case, why in lines if applies
    )
    return tuple(factor for factor in found if factor.by != 1)


def shifts(tables: Tables, role: str, situation: Situation, number: int) -> tuple[Effect, ...]:
    """jdg T-COMBAT-COL, 8.5-2, 8.5-3, 8.5-4, 8.5-11, 8.5-12: column shifts of a role in a round."""
    against = "against " if role == ATTACKER else "in "
    lines = (
        (situation.encircled, "encircled", "8.5-4", "defender encircled"),
        (situation.ground == MOUNTAIN, "mountain", "8.5-12", f"{against}mountains"),
        (situation.ground == DEFENSIVE, "defensive", "8.5-12", f"{against}defensive terrain"),
        (situation.entrenched, "entrenched", "8.5-12", f"{against}entrenchments"),
        (falls_in(tables, number, "fourth-round"), "fourth-round", "8.5-11", "fourth round"),
    )
    found = [Effect(tables.number("shifts", name, role), why, case) for applies, name, case, why in lines if applies]
    if situation.flanked_by(role):
        # A reacting army has the attacker's bonus (8.5-3).
        case = "8.5-2" if role == ATTACKER else "8.5-3"
        found.insert(0, Effect(tables.number("shifts", "flank", ATTACKER), "flank attack", case))
    return tuple(step for step in found if step.by)


def modifiers(
    tables: Tables, role: str, forces: Mapping[str, Force], situation: Situation, number: int
) -> tuple[Effect, ...]:
    """jdg T-COMBAT-DIE, 8.5-7, 8.5-8, 8.5-9, 8.5-10, 8.5-11: die modifiers of a role in a round; zeros are left out."""
    lines = (
        (situation.bridge, "bridge", "8.5-9", "attack across a bridge"),
        (situation.ground == CLEAR, "clear", "8.5-10", "defence in clear terrain"),
        (falls_in(tables, number, "late-round"), "late-round", "8.5-11", "third and fourth round"),
    )
    difference = forces[role].cohesion - forces[FOE[role]].cohesion
    found = [Effect(forces[role].bt, "tactical bonus", "8.5-8"), Effect(difference, "difference of cohesion", "8.5-7")]
    found += [Effect(tables.number("dice", name, role), why, case) for applies, name, case, why in lines if applies]
    return tuple(step for step in found if step.by)


def falls_in(tables: Tables, number: int, name: str) -> bool:
    """jdg 8.4-4, 8.5-11: whether a round is among those that the charts list under a name."""
    return str(number) in tables.value("rounds", name)
