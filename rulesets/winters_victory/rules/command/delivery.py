"""Delivery of orders: at once, by a die, or after a delay (17.34, 17.35, 17.36)."""

from __future__ import annotations

from pbem.lean import dataclass
from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS
from rulesets.winters_victory.board.leaders import DISPLAY, Attack, Post
from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.command_charts import DELAYS, IGNORED, RECEIVED, ROLL
from rulesets.winters_victory.rules.command.orders import Order, free_letter, hexes_of, in_radius, paid
from rulesets.winters_victory.rules.command.staff import Staff


@dataclass(frozen=True, slots=True)
class Sending:
    """An order on its way. fate: RECEIVED, ROLL or one of DELAYS. parts: what is added to its dice, slug -> number."""

    order: Order
    fate: str
    parts: dict[str, int]

    @property
    def modifier(self) -> int:
        """The sum of the parts."""
        return sum(self.parts.values())


def sending(staff: Staff, order: Order, *, nearby: bool = False) -> Sending:
    """wv 17.34-1, 17.34-2, 17.34-3, 17.71-7: what comes of an order, before any die.

    nearby: it counts as within the radius. A receiver within the radius to whom no free path leads is as one beyond it
    (a reading).
    """
    hexes = hexes_of(staff, order.receiver)
    distance, radius = staff.distance(order.sender, hexes), staff.radius(order.sender)
    fate = staff.charts.delayed(distance, radius)
    if nearby and distance:
        fate = ROLL
    elif fate == ROLL and not in_radius(staff, order.sender, order.receiver):
        fate = DELAYS[0]
    return Sending(order, fate, parts(staff, order, distance))


def parts(staff: Staff, order: Order, distance: int) -> dict[str, int]:
    """wv 4.3, 4.4, 16.13, 17.35-4, 17.35-5, 17.35-6: what is added to the dice of an order; low is good. They
    stay with it for all of its dice. distance: to the receiver, or the nearest of his units if he is on the display."""
    sender, receiver = staff.officer(order.sender), staff.officer(order.receiver)
    own = staff.post(order.sender)
    applies = {
        "french-brigade": receiver.army == FRENCH and receiver.level == BRIGADE,
        "sender-ordered": staff.ordered(order.sender) or bool(own.attack or own.holds),
        "adjacent": distance == 1,
        "urgent": order.urgent,
        "army": sender.level == ARMY,
    }
    found = {"bonus": -receiver.bonus} if receiver.bonus else {}
    dark = staff.scene.weather.dark.delivery
    found |= {"evening": dark} if dark else {}
    return found | {slug: staff.charts.delivery[slug].add for slug, holds in applies.items() if holds}


def issue(staff: Staff, order: Order) -> tuple[Sending, str]:
    """wv 17.32-2, 17.71-1: spends the points of an order that `orders.why_not` allows, and gives an Attack Order its
    letter. Returns the order on its way, and the letter or "". `arrive` finishes it."""
    army = staff.officer(order.sender).army
    price = paid(staff, order)
    letter = free_letter(staff, army) if order.attack else ""
    if letter:
        staff.command.attacks.setdefault(army, {})[letter] = Attack(order.attack, order.receiver)
    sent = sending(staff, order)
    if price:
        staff.command.points[army] -= price
    return sent, letter


def arrive(staff: Staff, sent: Sending, die: int | None = None, letter: str = "") -> str:
    """wv 17.34-0, 17.34-1, 17.34-2, 17.34-3, 17.35-2: what becomes of an order on its way: RECEIVED, IGNORED or one of
    DELAYS; sets the markers. die: needed where its fate is ROLL. Raises ValueError without one."""
    receiver = sent.order.receiver
    result = sent.fate
    if result == ROLL:
        if die is None:
            raise ValueError(f"the order to {receiver} needs a die")
        result = staff.card.result(die, sent.modifier, brigade=_leads_brigade(staff, receiver))
    if result == RECEIVED:
        receive(staff, receiver, letter)
    elif result == IGNORED:
        drop(staff, receiver, letter)
    else:
        post = staff.post(receiver)
        post.delay, post.modifier, post.carries = DELAYS.index(result) + 1, sent.modifier, letter
        post.checks = int(sent.fate == ROLL)
    return result


