"""A Command Phase: delays, then the segments of the army in its order, with dice and what is told (4.1.2, 4.1.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.options import Refusal
from pbem.engine.requests import Tell
from pbem.lean import dataclass
from rulesets.winters_victory.board.chain import BRIGADE, CORPS, MOBILIZED, OF_DIVISIONS
from rulesets.winters_victory.command_charts import ROLL
from rulesets.winters_victory.rules.command import activation, attack_orders, delivery, states
from rulesets.winters_victory.rules.command.delivery import Sending
from rulesets.winters_victory.rules.command.orders import Order, why_not
from rulesets.winters_victory.rules.command.sequence import ACTING
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part, event, ten


@dataclass(frozen=True, slots=True)
class Activity:
    """wv 17.41-1, 17.41-2, 17.41-3: what a command unit is to do in its segment. state: STANDING or MOBILIZED, "" to
    stay as it is. orders: in their order. implement: the Attack Order that it holds, CORPS for all divisions or the
    id of the leader of one. place: the hex where it goes when it activates, "" for the first that is open to it."""

    state: str = ""
    orders: tuple[Order, ...] = ()
    implement: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class CommandPhase:
    """wv 4.1.2, 4.1.7: the phase of an army. order: its segments (17.4-SEQ). plans: command unit -> what it is to do;
    who is not named does nothing. label: of its dice. given: orders issued so far."""

    staff: Staff
    army: str
    order: Sequence[str]
    plans: Mapping[str, Activity]
    label: str
    given: list[Order]

    def play(self) -> Part:
        """All segments but those of charges and ammunition. What is refused is told, and passed over."""
        yield from self._delays()
        for segment in self.order:
            for level in ACTING[segment]:
                yield from self._segment(level)

    def _segment(self, level: str) -> Part:
        for uid in activation.called(self.staff, self.army, level):
            yield from self._activated(uid)
        if level == BRIGADE:
            return
        for uid in self._of(level):
            yield from self._acts(uid, self.plans.get(uid, Activity()))
        if level in OF_DIVISIONS:
            yield from self._hand_down(level)

    def _of(self, level: str) -> Iterator[str]:
        for uid in sorted(self.staff.chain.officers):
            officer = self.staff.officer(uid)
            if (officer.army, officer.level) == (self.army, level) and self.staff.active(uid):
                yield uid

    # -- delays ------------------------------------------------------------------------------

    def _delays(self) -> Part:
        """wv 17.35-1, 4.1.2A, 4.1.7A: segment A."""
        for uid in delivery.due(self.staff, self.army):
            name = f"delay.{uid}"
            die = yield from self._die(name, "17.35", uid)
            modifier = delivery.waiting(self.staff, uid)
            result = delivery.check(self.staff, uid, die)
            label = f"{self.label}.{name}"
            yield event("delay", leader=uid, die=die, modifier=modifier, result=result, label=label, case="17.35")
        for uid in delivery.shorten(self.staff, self.army):
            left = self.staff.post(uid).delay
            yield event("delay-shortened", leader=uid, delay=left, case="17.35")

    def _die(self, name: str, case: str, uid: str) -> Part:
        where = (self.staff.at(uid),) if self.staff.at(uid) else ()
        return (yield from ten(f"{self.label}.{name}", case, *where))

    # -- activation --------------------------------------------------------------------------

    def _activated(self, uid: str) -> Part:
        """wv 4.1.2B, 4.1.2C.1, 4.1.7E, 17.52-1, 17.52-2, 17.53-3: a leader goes on the map, and the leader of his
        division with him; one who has no unit there waits on the display."""
        staff = self.staff
        open_ = activation.places(staff, uid)
        if not open_:
            return
        wish = self.plans.get(uid, Activity()).place
        at = wish if wish in open_ else open_[0]
        post = staff.post(uid)
        own = post.received or bool(post.attack)
        above = activation.activate(staff, uid, at, involuntary=not own)
        yield event("activated", leader=uid, at=at, case="17.52" if own else "17.53")
        if above:
            yield from self._activated(above)

    # -- activities --------------------------------------------------------------------------

    def _acts(self, uid: str, activity: Activity) -> Part:
        """wv 4.1.2C.2, 4.1.2D.1, 4.1.2E, 4.1.7B, 4.1.7C, 4.1.7D, 17.41-1, 17.41-2, 17.41-3: orders first, then the
        change of state, which would use the order up."""
        for order in activity.orders:
            refused = why_not(self.staff, order, self.given)
            if refused:
                yield self._refused(refused)
                continue
            sent, letter = delivery.issue(self.staff, order)
            self.given.append(order)
            yield from self._deliver(sent, letter)
        if activity.implement:
            yield from self._implement(uid, activity.implement)
        if activity.state:
            yield from self._state(uid, activity.state)

    def _deliver(self, sent: Sending, letter: str) -> Part:
        """wv 17.34-1, 17.34-2, 17.34-3: the die of an order, where it needs one, and what becomes of it."""
        order = sent.order
        die, name = None, f"order.{len(self.given)}.{order.receiver}"
        if sent.fate == ROLL:
            die = yield from self._die(name, "17.34", order.sender)
        result = delivery.arrive(self.staff, sent, die, letter)
        more = {} if die is None else {"die": die, "parts": dict(sent.parts), "label": f"{self.label}.{name}"}
        more |= {"attack": letter} if letter else {}
        yield event("order", sender=order.sender, receiver=order.receiver, result=result, case="17.34", **more)

    def _implement(self, uid: str, whom: str) -> Part:
        """wv 4.1.2D.2, 17.71-2, 17.71-3, 17.71-4: a corps commander hands his Attack Order down."""
        division = "" if whom == CORPS else whom
        refused = attack_orders.why_not_implement(self.staff, uid, division)
        if refused:
            yield self._refused(refused)
            return
        letter = self.staff.post(uid).holds
        for sent in attack_orders.implement(self.staff, uid, division):
            yield from self._deliver(sent, letter)

    def _hand_down(self, level: str) -> Part:
        """wv 4.1.2C.3, 4.1.2C.3-note, 17.71-6, 17.71-7: brigades get the Attack Orders of their divisions."""
        for uid in self._of(level):
            letter = self.staff.post(uid).attack
            if not letter:
                continue
            near, sendings = attack_orders.hand_down(self.staff, uid)
            for one in near:
                yield event("attack-order", leader=one, attack=letter, case="17.71")
            for sent in sendings:
                yield from self._deliver(sent, letter)
        for uid in attack_orders.tidy(self.staff, self.army):
            yield event("attack-order", leader=uid, attack="", case="4.1.2C.3-note")

    def _state(self, uid: str, state: str) -> Part:
        """wv 17.61, 17.62: a command unit changes its state."""
        mobile = state == MOBILIZED
        refused = (states.why_not_mobilize if mobile else states.why_not_stand)(self.staff, uid)
        if refused:
            yield self._refused(refused)
            return
        (states.mobilize if mobile else states.stand)(self.staff, uid)
        yield event("state", leader=uid, state=state, case="17.61" if mobile else "17.62")

    def _refused(self, refused: Refusal) -> Tell:
        return event("refused", leader=refused.unit, text=refused.text, case=refused.case)
