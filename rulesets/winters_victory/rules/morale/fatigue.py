"""Fatigue of brigades, hour by hour (15)."""

from __future__ import annotations

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.morale_charts import FatigueCharts


@dataclass(frozen=True, slots=True)
class Hour:
    """wv 15.11.1, 15.11.2, 15.21: what a brigade did in the past hour. committed: its leader was active on the map.
    engaged: since it was committed it fought in shock, fired as infantry, charged or fled. charged: cavalry of it
    executed a charge."""

    committed: bool
    engaged: bool = False
    charged: bool = False


def after_an_hour(charts: FatigueCharts, points: int, hour: Hour) -> int:
    """wv 15.0, 15.11.1, 15.11.2, 15.12, 15.21, 15.23: points of a brigade behind an hourly interphase: charges first,
    then the hour; who rests recovers."""
    points += charts.gain["charged"] * hour.charged
    if not hour.committed:
        return charts.recovered(min(points, charts.most))
    hourly = charts.gain["hourly"]
    if not hour.engaged and not hour.charged:
        hourly = max(0, min(hourly, charts.gain["limit"] - points))
    return min(points + hourly, charts.most)


def after_attack_order(charts: FatigueCharts, points: int, army: str, nation: str) -> int:
    """wv 15.22: points of an infantry brigade whose Attack Order has ended."""
    name = "attack-french" if army == FRENCH else f"attack-{nation}"
    return min(points + charts.gain[name], charts.most)


def must_check(charts: FatigueCharts, points: int) -> bool:
    """wv 15.2-2: whether a unit of the brigade checks morale before it attacks in shock."""
    return charts.level(points).shock_check
