"""Headquarters, and what command points there are and cost (17.2)."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.board.leaders import MAP
from rulesets.winters_victory.command_charts import CommandCharts, CommandPoints
from rulesets.winters_victory.rules.command.staff import Staff

HEADQUARTERS_STRENGTH: Final = 2
"""wv 17.23-1: strength points with which a headquarters defends, as skirmishers do. It never moves or retreats."""


HEADQUARTERS_RATING: Final = 5
"""wv 17.23-1: its effectiveness, which the rulebook does not give (a stand-in)."""


def after_the_hour(row: CommandPoints, points: int, *, lost: bool) -> int:
    """wv 17.21-1, 17.21-2: an army's points after an hourly turn, out of those before it. lost: its commander is; the
    most that is carried over binds then too (a reading)."""
    gained = row.lost if lost else row.hour
    return min(points + gained, row.kept) if row.kept else gained


def gain(staff: Staff, army: str) -> int:
    """wv 17.21-1, 17.21-2: gives an army its points of the hour; returns what it has."""
    lost = staff.where(staff.chain.commander(army)) != MAP
    held = staff.command.points.get(army, 0)
    staff.command.points[army] = after_the_hour(staff.charts.points[army], held, lost=lost)
    return staff.command.points[army]


def suppressed(staff: Staff, army: str) -> bool:
    """wv 17.23-2: whether an enemy unit stands in the hex of a headquarters; it works again when he has gone."""
    return bool(staff.scene.board.enemies_in(staff.command.headquarters[army], army))


def at_headquarters(staff: Staff, army: str) -> bool:
    """wv 17.2, 17.22-1: whether an Army Commander is at or within his radius of a headquarters that works. 17.32 speaks
    of its hex alone, 17.22 and 17.41 of the radius: the radius holds."""
    where = staff.command.headquarters.get(army, "")
    commander = staff.chain.commander(army)
    return bool(where and commander) and staff.covers(commander, where) and not suppressed(staff, army)


def spendable(staff: Staff, army: str) -> int:
    """wv 17.22-1, 17.23-2: the points that an Army Commander can spend now: none away from his headquarters."""
    return staff.command.points.get(army, 0) if at_headquarters(staff, army) else 0


def cost(charts: CommandCharts, *, attack: bool = False, urgent: bool = False) -> int:
    """wv 17.22-2, 17.32-2, 17.35-5, 17.71-1: points for an order from the headquarters."""
    prices = charts.costs
    return prices["order"] + attack * prices["attack"] + urgent * prices["urgent"]
