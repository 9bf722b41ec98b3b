"""Fatigue of brigades: what adds to it, what takes it away, what it does (15)."""

from __future__ import annotations

from rulesets.winters_victory.board.leaders import Fatigue
from rulesets.winters_victory.board.pieces import CAVALRY, INFANTRY, SKIRMISHERS, Unit
from rulesets.winters_victory.morale_charts import FatigueCharts


def charged(charts: FatigueCharts, brigade: Fatigue) -> None:
    """wv 15.21, 4.1.1C.1: a point for all charges of the past hour; takes the charge marker away."""
    if brigade.charged:
        add(charts, brigade, charts.gain["charged"])
        brigade.charged = False


def accrue(charts: FatigueCharts, brigade: Fatigue) -> None:
    """wv 15.0, 15.11.1, 15.11.2, 15.23, 4.1.1D: an hour of a committed brigade; up to 3 points, if it was not
    engaged."""
    limit = charts.most if brigade.engaged else charts.gain["limit"]
    brigade.points = max(brigade.points, min(limit, brigade.points + charts.gain["hourly"]))


def recover(charts: FatigueCharts, brigade: Fatigue) -> None:
    """wv 15.12, 4.1.1D: an hour of a brigade that is not committed. Where it comes down to 3 points or less,
    it has to be engaged anew before it goes beyond them again (a reading)."""
    brigade.points = charts.recovered(brigade.points)
    if brigade.points <= charts.gain["limit"]:
        brigade.engaged = False


def hour(charts: FatigueCharts, brigade: Fatigue, *, committed: bool) -> None:
    """wv 4.1.1C.1, 4.1.1D: segments C and D of an hourly interphase for a brigade."""
    charged(charts, brigade)
    if committed:
        accrue(charts, brigade)
    else:
        recover(charts, brigade)


def after_attack(charts: FatigueCharts, brigade: Fatigue, nation: str) -> None:
    """wv 15.22, 17.76-B: the end of an Attack Order: French 2, Russians and Prussians 1, as 17.76 has it; 15.22 says
    2 for all."""
    add(charts, brigade, charts.gain[f"attack-{nation}"])


def add(charts: FatigueCharts, brigade: Fatigue, points: int) -> None:
    """wv 15.23: adds points, up to the end of the scale."""
    brigade.points = min(charts.most, brigade.points + points)


def rating(charts: FatigueCharts, brigade: Fatigue, unit: Unit) -> int:
    """wv 15.2-1, 15.2-3: what fatigue adds to the effectiveness of a unit, on top of all else; foot and horse alone."""
    return charts.level(brigade.points).rating if unit.kind in (INFANTRY, SKIRMISHERS, CAVALRY) else 0


def checks_before_shock(charts: FatigueCharts, brigade: Fatigue, unit: Unit) -> bool:
    """wv 15.2-2: whether a unit has to pass a morale check to attack by shock."""
    return charts.level(brigade.points).shock_check and unit.kind in (INFANTRY, CAVALRY)
