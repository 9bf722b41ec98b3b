"""Morale of armies and corps: what it costs to lose units, and when a side is demoralized (14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.fates import ELIMINATED, LEADER, RALLIED
from rulesets.winters_victory.board.pieces import ARTILLERY, CAVALRY, INFANTRY, Unit

_COUNTING: Final = (INFANTRY, CAVALRY, ARTILLERY)


@dataclass(frozen=True, slots=True)
class Values:
    """wv 14.11-1, 14.12: what a scenario charges: event -> points; for LEADER `leader LEVEL`."""

    points: Mapping[str, int]


def counts(unit: Unit) -> bool:
    """wv 14.11-1: whether a unit's fate touches the level: battalions, regiments, batteries."""
    return unit.kind in _COUNTING


def changed(values: Values, unit: Unit, event: str, charged: int = 0) -> int:
    """wv 14.11-1, 14.11-2, 14.11-3, 14.11-4, 14.12: what an event adds to the level, above or below zero.

    event: HALVED, ELIMINATED, ROUTED, RALLIED or LEADER (disorder is none). Who routs off the map is ELIMINATED.
    charged: points that this unit has cost before, which are taken off what its elimination costs.
    """
    if event == LEADER:
        return -values.points.get(f"{LEADER} {unit.sort}", 0)
    if not counts(unit):
        return 0
    points = values.points.get(event, 0)
    if event == RALLIED:
        return points
    return -max(0, points - charged) if event == ELIMINATED else -points


def must_roll(level: int, threshold: int, demoralized: bool) -> bool:
    """wv 14.21: whether an army or corps rolls in an interphase. threshold: the chart's level, 0."""
    return not demoralized and level <= threshold


def breaks(level: int, die: int) -> bool:
    """wv 14.21, 14.22-1: whether the die demoralizes an army or corps of a level of 0 or less, for good."""
    return die <= -level
