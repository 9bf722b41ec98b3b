"""Zones of control in the movement phase: who may enter, who must stop, who may leave (4.1)."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.options import Refusal
from rulesets.campaign_1806.board import Board


def why_not_enter(board: Board, uid: str, at: str, together: Collection[str] = ()) -> Refusal | None:
    """osg 4.1-1, 4.1-NOTE, 5.22-2, 8.12F-1, 8.12F-2, 9.11-1: what keeps a unit from entering a hex, zones included.

    together: those who move along. Nobody enters a hex of enemies without a repulse. Leaders and trains go into an
    enemy zone only with a unit that fights, or to one that is there.
    """
    unit = board.unit(uid)
    foe = board.enemy[unit.army]
    if board.holder(at) == foe:
        return Refusal("8.12F-1", f"{unit.name} may not enter {at}, which the enemy holds", uid, at)
    if unit.fights or not board.in_zone(at, foe):
        return None
    if board.fighting(at, unit.army) or any(board.unit(mate).fights for mate in together):
        return None
    case = "4.1-1" if unit.leads else "4.1-NOTE"
    return Refusal(case, f"{unit.name} may enter {at} in an enemy zone only with a unit that fights", uid, at)


def why_not_leave(board: Board, uid: str, at: str, *, repulsed: bool = False) -> Refusal | None:
    """osg 4.0-4, 4.1-1, 4.1-2, 4.1-EX, 4.4, 8.12E: whether a unit may move on from a hex.

    Combat units, trains too, are held by an enemy zone until a repulse frees them; friends in the hex do not help.
    Leaders move on.
    """
    unit = board.unit(uid)
    if unit.may_lead or repulsed or not board.in_zone(at, board.enemy[unit.army]):
        return None
    return Refusal("4.1-2", f"{unit.name} is held in {at} by an enemy zone and may move on only by a repulse", uid, at)
