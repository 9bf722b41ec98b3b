"""Victory points of battles and captures (jdg 9-4 to 9-8, 8.4-11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulesets.jours_de_gloire.rules.battle.parts import Leader
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables


@dataclass(frozen=True, slots=True)
class Captures:
    """What captured leaders are worth. ends: the captor has won the game at once (9-8)."""

    points: int
    ends: bool


def battle_points(tables: Tables, value: int) -> int:
    """jdg 9-4, 9-5, 9-6: what the winner of a battle of this type (`Length.value`) earns; mostly 0."""
    return int(tables.value("victory", "battle").get(str(value), "0"))


def capture_points(tables: Tables, leaders: Iterable[Leader]) -> Captures:
    """jdg 9-7, 9-8: what the captor of these leaders earns."""
    taken = tuple(leaders)
    points = sum(tables.number("victory", "chief" if leader.chief else "general") for leader in taken)
    return Captures(points, any(leader.emperor for leader in taken))
