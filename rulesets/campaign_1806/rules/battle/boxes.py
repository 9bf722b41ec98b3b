"""Where the lost go: units that may be reorganized, and those that are gone for good (6.1, 11.42, 11.44, 16.4)."""

from __future__ import annotations

from pbem.hexgame.fighting.odds import columns_of
from rulesets.campaign_1806.battlefield import RIVER
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.roster import TRAINS, VEDETTE
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings

DAY, NIGHT, GONE = "day", "night", "gone"
"""osg 6.12-1, 6.12-2, 6.11A: the halves of the box of units that may be reorganized, and the box of the others."""
CAPTURED, BROKEN = "captured", "broken"
"""osg 5.26-1, 5.26-2, 14.34-2, 13.11-1: leaders and trains in the enemy's hands, and units that broke down into
vedettes."""


def retreat_hexes(board: Board, army: str, at: str, crossings: Crossings = NONE) -> tuple[str, ...]:
    """osg 4.32-1, 4.32-EX, 10.12C, 11.43-1, 11.43-EX, 13.21, 13.21-NOTE, 11.45-3: the hexes next to one into which a
    unit may retreat by combat: over no water without a bridge, none of an enemy, none in a zone of more than vedettes,
    friends in it or not. Stacking is another matter (11.45)."""
    foe, field = board.enemy[army], board.field
    return tuple(
        near
        for near in field.neighbours[at]
        if not (field.has(RIVER, at, near) and not crossings.bridged(field, at, near))
        and board.holder(near) != foe
        and not board.zone_of_troops(near, foe)
    )


def on_edge(board: Board, at: str) -> bool:
    """Whether a hex lies on the map's edge, over which a unit may have to retreat (11.44-2)."""
    return len(board.field.neighbours[at]) < 6


def surrounded(board: Board, army: str, at: str, crossings: Crossings = NONE) -> bool:
    """osg 6.11B, 6.11C, 11.42-1: whether enemies, their zones and prohibited ground are all round a hex."""
    return not on_edge(board, at) and not retreat_hexes(board, army, at, crossings)


def saving_die(charts: Charts, die: int, column: str) -> int:
    """osg 16.4: the die that saves a surrounded unit, one added for each column above 1-1."""
    table = columns_of(tuple(charts.columns))
    return die + max(table.index(column) - table.index(charts.saving_from), 0)


def needs_saving(board: Board, uid: str, *, around: bool) -> bool:
    """osg 11.44-1, 16.4: whether a die decides where a lost unit goes: at full strength, of two counters,
    surrounded."""
    unit = board.unit(uid)
    return around and unit.fights and unit.kind != VEDETTE and uid not in board.reduced and unit.weak > 0


def box_of(board: Board, uid: str, *, around: bool, saved: bool = False) -> str:
    """osg 6.1, 6.11A, 6.11B, 6.11C, 6.11D, 6.11-EX, 6.12-1, 6.31, 6.32, 9.14, 11.42-1, 11.42-2, 11.44-1, 11.44-2, 13.2:
    the box into which a lost unit is put.

    Reduced units, units of one counter and trains are gone. So is who is surrounded, unless the die of 16.4 saves him;
    no die saves a vedette, which comes back whole otherwise.
    """
    unit = board.unit(uid)
    if unit.kind in TRAINS or uid in board.reduced:
        return GONE
    if unit.kind == VEDETTE:
        return GONE if around else DAY
    if not unit.weak or (around and not saved):
        return GONE
    return DAY


def at_nightfall(boxes: dict[str, str], board: Board, army: str) -> tuple[str, ...]:
    """osg 2.21A, 6.12-2, 12.1-NOTE1: units of a side go from the half of the day to that of the night; who they are."""
    moved = tuple(uid for uid in sorted(boxes) if boxes[uid] == DAY and board.army_of(uid) == army)
    boxes.update(dict.fromkeys(moved, NIGHT))
    return moved
