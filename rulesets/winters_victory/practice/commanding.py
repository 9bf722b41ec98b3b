"""What leaders do in a command phase: orders, states, Attack Orders, and horse that charges (12.51, 17)."""

from __future__ import annotations

from typing import Any, Final

from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS, DETACHMENT, DIVISION, MOBILIZED
from rulesets.winters_victory.board.leaders import DISPLAY
from rulesets.winters_victory.board.pieces import ARTILLERY, CAVALRY, ENEMY, GOOD, INFANTRY
from rulesets.winters_victory.decisions import CHARGES
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.command.control import in_command
from rulesets.winters_victory.rules.command.orders import Order, why_not
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.charge_zones import in_sight, project, why_no_charge
from rulesets.winters_victory.rules.sight import faces
from rulesets.winters_victory.setting import ARMY_COMMAND

_CLOSE: Final = 14
"""Hexes from the enemy within which a commander acts."""
_FEW: Final = 2
"""A charge finds more points than its own in a good target only so many times."""


def commands(play: Play, army: str) -> dict[str, dict[str, Any]]:
    """wv 4.1.2, 4.1.7: corps -> what its leaders do and which horse charges; corps that do nothing are left out."""
    found: dict[str, dict[str, Any]] = {}
    staff = play.staff
    given: list[Order] = []
    for level in (ARMY, CORPS, DETACHMENT, DIVISION):
        for uid in sorted(staff.chain.officers):
            officer = staff.officer(uid)
            if (officer.army, officer.level) == (army, level) and staff.active(uid):
                acts = _acts(play, staff, uid, given)
                if acts:
                    corps = play.setting.chain.leaders[uid].corps or ARMY_COMMAND
                    found.setdefault(corps, {})[uid] = acts
    for horse in _charging(play, army):
        brigade = play.setting.units[horse].brigade
        found.setdefault(play.setting.forces.brigades[brigade].corps, {}).setdefault(CHARGES, []).append(horse)
    return found


# -- leaders -----------------------------------------------------------------------------------


def _acts(play: Play, staff: Staff, uid: str, given: list[Order]) -> dict[str, Any]:
    post, level = staff.post(uid), staff.officer(uid).level
    acts: dict[str, Any] = {}
    orders = [] if level == BRIGADE else _orders(play, staff, uid, given)
    if orders:
        acts["orders"] = orders
    if post.holds:
        acts["implement"] = CORPS
    near = _to_foe(play, staff, uid) <= _CLOSE
    if level == DIVISION and near and post.state != MOBILIZED and staff.ordered(uid):
        acts["state"] = MOBILIZED
    return acts


def _orders(play: Play, staff: Staff, uid: str, given: list[Order]) -> list[dict[str, Any]]:
    """wv 17.3, 17.71-2: orders to those who wait on the display, or could mobilize near the enemy."""
    ranked = sorted((_to_foe(play, staff, one), one) for one in staff.direct(uid))
    found = []
    for far, one in ranked:
        post = staff.post(one)
        if post.received or post.attack or post.holds or post.delay or post.carries or far > _CLOSE:
            continue
        waits = staff.where(one) == DISPLAY
        level = staff.officer(one).level
        if not waits and (level == BRIGADE or post.state == MOBILIZED or staff.ordered(one)):
            continue
        order = Order(uid, one)
        if why_not(staff, order, given) is None:
            given.append(order)
            found.append({"to": one})
    return found


def _to_foe(play: Play, staff: Staff, uid: str) -> int:
    """Hexes from the units under a leader to the nearest enemy."""
    board, army = play.board, staff.officer(uid).army
    foes = [at for at in board.here if board.fighting(at, ENEMY[army])]
    own = {board.piece(one).at for one in staff.units_of(uid)}
    return min((play.setting.ground.distance(a, b) for a in own for b in foes), default=_CLOSE + 1)


# -- charges -----------------------------------------------------------------------------------


def _charging(play: Play, army: str) -> list[str]:
    """wv 12.51-0: horse with somebody before it who is worth a charge, by id."""
    scene, staff = play.scene, play.staff
    own = (uid for uid in sorted(scene.board.pieces) if scene.unit(uid).army == army)
    return [
        uid
        for uid in own
        if scene.unit(uid).kind == CAVALRY
        and why_no_charge(scene, uid, commanded=in_command(staff, uid)) is None
        and _prey(scene, uid)
    ]


def _prey(scene: Scene, horse: str) -> bool:
    """Whether the nearest enemies in the zone of a charge can be ridden down: shaken, guns, weaker horse, or who looks
    elsewhere; infantry that looks at it in good order cannot."""
    zone, army = project(scene, horse, secondary=False), scene.unit(horse).army
    if not in_sight(scene, zone):
        return False
    distance = scene.ground.distance
    hexes = sorted(zone.primary, key=lambda at: (distance(at, zone.at), at))
    met = next((at for at in hexes if scene.board.enemies_in(at, army)), "")
    if not met or scene.ground.obstructed(met):
        return False
    top = scene.board.enemies_in(met, army)[0]
    unit, piece = scene.unit(top), scene.piece(top)
    looks = faces(scene.board, scene.ground, top, met, zone.at)
    if piece.state != GOOD:
        return True
    if unit.kind == ARTILLERY or unit.kind == CAVALRY:
        return scene.strength(met, unit.army) <= scene.strength(zone.at, army) or not looks
    return not looks or (unit.kind != INFANTRY and piece.strength <= _FEW * scene.piece(horse).strength)
