"""Command states: standing and mobilized, and the hourly dice of those who are mobilized (17.6)."""

from __future__ import annotations

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS, DETACHMENT, DIVISION, MOBILIZED, STANDING
from rulesets.winters_victory.board.leaders import DISPLAY, GONE, MAP
from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.rules.command import points, violations
from rulesets.winters_victory.rules.command.paths import reaches
from rulesets.winters_victory.rules.command.staff import Staff

# -- voluntary changes -----------------------------------------------------------------------


def why_not_mobilize(staff: Staff, uid: str) -> Refusal | None:
    """wv 17.31, 17.36-3, 17.41-1, 17.61: why a command unit may not mobilize in its segment; None if it may. Army
    Commanders need no order."""
    level = staff.officer(uid).level
    if level == BRIGADE or not staff.active(uid):
        return staff.refusal(uid, "16.15", "has no command state to change, or is not active")
    if staff.post(uid).state == MOBILIZED:
        return staff.refusal(uid, "17.61", "is mobilized already")
    if level != ARMY and not staff.ordered(uid):
        return staff.refusal(uid, "17.61", f"in {staff.at(uid)} has received no order and stays standing")
    return None


def mobilize(staff: Staff, uid: str) -> None:
    """wv 17.36-3, 17.61, 17.71-5: a command unit mobilizes and uses its Order Received marker up; an Attack Order that
    took its place stays."""
    post = staff.post(uid)
    post.state = MOBILIZED
    if staff.officer(uid).level != ARMY:
        post.received = False


def why_not_stand(staff: Staff, uid: str) -> Refusal | None:
    """wv 17.62, 17.41-1, 17.41-2, 17.41-3: why a command unit may not go to Standing, in its segment or in the Command
    Status Segment of its Movement Phase; None if it may."""
    if not staff.active(uid) or staff.post(uid).state != MOBILIZED:
        return staff.refusal(uid, "17.62", "is not mobilized, or not active")
    return None


def stand(staff: Staff, uid: str) -> None:
    """wv 17.62, 17.63-0, 17.75-4: a command unit goes to Standing, which is a violation of an Attack Order that it is
    under."""
    staff.post(uid).state = STANDING
    violations.by_leader(staff, uid)


# -- continuation ----------------------------------------------------------------------------


def due(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 17.63-0, 17.64: who rolls in an hourly turn: mobilized commanders of corps, detachments and divisions
    without a command point; corps first, then by id. Army Commanders do not."""
    rolling = [
        uid
        for uid, officer in staff.chain.officers.items()
        if officer.army == army and officer.level in (CORPS, DETACHMENT, DIVISION)
        if staff.active(uid) and staff.post(uid).state == MOBILIZED and uid not in staff.command.exempt
    ]
    return tuple(sorted(rolling, key=lambda uid: (staff.officer(uid).level != CORPS, uid)))


def parts(staff: Staff, uid: str, *, evening: bool = False) -> dict[str, int]:
    """wv 16.13, 17.63-1, 17.73-1: what is added to the die of a command unit, slug -> number. The dice of corps have
    to be rolled before: what a division gains by its superior depends on his state then."""
    officer, post = staff.officer(uid), staff.post(uid)
    above = staff.superior(uid)
    corps = above if above and staff.officer(above).level == CORPS else ""
    dependent = officer.level == DIVISION and not staff.independent(uid)
    acts = bool(corps) and (corps in staff.command.exempt or staff.post(corps).state == MOBILIZED)
    times = {
        **_away(staff, uid),
        "evening": int(evening),
        "near-corps": int(dependent and bool(corps) and staff.covers(corps, staff.at(uid))),
        "corps-acts": int(officer.level == DIVISION and acts),
        "french-light-horse": int(officer.army == FRENCH and officer.level == DIVISION and officer.light_horse),
        "attack-order": int(bool(post.attack)),
    }
    found = {"bonus": -officer.bonus} if officer.bonus else {}
    return found | {slug: staff.charts.continuation[slug].add * number for slug, number in times.items() if number}


def _away(staff: Staff, uid: str) -> dict[str, int]:
    """wv 17.63-1: subordinates who are not within the radius, slug -> number. Of brigades those on the display and the
    retired are away too, but not far; of divisions those on the display who have units on the map (a reading)."""
    own = sorted(one for one in staff.chain.officers if staff.superior(one) == uid)
    if staff.officer(uid).level == CORPS:
        divisions = [one for one in own if staff.officer(one).level == DIVISION and _counts(staff, one)]
        return {"division-away": sum(not staff.covers(uid, staff.at(one)) for one in divisions)}
    brigades = [one for one in own if staff.officer(one).level == BRIGADE]
    away = [one for one in brigades if staff.where(one) != MAP or not staff.covers(uid, staff.at(one))]
    far = [one for one in away if staff.where(one) == MAP and not staff.covers(uid, staff.at(one), 2)]
    return {"brigade-away": len(away), "brigade-far": len(far)}


def _counts(staff: Staff, uid: str) -> bool:
    where = staff.where(uid)
    return where != GONE and (where != DISPLAY or bool(staff.units_of(uid)))


def continues(staff: Staff, uid: str, die: int, *, evening: bool = False) -> bool:
    """wv 16.12-2, 17.63-0: the die of a mobilized command unit: above its rating it goes to Standing. Returns whether
    it stays mobilized."""
    stays = die + sum(parts(staff, uid, evening=evening).values()) <= staff.radius(uid)
    if not stays:
        stand(staff, uid)
    return stays


# -- exemption -------------------------------------------------------------------------------


def why_not_exempt(staff: Staff, uid: str) -> Refusal | None:
    """wv 17.22-1, 17.22-2, 17.64: why no command point may be spent to spare a command unit its die; None if one
    may."""
    officer, name = staff.officer(uid), staff.officer(uid).name
    if uid not in due(staff, officer.army):
        return staff.refusal(uid, "17.63-0", "has no die to roll")
    above = staff.superior(uid)
    free = staff.independent(uid) or (bool(above) and staff.officer(above).level == ARMY)
    if officer.level == DIVISION and not free:
        return staff.refusal(uid, "17.64", "is below a corps commander, and cannot be exempted")
    if points.spendable(staff, officer.army) < staff.charts.costs["exemption"]:
        return staff.refusal(uid, "17.22-1", "cannot be exempted: no command point can be spent")
    start = staff.command.headquarters[officer.army]
    if not reaches(staff.scene, officer.army, start, staff.at(uid)):
        words = f"No path free of enemies leads from the headquarters in {start} to {name} in {staff.at(uid)}"
        return Refusal("17.64", words, uid, staff.at(uid))
    return None


def exempt(staff: Staff, uid: str) -> None:
    """wv 17.64: spends a command point, which stays on the command unit until `finish`."""
    staff.command.points[staff.officer(uid).army] -= staff.charts.costs["exemption"]
    staff.command.exempt.add(uid)


def finish(staff: Staff) -> None:
    """wv 17.63-0: takes the command points off at the end of the phase."""
    staff.command.exempt.clear()