def _leads_brigade(staff: Staff, uid: str) -> bool:
    return staff.officer(uid).level == BRIGADE


# -- delays ----------------------------------------------------------------------------------


def due(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 17.35-1: the command units of an army with a Delay 1 marker, by id: each rolls in this segment, before
    `shorten`."""
    return tuple(uid for uid in _of(staff, army) if staff.post(uid).delay == 1)


def check(staff: Staff, uid: str, die: int) -> str:
    """wv 17.35-1, 17.35-2, 17.35-3: the die of a Delay 1 marker: RECEIVED, IGNORED or the first of DELAYS. Each die
    that left it there before helps by 1; of an order that came from beyond the radius the first one is the initial
    check."""
    post = staff.post(uid)
    result = staff.card.result(die, waiting(staff, uid), brigade=_leads_brigade(staff, uid))
    letter = post.carries
    if result == RECEIVED:
        receive(staff, uid, letter)
    elif result == IGNORED:
        post.discard()
        drop(staff, uid, letter)
    else:
        post.checks += 1
    return result


def waiting(staff: Staff, uid: str) -> int:
    """wv 17.35-2: what is added to the next die of an order that waits."""
    post = staff.post(uid)
    return post.modifier + post.checks * staff.charts.delivery["waited"].add


def shorten(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 17.35-1: turns Delay 2 and 3 markers of an army into 1 and 2; returns whose, by id."""
    found = tuple(uid for uid in _of(staff, army) if staff.post(uid).delay > 1)
    for uid in found:
        staff.post(uid).delay -= 1
    return found


def _of(staff: Staff, army: str) -> tuple[str, ...]:
    return tuple(sorted(uid for uid in staff.command.posts if staff.officer(uid).army == army))


# -- receipt ---------------------------------------------------------------------------------


def receive(staff: Staff, uid: str, letter: str = "") -> None:
    """wv 17.3, 17.36-1, 17.36-2, 17.51, 17.71-2, 17.71-5, 17.71-7: an order is received: whoever is inactive on the map
    becomes active. A corps commander holds an Attack Order until he implements it; a division leader is under it at
    once, and it takes the place of his marker; so it does for brigade leaders, who activate by it."""
    post, officer = staff.post(uid), staff.officer(uid)
    post.discard()
    post.inactive = False
    post.received = _keeps_marker(staff, uid, letter)
    if letter and officer.level == CORPS:
        post.holds = letter
    elif letter:
        post.attack = letter
        _begin(staff, staff.command.attacks[officer.army][letter], letter)


def _keeps_marker(staff: Staff, uid: str, letter: str) -> bool:
    """wv 17.36-5, 17.52-1, 17.71-2, 17.71-5: leaders of brigades need a marker to activate and have no other use for
    it."""
    level = staff.officer(uid).level
    return staff.where(uid) == DISPLAY if level == BRIGADE else not letter or level == CORPS


def _begin(staff: Staff, attack: Attack, letter: str) -> None:
    """wv 17.71-3, 17.71-5: an Attack Order takes effect, and with it that of the corps commander who held it."""
    attack.begun = True
    head = staff.post(attack.head)
    if head.holds == letter:
        head.holds, head.attack = "", letter


def drop(staff: Staff, uid: str, letter: str) -> None:
    """wv 17.34-0: an order is ignored. An Attack Order that nobody holds, obeys or waits for any more is gone with
    it."""
    army = staff.officer(uid).army
    attacks = staff.command.attacks.get(army, {})
    if letter in attacks and not any(letter in (post.carries, post.attack, post.holds) for post in _posts(staff, army)):
        del attacks[letter]


def _posts(staff: Staff, army: str) -> list[Post]:
    return [staff.post(uid) for uid in _of(staff, army)]
