"""Attack Orders: handed down from corps to brigades, what they give, and how they end (17.7)."""

from __future__ import annotations

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.board.chain import BRIGADE, CORPS, DETACHMENT, DIVISION, OF_DIVISIONS, STANDING
from rulesets.winters_victory.board.leaders import DISPLAY, MAP
from rulesets.winters_victory.board.pieces import INFANTRY
from rulesets.winters_victory.rules.command import violations
from rulesets.winters_victory.rules.command.control import in_command
from rulesets.winters_victory.rules.command.delivery import Sending, sending
from rulesets.winters_victory.rules.command.hours import tire
from rulesets.winters_victory.rules.command.orders import Order
from rulesets.winters_victory.rules.command.staff import Staff

# -- corps -----------------------------------------------------------------------------------


def divisions(staff: Staff, uid: str) -> tuple[str, ...]:
    """wv 17.71-3: the division leaders to whom a corps commander can hand an Attack Order, by id: on the map, or on the
    display with units on the map. Those who come as reinforcements must be there first."""
    return tuple(
        one
        for one in staff.direct(uid)
        if staff.officer(one).level in OF_DIVISIONS
        if staff.where(one) == MAP or (staff.where(one) == DISPLAY and staff.units_of(one))
    )


def why_not_implement(staff: Staff, uid: str, division: str = "") -> Refusal | None:
    """wv 17.71-2, 17.71-3, 17.71-4: why a corps commander may not implement the Attack Order that he holds, for his
    corps or for one division; None if he may, now or in any later segment of his."""
    letter, name = staff.post(uid).holds, staff.officer(uid).name
    if not letter or not staff.active(uid):
        return staff.refusal(uid, "17.71-2", "holds no Attack Order")
    waiting = [one for one in staff.direct(uid) if staff.post(one).carries == letter]
    if waiting:
        words = f"has sent Attack Order {letter} already, and it is on its way to {staff.officer(waiting[0]).name}"
        return staff.refusal(uid, "17.71-3", words)
    found = divisions(staff, uid)
    if division and division not in found:
        return staff.refusal(uid, "17.71-4", f"cannot reach {staff.officer(division).name} with an Attack Order")
    return None if found else Refusal("17.71-3", f"{name} has no division on the map", uid, staff.at(uid))


def implement(staff: Staff, uid: str, division: str = "") -> tuple[Sending, ...]:
    """wv 17.71-3, 17.71-4: a corps commander hands his Attack Order to all of his divisions, or to one: the orders on
    their way, for `delivery.arrive` with the letter of the commander. The limits of 17.33 do not bind.

    For one division the marker of violations lies on the track at once; for the corps when the first division has
    received it, and until then the commander holds it, and may send it again if all ignored it (a reading).
    """
    army, letter = staff.officer(uid).army, staff.post(uid).holds
    receivers = (division,) if division else divisions(staff, uid)
    sent = tuple(sending(staff, Order(uid, one, attack=DIVISION)) for one in receivers)
    attack = staff.command.attacks[army][letter]
    attack.scope, attack.head = (DIVISION, division) if division else (CORPS, uid)
    if division:
        attack.begun = True
        staff.post(uid).holds = ""
    return sent


# -- divisions -------------------------------------------------------------------------------


def hand_down(staff: Staff, uid: str) -> tuple[tuple[str, ...], tuple[Sending, ...]]:
    """wv 17.71-5, 17.71-6, 17.71-7, 4.1.2C.3: the Division Attack Order Activity of a leader under an Attack Order:
    brigade leaders on the map within his radius get it at once; to those on the display it is sent as if one of their
    units were within the radius (a fiction, not a condition). Returns those who have it now, and the orders on their
    way, for `delivery.arrive` with his letter."""
    letter = staff.post(uid).attack
    without = [
        one
        for one in staff.direct(uid)
        if staff.officer(one).level == BRIGADE and letter not in (staff.post(one).attack, staff.post(one).carries)
    ]
    near = tuple(one for one in without if staff.where(one) == MAP and staff.covers(uid, staff.at(one)))
    for one in near:
        staff.post(one).attack = letter
    resting = [one for one in without if staff.where(one) == DISPLAY and staff.units_of(one)]
    return near, tuple(sending(staff, Order(uid, one, attack=DIVISION), nearby=True) for one in resting)


