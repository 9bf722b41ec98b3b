"""Leaders follow those whom they lead, the lower before the higher (16.1, 17.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulesets.winters_victory.board.chain import BRIGADE, CORPS, DETACHMENT, DIVISION
from rulesets.winters_victory.board.leaders import MAP
from rulesets.winters_victory.documents.macros.seeking import Goal
from rulesets.winters_victory.practice.view import View
from rulesets.winters_victory.rules.command.staff import Staff

_LEVELS: Final = (BRIGADE, DIVISION, DETACHMENT, CORPS)
_EXPOSED: Final = 3
"""Hexes from the enemy within which a leader stands with units of his."""


def lead(view: View) -> None:
    """Moves the leaders of an army to the middle of those whom they lead."""
    staff = view.phase.staff
    for level in _LEVELS:
        for uid in sorted(staff.chain.officers):
            officer = staff.officer(uid)
            if (officer.army, officer.level) == (view.army, level) and staff.where(uid) == MAP:
                _follow(view, uid, _led(view, staff, uid, level))


def _led(view: View, staff: Staff, uid: str, level: str) -> Sequence[str]:
    """The hexes of those whom a leader leads directly."""
    if level == BRIGADE:
        below = [one for one in staff.chain.led(uid) if staff.on_map(one)]
    else:
        below = [one for one in staff.direct(uid) if staff.where(one) == MAP]
    return [view.piece(one).at for one in below]


def _follow(view: View, uid: str, hexes: Sequence[str]) -> None:
    if not hexes:
        return
    ground, at = view.ground, view.piece(uid).at

    def spread(to: str) -> int:
        return max(ground.distance(to, one) for one in hexes)

    middle = min(sorted(set(hexes)), key=lambda to: (spread(to), ground.distance(at, to), to))
    if at == middle or (spread(at) <= spread(middle) and _covered(view, at)):
        return

    def far(to: str) -> int:
        return ground.distance(to, middle) + (0 if _covered(view, to) else 4)

    found = view.look((uid,), Goal(far))
    if found is not None and found.path:
        view.go((uid,), found.path)


def _covered(view: View, at: str) -> bool:
    return view.to_foe(at) > _EXPOSED or bool(view.board.fighting(at, view.army))
