"""How many counters a hex holds, and how far apart columns of march keep (3, 8.22)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.options import Refusal
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.roster import BRIGADES, FACE_DOWN, FOOT, TRAINS, VEDETTE, Unit


def fits(units: Iterable[Unit], *, led: bool = False) -> bool:
    """osg 3.0, 3.11, 3.12, 3.12-NOTE, 3.13, 5.21, 8.12D, 11.51, 13.14: whether counters of one side may end in one hex.

    Two combat units of whatever kind; with a leader two of foot and two of horse, or four of horse. A train takes the
    place of a unit of horse. Leaders and vedettes are free. led: whether there is a leader beside them.
    """
    listed = list(units)
    foot = sum(unit.kind in FOOT for unit in listed)
    horse = sum(
        (unit.fights and unit.kind not in FOOT and unit.kind != VEDETTE) or unit.kind in TRAINS for unit in listed
    )
    if not (led or any(unit.leads for unit in listed)):
        return foot + horse <= 2
    return (foot <= 2 and horse <= 2) or (foot == 0 and horse <= 4)


def may_fit(units: Iterable[Unit]) -> bool:
    """osg 1.5, 3.1: the same of counters that end where their owner has them go. Of his that lie face down anything is
    believed, that they lead or are vedettes, too; the audit judges him by what they hold."""
    listed = list(units)
    seen = [unit for unit in listed if unit.kind != FACE_DOWN]
    return fits(seen, led=len(seen) < len(listed))


def overfull(board: Board, army: str) -> Refusal | None:
    """osg 3.1, 3.14: the first hex of an army that holds too many at the end of its movement phase."""
    # Two always fit.
    for at in sorted([at for at, there in board.here.items() if len(there) > 2]):
        units = [board.unit(uid) for uid in board.units_in(at) if board.army_of(uid) == army]
        if units and not may_fit(units):
            names = ", ".join(unit.name for unit in units)
            return Refusal("3.1", f"{at} holds {names}, more than may stack there", units[-1].id, at)
    return None


def column_faults(board: Board, uid: str) -> Refusal | None:
    """osg 3.14-EX, 8.22-1, 8.22B, 8.22B-EX, 8.22C: whether a unit with a marker ends too close to another such.

    It may be neither with nor in the zone of a unit of its side that is on a road march. Brigades of horse and vedettes
    count for nothing, nor do leaders; units without a marker may be next to it, but not stacked with it.
    """
    unit, at = board.unit(uid), board.hex_of(uid)
    if uid not in board.marching or unit.leads:
        return None
    mates = [board.unit(mate) for mate in board.units_in(at) if mate != uid]
    stacked = next((mate for mate in mates if not mate.leads and mate.kind not in BRIGADES), None)
    if stacked and unit.kind not in BRIGADES:
        return Refusal("8.22-1", f"{unit.name} is on a road march and may not stack with {stacked.name}", uid, at)
    for near in board.field.neighbours[at]:
        for other in board.units_in(near):
            if other in board.marching and board.army_of(other) == unit.army and _keeps_away(board, unit, other, at):
                name = board.unit(other).name
                return Refusal("8.22B", f"{unit.name} ends its road march in the zone of {name}, on one too", uid, at)
    return None


def _keeps_away(board: Board, unit: Unit, other: str, at: str) -> bool:
    """Whether another column's zone counts for a unit: not over rivers, and not of brigades."""
    column = board.unit(other)
    exempt = column.kind in BRIGADES or unit.kind in BRIGADES
    return not exempt and at in board.controlled(other, board.hex_of(other))
