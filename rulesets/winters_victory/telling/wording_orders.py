"""Public orders in sentences: moves, attacks and charges, command, rally, fire, what brigades do of their own (4.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller
from rulesets.winters_victory.decisions import CHARGES, COMMAND, ENTER, FIRE, HOURLY, RALLY, REACT
from rulesets.winters_victory.forms import ORDERS, SHOCK
from rulesets.winters_victory.rules.moving.entering import ROAD
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.wording_moves import act_text
from rulesets.winters_victory.telling.words import CORNERS, formation_text

Entry = Mapping[str, Any]


def ordered(names: WinterNames, event: Event) -> str:
    """One entry of a list of public orders, or the whole of another member; "" for what is told without words."""
    teller = MEMBERS.get(event["member"])
    return teller(names, event["entry"]) if teller and isinstance(event["entry"], Mapping) and event["entry"] else ""


def _move(names: WinterNames, entry: Entry) -> str:
    """wv 6.0-2: who goes which way, and what is done on it."""
    path = _texts(entry, "path")
    way = ", ".join(names.hex(word) if word in names.field.neighbours else act_text(word) for word in path)
    manner = ["stops when fired at"] if entry.get("fire") == "halt" else []
    manner += ["goes on disordered"] if entry.get("dis") == "go" else []
    return f"{'; '.join([f'{_units(names, entry)}: {way}', *manner])}."


def _shock(names: WinterNames, entry: Entry) -> str:
    """wv 12.0-1, 12.53.1: whom an attack is on and what it waits for, or who carries out his charge."""
    if "charge" in entry:
        along = f" by {names.hexes(_texts(entry, 'along'))}" if entry.get("along") else ""
        on = ", and rides on" if entry.get("on") else ""
        return f"{names.unit(str(entry['charge']))} carries out its charge{along}{on}."
    waits = entry.get("if")
    text = f"{_units(names, entry)}: shock on {names.hexes(_texts(entry, 'on'))}"
    if not isinstance(waits, Mapping):
        return f"{text}."
    results = listed([str(one) for one in waits.get("result", ())], "or")
    return f"{text}, if {waits.get('shock')} {f'ends as {results}' if results else 'has been made'}."


def _command(names: WinterNames, entry: Entry) -> str:
    """wv 17.3, 12.52.1-1: what the leaders of each corps do, and which horse declares a charge."""
    return _sentences(
        told
        for wish in entry.values()
        for who, said in _items(wish)
        for told in ([f"{names.units(_several(said))} to charge"] if who == CHARGES else _acts(names, who, said))
    )


def _acts(names: WinterNames, leader: str, said: Any) -> Iterator[str]:
    if not isinstance(said, Mapping):
        return
    who = names.unit(leader)
    if "state" in said:
        yield f"{who} to be {said['state']}"
    for order in said.get("orders", ()):
        kind = "an Attack Order" if order.get("attack") else "an order"
        yield f"{who} sends {names.unit(str(order.get('to')))} {kind}{', urgently' * bool(order.get('urgent'))}"
    if "implement" in said:
        whom = said["implement"]
        yield f"{who} carries out his Attack Order with {'his corps' if whom == 'corps' else names.unit(str(whom))}"
    if "place" in said:
        yield f"{who} goes to {names.hex(str(said['place']))} when he activates"


def _rally(names: WinterNames, entry: Entry) -> str:
    """wv 13.41-1, 17.76-A1: how units stand when they recover, and which Attack Orders end."""
    found: list[str] = []
    for wish in entry.values():
        for uid, stand in _items(wish.get("recover", {}) if isinstance(wish, Mapping) else {}):
            formed = f" in {stand['in']}" if "in" in stand else ""
            corner = stand.get("face")
            looks = f", facing {CORNERS[corner]}" if isinstance(corner, int) and corner < len(CORNERS) else ""
            found.append(f"{names.unit(uid)} recovers{formed}{looks}")
        letters = _texts(wish, "end") if isinstance(wish, Mapping) else []
        found += [f"Attack Order {letter} ends" for letter in letters]
    return _sentences(found)


def _fire(names: WinterNames, entry: Entry) -> str:
    """wv 11.0-P3, 11.11.7-1: who holds his fire, and who prefers which hex."""
    found: list[str] = []
    for wish in entry.values():
        if isinstance(wish, Mapping):
            held = _texts(wish, "hold")
            found += [f"no fire of {names.units(held)}"] if held else []
            found += [f"{names.unit(uid)} fires at {names.hex(str(at))}" for uid, at in _items(wish.get("prefer", {}))]
    return _sentences(found)


def _react(names: WinterNames, entry: Entry) -> str:
    """wv 11.3-1: what brigades do of their own, member by member."""
    return _sentences(
        f"{names.name(brigade)}: {', '.join(f'{key} {value}' for key, value in _items(wish))}"
        for brigade, wish in entry.items()
    )


def _enter(names: WinterNames, entry: Entry) -> str:
    """wv 6.71-1, 6.72: how brigades come on the map."""
    return _sentences(
        f"{names.name(brigade)} comes on {', '.join(_enters(names, wish))}"
        for brigade, wish in entry.items()
        if isinstance(wish, Mapping)
    )


def _enters(names: WinterNames, wish: Entry) -> Iterator[str]:
    formation = str(wish.get("in", ROAD))
    yield "by the road" if formation == ROAD else formation_text(formation)
    if wish.get("hex"):
        yield f"in {names.hex(str(wish['hex']))} if its entry is blocked"
    if wish.get("delay"):
        yield f"waiting {wish['delay']} turns for it"


def _hourly(names: WinterNames, entry: Entry) -> str:
    """wv 17.54-1, 17.64: whose brigades deactivate, and who is spared his die."""
    rest, spare = _texts(entry, "rest"), _texts(entry, "spare")
    found = [f"brigades of {names.units(rest)} deactivate"] if rest else []
    return _sentences([*found, *([f"a command point for {names.units(spare)}"] if spare else [])])


# -- parts -----------------------------------------------------------------------------------


def _units(names: WinterNames, entry: Entry) -> str:
    return names.units(_texts(entry, "units"))


def _texts(entry: Entry, key: str) -> list[str]:
    return [str(one) for one in _several(entry.get(key, ()))]


def _several(said: Any) -> Sequence[str]:
    return [str(one) for one in said] if isinstance(said, (list, tuple)) else [str(said)] if said else []


def _items(said: Any) -> Iterator[tuple[str, Any]]:
    yield from said.items() if isinstance(said, Mapping) else ()


def _sentences(told: Any) -> str:
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


MEMBERS: Final[Mapping[str, Teller[WinterNames]]] = {
    ORDERS: _move,
    SHOCK: _shock,
    COMMAND: _command,
    RALLY: _rally,
    FIRE: _fire,
    REACT: _react,
    ENTER: _enter,
    HOURLY: _hourly,
}
"""Member of orders -> its teller."""
