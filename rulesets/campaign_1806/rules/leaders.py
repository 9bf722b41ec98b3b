"""Leaders and trains without escort: who is caught, and where leaders fly to (5.26, 9.11, 14.34)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.campaign_1806.battlefield import RIVER
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.roster import TRAINS
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings


def exposed(board: Board, uid: str) -> bool:
    """osg 5.25-NOTE, 5.26-1, 5.26-NOTE1, 9.11-2, 14.34-2: whether a leader or train stands in an enemy zone without a
    friend who fights. Zones of vedettes do it too."""
    unit = board.unit(uid)
    if unit.fights or uid not in board.at:
        return False
    at = board.hex_of(uid)
    return board.in_zone(at, board.enemy[unit.army]) and not board.fighting(at, unit.army)


def caught_trains(board: Board, army: str) -> tuple[str, ...]:
    """osg 9.11-2, 14.34-2: trains of an army that are lost at once. Bridge trains are gone, baggage captured."""
    return tuple(uid for uid in board.on_map(army) if board.unit(uid).kind in TRAINS and exposed(board, uid))


def taken_without_die(board: Board, leader: str, crossings: Crossings = NONE) -> bool:
    """osg 5.26-NOTE2: whether an exposed leader is captured at once: zones and prohibited ground all round him, and
    nobody of his side who fights next to him."""
    unit, at, field = board.unit(leader), board.hex_of(leader), board.field
    foe = board.enemy[unit.army]
    near = field.neighbours[at]
    if any(board.fighting(one, unit.army) for one in near):
        return False
    return all(
        _barred(board, at, one, crossings) or board.in_zone(one, foe) or board.fighting(one, foe) for one in near
    )


def _barred(board: Board, a: str, b: str, crossings: Crossings) -> bool:
    return board.field.has(RIVER, a, b) and not crossings.bridged(board.field, a, b)


def captured(charts: Charts, die: int) -> bool:
    """osg 5.26-1: whether the enemy's die captures an exposed leader."""
    return die <= charts.numbers["capture"]


def refuges(board: Board, leader: str) -> tuple[str, ...]:
    """osg 5.26-2: the nearest hexes with a friend who fights and no enemy zone, to one of which a leader flies; none:
    he comes in again at the nearest source of supply."""
    unit, at = board.unit(leader), board.hex_of(leader)
    foe = board.enemy[unit.army]
    safe = [one for one in sorted(board.here) if board.fighting(one, unit.army) and not board.in_zone(one, foe)]
    nearest = min((board.field.distance(at, one) for one in safe), default=0)
    return tuple(one for one in safe if board.field.distance(at, one) == nearest)


def train_goes_along(charts: Charts, die: int) -> bool:
    """osg 9.13-3, 14.34-1, 11.43-2: whether a train follows the escort that has to retreat; else it is lost."""
    return die > charts.numbers["train-lost"]


def lost_with_escort(board: Board, at: str, army: str, lost: Sequence[str]) -> tuple[str, ...]:
    """osg 9.13-2: trains in a hex that go with the last of their escort."""
    left = [uid for uid in board.fighting(at, army) if uid not in lost]
    return () if left else tuple(uid for uid in board.units_in(at) if board.unit(uid).kind in TRAINS)


def replacement_hexes(board: Board, army: str, formation: str, *, of_army: bool = False) -> tuple[str, ...]:
    """osg 5.13: where the replacement of a captured leader comes in: with any unit of his formation that fights, of the
    army for a commander of it; where there is none, with any commander, in the movement phase."""
    mine = [uid for uid in board.on_map(army) if board.unit(uid).fights]
    found = [uid for uid in mine if of_army or board.formation_of(uid) == formation]
    found = found or [uid for uid in board.on_map(army) if board.unit(uid).kind == "commander"]
    return tuple(sorted({board.hex_of(uid) for uid in found}))
