"""Morale of armies and corps: points lost and won, demoralization, disintegration (14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rulesets.winters_victory.morale_charts import FatigueCharts

HALVED, ELIMINATED, ROUTED, RALLIED = "halved", "eliminated", "routed", "rallied"
EVENTS: Final = (HALVED, ELIMINATED, ROUTED, RALLIED)
"""wv 14.11-1, 14.11-2: what changes the morale of a book. Disorder does not (14.11-4)."""
OFF_THE_MAP: Final = ELIMINATED
"""wv 14.11-3: what becomes of a routed unit that leaves the map."""


@dataclass(slots=True)
class Book:
    """wv 14.0: the morale record of an army or a corps. start, level: points. demoralized, disintegrated: for good.
    routs: unit -> points that its rout has cost; losses: unit -> points that its losses have."""

    start: int
    level: int
    demoralized: bool = False
    disintegrated: bool = False
    routs: dict[str, int] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Values:
    """wv 14.11-1, 14.12, 14.13, 14.22B: what a scenario gives. units: event -> points. leaders: level -> points for a
    command unit that is reduced, none where it says nothing. objectives: hex -> points. part: disintegration begins at
    this part of the start below zero, 0 where the scenario does not have it; die_part: it needs a die of at most this
    part of the level below zero."""

    units: Mapping[str, int]
    leaders: Mapping[str, int] = field(default_factory=dict)
    objectives: Mapping[str, int] = field(default_factory=dict)
    part: int = 0
    die_part: int = 1


def unit_event(book: Book, values: Values, uid: str, event: str) -> int:
    """wv 14.11-1, 14.11-2, 14.11-3: books what befell a unit, and returns what it changed. A rally gives back what the
    rout took; elimination takes only what its losses and rout have not taken before (a reading)."""
    if event == RALLIED:
        change = book.routs.pop(uid, 0)
    elif event == ROUTED:
        change = 0 if uid in book.routs else -values.units[ROUTED]
        book.routs.setdefault(uid, -change)
    else:
        paid = book.losses.get(uid, 0) + (book.routs.pop(uid, 0) if event == ELIMINATED else 0)
        change = -max(0, values.units[event] - paid)
        book.losses[uid] = max(paid, values.units[event])
    book.level += change
    return change


def leader_reduced(book: Book, values: Values, level: str) -> int:
    """wv 14.12: books the reduction of a command unit of a level; returns what it changed."""
    change = -values.leaders.get(level, 0)
    book.level += change
    return change


def objective(book: Book, values: Values, at: str, *, won: bool) -> int:
    """wv 14.13: books that a side has taken or lost an objective; returns what it changed."""
    points = values.objectives.get(at, 0)
    book.level += points if won else -points
    return points if won else -points


def rolls(charts: FatigueCharts, book: Book) -> bool:
    """wv 14.21: whether a book rolls in the interphase: at a level of 0 or less, unless it is demoralized already."""
    return not book.demoralized and book.level <= charts.demoralization["level"]


def check(charts: FatigueCharts, book: Book, die: int) -> bool:
    """wv 14.21, 14.22-1: a die of at most the level below zero demoralizes, for good. Returns whether it is."""
    book.demoralized = book.demoralized or (rolls(charts, book) and die <= -book.level)
    return book.demoralized


def disintegrates(book: Book, values: Values, die: int) -> bool:
    """wv 14.22B: the die of disintegration, where the scenario has it; for good."""
    if values.part and book.level * values.part <= -book.start:
        book.disintegrated = book.disintegrated or die * values.die_part <= -book.level
    return book.disintegrated


def rating(charts: FatigueCharts, book: Book) -> int:
    """wv 14.22-1, 14.22-3: what demoralization adds to the effectiveness of all combat units of a book."""
    return charts.demoralization["rating"] if book.demoralized else 0


def leaders_help_rally(book: Book) -> bool:
    """wv 14.22-2: whether routed units of a book have the benefit of leaders when they rally by themselves."""
    return not book.demoralized
