"""Standing orders: what an army has decided for the segments that the other side's orders open, brigade by brigade and
corps by corps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.engine.contract import Slot
from pbem.engine.options import Json
from pbem.hexgame.documents.kinds import Node, OwnUnit, Schema, Writer
from rulesets.winters_victory.decisions import COMMAND, FIRE, HOURLY, RALLY, REACT
from rulesets.winters_victory.forms import LEADER, UNIT, Declared
from rulesets.winters_victory.rules.reacting import NEVER
from rulesets.winters_victory.setting import ARMY_COMMAND, Setting

_FIRE: Final = "at whom its units fire in the Fire Phase (11.0). Default: all at the nearest enemy."
_REACT: Final = (
    "what it does of its own while the enemy moves and attacks (7.42, 7.57, 7.65, 8.35.1, 11.3, 12.56, 17.53). "
    "Default: it fires, stays with its guns, turns its horse, charges never."
)
_COMMAND: Final = (
    "what its leaders do in the command phase: orders, states, Attack Orders (17); charges: horse that "
    "declares one (12.52). Default: nothing."
)
_RALLY: Final = (
    "how its units stand when they recover from disorder (13.41), and which Attack Orders end (17.76). "
    "Default: as they stood, and none."
)
_HOURLY: Final = (
    "leaders whose brigades deactivate (17.54), and who is spared his die by a command point (17.64). Default: nobody."
)


@dataclass(frozen=True, slots=True)
class Mine(OwnUnit):
    """One of the counters that a slot is about. known: their ids."""

    known: tuple[str, ...] = ()

    def bound(self) -> Schema:
        return {"enum": list(self.known)}


def slots(setting: Setting, army: str) -> Iterator[Slot]:
    """wv 4.0-1: the standing orders of an army, corps by corps and brigade by brigade in the order of the roster."""
    for corps in setting.corps(army):
        yield from _of_corps(setting, army, corps)
    for brigade in setting.brigades(army):
        yield from _of_brigade(setting, brigade)
    leaders = [uid for uid in setting.chain.leaders if uid in setting.present and setting.units[uid].army == army]
    yield _slot(HOURLY, "", Declared.hours, [], leaders, _HOURLY, {"rest": leaders[-1:]})


def _of_corps(setting: Setting, army: str, corps: str) -> Iterator[Slot]:
    name, leaders = corps_name(setting, army, corps), list(setting.leaders(corps, army))
    # An Army Commander may order anybody.
    below = [uid for one in setting.corps(army) for uid in setting.leaders(one, army)]
    units = [
        uid
        for brigade in setting.brigades(army)
        if setting.forces.brigades[brigade].corps == corps
        for uid in members(setting, brigade)
    ]
    order: Json = {leaders[0]: {"orders": [{"to": leaders[-1]}]}} if len(leaders) > 1 else {}
    known = below if corps == ARMY_COMMAND else leaders
    yield _slot(f"{COMMAND}.{corps}", name, Declared.of_corps, units, known, _COMMAND, order)
    recover: Json = {"recover": {units[0]: {"in": "column", "face": 3}}} if units else {"end": ["A"]}
    yield _slot(f"{RALLY}.{corps}", name, Declared.rallied, units, known, _RALLY, recover)


def _of_brigade(setting: Setting, brigade: str) -> Iterator[Slot]:
    name, units = setting.forces.brigades[brigade].name, list(members(setting, brigade))
    yield _slot(f"{FIRE}.{brigade}", name, Declared.firing, units, [], _FIRE, {"hold": units[:1]})
    yield _slot(f"{REACT}.{brigade}", name, Declared.reacting, units, [], _REACT, {"fire": NEVER})


def members(setting: Setting, brigade: str) -> Iterator[str]:
    """The counters of a brigade, companies behind their battalions."""
    for uid in setting.forces.brigades[brigade].units:
        yield uid
        yield from setting.companies.get(uid, ())


def corps_name(setting: Setting, army: str, corps: str) -> str:
    """What a corps is called."""
    books = setting.chain.books
    return books[corps][0] if corps in books else setting.chain.commander(army).name


def _slot(
    name: str,
    whose: str,
    form: Callable[[Declared], Node],
    units: Sequence[str],
    leaders: Sequence[str],
    doc: str,
    shown: Json,
) -> Slot:
    """A slot whose schema names the counters that there are."""
    unit = Mine(UNIT.mend, "one of its units", "unit", known=tuple(units))
    leader = Mine(LEADER.mend, "one of its leaders", "leader", known=tuple(leaders))
    node = form(Declared(unit, leader))
    written = node.written(Writer({"unit": units, "leader": leaders}, inline=True))
    said = f"{whose}: {doc}" if whose else f"{doc[:1].upper()}{doc[1:]}"
    return Slot(name, node.bound(), {}, said, example=shown, written=written)
