"""Who may send an order to whom, and how many in a phase (17.3, 17.41, 17.71)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS, DETACHMENT, DIVISION, MOBILIZED, STANDING
from rulesets.winters_victory.board.leaders import DISPLAY, LETTERS, MAP
from rulesets.winters_victory.board.pieces import ALLIED
from rulesets.winters_victory.rules.command import points
from rulesets.winters_victory.rules.command.staff import Staff


@dataclass(frozen=True, slots=True)
class Order:
    """wv 17.3, 17.35-5, 17.71-1: an order. urgent: a point more is spent for it. attack: "", or CORPS or DIVISION for
    an Attack Order of that level."""

    sender: str
    receiver: str
    urgent: bool = False
    attack: str = ""


def why_not(staff: Staff, order: Order, given: Sequence[Order] = ()) -> Refusal | None:
    """wv 17.32-1, 17.33, 17.34-4: why a command unit may not issue an order; None if it may.

    given: orders that have been issued in this phase, of whomever. The state is that after them: points that they cost
    are spent.
    """
    own = tuple(one for one in given if one.sender == order.sender)
    return (
        _sender(staff, order)
        or _receiver(staff, order)
        or _attack(staff, order)
        or (_army(staff, order, own) if staff.officer(order.sender).level == ARMY else _by_level(staff, order, own))
        or _by_state(staff, order, own)
    )


def _sender(staff: Staff, order: Order) -> Refusal | None:
    """wv 16.14-1, 16.2, 17.41-4: active command units above the level of brigades."""
    if staff.officer(order.sender).level == BRIGADE:
        return staff.refusal(order.sender, "17.41-4", "leads a brigade and issues no orders")
    if not staff.active(order.sender):
        return staff.refusal(order.sender, "16.14-1", "is not active and issues no orders")
    return None


def _receiver(staff: Staff, order: Order) -> Refusal | None:
    """wv 17.32-1, 17.34-4: subordinates on the map, or on the display with units on the map."""
    name = staff.officer(order.receiver).name
    if order.receiver not in staff.below(order.sender):
        return staff.refusal(order.sender, "17.32-1", f"has no say over {name}")
    where = staff.where(order.receiver)
    if where == MAP or (where == DISPLAY and staff.units_of(order.receiver)):
        waiting = staff.post(order.receiver).carries
        if waiting and not order.attack:
            words = f"would put an order in the place of Attack Order {waiting}, which is on its way to {name}"
            return staff.refusal(order.sender, "17.34-0", words)
        return None
    return staff.refusal(order.sender, "17.34-4", f"cannot reach {name}, who has nobody on the map")


def _attack(staff: Staff, order: Order) -> Refusal | None:
    """wv 17.71-1, 17.71-8: Attack Orders come from Army Commanders alone, to corps or division; a corps commander hands
    on the one that he holds, which is no order of his own (`attack_orders.implement`)."""
    if not order.attack:
        return None
    refused = _attack_by_level(staff, order)
    if refused is not None:
        return refused
    if not staff.scene.weather.dark.attack_orders:
        return staff.refusal(order.sender, "4.4", "sends no Attack Order by night")
    if fallen(staff, order.receiver):
        name = staff.officer(order.receiver).name
        return staff.refusal(order.sender, "14.22B", f"sends no Attack Order to {name}, whose corps has disintegrated")
    if not free_letter(staff, staff.officer(order.sender).army):
        return staff.refusal(order.sender, "17.72", "has no Attack Order left: there are three at once")
    return None


def _attack_by_level(staff: Staff, order: Order) -> Refusal | None:
    """wv 17.71-1, 17.71-8: whose Attack Orders go to whom at all."""
    receiver = staff.officer(order.receiver)
    if receiver.level == BRIGADE:
        words = f"may send no Attack Order to {receiver.name} alone, who leads a brigade"
        return staff.refusal(order.sender, "17.71-8", words)
    if staff.officer(order.sender).level != ARMY:
        return staff.refusal(order.sender, "17.71-1", "is no Army Commander and sends no Attack Order of his own")
    if order.attack != (CORPS if receiver.level == CORPS else DIVISION):
        return staff.refusal(order.sender, "17.71-1", f"sends {receiver.name} an Attack Order of the wrong level")
    return None


def why_never(staff: Staff, order: Order, before: int) -> Refusal | None:
    """wv 17.32-1, 17.33, 17.41-4, 17.71-1, 17.71-8: why a command unit may not issue an order whatever dice bring in
    its phase; None if it might. before: orders of his in the phase."""
    if staff.officer(order.sender).level == BRIGADE:
        return staff.refusal(order.sender, "17.41-4", "leads a brigade and issues no orders")
    if order.receiver not in staff.below(order.sender):
        name = staff.officer(order.receiver).name
        return staff.refusal(order.sender, "17.32-1", f"has no say over {name}")
    most = staff.charts.orders[STANDING]
    if before >= most:
        return staff.refusal(order.sender, "17.33", f"issues {most} orders in a phase at most")
    return _attack_by_level(staff, order) if order.attack else None


def fallen(staff: Staff, uid: str) -> bool:
    """wv 14.22B: whether a command unit has brigades of an army or corps that has disintegrated: these are under no
    Attack Order (ours)."""
    below = {uid, *staff.below(uid)}
    led = staff.chain.brigades.items()
    return any(who in below and brigade in staff.scene.brigades.disintegrated for brigade, who in led)


def free_letter(staff: Staff, army: str) -> str:
    """wv 17.72: the first letter under which no Attack Order of an army stands, "" if all are taken. Letters are
    limited to the three that are printed (a reading)."""
    taken = staff.command.attacks.get(army, {})
    return next((letter for letter in LETTERS if letter not in taken), "")


def paid(staff: Staff, order: Order) -> int:
    """wv 17.32-2, 17.32-3: the points that an order costs now: none but for an Army Commander with points at his
    headquarters, who spends them as long as he has any."""
    officer = staff.officer(order.sender)
    if officer.level != ARMY or not points.spendable(staff, officer.army):
        return 0
    return points.cost(staff.charts, attack=bool(order.attack), urgent=order.urgent)


def _army(staff: Staff, order: Order, own: Sequence[Order]) -> Refusal | None:
    """wv 17.22-3, 17.32-2, 17.32-3, 17.35-5, 17.71-1: with points any subordinate; else one order a phase, within his
    radius, or an Attack Order in the same hex."""
    sender, receiver = order.sender, order.receiver
    army, name = staff.officer(sender).army, staff.officer(receiver).name
    have, price = points.spendable(staff, army), paid(staff, order)
    if price:
        case = "17.71-1" if order.attack else "17.35-5"
        return staff.refusal(sender, case, f"needs {price} command points and has {have}") if price > have else None
    if order.urgent:
        return staff.refusal(sender, "17.35-5", "has no command points to spend, and sends nothing as urgent")
    if len(own) >= staff.charts.orders["without-points"]:
        return staff.refusal(sender, "17.32-3", "issues one order in a phase without command points")
    if order.attack:
        near = staff.at(sender) == staff.at(receiver)
        words = f"has no command points, and {name} is not in his hex for an Attack Order"
        return None if near else staff.refusal(sender, "17.71-1", words)
    return None if in_radius(staff, sender, receiver) else staff.refusal(sender, "17.32-3", f"is too far from {name}")


def _by_level(staff: Staff, order: Order, own: Sequence[Order]) -> Refusal | None:
    """wv 16.32-3, 17.31, 17.32-4, 17.32-5, 17.41-2, 17.41-3: what an order that was received opens, and what may be
    done without."""
    sender, receiver = order.sender, order.receiver
    directly = receiver in staff.direct(sender)
    name = staff.officer(receiver).name
    if staff.officer(sender).level in (DIVISION, DETACHMENT):
        if not staff.ordered(sender) and staff.post(sender).state != MOBILIZED:
            return staff.refusal(sender, "17.32-5", "has no order and is not mobilized: he orders nobody")
        case = "17.32-5"
    else:
        case = "17.32-4"
    if not staff.ordered(sender):
        if not directly and not _wing_and_brigade(staff, order):
            return staff.refusal(sender, case, f"has no order, and {name} is not directly below him")
        if len(own) >= staff.charts.orders["without-order"]:
            return staff.refusal(sender, case, "has no order, and issues one in a phase")
        return None
    if directly:
        beyond = any(one.receiver not in staff.direct(sender) for one in own)
        return staff.refusal(sender, case, "has ordered somebody two levels down and nobody else") if beyond else None
    if not any(receiver in staff.direct(one) for one in staff.direct(sender)):
        return staff.refusal(sender, case, f"is more than two levels above {name}")
    return staff.refusal(sender, case, f"orders {name}, two levels down, or others, not both") if own else None


def _wing_and_brigade(staff: Staff, order: Order) -> bool:
    """wv 4.1.2D.1: an Allied Wing Commander without an order may order a brigade leader two levels down; 17.32 has
    direct subordinates alone, as it is for all others (a reading)."""
    sender, receiver = staff.officer(order.sender), staff.officer(order.receiver)
    allied = sender.army == ALLIED and sender.level == CORPS
    return allied and receiver.level == BRIGADE and staff.superior(staff.superior(receiver.id)) == sender.id


def _by_state(staff: Staff, order: Order, own: Sequence[Order]) -> Refusal | None:
    """wv 17.33: three orders when standing; one when mobilized, within the radius."""
    state = staff.post(order.sender).state
    most = staff.charts.orders[state]
    if len(own) >= most:
        words = f"is {state} and issues {most} order{'s' if most > 1 else ''} in a phase"
        return staff.refusal(order.sender, "17.33", words)
    if state == MOBILIZED and not in_radius(staff, order.sender, order.receiver):
        words = f"is mobilized, and {staff.officer(order.receiver).name} is not within his radius"
        return staff.refusal(order.sender, "17.33", words)
    return None


def in_radius(staff: Staff, sender: str, receiver: str) -> bool:
    """wv 17.34-2, 17.34-4: whether a receiver is within the radius of a sender, of one on the display any unit of
    his."""
    return any(staff.covers(sender, at) for at in hexes_of(staff, receiver))


def hexes_of(staff: Staff, receiver: str) -> tuple[str, ...]:
    """wv 17.34-4: the hexes to which an order goes: that of a command unit on the map, those of all units subordinate
    to one that is on the display."""
    if staff.where(receiver) == MAP:
        return (staff.at(receiver),)
    return tuple(sorted({at for uid in staff.units_of(receiver) for at in staff.scene.piece(uid).hexes}))
