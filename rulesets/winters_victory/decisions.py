"""What the players have decided for a segment: the author of its orders in them, the other side in its standing orders.

Both write the same things in the same words, so a rule never asks which of them it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import ASK, ORDERS, Choose, Consult
from pbem.lean import dataclass
from rulesets.winters_victory.rules.command.interphase import Hourly
from rulesets.winters_victory.rules.command.orders import Order, why_never
from rulesets.winters_victory.rules.command.phase import Activity
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part
from rulesets.winters_victory.rules.movement_phase import GO, HALT, Entry
from rulesets.winters_victory.rules.naming import Found, Naming, Path
from rulesets.winters_victory.rules.rally_phase import Stand
from rulesets.winters_victory.rules.reinforcements import Wish as Coming
from rulesets.winters_victory.rules.shock_phase import Assault, Ride

COMMAND, RALLY, FIRE, REACT, HOURLY = "command", "rally", "fire", "react", "hourly"
ENTER: Final = "enter"
"""What the author says of his reinforcements (6.7)."""
CHARGES: Final = "charges"
"""What a corps says of its cavalry, beside its command units."""
BY_CORPS: Final = (COMMAND, RALLY)
BY_BRIGADE: Final = (FIRE, REACT)
"""Kinds of decisions of which each corps, and each brigade or group of guns, has one; `hourly` is an army's."""

Wish = Mapping[str, Any]


