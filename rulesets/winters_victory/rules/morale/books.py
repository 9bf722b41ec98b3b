"""The books in which the morale of armies and corps is kept (14)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesets.winters_victory.board.fates import ELIMINATED, RALLIED, ROUTED
from rulesets.winters_victory.board.pieces import Unit
from rulesets.winters_victory.rules.morale.army import Values, breaks, changed, must_roll


@dataclass(slots=True)
class Book:
    """wv 14.0: the record of an army or a corps. start, level: points. demoralized, disintegrated: for good. routs:
    unit -> points that its rout has cost; losses: unit -> points that its losses have."""

    start: int
    level: int
    demoralized: bool = False
    disintegrated: bool = False
    routs: dict[str, int] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)


def enter(book: Book, values: Values, unit: Unit, event: str) -> int:
    """wv 14.11-1, 14.11-2, 14.11-3, 14.12: books what befell a unit or command unit, and returns what it changed. A
    rally gives back what the rout took, and elimination takes what losses and rout have not taken before (a
    reading)."""
    if event == RALLIED:
        change = book.routs.pop(unit.id, 0)
    elif event == ROUTED:
        change = 0 if unit.id in book.routs else changed(values, unit, event)
        book.routs.setdefault(unit.id, -change)
    else:
        lost = book.losses.get(unit.id, 0) + (book.routs.pop(unit.id, 0) if event == ELIMINATED else 0)
        change = changed(values, unit, event, lost)
        book.losses[unit.id] = lost - change
    book.level += change
    return change


def objective(book: Book, points: int, *, won: bool) -> int:
    """wv 14.13: books that a side has taken or lost an objective; returns what it changed. points: the scenario's."""
    change = points if won else -points
    book.level += change
    return change


def check(book: Book, threshold: int, die: int) -> bool:
    """wv 14.21, 14.22-1: the die of an interphase; returns whether the book is demoralized, which it stays.
    threshold: the level of the chart."""
    rolls = must_roll(book.level, threshold, book.demoralized)
    book.demoralized = book.demoralized or (rolls and breaks(book.level, die))
    return book.demoralized


def disintegrate(book: Book, die: int, part: int = 0, die_part: int = 1) -> bool:
    """wv 14.22B: the die of disintegration, for scenarios that have it; returns whether the book has fallen apart,
    which it stays. part: from this part of the start below zero on, 0 for never; die_part: the die is at most this
    part of the level below zero."""
    if part and book.level * part <= -book.start:
        book.disintegrated = book.disintegrated or die * die_part <= -book.level
    return book.disintegrated
