"""Morale tests (jdg 8.6)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.requests import Request, Roll
from rulesets.jours_de_gloire.rules.battle.parts import Force
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables

THRESHOLD: Final = "threshold"
COMBAT_STAR: Final = "combat-table"
GUNS_STAR: Final = "artillery-table"
CASE: Final = {THRESHOLD: "8.6-1", COMBAT_STAR: "8.6-2", GUNS_STAR: "8.6-2"}


@dataclass(frozen=True, slots=True)
class MoraleTest:
    """A morale test. needs: the highest die that passes. bonus: of that, from the leader's tactical bonus."""

    cohesion: int
    bonus: int
    die: int

    @property
    def needs(self) -> int:
        return self.cohesion + self.bonus

    @property
    def passed(self) -> bool:
        return self.die <= self.needs


def loss_level(tables: Tables, base: int) -> int:
    """jdg 8.1-P3, 8.6-1: the fewest PF that make up the share of a starting strength that calls for tests."""
    part = base * tables.fraction("morale", "share")
    return -(-part.numerator // part.denominator)


def bonus_of(tables: Tables, bt: int) -> int:
    """jdg 8.6-4: what a tactical bonus adds to cohesion for a morale test."""
    return tables.number("morale", "bonus", str(bt))


def tested(tables: Tables, force: Force, label: str, where: tuple[str, ...]) -> Generator[Request, Any, MoraleTest]:
    """jdg 8.6-4: the die of a force as it is now."""
    die = (yield Roll("1d6", label, "8.6-4", where))[0]
    return MoraleTest(force.cohesion, bonus_of(tables, force.bt), die)
