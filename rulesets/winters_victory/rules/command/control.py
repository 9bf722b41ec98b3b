"""Who is in command, and what one may do who is not (17.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import TOWN, VILLAGE, WOODS
from rulesets.winters_victory.board.chain import (
    ARMY,
    BRIGADE,
    COMMANDERS,
    DIVISION,
    MOBILIZED,
    OF_DIVISIONS,
)
from rulesets.winters_victory.board.leaders import MAP
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CREW,
    GENERAL_ORDER,
    LEADER,
    LIMBERED,
    SKIRMISHERS,
)
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.morale.effectiveness import OUT

_GENERAL_ORDER: Final = (TOWN, VILLAGE, WOODS)


def in_command(staff: Staff, uid: str) -> bool:
    """wv 17.1, 17.11-1, 17.11-2, 17.11-4, 17.11-5, 17.11-6: whether a unit or command unit on the map is in command at
    this moment. What holds for a Movement Phase is what this says at its start (17.11-3)."""
    if staff.scene.unit(uid).kind == LEADER:
        return leader_in_command(staff, uid)
    if exempt(staff, uid):
        return True
    unit = staff.scene.unit(uid)
    guns = unit.serves if unit.kind == CREW else uid
    return _guns(staff, guns) if staff.scene.unit(guns).kind == ARTILLERY else _brigaded(staff, uid)


def _serving(staff: Staff, crew: str) -> bool:
    """wv 17.14: whether a crew stands with its guns, whose command is its own."""
    guns = staff.scene.board.pieces.get(staff.scene.unit(crew).serves)
    return guns is not None and guns.at == staff.scene.piece(crew).at


def exempt(staff: Staff, uid: str) -> bool:
    """wv 8.54.7, 17.14: skirmishers, General Order in town, village or woods, crews away from their guns, disordered
    and routed units. General Order elsewhere is not (17.1 says so without a limit; 17.14 and 8.54.7 name these
    hexes)."""
    unit, piece = staff.scene.unit(uid), staff.scene.piece(uid)
    if unit.kind == SKIRMISHERS or not piece.good:
        return True
    if unit.kind == CREW:
        return not _serving(staff, uid)
    return piece.formation == GENERAL_ORDER and staff.scene.ground.kind(piece.at) in _GENERAL_ORDER


def _brigaded(staff: Staff, uid: str) -> bool:
    """wv 17.11-1: battalions and regiments of a committed brigade: near its leader, beside any leader of the army, or
    next to one of the same brigade that is in command, which passes on from unit to unit."""
    brigade = staff.chain.units.get(uid, "")
    if not brigade or not staff.committed(brigade):
        return False
    seen, open_ = {uid}, [uid]
    while open_:
        one = open_.pop()
        if exempt(staff, one) or _led(staff, one):
            return True
        for near in _beside(staff, one, brigade):
            if near not in seen:
                seen.add(near)
                open_.append(near)
    return False


def _led(staff: Staff, uid: str) -> bool:
    """wv 17.11-1: whether a leader has a unit in command by himself; he need not be in command."""
    return _with_a_leader(staff, uid) or any(
        staff.covers(staff.chain.leader(uid), at) for at in staff.scene.piece(uid).hexes
    )


def _with_a_leader(staff: Staff, uid: str) -> bool:
    army = staff.scene.unit(uid).army
    return any(
        staff.scene.unit(one).kind == LEADER
        for at in staff.scene.piece(uid).hexes
        for one in staff.scene.board.of_army(at, army)
    )


def _beside(staff: Staff, uid: str, brigade: str) -> tuple[str, ...]:
    """The units of a brigade in the hexes of a unit and next to them, by id."""
    board = staff.scene.board
    near = {one for at in board.piece(uid).hexes for one in (at, *board.field.neighbours[at])}
    return tuple(sorted({one for at in near for one in board.units_in(at) if staff.chain.units.get(one) == brigade}))


def _guns(staff: Staff, uid: str) -> bool:
    """wv 17.11-2: batteries: limbered; near a command unit of their division or corps; beside any leader of the army;
    or their own leader is mobilized."""
    piece = staff.scene.piece(uid)
    if piece.formation == LIMBERED or _with_a_leader(staff, uid):
        return True
    own = staff.chain.leader(uid)
    if not own:
        return False
    mobile = staff.where(own) == MAP and staff.post(own).state == MOBILIZED
    above = [one for one in (own, *staff.above(own)) if staff.officer(one).level != ARMY or one == own]
    return mobile or any(staff.covers(one, piece.at) for one in above)


# -- leaders ---------------------------------------------------------------------------------


def leader_in_command(staff: Staff, uid: str) -> bool:
    """wv 16.16, 17.11-4, 17.11-5, 17.11-6, 17.11-7, 17.73-1: whether a command unit on the map is in command.

    Commanders are as long as they are active. Division and brigade leaders are under an Attack Order, or near their
    superior; division leaders when mobilized themselves (a reading), brigade leaders when their superior is.
    """
    officer, post = staff.officer(uid), staff.post(uid)
    if officer.level in COMMANDERS:
        return staff.active(uid)
    if post.attack or (officer.level == DIVISION and (post.state == MOBILIZED or staff.independent(uid))):
        return True
    above = staff.superior(uid)
    if not above or staff.where(above) != MAP:
        return False
    leads = staff.officer(above).level in OF_DIVISIONS or officer.light_horse
    if officer.level == BRIGADE and leads and staff.post(above).state == MOBILIZED:
        return True
    light = officer.level == BRIGADE and officer.light_horse
    return staff.covers(above, staff.at(uid), 2 if light else 1)


def settle(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 4.1.4A, 17.11-3: the Command Status Segment: marks the units and leaders of an army that are out of command,
    and none else; returns them, by id. In a Movement Phase the marks hold for all of it."""
    board = staff.scene.board
    own = sorted(uid for uid in board.pieces if board.unit(uid).army == army)
    out = tuple(uid for uid in own if not in_command(staff, uid))
    for uid in own:
        board.piece(uid).marks.discard(OUT)
    for uid in out:
        board.piece(uid).marks.add(OUT)
    return out


