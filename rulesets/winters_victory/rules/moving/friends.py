"""Friends on the way: what entering and leaving their hexes costs and does to both (6.12, 6.13, 7.21, 7.22)."""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    CREW,
    DISORDERED,
    EXTENDED,
    FORMED,
    GENERAL_ORDER,
    GOOD,
    INFANTRY,
    LEADER,
    LIMBERED,
    LINE,
    ROAD_COLUMN,
    ROUTED,
    SKIRMISHERS,
    UNLIMBERED,
)
from rulesets.winters_victory.rules.formations.mobility import formed
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Stance

_LINES = (LINE, EXTENDED)


@dataclass(frozen=True, slots=True)
class Meeting:
    """wv 6.13-0: what friends in a hex mean for one who enters or leaves it. points: sixths, to be paid in any case.
    line: sixths that a line pays or else takes General Order (6.13.2). others: counters and what befalls them. befalls:
    the state into which the mover falls, GOOD for none."""

    points: int = 0
    line: int = 0
    others: tuple[tuple[str, str], ...] = ()
    befalls: str = GOOD


def moves_formed(scene: Scene, uid: str, stance: Stance) -> bool:
    """wv 6.13-0, 6.13-note, 6.42.1: whether a unit passes friends as a formed one; in Grand Tactical Movement it acts
    as if it were in General Order."""
    kind = scene.board.unit(uid).kind
    return kind in (INFANTRY, CAVALRY, ARTILLERY) and stance.good and stance.formation in FORMED and not stance.grand


def entering(scene: Scene, uid: str, stance: Stance, to: str, *, along: bool) -> Meeting:
    """wv 6.12-1, 6.13-0, 6.13.1-1, 6.13.1-2, 6.52-2, 7.21-0, 7.21.3-2, 7.22-1, 7.61E, 8.65A.3: entering a hex with
    friends. along: by a road, on which nobody who is not in Road Column minds."""
    board, unit = scene.board, scene.board.unit(uid)
    met = _minding(scene, uid, stance, to, along=along)
    if unit.kind == LEADER or not met:
        return Meeting()
    there = tuple(one for one in met if formed(board, one))
    own = moves_formed(scene, uid, stance)
    riding = own and unit.kind == CAVALRY
    others = [
        (one, GENERAL_ORDER) for one in there if riding and _line(scene, one) and _front(scene, one, to, stance.at)
    ]
    if stance.state == DISORDERED and (unit.kind == CAVALRY or stance.formation == LIMBERED):
        others += [(one, DISORDERED) for one in there if _line(scene, one)]
    touched = own or unit.kind == CREW
    return Meeting(
        points=SCALE if riding and there else 0,
        others=tuple(others),
        befalls=_spreading(scene, met) if touched else GOOD,
    )


def leaving(scene: Scene, uid: str, stance: Stance, to: str, *, along: bool) -> Meeting:
    """wv 6.13-0, 6.13.1-2, 6.13.2-1, 6.13.2-2, 6.13.3, 6.52-2: leaving a hex with friends that was entered in this
    move."""
    if not stance.came or not moves_formed(scene, uid, stance):
        return Meeting()
    board, unit, at = scene.board, scene.board.unit(uid), stance.at
    by_road = along and stance.by_road
    met = [one for one in _minding(scene, uid, stance, at, along=by_road) if formed(board, one)]
    if stance.second:
        met += [one for one in scene.friends(uid, stance.second) if formed(board, one)]
    through = [one for one in met if one in board.units_in(at) and _through(scene, one, stance, to)]
    guns = any(board.piece(one).formation == UNLIMBERED for one in through) and unit.kind != ARTILLERY
    spoiled = [
        one
        for one in met
        if _line(scene, one)
        and (one in through or (unit.kind == CAVALRY and one in board.units_in(at) and _front(scene, one, at, to)))
    ]
    in_line = unit.kind == INFANTRY and stance.formation in _LINES
    return Meeting(
        points=SCALE if guns else 0,
        line=SCALE if in_line and met else 0,
        others=tuple((one, GENERAL_ORDER) for one in spoiled),
    )


def below(scene: Scene, uid: str, came: str, to: str) -> bool:
    """wv 6.12-2, 9.31-1: whether a unit that enters a hex goes to the bottom of the stack there: through a flank or the
    rear of the formed unit on top; skirmishers and crews always do."""
    if scene.board.unit(uid).kind in (SKIRMISHERS, CREW):
        return True
    top = next((one for one in scene.friends(uid, to) if formed(scene.board, one)), "")
    return bool(top) and not _front(scene, top, to, came)


def _minding(scene: Scene, uid: str, stance: Stance, at: str, *, along: bool) -> tuple[str, ...]:
    """wv 6.13-note, 6.52-2, 6.64-1: the friends whom a mover may bother, or who may bother him."""
    if stance.grand:
        return ()
    met = scene.friends(uid, at)
    return tuple(one for one in met if not along or scene.board.piece(one).formation == ROAD_COLUMN)


def _spreading(scene: Scene, met: tuple[str, ...]) -> str:
    """wv 7.21-0, 7.22-1: the state that friends pass on; companies and crews pass on none."""
    states = {scene.board.piece(one).state for one in met if scene.board.unit(one).kind not in (SKIRMISHERS, CREW)}
    return next((state for state in (ROUTED, DISORDERED) if state in states), GOOD)


def _line(scene: Scene, uid: str) -> bool:
    return scene.board.unit(uid).kind == INFANTRY and scene.board.piece(uid).formation in _LINES


def _front(scene: Scene, uid: str, at: str, near: str) -> bool:
    return scene.board.aspect(uid, near, at=at) == "front"


def _through(scene: Scene, uid: str, stance: Stance, to: str) -> bool:
    """wv 6.13.2-2, 6.13.3: whether the way leads from the front of a friend to its rear or back."""
    if not scene.board.piece(uid).frontal:
        return False
    sides = {scene.board.aspect(uid, near, at=stance.at) for near in (stance.came, to)}
    return sides == {"front", "rear"}
