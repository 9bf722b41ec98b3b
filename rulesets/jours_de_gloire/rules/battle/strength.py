"""What a force is worth in one round: PF, column and die, each step with its case (jdg 8.3, 8.5, T-COMBAT-*)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

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
class Factor:
    """A multiplier of PF, with its case and what it is for."""

    by: Fraction
    case: str
    why: str


@dataclass(frozen=True, slots=True)
class Step:
    """A column shift (to the right above zero) or a die modifier, with its case and what it is for."""

    by: int
    case: str
    why: str

    def told(self) -> Json:
        return {"by": self.by, "case": self.case, "why": self.why}


@dataclass(frozen=True, slots=True)
class Count:
    """A unit's contribution: roster PF, multipliers, and what it counts."""

    unit: str
    pf: int
    factors: tuple[Factor, ...]
    counts: Fraction

    def told(self) -> Json:
        """Fractions as text, `9/2`: events hold no others."""
        factors = [{"by": str(factor.by), "case": factor.case, "why": factor.why} for factor in self.factors]
        return {"unit": self.unit, "pf": self.pf, "factors": factors, "counts": str(self.counts)}


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How one force stands in a round.

    total: exact strength, pf: rounded down (8.3). first: column of pf, column: after the shifts, kept on the table.
    modifiers: of the die.
    """

    role: str
    counts: tuple[Count, ...]
    total: Fraction
    pf: int
    first: int
    shifts: tuple[Step, ...]
    column: int
    modifiers: tuple[Step, ...]

    @property
    def bonus(self) -> int:
        """The sum of the die modifiers."""
        return sum(step.by for step in self.modifiers)

    def told(self, tables: Tables) -> dict[str, Json]:
        """For a report: strengths, columns by their headings, every step with case and words."""
        return {
            "units": [count.told() for count in self.counts],
            "total": str(self.total),
            "pf": self.pf,
            "first": tables.column_name(self.first),
            "shifts": [step.told() for step in self.shifts],
            "column": tables.column_name(self.column),
            "modifiers": [step.told() for step in self.modifiers],
        }


def reckon(tables: Tables, role: str, forces: Mapping[str, Force], situation: Situation, number: int) -> Reckoning:
    """jdg 8.1-P3: how the force of a role stands in a round (from 1), both forces as they are now."""
    counts = counted(tables, role, forces[role], situation)
    total = sum((count.counts for count in counts), Fraction(0))
    pf = total.numerator // total.denominator
    # Multipliers may leave less than one PF, for which no column is printed: the weakest (8.3).
    first = tables.column_of(max(pf, 1))
    moves = shifts(tables, role, situation, number)
    column = min(max(first + sum(step.by for step in moves), 0), tables.columns - 1)
    die = modifiers(tables, role, forces, situation, number)
    return Reckoning(role, counts, total, pf, first, moves, column, die)


def counted(tables: Tables, role: str, force: Force, situation: Situation) -> tuple[Count, ...]:
    """jdg 8.3: each unit's PF after the multipliers."""
    found = []
    for fighter in force.fighters:
        applied = factors(tables, role, fighter, situation)
        counts = Fraction(fighter.pf)
        for factor in applied:
            counts *= factor.by
        found.append(Count(fighter.id, fighter.pf, applied, counts))
    return tuple(found)


def factors(tables: Tables, role: str, fighter: Fighter, situation: Situation) -> tuple[Factor, ...]:
    """jdg T-COMBAT-PF, 8.5-1, 8.5-12: the multipliers of a unit's PF; they are all applied."""
    rough = {DEFENSIVE: "defensive terrain", MOUNTAIN: "mountains"}.get(situation.ground, "")
    lines = (
        (fighter.fatigued, "fatigued", "8.5-1", "fatigued by a forced march"),
        (situation.citadel, "citadel", "8.8-2", "assault on a citadel"),
        (fighter.kind == CAVALRY and bool(rough), "cavalry-in-rough", "8.5-12", f"cavalry in {rough}"),
    )
    found = (
        Factor(tables.fraction("multipliers", name, role), case, why) for applies, name, case, why in lines if applies
    )
    return tuple(factor for factor in found if factor.by != 1)


def shifts(tables: Tables, role: str, situation: Situation, number: int) -> tuple[Step, ...]:
    """jdg T-COMBAT-COL, 8.5-2, 8.5-3, 8.5-4, 8.5-11, 8.5-12: column shifts of a role in a round."""
    against = "against " if role == ATTACKER else "in "
    lines = (
        (situation.encircled, "encircled", "8.5-4", "defender encircled"),
        (situation.ground == MOUNTAIN, "mountain", "8.5-12", f"{against}mountains"),
        (situation.ground == DEFENSIVE, "defensive", "8.5-12", f"{against}defensive terrain"),
        (situation.entrenched, "entrenched", "8.5-12", f"{against}entrenchments"),
        (falls_in(tables, number, "fourth-round"), "fourth-round", "8.5-11", "fourth round"),
    )
    found = [Step(tables.number("shifts", name, role), case, why) for applies, name, case, why in lines if applies]
    if situation.flanked_by(role):
        # A reacting side has the attacker's bonus (8.5-3).
        case = "8.5-2" if role == ATTACKER else "8.5-3"
        found.insert(0, Step(tables.number("shifts", "flank", ATTACKER), case, "flank attack"))
    return tuple(step for step in found if step.by)


def modifiers(
    tables: Tables, role: str, forces: Mapping[str, Force], situation: Situation, number: int
) -> tuple[Step, ...]:
    """jdg T-COMBAT-DIE, 8.5-7, 8.5-8, 8.5-9, 8.5-10, 8.5-11: die modifiers of a role in a round; zeros are left out."""
    lines = (
        (situation.bridge, "bridge", "8.5-9", "attack across a bridge"),
        (situation.ground == CLEAR, "clear", "8.5-10", "defence in clear terrain"),
        (falls_in(tables, number, "late-round"), "late-round", "8.5-11", "third and fourth round"),
    )
    difference = forces[role].cohesion - forces[FOE[role]].cohesion
    found = [Step(forces[role].bt, "8.5-8", "tactical bonus"), Step(difference, "8.5-7", "difference of cohesion")]
    found += [Step(tables.number("dice", name, role), case, why) for applies, name, case, why in lines if applies]
    return tuple(step for step in found if step.by)


def falls_in(tables: Tables, number: int, name: str) -> bool:
    """jdg 8.4-4, 8.5-11: whether a round is among those that the charts list under a name."""
    return str(number) in tables.value("rounds", name)
