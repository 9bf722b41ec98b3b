"""What a segment brought, sector by sector: losses, routs, ground, orders that arrived or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.hexgame.telling.wording import Event
from rulesets.winters_victory.board.chain import ARMY
from rulesets.winters_victory.board.pieces import ARTILLERY, ROUTED
from rulesets.winters_victory.setting import Setting
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.wording_command import ARRIVED
from rulesets.winters_victory.telling.words import counted


def sector_of(setting: Setting, uid: str) -> str:
    """wv 16.3: whose sector a counter or leader belongs to: the highest of his leaders below the army's commander."""
    chain = setting.chain
    leader = uid if uid in chain.leaders else chain.led[setting.units[uid].brigade]
    above = (leader, *chain.superiors(leader))
    return next((one for one in reversed(above) if chain.leaders[one].level != ARMY), above[-1])


def sector_name(names: WinterNames, leader: str) -> str:
    """`Davout, III Corps`, `Tuchkov`."""
    one = names.setting.chain.leaders[leader]
    corps = names.place(one.corps) if one.corps else ""
    alone = sum(other.corps == one.corps and other.level == one.level for other in names.setting.chain.leaders.values())
    return f"{one.name}, {corps}" if corps and alone == 1 else one.name


@dataclass
class Sector:
    """What has befallen a sector. lost: points of foot and horse; guns. gone, routed, rallied, hit: units and leaders,
    each once. taken, left: hexes. orders: sentences without a stop."""

    lost: int = 0
    guns: int = 0
    gone: dict[str, None] = field(default_factory=dict)
    routed: dict[str, None] = field(default_factory=dict)
    rallied: dict[str, None] = field(default_factory=dict)
    hit: dict[str, None] = field(default_factory=dict)
    taken: dict[str, None] = field(default_factory=dict)
    left: dict[str, None] = field(default_factory=dict)
    orders: list[str] = field(default_factory=list)


@dataclass
class Sectors:
    """The sectors of both armies, filled by events. fleeing: unit -> the hex that its retreat has come to."""

    names: WinterNames
    found: dict[str, Sector] = field(default_factory=dict)
    fleeing: dict[str, str] = field(default_factory=dict)

    def of(self, uid: str) -> Sector:
        """The sector of a counter or leader."""
        return self.found.setdefault(sector_of(self.names.setting, uid), Sector())

    def enter(self, event: Event) -> None:
        """Notes what an event brought to those whom it befell."""
        self._losses(event.get("losses", {}))
        for uid in event.get("gone", ()):
            self.of(uid).gone[uid] = None
        if event.get("state") == ROUTED and event["kind"] in ("morale", "shock-losses"):
            for uid in event["units"]:
                self.of(uid).routed[uid] = None
        teller = _ENTRIES.get(event["kind"])
        if teller:
            teller(self, event)

    def _losses(self, losses: Mapping[str, int]) -> None:
        for uid, points in losses.items():
            if self.names.setting.units[uid].kind == ARTILLERY:
                self.of(uid).guns += points
            else:
                self.of(uid).lost += points

    def lines(self) -> Iterator[tuple[str, str]]:
        """Name of a sector -> what befell it, in the order of the chain of command; sectors without news are left
        out."""
        for leader in self.names.setting.chain.leaders:
            if leader in self.found:
                text = "; ".join(_parts(self.names, self.found[leader]))
                if text:
                    yield sector_name(self.names, leader), f"{text[:1].upper()}{text[1:]}."


def _parts(names: WinterNames, one: Sector) -> Iterator[str]:
    lost = [counted(one.lost, "point")] if one.lost else []
    lost += [counted(one.guns, "gun")] if one.guns else []
    if lost:
        yield f"{' and '.join(lost)} lost"
    for what, units in (("eliminated", one.gone), ("routed", one.routed), ("rallied", one.rallied), ("hit", one.hit)):
        if units:
            yield f"{what}: {names.units(list(units))}"
    for what, hexes in (("takes", one.taken), ("falls back from", one.left)):
        if hexes:
            yield f"{what} {names.hexes(list(hexes))}"
    yield from one.orders


def _took(found: Sectors, event: Event) -> None:
    uid = event["units"][0]
    found.of(uid).taken[event["to"]] = None


def _went(found: Sectors, event: Event) -> None:
    """wv 14.13: who comes into an objective from without."""
    fights = any(found.names.setting.units[uid].fights for uid in event["units"])
    for one in found.names.setting.scenario.objectives:
        if fights and event.get("to") in one.hexes and event["at"] not in one.hexes:
            _took(found, event)


def _left(found: Sectors, event: Event) -> None:
    sector = found.of(event["units"][0])
    if found.fleeing.get(event["units"][0]) != event["at"]:
        sector.left[event["at"]] = None
    found.fleeing |= dict.fromkeys(event["units"], event["to"])
    if event["to"] not in found.names.field.neighbours:
        sector.gone.update(dict.fromkeys(event["units"]))


def _rallied(found: Sectors, event: Event) -> None:
    found.of(event["unit"]).rallied[event["unit"]] = None


def _hit(found: Sectors, event: Event) -> None:
    if event["lost"]:
        found.of(event["unit"]).hit[event["unit"]] = None


def _gun(found: Sectors, event: Event) -> None:
    found.of(event["unit"]).guns += int(event["lost"])


def _point(found: Sectors, event: Event) -> None:
    found.of(event["unit"]).lost += event["loss"]


def _order(found: Sectors, event: Event) -> None:
    receiver = event.get("receiver") or event["leader"]
    what = f"Attack Order {event['attack']}" if event.get("attack") else "order"
    found.of(receiver).orders.append(f"{what} to {found.names.unit(receiver)}: {ARRIVED[event['result']]}")


def _ends(found: Sectors, event: Event) -> None:
    for uid in event["standing"][:1]:
        found.of(uid).orders.append(f"Attack Order {event['attack']} ends")


_ENTRIES: Final[Mapping[str, Callable[[Sectors, Event], None]]] = {
    "occupied": _took,
    "move": _went,
    "rides": _went,
    "retreat": _left,
    "rallied": _rallied,
    "leader-risk": _hit,
    "limbered": _gun,
    "self-rally": _point,
    "order": _order,
    "delay": _order,
    "attack-ends": _ends,
}
"""Kind of event -> what it brings besides losses and routs."""


def summary(names: WinterNames, events: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Pairs of a sector and what befell it."""
    found = Sectors(names)
    for event in events:
        found.enter(event)
    return list(found.lines())
