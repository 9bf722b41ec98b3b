"""Preferences into answers: what orders and standing orders say of retreats, displacement, advances and payments.

A preference is passed over where it does not fit the moment, whatever it is made of; where none fits the
decision's default counts. `preference_faults` tells at writing time of those that never can fit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK, SILENT, Silent
from rulesets.napoleon_at_war.battlefield import Battlefield
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.attack import Attack, Found, Manner, Path, entries, is_names, shown

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
Read = Callable[[Json], Json | Silent]
Advance = dict[str, str]


def names_in(value: Json | Silent) -> list[str]:
    """The texts of a list; one text stands for a list of it."""
    if isinstance(value, str):
        return [value]
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def member(value: Json, key: str) -> Json:
    """A member of a map, None where there is no map or no such member."""
    return value.get(key) if isinstance(value, dict) else None


def wishes(value: Json, unit: str) -> list[str]:
    """Hexes and directions that a preference names for a unit: its own first, then those for all."""
    if not isinstance(value, dict):
        return names_in(value)
    return [*names_in(member(value.get("units"), unit)), *names_in(value.get("to"))]


def read_retreat(field: Battlefield, unit: str, at: str, open_: Sequence[str]) -> Read:
    """Retreats (7.71): the first wish that leads to an open hex; a direction means the neighbour that way."""

    def read(value: Json) -> Json | Silent:
        toward = {field.direction[at, to]: to for to in open_}
        for wish in wishes(value, unit):
            to = toward.get(wish, wish)
            if to in open_:
                return to
        return SILENT

    return read


def read_push(open_: Sequence[str]) -> Read:
    """Displacement (7.81): the first friend named who can be pushed."""

    def read(value: Json) -> Json | Silent:
        named = names_in(value.get("push")) if isinstance(value, dict) else names_in(value)
        return next((unit for unit in named if unit in open_), SILENT)

    return read


def read_order(units: Sequence[str]) -> Read:
    """The order of retreats (7.71): those named first, in that order, then the others as they stand."""

    def read(value: Json) -> Json | Silent:
        named = names_in(value.get("first")) if isinstance(value, dict) else names_in(value)
        first = [unit for unit in dict.fromkeys(named) if unit in units]
        return [*first, *(unit for unit in units if unit not in first)] if first else SILENT

    return read


def read_advance_said(open_: Sequence[Advance]) -> Read:
    """Advances (7.74) in orders: the first listed unit, and hex if one is named, that can advance; `no` is no."""

    def read(value: Json) -> Json | Silent:
        if isinstance(value, str):
            return value
        for one in entries(value):
            for option in open_:
                if one.get("unit") == option["unit"] and one.get("to", option["to"]) == option["to"]:
                    return dict(option)
        return SILENT

    return read


def read_advance_standing(board: Board, open_: Sequence[Advance], beaten: Collection[str]) -> Read:
    """Advances (7.74) in standing orders: when, who, and where to.

    when: `never`, `always`, or `safe`: only where no enemy but those of this combat (`beaten`) would be in contact.
    units, hexes: who may go and where to, the best first; without them anybody, and anywhere.
    """

    def read(value: Json) -> Json | Silent:
        when = member(value, "when")
        if when not in ("always", "safe"):
            return SILENT
        units, hexes = names_in(member(value, "units")), names_in(member(value, "hexes"))
        fit = [
            (_rank(option["to"], hexes), _rank(option["unit"], units), index)
            for index, option in enumerate(open_)
            if (not units or option["unit"] in units)
            and (not hexes or option["to"] in hexes)
            and (when == "always" or _safe(board, option, beaten))
        ]
        return dict(open_[min(fit)[2]]) if fit else SILENT

    return read


def _safe(board: Board, option: Advance, beaten: Collection[str]) -> bool:
    army = board.army_of(option["unit"])
    near = (unit for at in board.field.zone_neighbours[option["to"]] for unit in board.here.get(at, ()))
    return all(unit in beaten or board.army_of(unit) == army for unit in near)


def _rank(name: str, names: Sequence[str]) -> int:
    return names.index(name) if name in names else len(names)


# -- what can never fit ---------------------------------------------------------


def preference_faults(board: Board, attack: Attack) -> Iterator[Found]:
    """Preferences of an attack that nothing on the present board could make legal, with their paths."""
    for root, manner in attack.manners():
        own = root[-1] != "else"
        for name, check in _CHECKS.items():
            value = getattr(manner, name)
            inherited = not own and value is getattr(attack.manner, name)
            if value is not SILENT and value != ASK and not inherited:
                yield from check(board, attack, manner, (*root, name))


def retreat_remarks(board: Board, attack: Attack) -> Iterator[Found]:
    """naw 7.71, 7.72: retreats of an attack that are closed as the board stands, and may be open when the die has
    fallen."""
    for root, manner in attack.manners():
        if root[-1] == "else" and manner.retreat is attack.manner.retreat:
            continue
        for number, one in enumerate(entries(manner.retreat)):
            unit = str(one.get("unit"))
            for wish in names_in(one.get("to")) if unit in board.position.at else ():
                text = _closed(board, unit, wish)
                if text:
                    yield (*root, "retreat", number, "to"), Refusal("7.72", text, unit, wish[:8])


def _closed(board: Board, unit: str, wish: str) -> str:
    """Why a unit cannot retreat to a neighbouring hex, or in a direction, as the board stands; "" where it can."""
    field, at, army = board.field, board.position.at[unit], board.army_of(unit)
    toward = {field.direction[at, to]: to for to in field.neighbours[at]}
    to, name = toward.get(wish, wish), board.roster.units[unit].name
    if wish in DIRECTIONS and wish not in toward:
        return f"{name} in {at} has no hex {wish} of it"
    if to not in field.neighbours[at]:
        return "" if wish == ASK else f"{name} in {at} is not next to {field.name(to)}"
    if field.steps[at][to] is None:
        return f"{name} in {at} cannot retreat to {field.name(to)}, which the terrain bars"
    if board.zones[board.enemy[army]].get(to) or board.holder(to) == board.enemy[army]:
        return f"{name} in {at} cannot retreat to {field.name(to)} while an enemy stands there or next to it"
    return ""


def _pay_faults(board: Board, attack: Attack, manner: Manner, path: Path) -> Iterator[Found]:
    """A payment (7.6) names adjacent attackers who together are as strong as the defenders, or all of them."""
    if not is_names(manner.pay):
        yield path, Refusal("7.6", f"attack {attack.id}: pay is a list of units")
        return
    payers = names_in(manner.pay)
    for number, unit in enumerate(payers):
        if unit not in attack.by:
            text = f"attack {attack.id}: {shown(unit)} is no adjacent attacker and cannot pay an exchange"
            yield (*path, number), Refusal("7.6", text, unit[:40], legal=attack.by)
    if any(unit not in attack.by for unit in payers):
        # What the others are worth is told once it is clear who pays.
        return
    units = board.roster.units
    given = sum(units[unit].strength for unit in dict.fromkeys(payers) if unit in units)
    owed = board.strength(u for at in attack.on for u in board.units_in(at))
    if given < owed and any(unit not in payers for unit in attack.by):
        text = f"attack {attack.id}: an exchange costs {owed} strength points, those named are worth {given}"
        yield path, Refusal("7.6", text, legal=attack.by)


def _retreat_faults(board: Board, attack: Attack, manner: Manner, path: Path) -> Iterator[Found]:
    """A retreat (7.71) names own units, and neighbours on the map or directions."""
    for number, one in enumerate(entries(manner.retreat)):
        unit = one.get("unit")
        fault = _stranger(board, (*path, number, "unit"), unit)
        if fault is not None:
            yield fault
            continue
        at = board.position.at[str(unit)]
        for wish in names_in(one.get("to")):
            # A unit that is pushed about may stand elsewhere by then; who attacks retreats from where he is.
            if wish == ASK or wish in DIRECTIONS or wish in board.field.neighbours[at]:
                continue
            if unit in attack.by or wish not in board.field.neighbours:
                text = f"{board.roster.units[str(unit)].name} in {at} cannot retreat to {wish[:8]} in one step"
                yield (*path, number, "to"), Refusal("7.71", text, str(unit), wish[:8], board.field.neighbours[at])


def _displace_faults(board: Board, attack: Attack, manner: Manner, path: Path) -> Iterator[Found]:
    """Displacement (7.81): who is to give way is an own unit without a part in the combat."""
    for number, unit in enumerate(names_in(manner.displace)):
        fault = _stranger(board, (*path, number), unit)
        if fault is not None:
            yield fault
        elif unit in attack.by or unit in manner.bombard:
            text = f"{board.roster.units[unit].name} takes part in attack {attack.id} and is not displaced by it"
            yield (*path, number), Refusal("7.81", text, unit)


def _advance_faults(board: Board, attack: Attack, manner: Manner, path: Path) -> Iterator[Found]:
    """Advances (7.74, 7.75): one adjacent attacker may advance one hex, into a hex that is attacked."""
    if isinstance(manner.advance, str):
        if manner.advance != "no":
            yield path, Refusal("7.74", f"advance is no, ask or a list, not {shown(manner.advance)}")
        return
    for number, one in enumerate(entries(manner.advance)):
        unit, to = one.get("unit"), one.get("to")
        if unit not in attack.by:
            text = f"attack {attack.id}: {shown(unit)} is no adjacent attacker and cannot advance"
            yield (*path, number, "unit"), Refusal("7.74", text, str(unit)[:40], legal=attack.by)
        elif to is not None and to not in attack.on:
            name = board.roster.units[unit].name if unit in board.roster.units else shown(unit)
            text = f"attack {attack.id}: {name} can advance one hex, into a hex under attack, not to {shown(to)}"
            yield (*path, number, "to"), Refusal("7.74", text, str(unit)[:40], str(to)[:8], attack.on)


def _stranger(board: Board, path: Path, unit: Json) -> Found | None:
    counter = board.roster.units.get(unit) if isinstance(unit, str) else None
    if counter is None or counter.army != board.position.army or counter.id not in board.position.at:
        return path, Refusal("7.71", f"{shown(unit)} is no own unit on a map", shown(unit))
    return None


_CHECKS: Mapping[str, Callable[[Board, Attack, Manner, Path], Iterator[Found]]] = {
    "pay": _pay_faults,
    "retreat": _retreat_faults,
    "displace": _displace_faults,
    "advance": _advance_faults,
}
