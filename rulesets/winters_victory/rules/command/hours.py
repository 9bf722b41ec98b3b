"""Fatigue of brigades by the hour, and what morale has to know of them (15, 17.73)."""

from __future__ import annotations

from rulesets.winters_victory.board.leaders import Fatigue
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.morale.fatigue import Hour, after_an_hour, after_attack_order
from rulesets.winters_victory.rules.scene import Brigades


def hour(staff: Staff) -> dict[str, int]:
    """wv 4.1.1C.1, 4.1.1D, 15.11.1, 15.11.2, 15.12, 15.21: charges, accrual and recovery of all brigades in an hourly
    interphase; returns brigade -> change, of those whose points changed.

    Who has been engaged stays so until he has recovered to 3 points or less (a reading). Groups of guns do not tire.
    """
    charts, found = staff.scene.charts.fatigue, {}
    for brigade in sorted(staff.command.fatigue.keys() | staff.brigades()):
        own = staff.command.fatigue.setdefault(brigade, Fatigue())
        committed = staff.committed(brigade)
        points = after_an_hour(charts, own.points, Hour(committed, own.engaged, own.charged))
        if points != own.points:
            found[brigade] = points - own.points
        rested = not committed and points <= charts.gain["limit"]
        own.points, own.charged, own.engaged = points, False, (own.engaged or own.charged) and not rested
    return found


def tire(staff: Staff, brigade: str, nation: str) -> None:
    """wv 15.22, 17.76-B: the points for a brigade whose Attack Order has ended."""
    own = staff.command.fatigue.setdefault(brigade, Fatigue())
    army = staff.officer(staff.chain.brigades[brigade]).army
    own.points = after_attack_order(staff.scene.charts.fatigue, own.points, army, nation)


def brigades(
    staff: Staff, demoralized: frozenset[str] = frozenset(), disintegrated: frozenset[str] = frozenset()
) -> Brigades:
    """wv 13.2-a, 13.2-d, 17.73-2: what effectiveness has to know of brigades. demoralized, disintegrated: those whose
    army or corps is."""
    attacking = (brigade for brigade in staff.brigades() if staff.post(staff.chain.brigades[brigade]).attack)
    points = {brigade: one.points for brigade, one in staff.command.fatigue.items()}
    return Brigades(points, frozenset(attacking), demoralized, disintegrated)