def tidy(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 4.1.2C.3-note: takes the Attack Order from division leaders none of whose brigade leaders is on the map or
    has one on its way, and from brigades whose division has none any more. Returns whom, by id."""
    gone = [uid for uid in _under(staff, army, OF_DIVISIONS) if not _has_brigades(staff, uid)]
    for uid in gone:
        staff.post(uid).attack = ""
    lost = [
        uid
        for uid in _under(staff, army, frozenset({BRIGADE}))
        if staff.post(staff.superior(uid)).attack != staff.post(uid).attack
    ]
    for uid in lost:
        staff.post(uid).attack = ""
    return tuple(sorted((*gone, *lost)))


def _under(staff: Staff, army: str, levels: frozenset[str]) -> tuple[str, ...]:
    posts = staff.command.posts.items()
    return tuple(
        sorted(
            uid
            for uid, post in posts
            if post.attack and staff.officer(uid).army == army and staff.officer(uid).level in levels
        )
    )


def _has_brigades(staff: Staff, uid: str) -> bool:
    letter = staff.post(uid).attack
    brigades = [one for one in staff.direct(uid) if staff.officer(one).level == BRIGADE]
    return any(
        staff.where(one) == MAP or letter in (staff.post(one).attack, staff.post(one).carries) for one in brigades
    )


# -- effects ---------------------------------------------------------------------------------


def attacking(staff: Staff, uid: str) -> bool:
    """wv 17.73-2: whether the brigade of a unit is under an Attack Order. What it adds to effectiveness is
    `morale.effectiveness`."""
    leader = staff.chain.leader(uid)
    return bool(leader) and bool(staff.post(leader).attack)


def must_close(staff: Staff, uid: str) -> bool:
    """wv 17.73-3: whether infantry has to end its move a hex nearer to an enemy: under an Attack Order, in good order
    and in command, and not next to one."""
    bound = staff.scene.unit(uid).kind == INFANTRY and staff.scene.piece(uid).good and attacking(staff, uid)
    return bound and in_command(staff, uid) and not violations.adjacent(staff, uid)


# -- the end ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ended:
    """wv 17.76-A3, 17.76-B: what the end of an Attack Order does. standing: command units that go to Standing. tired:
    brigades that gain fatigue."""

    standing: tuple[str, ...]
    tired: tuple[str, ...]


def rolling(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 17.76-A2: the letters of the Attack Orders that roll at the end of the friendly Rally Phase."""
    attacks = staff.command.attacks.get(army, {})
    return tuple(sorted(letter for letter, attack in attacks.items() if attack.begun and attack.violations))


def must_end(staff: Staff, army: str, letter: str, die: int) -> bool:
    """wv 17.76-A2: whether a die ends an Attack Order: with the bonus of its highest command unit it is at most the
    number of violations."""
    attack = staff.command.attacks[army][letter]
    return bool(attack.violations) and die + staff.officer(attack.head).bonus <= attack.violations


def end(staff: Staff, army: str, letter: str) -> Ended:
    """wv 17.76-A1, 17.76-A3, 17.76-B: ends an Attack Order, by its owner's wish or by the die: all markers go, division
    leaders and the commander of an attacking corps go to Standing, and each infantry brigade that took part tires."""
    attack = staff.command.attacks[army].pop(letter)
    brigades = violations.brigades(staff, army, letter)
    flipped = [*violations.members(staff, army, letter, DIVISION), *violations.members(staff, army, letter, DETACHMENT)]
    if attack.scope == CORPS:
        flipped.append(attack.head)
    for uid in flipped:
        staff.post(uid).state = STANDING
    for uid, post in staff.command.posts.items():
        if staff.officer(uid).army == army:
            post.attack = "" if post.attack == letter else post.attack
            post.holds = "" if post.holds == letter else post.holds
            post.carries = "" if post.carries == letter else post.carries
    tired = {brigade: nation for brigade in brigades if (nation := _infantry(staff, brigade))}
    for brigade, nation in tired.items():
        tire(staff, brigade, nation)
    return Ended(tuple(sorted(flipped)), tuple(tired))


def _infantry(staff: Staff, brigade: str) -> str:
    """The nation of a brigade of infantry, "" for any other."""
    units = staff.scene.board.units
    own = sorted(uid for uid, one in staff.chain.units.items() if one == brigade)
    return next((units[uid].nation for uid in own if units[uid].kind == INFANTRY), "")
