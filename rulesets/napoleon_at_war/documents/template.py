"""The orders file that a player starts from: every open decision with its default, written as comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.contract import Line
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.documents import template as shared
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.random_moves import free_to_move
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.forms import ATTACK, FAR_IN_FOG
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from rulesets.napoleon_at_war.rules.march.entry import Due, default_entry, may_refuse
from rulesets.napoleon_at_war.rules.march.leaving import last_space
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
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
    *shared.ATTACKING,
    "If the list breaks 7.11 to 7.21 none of it is carried out, and the default counts instead.",
)
_TRIED = 12
"""Hexes tried for a reinforcement."""
_CONDITIONS = "as docs/orders.md says"


def orders_template(setting: Setting, board: Board, request: Choose) -> Sequence[Line]:
    """The document of a question. For orders it holds comments only, which is legal and means the defaults; for any
    other question it gives the default as the answer and lists the others."""
    if request.what != ORDERS:
        return list(shared.answer_lines(request, _printed(setting, board), shared.questions(CASES), "7.6"))
    lines = list(_head(setting, board))
    lines += _moves(setting, board)
    if not setting.is_night(board.position.turn):
        lines += _attacks(setting, board)
    return lines


def _head(setting: Setting, board: Board) -> Iterator[Line]:
    """Whose turn it is, what its weather forbids (15.4, 16.0), and who is demoralized (18.0)."""
    turn, army = board.position.turn, board.position.army
    yield Line(comment=f"{setting.title}: Game-Turn {turn} of {setting.turns}, {setting.called(army)} player turn")
    weather = setting.weather(turn)
    yield Line(comment=_WEATHER[weather])
    if weather != "day":
        last = setting.weather_until(turn)
        yield Line(comment=f"{weather.capitalize()} lasts until the end of Game-Turn {last}.")
    for battle, broken in sorted(board.position.broken.items()):
        who, where = setting.called(broken), setting.called(battle)
        yield Line(comment=f"{who} units are demoralized at {where} (18.1).")
    yield Line()


# -- moves -------------------------------------------------------------------------


def _moves(setting: Setting, board: Board) -> Iterator[Line]:
    """The member `moves`: units on the maps (5.0), map by map where they stand on several, then those that may come in
    (14.0) or are in transit (17.1)."""
    options, printed = MoveOptions(setting, board), _printed(setting, board)
    for text in (*_MOVING, *(_LEAVING if _may_leave(setting, board) else ())):
        yield Line(comment=text)
    yield Line("moves:")
    battles: dict[str, list[str]] = {}
    for unit in board.on_map(board.position.army):
        battles.setdefault(board.field.map_of[board.hex_of(unit)], []).append(unit)
    for battle, units in battles.items():
        if len(battles) > 1:
            yield Line(comment=f"On the map of {setting.called(battle)}:", indent=1)
        yield from (shared.move_line(printed, options.rules, unit) for unit in units)
    taken: list[Json] = [{"unit": unit, "to": board.hex_of(unit)} for unit in free_to_move(options.rules, ())]
    for due in options.due.values():
        yield from _reinforcement(options, due, taken)
    for unit, (section, space, _) in sorted(board.position.track.items()):
        if board.army_of(unit) == board.position.army and space < last_space(setting):
            text = f"{printed.counter(unit)}: {section} section of the transit track, space {space} of"
            comment = f"{text} {last_space(setting)}; default: one space on"
            yield Line(f"- {{unit: {unit}, track: wait}}", comment, 1, off=True)
    yield Line()


def _may_leave(setting: Setting, board: Board) -> bool:
    """Whether anybody of the phasing army might leave a map now, for good (17.0) or by the track (17.1)."""
    rule, position = setting.transit, board.position
    open_track = rule is not None and rule.army == position.army and position.choice != rule.closed_under
    return open_track or bool(position.broken)


def _reinforcement(options: MoveOptions, due: Due, taken: list[Json]) -> Iterator[Line]:
    """A unit that may come in now (14.0): where, what happens if nothing is ordered, and whether it may be refused.

    taken: the entries that are offered above; where the rules leave no hex beside them the unit is only told of.
    """
    setting, board, unit = options.setting, options.board, due.unit
    hexes = default_entry(setting, board, due, {str(entry["to"]) for entry in taken})
    entries = list(dict.fromkeys([*hexes, *options.starts(unit)]))[:_TRIED]
    enter = shared.open_beside(unit, entries, taken, _fits(setting, board))
    where = f"{due.edge[1]} edge" if due.edge else " or ".join(due.hexes[:3])
    who = f"{_counter(setting, unit)}, {points_text(options.rules.points(unit))} MP, due at {where}"
    comment = f"{who}; default: {_otherwise(due, hexes)}"
    if enter:
        yield Line(f'- {{unit: {unit}, enter: "{enter}", to: "{enter}"}}', comment, 1, off=True)
    else:
        yield Line(comment=f"{unit}: {comment}; none is open beside those above", indent=1)
    if unit not in board.position.track and may_refuse(setting, board, due):
        text = f"or, to keep it out of the game for good (14.21): - {{unit: {unit}, refuse: true}}"
        yield Line(comment=text, indent=1)


def _otherwise(due: Due, hexes: Sequence[str]) -> str:
    """What becomes of a unit of which nothing is ordered (14.0)."""
    if not due.must:
        return "waits"
    return f"enters at {hexes[0]}" if hexes else "waits, no edge hex is open"


# -- attacks -----------------------------------------------------------------------


def _attacks(setting: Setting, board: Board) -> Iterator[Line]:
    """The member `attacks`: what one may say, the default allocation (7.11), batteries that may fire (8.1)."""
    far = {"bombard": FAR_IN_FOG} if setting.is_fog(board.position.turn) else {}
    for text in (
        *_ATTACKING,
        *shared.manners(ATTACK.members, board, board.position.army, ("artillery",), far, _CONDITIONS),
    ):
        yield Line(comment=text)
    yield Line("attacks:")
    facts, printed = AttackOptions(setting, board).describe(), _printed(setting, board)
    yield from shared.default_attacks(facts, printed, board)
    yield from shared.free_bombardments(facts, printed, _fits(setting, board))


def _fits(setting: Setting, board: Board) -> shared.Fits:
    return lambda document: not compile_orders(setting, board.position, document).faults


# -- names ---------------------------------------------------------------------------


def _printed(setting: Setting, board: Board) -> shared.Printed:
    return shared.Printed.of(board, lambda unit: _counter(setting, unit))


def _counter(setting: Setting, unit: str) -> str:
    """`1/Suchet 8-4`, with `a` or `c` for artillery and cavalry (2.3)."""
    counter = setting.roster.units[unit]
    kind = {"artillery": "a", "cavalry": "c"}.get(counter.kind, "")
    return f"{counter.name} {counter.strength}-{counter.allowance}{kind}"
