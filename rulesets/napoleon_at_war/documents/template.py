"""The orders file that a player starts from: every open decision with its default, written as comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.contract import Line
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.documents.template import (
    Fits,
    Printed,
    answer_lines,
    default_attacks,
    free_bombardments,
    manners,
)
from pbem.hexgame.field.values import points_text
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.forms import ATTACK, FAR_IN_FOG
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.march.entry import Due, default_entry, due_units, entry_hexes, may_refuse
from rulesets.napoleon_at_war.rules.march.march import allowance, held_in_place
from rulesets.napoleon_at_war.rules.march.transit import last_space
from rulesets.napoleon_at_war.setting import Setting

_WEATHER = {
    "night": "Night: no combat; no unit enters forest or an enemy controlled hex (10.1, 10.2, 16.1).",
    "fog": "Fog: movement allowances are halved; artillery attacks adjacent enemies only (16.21).",
    "day": "Day: movement, then combat.",
}
_MOVING = (
    'Moves, carried out in this order. Take away the "# " of a line to give the order.',
    'to: "0609" takes the cheapest path; path: ["0508", "0609"] names every hex, its own first.',
    "Two friends may not end in one hex: the move listed last is taken back (5.32).",
    "Reinforcements come in at enter: and go on to to:. Those that you do not name enter after the moves, one after",
    "the other, each at the edge hex nearest to its entry hex that is vacant by then (14.0).",
)
_LEAVING = (
    "Leaving the map (17.0): write exit: north (east, south, west) instead of to: or behind it.",
    "The transit track (17.1): write transit: western (eastern) in the same way.",
)
_ATTACKING = (
    "Attacks, resolved in this order. Below stands who is in contact before your moves; what counts is who is",
    'after them, and "pbem check" shows that. If attacks: is left empty, the default allocation counts:',
    "every enemy in contact is attacked by the units next to him, each unit attacks once, without artillery from afar.",
    "If the list breaks 7.11 to 7.21 none of it is carried out, and the default counts instead.",
)
_TRIED = 12
"""Hexes tried for a reinforcement."""
_CONDITIONS = "as docs/orders.md says"


def orders_template(setting: Setting, board: Board, request: Choose) -> Sequence[Line]:
    """The document of a question. For orders it holds comments only, which is legal and means the defaults; for any
    other question it gives the default as the answer and lists the others."""
    if request.what != ORDERS:
        return list(answer_lines(request, _printed(setting, board), _QUESTIONS, "7.6"))
    lines = list(_head(setting, board))
    lines += _moves(setting, board)
    if not setting.is_night(board.position.turn):
        lines += _attacks(setting, board)
    return lines


def _head(setting: Setting, board: Board) -> Iterator[Line]:
    turn, army = board.position.turn, board.position.army
    name = setting.called(army)
    yield Line(comment=f"{setting.title}: Game-Turn {turn} of {setting.turns}, {name} player turn")
    weather = setting.weather(turn)
    yield Line(comment=_WEATHER[weather])
    if weather != "day":
        last = setting.weather_until(turn)
        yield Line(comment=f"{weather.capitalize()} lasts until the end of Game-Turn {last}.")
    for battle, broken in sorted(board.position.broken.items()):
        text = f"{setting.called(broken)} units are demoralized at {setting.called(battle)} (18.1)."
        yield Line(comment=text)
    yield Line()


# -- moves -------------------------------------------------------------------------


def _moves(setting: Setting, board: Board) -> Iterator[Line]:
    for text in _MOVING:
        yield Line(comment=text)
    if _may_leave(setting, board):
        for text in _LEAVING:
            yield Line(comment=text)
    yield Line("moves:")
    yield from _by_map(setting, board)
    stay = [unit for unit in board.on_map(board.position.army) if not held_in_place(board, unit, board.hex_of(unit))]
    taken: list[Json] = [{"unit": unit, "to": board.hex_of(unit)} for unit in stay]
    for due in due_units(setting, board.position, board.position.army).values():
        yield from _reinforcement(setting, board, due, taken)
    for unit, place in sorted(board.position.track.items()):
        if board.army_of(unit) == board.position.army and place[1] < last_space(setting):
            text = f"{_counter(setting, unit)}: {place[0]} section of the transit track, space {place[1]} of"
            comment = f"{text} {last_space(setting)}; default: one space on"
            yield Line(f"- {{unit: {unit}, track: wait}}", comment, 1, off=True)
    yield Line()


def _by_map(setting: Setting, board: Board) -> Iterator[Line]:
    """The units on the maps, map by map where they stand on several."""
    battles: dict[str, list[str]] = {}
    for unit in board.on_map(board.position.army):
        battles.setdefault(board.field.map_of[board.hex_of(unit)], []).append(unit)
    for battle, units in battles.items():
        if len(battles) > 1:
            yield Line(comment=f"On the map of {setting.called(battle)}:", indent=1)
        for unit in units:
            yield _on_map(setting, board, unit)


def _may_leave(setting: Setting, board: Board) -> bool:
    """Whether anybody of the phasing army might leave a map now."""
    rule, position = setting.transit, board.position
    open_track = rule is not None and rule.army == position.army and position.choice != rule.closed_under
    return open_track or bool(position.broken)


def _counter(setting: Setting, unit: str) -> str:
    """`1/Suchet 8-4`."""
    counter = setting.roster.units[unit]
    kind = {"artillery": "a", "cavalry": "c"}.get(counter.kind, "")
    return f"{counter.name} {counter.strength}-{counter.allowance}{kind}"


def _points(setting: Setting, board: Board, unit: str) -> str:
    return f"{points_text(allowance(setting, unit, board.position.turn))} MP"


def _on_map(setting: Setting, board: Board, unit: str) -> Line:
    at, who = board.hex_of(unit), f"{_counter(setting, unit)} ({unit})"
    if not held_in_place(board, unit, at):
        comment = f"{who} in {setting.field.name(at)}, {_points(setting, board, unit)}"
        return Line(f'- {{unit: {unit}, to: "{at}"}}', comment, 1, off=True)
    foes = ", ".join(f"{setting.roster.units[foe].name} in {board.hex_of(foe)}" for foe in board.in_contact(unit))
    case = "10.2" if setting.is_night(board.position.turn) else "5.13"
    return Line(comment=f"{who} in {setting.field.name(at)} may not move: held by {foes} ({case})", indent=1)


def _reinforcement(setting: Setting, board: Board, due: Due, taken: list[Json]) -> Iterator[Line]:
    """A unit that may come in now: where, what happens if nothing is ordered, and whether it may be refused.

    taken: the entries that are offered above; where the rules leave no hex beside them the unit is only told of.
    """
    unit = due.unit
    hexes = default_entry(setting, board, due)
    enter = _open_beside(setting, board, due, hexes, taken)
    where = f"{due.edge[1]} edge" if due.edge else " or ".join(due.hexes[:3])
    who = f"{_counter(setting, unit)}, {_points(setting, board, unit)}, due at {where}"
    comment = f"{who}; default: {_otherwise(due, hexes)}"
    if enter:
        yield Line(f'- {{unit: {unit}, enter: "{enter}", to: "{enter}"}}', comment, 1, off=True)
    else:
        yield Line(comment=f"{unit}: {comment}; none is open beside those above", indent=1)
    if unit not in board.position.track and may_refuse(setting, board, due):
        text = f"or, to keep it out of the game for good (14.21): - {{unit: {unit}, refuse: true}}"
        yield Line(comment=text, indent=1)


def _open_beside(setting: Setting, board: Board, due: Due, first: Sequence[str], taken: list[Json]) -> str:
    """The first hex in which one may enter and stay behind the moves that are taken, "" for none; his is taken too."""
    for enter in list(dict.fromkeys([*first, *entry_hexes(setting, board, due)]))[:_TRIED]:
        entry = {"unit": due.unit, "enter": enter, "to": enter}
        if not compile_orders(setting, board.position, {"moves": [*taken, entry]}).faults:
            taken.append(entry)
            return enter
    return ""


def _otherwise(due: Due, hexes: Sequence[str]) -> str:
    """What becomes of a unit of which nothing is ordered."""
    if not due.must:
        return "waits"
    return f"enters at {hexes[0]}" if hexes else "waits, no edge hex is open"


# -- attacks -----------------------------------------------------------------------


def _attacks(setting: Setting, board: Board) -> Iterator[Line]:
    far = {"bombard": FAR_IN_FOG} if setting.is_fog(board.position.turn) else {}
    for text in (*_ATTACKING, *manners(ATTACK.members, board, board.position.army, ("artillery",), far, _CONDITIONS)):
        yield Line(comment=text)
    yield Line("attacks:")
    facts, printed = AttackOptions(setting, board).describe(), _printed(setting, board)
    yield from default_attacks(facts, printed, board, _nothing)
    yield from free_bombardments(facts, printed, _fits(setting, board), _nothing)


def _nothing(entry: Json) -> str:
    return ""


def _fits(setting: Setting, board: Board) -> Fits:
    return lambda document: not compile_orders(setting, board.position, document).faults


# -- other questions -----------------------------------------------------------------


_QUESTIONS = {
    "retreat": "has to retreat: to which hex (7.7)?",
    "displace": "has no vacant hex to go to: which friend gives way (7.8)?",
    "order": "Several units have to retreat: in which order (7.71)?",
    "pay": "An exchange has to be paid: by which of the adjacent attackers (7.6)?",
    "advance": "One unit may enter a hex that was vacated, or none (7.74): which?",
    "bombardier": "bombarded in an attack that must retreat: does it stay or retreat as well (8.15)?",
}


def _printed(setting: Setting, board: Board) -> Printed:
    units = setting.roster.units
    return Printed(
        {uid: unit.name for uid, unit in units.items()},
        setting.field,
        board.position.at,
        lambda unit: _counter(setting, unit),
        lambda unit: f"{units[unit].name} {units[unit].strength}",
    )