@dataclass(frozen=True)
class Wishing:
    """`engine.options.Options` of a question that a standing order left open (4.0-1). kind: of the decision. key: the
    corps or brigade, "" for an army's. Any wish of the right form is one that names counters which there are; what
    cannot be done is told later."""

    kind: str
    key: str
    naming: Naming

    def why_not(self, answer: Json) -> Refusal | None:
        """The first counter that there is not."""
        if not isinstance(answer, Mapping):
            return Refusal("4.0-1", f"{self.kind} is a map of members")
        return next((refused for _, refused in _NAMED[self.kind](self.naming, answer, ())), None)

    def default(self) -> Json:
        """Nothing is wanted."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """Nothing is wanted."""
        return {}

    def describe(self) -> Json:
        """What is asked, and of whom."""
        return {"kind": self.kind, "of": self.key}


class Decisions:
    """Decisions of both armies in one segment. author: whose orders open it; orders: these. scene: gives the board as
    it stands, when a standing order says `ask`."""

    def __init__(self, author: str, orders: Wish, scene: Callable[[], Any] = lambda: None) -> None:
        self.author, self.orders, self.scene = author, orders, scene
        self._opened: dict[tuple[str, str], Wish] = {}

    def of(self, army: str, kind: str, keys: Iterable[str], label: str) -> Part:
        """What an army has decided for each of some corps or brigades: key -> wish, {} where it said nothing. Standing
        orders are opened, each once a segment."""
        wanted = tuple(keys)
        if army == self.author:
            said = self.orders.get(kind, {})
            return {key: said.get(key, {}) for key in wanted}
        new = tuple(key for key in wanted if (kind, key) not in self._opened)
        if new:
            values = yield Consult(army, tuple(f"{kind}.{key}" for key in new), label)
            for key, value in zip(new, values, strict=True):
                said = value if value != ASK else (yield from self._asked(army, kind, key, f"{label}.{key}"))
                self._opened[kind, key] = said
        return {key: self._opened[kind, key] for key in wanted}

    def hourly(self, army: str, label: str) -> Part:
        """wv 4.1.1-hourly: what an army wants of an hourly interphase."""
        if army == self.author:
            wish = self.orders.get(HOURLY, {})
        else:
            (wish,) = yield Consult(army, (HOURLY,), label)
            if wish == ASK:
                wish = yield from self._asked(army, HOURLY, "", f"{label}.asked")
        return Hourly(tuple(wish.get("rest", ())), tuple(wish.get("spare", ())))

    def _asked(self, army: str, kind: str, key: str, label: str) -> Part:
        """wv 4.0-1: what a player answers who wanted to be asked, as things stand."""
        slot, scene = f"{kind}.{key}" if key else kind, self.scene()
        wishing = Wishing(kind, key, Naming(scene.setting.units, army))
        return (yield Choose(army, kind, wishing, label, slot=slot, scene=scene))


_NAMED: Final[Mapping[str, Callable[[Naming, Wish, Path], Iterator[Found]]]] = {
    COMMAND: Naming.of_corps,
    RALLY: Naming.rallied,
    FIRE: Naming.firing,
    REACT: Naming.none,
    HOURLY: Naming.hours,
}


def misnamed(naming: Naming, orders: Wish) -> Iterator[Found]:
    """wv 17.1, 13.4-0, 11.0-1: counters that an army may not name in its decisions, with their places in them."""
    for kind in (*BY_CORPS, *BY_BRIGADE):
        for key, wish in orders.get(kind, {}).items():
            yield from _NAMED[kind](naming, wish, (kind, key))
    yield from _NAMED[HOURLY](naming, orders.get(HOURLY, {}), (HOURLY,))


def overruled(staff: Staff, orders: Wish) -> Iterator[Found]:
    """wv 17.32-1, 17.33, 17.71-8: what command units are to do that they never may, with its place. Who is no command
    unit is passed over (`misnamed`)."""
    officers = staff.chain.officers
    for corps, wish in orders.get(COMMAND, {}).items():
        for leader, said in wish.items():
            if leader not in officers or not isinstance(said, Mapping):
                continue
            for number, order in enumerate(activity(leader, said).orders):
                refused = why_never(staff, order, number) if order.receiver in officers else None
                if refused is not None:
                    yield (COMMAND, corps, leader, ORDERS, number), refused


def entries(orders: Wish) -> tuple[Entry, ...]:
    """wv 6.0-2: the moves of a document."""
    return tuple(
        Entry(tuple(one["units"]), tuple(one["path"]), one.get("fire", GO), one.get("dis", HALT))
        for one in orders.get("orders", ())
    )


def arrivals(orders: Wish) -> dict[str, Coming]:
    """wv 6.7, 6.72: how brigades of a document come on the map."""
    found = orders.get(ENTER, {}).items()
    return {uid: Coming(one.get("hex", ""), one.get("in", ""), one.get("delay", 0)) for uid, one in found}


def assaults(orders: Wish) -> tuple[Assault | Ride, ...]:
    """wv 12.0-1, 12.53.1: the attacks and charges of a document, in their order."""
    return tuple(_assault(number, one) for number, one in enumerate(orders.get("shock", ()), 1))


def _assault(number: int, one: Wish) -> Assault | Ride:
    uid = one.get("id", f"s{number}")
    if "charge" in one:
        return Ride(uid, one["charge"], tuple(one.get("along", ())), on=bool(one.get("on")))
    condition = one.get("if", {})
    return Assault(
        uid, tuple(one["units"]), tuple(one["on"]), condition.get("shock", ""), tuple(condition.get("result", ()))
    )


def activity(leader: str, wish: Wish) -> Activity:
    """wv 17.41-1, 17.41-2, 17.41-3: what a command unit is to do."""
    orders = (
        Order(leader, one["to"], urgent=bool(one.get("urgent")), attack=one.get("attack", ""))
        for one in wish.get("orders", ())
    )
    return Activity(wish.get("state", ""), tuple(orders), wish.get("implement", ""), wish.get("place", ""))


def stand(wishes: Iterable[Wish], uid: str) -> Stand:
    """wv 13.41-1: the formation and facing in which a unit is to recover."""
    for wish in wishes:
        if uid in wish.get("recover", {}):
            found = wish["recover"][uid]
            return found.get("in", ""), found.get("face")
    return "", None
