"""Breaking and mending bridges, and laying pontoons (8.4, 9.2)."""

from __future__ import annotations

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import BRIDGE, RIVER, STREAM
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Attempt, Charts
from rulesets.campaign_1806.roster import FACE_DOWN, FOOT
from rulesets.campaign_1806.rules.march.crossings import Crossings

DAMAGE, REPAIR = "damage", "repair"
NAPOLEON = "napoleon"


def attempt_on(board: Board, charts: Charts, what: str, a: str, b: str) -> Attempt:
    """osg 8.41-1, 8.42B, 8.42C, 8.43-1, 8.43B: die and price of an attempt on the bridge between two hexes."""
    return attempt_between(charts, board.field, what, a, b)


def attempt_between(charts: Charts, field: HexField, what: str, a: str, b: str) -> Attempt:
    """osg 8.42B, 8.43B: the same wherever nobody stands."""
    return charts.attempts[f"{what}-{RIVER if field.has(RIVER, a, b) else STREAM}"]


def why_not(
    board: Board, charts: Charts, crossings: Crossings, uid: str, over: str, what: str, points: int
) -> Refusal | None:
    """osg 8.4, 8.4-NOTE, 8.41-1, 8.41-NOTE, 8.41-2, 8.42A, 8.42B, 8.43-1, 8.43A: what keeps a unit from an attempt on
    the bridge between its hex and a neighbour.

    what: DAMAGE or REPAIR. points: half points that it has left; each attempt costs anew. Foot alone works on river
    bridges, nobody in an enemy zone breaks one, and none is mended with an enemy at an end of it.
    """
    unit, at, field = board.unit(uid), board.hex_of(uid), board.field
    foe = board.enemy[unit.army]
    if over not in field.neighbours[at] or not field.has(BRIDGE, at, over):
        return Refusal("8.4", f"{unit.name} stands at no printed bridge between {at} and {over}", uid, at)
    down = hexside(at, over) in crossings.damaged
    if down is not (what == REPAIR):
        state = "is damaged already" if down else "is not damaged"
        return Refusal("8.4", f"the bridge between {at} and {over} {state}", uid, at)
    river = field.has(RIVER, at, over)
    if not unit.fights or (river and unit.kind not in (*FOOT, FACE_DOWN)):
        who = "foot" if river else "a unit that fights"
        return Refusal("8.42A", f"{unit.name} is not {who}, which works on this bridge alone", uid, at)
    if what == DAMAGE and board.in_zone(at, foe):
        return Refusal("8.41-NOTE", f"{unit.name} is in an enemy zone and may break no bridge", uid, at)
    if what == REPAIR and board.holder(over) == foe and any(board.unit(one).fights for one in board.units_in(over)):
        return Refusal("8.43A", f"the enemy stands at the other end of the bridge at {over}", uid, at)
    if 2 * attempt_on(board, charts, what, at, over).points > points:
        return Refusal("8.42B", f"{unit.name} has too few movement points left for the attempt", uid, at)
    return None


def succeeds(board: Board, charts: Charts, uid: str, over: str, what: str, die: int) -> bool:
    """osg 8.41-1, 8.42C, 8.43B, 8.43C, 8.43D: whether a die breaks or mends a bridge. A zone over either end makes
    mending harder, Napoleon with the unit easier."""
    at = board.hex_of(uid)
    if what == REPAIR:
        foe = board.enemy[board.army_of(uid)]
        die += charts.repair["enemy-zone"] if board.in_zone(at, foe) or board.in_zone(over, foe) else 0
        die += charts.repair["napoleon"] if NAPOLEON in board.units_in(at) else 0
    return die <= attempt_on(board, charts, what, at, over).succeeds


def why_not_deploy(board: Board, train: str, over: str) -> Refusal | None:
    """osg 9.0, 9.2-1, 9.21, 9.22: what keeps a bridge train from laying its pontoon to a neighbour of its hex: no water
    there, a marker of road march, an enemy combat unit on the far bank; a zone there does not matter."""
    unit, at = board.unit(train), board.hex_of(train)
    if unit.kind != "bridge-train":
        return Refusal("9.21", f"{unit.name} in {at} is no bridge train and lays none", train, at)
    wet = over in board.field.neighbours[at] and (board.field.has(RIVER, at, over) or board.field.has(STREAM, at, over))
    if not wet:
        return Refusal("9.2-1", f"no river or stream runs between {at} and {over}", train, at)
    if train in board.marching:
        return Refusal("9.21", f"{unit.name} is on a road march and may lay no bridge", train, at)
    there = [board.unit(uid) for uid in board.units_in(over)]
    if any(one.army != unit.army and not one.leads for one in there):
        return Refusal("9.22", f"the enemy stands on the far bank at {over}", train, at)
    return None


def captor(board: Board, owner: str, a: str, b: str) -> str:
    """osg 9.26-1, 9.27: the army that may take or destroy a pontoon between two hexes, "" for none: an enemy combat
    unit is at one end, and none of the owner's at either."""
    foe = board.enemy[owner]
    if board.fighting(a, owner) or board.fighting(b, owner):
        return ""
    return foe if board.fighting(a, foe) or board.fighting(b, foe) else ""


def why_not_take_up(
    board: Board, train: str, ends: tuple[str, str], at: str, *, crossed: bool = False, holder: str = ""
) -> Refusal | None:
    """osg 9.23-1, 9.23-2, 9.26-2: what keeps a pontoon between two hexes from becoming its train again in one of them.

    Its owner alone takes it up, before anybody has crossed it in the phase, at an end that no enemy holds or controls,
    unless a friend who fights is there. crossed: whether somebody has. holder: the army that has captured it.
    """
    unit = board.unit(train)
    foe = board.enemy[unit.army]
    if holder == foe:
        return Refusal("9.26-2", f"the bridge of {unit.name} is in the enemy's hands", train, at)
    if crossed:
        return Refusal("9.23-2", f"the bridge of {unit.name} was crossed in this phase and stays", train, at)
    if at not in ends:
        return Refusal("9.23-1", f"{unit.name} is taken up at one end of its bridge: {' or '.join(ends)}", train, at)
    escorted = bool(board.fighting(at, unit.army))
    if board.holder(at) == foe or (board.in_zone(at, foe) and not escorted):
        return Refusal("9.23-1", f"{unit.name} cannot be taken up at {at}: the enemy holds or controls it", train, at)
    return None
