"""How an attack comes to its column and its die: one value, of which reports, previews and odds are worded alike.

Rules make a `Calculation`, tell it in their events by `told()`, and compute nothing of it twice. Whoever words it reads
what was told: `strength_text`, `column_text` and `steps` below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from pbem.lean import dataclass

Json = Any
Amount = int | Fraction
# The printed name of a unit or place.
Naming = Callable[[str], str]
Told = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that changes a strength, a column or a die.

    by: what a strength is multiplied by, how many columns to the right, or what is added to the die. case: of the
    rulebook. why: in a few words.
    """

    by: Amount
    why: str
    case: str

    def told(self) -> Json:
        """A multiplier as text (`1/2`): events hold no fractions."""
        return {"by": told(self.by), "case": self.case, "why": self.why}


@dataclass(frozen=True, slots=True)
class Counted:
    """A unit with its printed strength, and all that multiplies it. at: its place, "" where that is the battle's.

    strength: halves of points too, where a rulebook has them.
    """

    unit: str
    strength: Amount
    effects: tuple[Effect, ...] = ()
    at: str = ""

    @property
    def counts(self) -> Amount:
        """What it counts: exact, a whole number where nothing divides it."""
        if not self.effects:
            return self.strength
        return prod((effect.by for effect in self.effects), start=self.strength)

    def told(self) -> Json:
        place = {"at": self.at} if self.at else {}
        effects = [effect.told() for effect in self.effects]
        strength, counts = told(self.strength), told(self.counts)
        return {"unit": self.unit, **place, "strength": strength, "effects": effects, "counts": counts}


@dataclass(frozen=True, slots=True)
class Strength:
    """The units of one army together. counts: their sum as the rulebook rounds it, or exact where it does not."""

    role: str
    units: tuple[Counted, ...]
    counts: Amount

    @property
    def total(self) -> Amount:
        """The exact sum."""
        return sum((unit.counts for unit in self.units), 0)

    def told(self) -> Json:
        units = [unit.told() for unit in self.units]
        return {"role": self.role, "units": units, "total": told(self.total), "counts": told(self.counts)}


@dataclass(frozen=True, slots=True)
class Calculation:
    """From strengths to a column and to what is added to the die.

    strengths: attacker and defender where their odds give the column, one army where its own strength does. first:
    column of the strengths alone. shifts: of columns, above zero to the right. column: after them, kept on the table.
    used: the column that counts, lower than `column` where the attacker asked for that. modifiers: of the die.
    """

    strengths: tuple[Strength, ...]
    first: str
    shifts: tuple[Effect, ...]
    column: str
    used: str
    modifiers: tuple[Effect, ...] = ()

    @property
    def attack(self) -> Amount:
        """The attackers' strength as it counts."""
        return self.strengths[0].counts

    @property
    def defence(self) -> Amount:
        """The defenders' strength as it counts. Raises IndexError where one strength gives the column."""
        return self.strengths[1].counts

    @property
    def bonus(self) -> int:
        """What is added to the die, together."""
        return sum(int(effect.by) for effect in self.modifiers)

    def told(self) -> dict[str, Json]:
        """As events, previews and reports hold it: JSON without fractions."""
        return {
            "strengths": [strength.told() for strength in self.strengths],
            "first": self.first,
            "shifts": [effect.told() for effect in self.shifts],
            "column": self.column,
            "used": self.used,
            "modifiers": [effect.told() for effect in self.modifiers],
        }


def told(amount: Amount) -> int | str:
    """An exact amount as events hold it: a whole number, or `11/2`."""
    if isinstance(amount, int):
        return amount
    return amount.numerator if amount.denominator == 1 else str(amount)


# -- in words -----------------------------------------------------------------------------------


def mixed(amount: int | str) -> str:
    """`5 1/2` for what is told as `11/2`."""
    whole, rest = divmod(Fraction(amount).numerator, Fraction(amount).denominator)
    part = f"{rest}/{Fraction(amount).denominator}" if rest else ""
    return f"{whole} {part}".strip() if whole or not part else part


def effect_text(effect: Told) -> str:
    """`+2 flank attack (8.5-2)`: a shift or a modifier."""
    return f"{effect['by']:+d} {effect['why']}{_case(effect['case'])}"


def effects_text(effects: Sequence[Told]) -> str:
    """`+2 flank attack (8.5-2), -1 against mountains (8.5-12)`."""
    return ", ".join(map(effect_text, effects))


def unit_text(unit: Told, name: Naming, place: Naming = str) -> str:
    """`Sacken 6 x 1/2 fatigued (8.5-1) = 3 in 0906`."""
    times = "".join(f" x {mixed(one['by'])} {one['why']}{_case(one['case'])}" for one in unit["effects"])
    result = f" = {mixed(unit['counts'])}" if times else ""
    where = f" in {place(unit['at'])}" if unit.get("at") else ""
    return f"{name(unit['unit'])} {mixed(unit['strength'])}{times}{result}{where}"


def total_text(strength: Told) -> str:
    """`7 1/2, that is 7`: of a strength, exact and as it counts."""
    exact, counts = mixed(strength["total"]), mixed(strength["counts"])
    return counts if exact == counts else f"{exact}, that is {counts}"


def column_text(told: Told, arrow: str = ":", lowered: str = "") -> str:
    """`13 : 4 is 3-1; -1 the attackers are demoralized (18.11): 2-1; lowered by the attacker to 1-1 (7.9)`.

    Where one strength gives the column it begins `column 16-21`. lowered: the case by which the attacker may.
    """
    text = _first(told)
    if told["shifts"]:
        text += f"; {effects_text(told['shifts'])}{'' if arrow == ':' else ' '}{arrow} {told['column']}"
    if told["used"] != told["column"]:
        text += f"; lowered by the attacker to {told['used']}{_case(lowered)}"
    return text


def _first(told: Told) -> str:
    if len(told["strengths"]) == 1:
        return f"column {told['first']}"
    return f"{' : '.join(mixed(one['counts']) for one in told['strengths'])} is {told['first']}"


def steps(told: Told, name: Naming, *, odds: str = "", lowered: str = "") -> Iterator[tuple[str, str]]:
    """Every step with its case, for whoever wants to follow it: units that are multiplied, strengths, columns, die.

    odds: the case by which strengths give the column. lowered: see `column_text`.
    """
    for strength in told["strengths"]:
        for unit in strength["units"]:
            for effect in unit["effects"]:
                yield (
                    f"{name(unit['unit'])} {mixed(unit['strength'])} counts x {mixed(effect['by'])}: {effect['why']}",
                    effect["case"],
                )
    yield _first(told), odds
    for shift in told["shifts"]:
        columns = "column" if abs(shift["by"]) == 1 else "columns"
        yield f"{shift['why']}: {shift['by']:+d} {columns}", shift["case"]
    if told["shifts"]:
        yield f"that is column {told['column']}", odds
    if told["used"] != told["column"]:
        yield f"lowered by the attacker to {told['used']}", lowered
    for modifier in told["modifiers"]:
        yield f"{modifier['why']}: {modifier['by']:+d} to the die", modifier["case"]


def _case(case: str) -> str:
    return f" ({case})" if case else ""