# -- out of command --------------------------------------------------------------------------


def why_not_move(staff: Staff, uid: str, to: str, moved: Collection[str]) -> Refusal | None:
    """wv 6.1-2, 17.12-2, 17.12-7, 17.12-8, 17.13: why a unit or leader that is out of command may not end its move in a
    hex; None if it may.

    moved: command units that have moved in this phase. Whoever goes by 17.13 holds his superior for the rest of the
    phase: `held_by` says whom, `why_not_leave` refuses his move.
    """
    if staff.scene.unit(uid).kind == LEADER and staff.officer(uid).level == DIVISION:
        return _closer(staff, uid, to, staff.superior(uid), "17.12-8")
    case = "17.12-7" if staff.scene.unit(uid).kind == LEADER else "17.12-2"
    above = held_by(staff, uid)
    name, at = staff.scene.name(uid), staff.scene.piece(uid).at
    brigade = staff.chain.units.get(uid)
    if brigade and not staff.committed(brigade):
        guns = staff.scene.unit(uid).kind == ARTILLERY
        words = (
            "is out of command: its commander is not on the map" if guns else "is of a brigade that is not committed"
        )
        return Refusal("16.14-2", f"{name} in {at} {words}", uid, at)
    if not above:
        return Refusal(case, f"{name} in {at} is out of command, and has nobody to go to", uid, at)
    if above in moved:
        words = f"{name} in {at} is out of command, and {staff.officer(above).name} has moved in this phase"
        return Refusal(case, words, uid, at)
    return _closer(staff, uid, to, above, "17.13")


def held_by(staff: Staff, uid: str) -> str:
    """wv 17.13: the command unit to which a unit or leader out of command goes, the nearest above it on the map."""
    own = staff.superior(uid) if staff.scene.unit(uid).kind == LEADER else staff.chain.leader(uid)
    return next((one for one in (own, *staff.above(own)) if staff.where(one) == MAP), "") if own else ""


def why_not_leave(staff: Staff, uid: str, held: Collection[str]) -> Refusal | None:
    """wv 17.13: why a command unit may not move any more: units out of command have moved towards it."""
    if uid not in held:
        return None
    return staff.refusal(uid, "17.13", f"in {staff.at(uid)} stays: units out of command have moved towards him")


def _closer(staff: Staff, uid: str, to: str, above: str, case: str) -> Refusal | None:
    at, name = staff.scene.piece(uid).at, staff.scene.name(uid)
    if not above or staff.where(above) != MAP:
        return Refusal(case, f"{name} in {at} is out of command, and has nobody to go to", uid, at)
    if staff.distance(above, [to]) < staff.distance(above, [at]):
        return None
    words = f"{name} in {at} is out of command, and {to} is no nearer to {staff.officer(above).name}"
    return Refusal(case, words, uid, to)
