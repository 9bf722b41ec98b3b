"""Rest by night: what brigades far from the enemy recover, and all in the turns between the days (4.4, 4.5)."""

from __future__ import annotations

from rulesets.winters_victory.board.pieces import ENEMY
from rulesets.winters_victory.calendar import NIGHT, TRANSITION, Turn
from rulesets.winters_victory.playbook import Night
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part, event


def rest(staff: Staff, night: Night, turn: Turn) -> Part:
    """wv 4.4, 4.5: brigades that lose points of fatigue in an interphase of the night (ours)."""
    between, hourly = turn.kind == TRANSITION, turn.kind == NIGHT and turn.hourly
    if not between and not hourly:
        return
    points = night.transition if between else night.rest_points
    for brigade in staff.brigades():
        own = staff.command.fatigue.get(brigade)
        if own is None or not own.points or not (between or _apart(staff, brigade, night.rest_distance)):
            continue
        change = min(points, own.points)
        own.points -= change
        case = "4.5" if between else "4.4"
        yield event("fatigue", brigade=brigade, change=-change, points=own.points, case=case)


def _apart(staff: Staff, brigade: str, distance: int) -> bool:
    """Whether no unit of a brigade has an enemy within so many hexes."""
    scene = staff.scene
    own = (uid for uid, one in staff.chain.units.items() if one == brigade and staff.on_map(uid))
    return not any(
        scene.board.fighting(near, ENEMY[scene.unit(uid).army])
        for uid in own
        for at in scene.piece(uid).hexes
        for near in scene.ground.grid(at).within(at, distance)
    )
