"""Gun crews: guns that break on the move, crews alone, crews that come back or leave their guns (6.32, 7.56, 7.6)."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.fates import hurt
from rulesets.winters_victory.board.pieces import ARTILLERY, ROUTED, UNLIMBERED, Unit
from rulesets.winters_victory.morale_charts import GunCharts
from rulesets.winters_victory.rules.formations.mobility import allowance, crew_of
from rulesets.winters_victory.rules.moving.scene import Scene

BACK: Final = "back"
"""wv 7.56-8: the mark of a crew that came back to its guns in this phase, which it serves from the next one on."""
_HITS: Final = "hits-"
"""wv 7.62B: the mark of a crew alone with the points that it has lost since its last step."""
LEAVES_BY: Final = 2
"""wv 7.65-2: hexes by which a crew leaves its guns before infantry."""


# -- guns ------------------------------------------------------------------------------------------


def breaks(charts: GunCharts, battery: Unit, side: int, die: int) -> bool:
    """wv 6.32-1, 6.32-2: whether the die of a battery that crosses a hexside costs it a gun. side: what the terrain
    chart changes the die by there (`Way.guns`)."""
    modifier = side
    if battery.sort == "horse":
        modifier += charts.modifiers["horse-artillery"].add
    if battery.firing == 1:
        modifier += charts.modifiers["heavy"].add
    return charts.breaks(die, modifier)


def may_limber_to_retreat(board: Board, battery: str, *, by_shock: bool, by_charge: bool) -> bool:
    """wv 7.57: whether unlimbered guns that have to retreat may limber first: after a morale check, not in shock nor
    before a charge, and with their crew."""
    piece = board.piece(battery)
    return piece.formation == UNLIMBERED and bool(crew_of(board, battery)) and not (by_shock or by_charge)


def points_of(board: Board, uid: str) -> int:
    """wv 7.61C, 6.11-1: movement points, in sixths, of a battery or a crew: of a crew with its guns those of the
    guns."""
    unit, piece = board.unit(uid), board.piece(uid)
    if unit.serves in board.units_in(piece.at):
        return allowance(board.unit(unit.serves), board.piece(unit.serves).formation)
    return allowance(unit, piece.formation)


# -- crews alone -------------------------------------------------------------------------------------


def alone(board: Board, crew: str) -> bool:
    """wv 7.61A, 7.62B: whether a crew stands without its guns."""
    return board.unit(crew).serves not in board.units_in(board.piece(crew).at)


def loses(charts: GunCharts, board: Board, crew: str, points: int) -> int:
    """wv 7.62B: a crew alone loses points: each third one costs it a step, and it leaves the map without any. Returns
    the steps lost."""
    piece = board.piece(crew)
    before = next((int(mark.removeprefix(_HITS)) for mark in piece.marks if mark.startswith(_HITS)), 0)
    steps, rest = divmod(before + points, charts.crew_guns)
    piece.marks = {mark for mark in piece.marks if not mark.startswith(_HITS)}
    if rest:
        piece.marks.add(f"{_HITS}{rest}")
    lost = min(steps, piece.strength)
    piece.strength -= lost
    if not piece.strength:
        board.remove(crew)
    return lost


def reunite(charts: GunCharts, board: Board, crew: str) -> int:
    """wv 7.56-8, 7.62C: a crew that has come to its guns: guns that it cannot serve are lost at once; it serves the
    others from the next phase on. Returns the guns lost."""
    battery = board.unit(crew).serves
    guns, piece = board.piece(battery), board.piece(crew)
    lost = max(0, guns.strength - charts.crew_guns * piece.strength)
    guns.strength -= lost
    hurt(board, battery, lost)
    piece.marks.add(BACK)
    return lost


def next_phase(board: Board) -> None:
    """wv 7.56-8: crews that came back to their guns serve them."""
    for piece in board.pieces.values():
        piece.marks.discard(BACK)


# -- state -------------------------------------------------------------------------------------------


def shares(board: Board, battery: str, state: str) -> tuple[str, ...]:
    """wv 7.56-1, 7.56.1, 7.56-7, 7.56-8: the counters of a battery that fall into a state: none without a crew; both if
    it is limbered, or disordered; of unlimbered guns that rout the crew alone."""
    crew = crew_of(board, battery)
    if not crew:
        return ()
    if state == ROUTED and board.piece(battery).formation == UNLIMBERED:
        return (crew,)
    return battery, crew


def spreads(board: Board, crew: str, *, first: bool) -> bool:
    """wv 7.61F: whether a retreating crew makes friends check: only as it first leaves its guns."""
    unit = board.unit(crew)
    return bool(unit.serves) and first


# -- leaving the guns ----------------------------------------------------------------------------------


def may_abandon(board: Board, battery: str, attackers: tuple[str, ...]) -> bool:
    """wv 7.65-2: whether a crew may leave its guns before a shock attack: unlimbered guns, before infantry alone."""
    piece = board.piece(battery)
    foot = all(board.unit(uid).kind == "infantry" for uid in attackers)
    return piece.formation == UNLIMBERED and bool(crew_of(board, battery)) and foot


def abandons_to(scene: Scene, crew: str) -> tuple[str, ...]:
    """wv 7.65-2: hexes, one or two away and free of enemies, to which a crew may leave its guns."""
    at = scene.board.piece(crew).at
    reached = [at]
    for _ in range(LEAVES_BY):
        near = [to for one in reached for to in scene.ground.field.neighbours[one] if not scene.enemies(crew, to)]
        reached = list(dict.fromkeys((*reached, *near)))
    return tuple(to for to in reached if to != at)


def fires_at_leaving(board: Board, attackers: tuple[str, ...], adjacent: tuple[str, ...]) -> tuple[str, ...]:
    """wv 7.65-4: who may fire at a crew that leaves its guns: enemies beside them that take no part in the attack."""
    return tuple(uid for uid in adjacent if uid not in attackers and board.unit(uid).fights)


def uncrewed(board: Board, at: str) -> tuple[str, ...]:
    """wv 7.53-5: the batteries in a hex that have no crew there."""
    there = board.units_in(at)
    return tuple(uid for uid in there if board.unit(uid).kind == ARTILLERY and not crew_of(board, uid))
