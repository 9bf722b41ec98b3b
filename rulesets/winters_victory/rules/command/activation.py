"""Activation and deactivation of brigades and divisions (17.5)."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.chain import BRIGADE, DIVISION, STANDING
from rulesets.winters_victory.board.leaders import DISPLAY, MAP
from rulesets.winters_victory.board.pieces import CAVALRY, ENEMY, INFANTRY, ROUTED, Piece
from rulesets.winters_victory.rules.command.control import in_command
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.scene import REDUCED

CALM: Final = 6
"""wv 17.54-1: a brigade with an enemy within so many hexes stays committed."""
_LEFT: Final = 3
"""wv 17.54-1: French light battalions in companies need a third of their strength."""


# -- activation ------------------------------------------------------------------------------


def called(staff: Staff, army: str, level: str) -> tuple[str, ...]:
    """wv 17.36-4, 17.5, 17.52-1, 17.52-2: the leaders of a level on the display who have received an order, by id;
    all of them activate in their segment."""
    return tuple(
        sorted(
            uid
            for uid, officer in staff.chain.officers.items()
            if officer.army == army and officer.level == level and staff.where(uid) == DISPLAY
            if staff.post(uid).received or staff.post(uid).attack
        )
    )


def places(staff: Staff, uid: str) -> tuple[str, ...]:
    """wv 17.52-1, 17.52-2: the hexes into which a leader may be put: of a brigade, those of its units; of a division,
    those of subordinate leaders and units and all next to these, ascending."""
    scene = staff.scene
    if staff.officer(uid).level == BRIGADE:
        return tuple(sorted({at for one in staff.chain.led(uid) if staff.on_map(one) for at in scene.piece(one).hexes}))
    leaders = (staff.at(one) for one in staff.below(uid) if staff.where(one) == MAP)
    near = {*leaders, *(at for one in staff.units_of(uid) for at in scene.piece(one).hexes)}
    near |= {one for at in sorted(near) for one in scene.board.field.neighbours[at]}
    return tuple(sorted(at for at in near if not scene.board.enemies_in(at, staff.officer(uid).army)))


def why_not_place(staff: Staff, uid: str, at: str) -> Refusal | None:
    """wv 17.52-1, 17.52-2: why a leader may not be put into a hex; None if he may."""
    if staff.where(uid) != DISPLAY:
        return staff.refusal(uid, "17.5", "is not on the display and is not activated")
    if at in places(staff, uid):
        return None
    brigade = staff.officer(uid).level == BRIGADE
    case, words = (
        ("17.52-1", "no unit of his is there") if brigade else ("17.52-2", "nobody of his is there or next to it")
    )
    return staff.refusal(uid, case, f"may not be put into {at}: {words}", at)


def activate(staff: Staff, uid: str, at: str, *, involuntary: bool = False) -> str:
    """wv 17.52-1, 17.52-2, 17.53-3: puts a leader on the map, and his brigade is committed; a brigade's Order
    Received is used up, a division's stays, unless he had to activate. Attack Orders stay. Returns the leader of the
    division who has to follow, "" if none has to; Corps Commanders never do."""
    post, unit = staff.post(uid), staff.scene.unit(uid)
    post.state = STANDING
    if involuntary or staff.officer(uid).level == BRIGADE:
        post.received = False
    marks = {REDUCED} if post.reduced else set()
    staff.scene.board.place(uid, Piece(at, 0, unit.strength, "", marks=marks))
    above = staff.superior(uid)
    follows = above and staff.officer(above).level == DIVISION and staff.where(above) == DISPLAY
    return above if follows else ""


def near(staff: Staff, enemy: str) -> tuple[str, ...]:
    """wv 17.53-1: the brigade leaders who may activate since an enemy combat unit has come within four hexes of a
    unit of theirs, by id."""
    distance, army = staff.charts.distances["activation"], ENEMY[staff.scene.unit(enemy).army]
    found = {
        staff.chain.leader(uid)
        for at in staff.scene.piece(enemy).hexes
        for near in staff.scene.ground.grid(at).within(at, distance)
        for uid in staff.scene.board.fighting(near, army)
    }
    return tuple(sorted(uid for uid in found if waits(staff, uid)))


def waits(staff: Staff, uid: str) -> bool:
    """wv 16.14-1: whether a command unit leads a brigade and is on the display."""
    return bool(uid) and staff.officer(uid).level == BRIGADE and staff.where(uid) == DISPLAY


def fired_on(staff: Staff, uid: str, *, extended: bool) -> str:
    """wv 17.53-1: the brigade leader who may activate since a unit of his checks morale for fire, "" for none; fire at
    extended range does not count."""
    leader = staff.chain.leader(uid)
    return leader if waits(staff, leader) and not extended else ""


def forced(staff: Staff, uid: str) -> str:
    """wv 17.53-2: the brigade leader who has to activate since a unit of his is attacked by shock, is in a charge
    zone, or enters the map; "" for none."""
    leader = staff.chain.leader(uid)
    return leader if waits(staff, leader) else ""


# -- deactivation ----------------------------------------------------------------------------


def why_not_deactivate(staff: Staff, uid: str) -> Refusal | None:
    """wv 17.54-1: why the leader of a brigade may not go back to the display in an hourly turn; None if he may."""
    if staff.officer(uid).level != BRIGADE or staff.where(uid) != MAP:
        return staff.refusal(uid, "17.54-1", "leads no committed brigade")
    if not in_command(staff, uid):
        return staff.refusal(uid, "17.54-1", f"in {staff.at(uid)} is out of command and does not deactivate")
    for unit in formations(staff, uid):
        if words := _unfit(staff, unit):
            at = staff.scene.piece(unit).at
            return staff.refusal(uid, "17.54-1", f"does not deactivate: {staff.scene.name(unit)} in {at} {words}", at)
    return _broken_down(staff, uid)


def formations(staff: Staff, uid: str) -> tuple[str, ...]:
    """wv 17.54-1: the battalions and regiments of a brigade on the map, by id."""
    kinds = (INFANTRY, CAVALRY)
    return tuple(one for one in staff.chain.led(uid) if staff.on_map(one) and staff.scene.unit(one).kind in kinds)


def _unfit(staff: Staff, unit: str) -> str:
    scene = staff.scene
    piece, army = scene.piece(unit), scene.unit(unit).army
    if piece.state == ROUTED:
        return "is routed"
    if not in_command(staff, unit):
        return "is out of command"
    close = any(
        scene.board.enemies_in(near, army) for at in piece.hexes for near in scene.ground.grid(at).within(at, CALM)
    )
    return f"has an enemy within {CALM} hexes" if close else ""


def _broken_down(staff: Staff, uid: str) -> Refusal | None:
    """wv 17.54-1: French light battalions in companies: a third of their strength, rounded up, must be left."""
    units = staff.scene.board.units
    for battalion in staff.chain.led(uid):
        unit = units[battalion]
        companies = companies_of(staff, battalion)
        if not companies or unit.nation != "french" or not unit.breaks_down:
            continue
        left = sum(staff.scene.piece(one).strength for one in (battalion, *companies) if staff.on_map(one))
        least = -(-unit.strength // _LEFT)
        if left < least:
            words = f"does not deactivate: {unit.name}, in companies, has {left} points left of the {least} it needs"
            return staff.refusal(uid, "17.54-1", words)
    return None


def companies_of(staff: Staff, battalion: str) -> tuple[str, ...]:
    """wv 8.62.1: the companies of a battalion on the map, by id."""
    return tuple(sorted(one for one in staff.scene.board.pieces if staff.scene.unit(one).serves == battalion))


def deactivate(staff: Staff, uid: str) -> None:
    """wv 17.54-1, 17.54-3: puts a leader back on the display; fatigue stays as it is, orders and Attack Orders go."""
    post = staff.post(uid)
    post.reduced = staff.reduced(uid)
    staff.scene.board.remove(uid)
    post.discard()
    post.received, post.attack, post.state = False, "", STANDING


def retire(staff: Staff, uid: str) -> None:
    """wv 17.54-2: takes the leader of a brigade without units out of the game; he is not reduced."""
    deactivate(staff, uid)
    staff.post(uid).gone = True


def bereft(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 17.54-2: leaders of brigades on the map who have no unit and no company left, by id: they retire at once."""
    return tuple(
        uid
        for uid in _on_map(staff, army, BRIGADE)
        if not any(staff.on_map(one) or companies_of(staff, one) for one in staff.chain.led(uid))
    )


def idle_divisions(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 17.54-3: division leaders on the map none of whose brigade leaders is there, by id: they must deactivate."""
    found = []
    for uid in _on_map(staff, army, DIVISION):
        brigades = [
            one for one in staff.chain.officers if staff.superior(one) == uid and staff.officer(one).level == BRIGADE
        ]
        if brigades and not any(staff.where(one) == MAP for one in brigades):
            found.append(uid)
    return tuple(found)


def _on_map(staff: Staff, army: str, level: str) -> tuple[str, ...]:
    officers = staff.chain.officers.items()
    return tuple(
        sorted(uid for uid, one in officers if (one.army, one.level) == (army, level) and staff.where(uid) == MAP)
    )
