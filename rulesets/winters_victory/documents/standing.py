"""Standing orders: what an army has decided for the segments that the other side's orders open, brigade by brigade and
corps by corps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.contract import Slot
from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.kinds import Node, OwnUnit, Schema, Writer
from pbem.hexgame.documents.names import Names, Path
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
    """One of the counters that a slot is about. known: their ids. whose: what the slot is of."""

    known: tuple[str, ...] = ()
    whose: str = ""

    def bound(self) -> Schema:
        return {"enum": list(self.known)}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        found = OwnUnit.read(self, said, path, names)
        if names.units.find(str(said)) and found not in self.known:
            text = f"{names.called(found)} is not of {self.whose}: write it below another standing order"
            names.fault(path, Refusal("4.0-1", text, found))
        return found


@dataclass(frozen=True, slots=True)
class _Form:
    """A standing order: whose it is, of which form, and an example."""

    whose: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    make: Callable[[Declared], Node]
    doc: str
    example: Json

    @property
    def node(self) -> Node:
        unit = Mine(UNIT.mend, "one of its units", "unit", known=self.units, whose=self.whose)
        leader = Mine(LEADER.mend, "one of its leaders", "leader", known=self.leaders, whose=self.whose)
        return self.make(Declared(unit, leader))


def slots(setting: Setting, army: str) -> Iterator[Slot]:
    """wv 4.1.1-hourly, 4.1.2, 4.1.7, 11.0-1, 11.3-1, 13.41-1: the standing orders of an army, corps by corps and
    brigade by brigade in the order of the roster."""
    for name, form in _forms(setting, army).items():
        node = form.node
        written = node.written(Writer({"unit": form.units, "leader": form.leaders}, inline=True))
        said = f"{form.whose}: {form.doc}"
        yield Slot(name, node.bound(), {}, said, example=form.example, written=written)


def slot_nodes(setting: Setting, army: str) -> dict[str, Node]:
    """Slot -> the form of its value, which knows the counters that it is about."""
    return {name: form.node for name, form in _forms(setting, army).items()}


def _forms(setting: Setting, army: str) -> dict[str, _Form]:
    found: dict[str, _Form] = {}
    everybody = tuple(uid for corps in setting.corps(army) for uid in setting.leaders(corps, army))
    for corps in setting.corps(army):
        # An Army Commander may order anybody.
        leaders = everybody if corps == ARMY_COMMAND else setting.leaders(corps, army)
        found |= _of_corps(setting, army, corps, leaders)
    for brigade in setting.brigades(army):
        name, units = setting.forces.brigades[brigade].name, tuple(members(setting, brigade))
        found[f"{FIRE}.{brigade}"] = _Form(name, units, (), Declared.firing, _FIRE, {"hold": list(units[:1])})
        found[f"{REACT}.{brigade}"] = _Form(name, units, (), Declared.reacting, _REACT, {"fire": NEVER})
    example = {"rest": list(everybody[-1:])}
    found[HOURLY] = _Form("In an hourly turn", (), everybody, Declared.hours, _HOURLY, example)
    return found


def _of_corps(setting: Setting, army: str, corps: str, leaders: tuple[str, ...]) -> dict[str, _Form]:
    name = corps_name(setting, army, corps)
    own = [uid for uid in setting.brigades(army) if setting.forces.brigades[uid].corps == corps]
    units = tuple(uid for brigade in own for uid in members(setting, brigade))
    order: Json = {leaders[0]: {"orders": [{"to": leaders[-1]}]}} if len(leaders) > 1 else {}
    found = {f"{COMMAND}.{corps}": _Form(name, units, leaders, Declared.of_corps, _COMMAND, order)}
    if corps in setting.rallying(army):
        recover: Json = {"recover": {units[0]: {"in": "column", "face": 3}}}
        found[f"{RALLY}.{corps}"] = _Form(name, units, leaders, Declared.rallied, _RALLY, recover)
    return found


def members(setting: Setting, brigade: str) -> Iterator[str]:
    """The counters of a brigade, companies behind their battalions."""
    for uid in setting.forces.brigades[brigade].units:
        yield uid
        yield from setting.companies.get(uid, ())


def corps_name(setting: Setting, army: str, corps: str) -> str:
    """What a corps is called."""
    books = setting.chain.books
    return books[corps][0] if corps in books else setting.chain.commander(army).name
