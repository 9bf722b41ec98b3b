"""Who can be ordered when a player turn begins: units and leaders on the map, those who are due, and other orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pbem.engine.desk import Layout, Movable
from pbem.engine.gesture import ALL, PATH
from pbem.engine.options import Json, Refusal
from pbem.hexgame.desk.layout import on_map
from pbem.hexgame.documents.members import gesture
from pbem.hexgame.moving.marching import reach
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.forms import ATTACK, MOVE
from rulesets.napoleons_last_battles.pictures.counters import value
from rulesets.napoleons_last_battles.rules.battle.combat import fights_now
from rulesets.napoleons_last_battles.rules.march.entry import Due
from rulesets.napoleons_last_battles.rules.march.exits import exit_hexes
from rulesets.napoleons_last_battles.rules.march.garrisons import bound_refusal, forming_refusal
from rulesets.napoleons_last_battles.rules.march.movement import ORDERS, MoveOptions
from rulesets.napoleons_last_battles.rules.orders_options import ATTACKS, OrdersOptions
from rulesets.napoleons_last_battles.rules.reorganization import ReorganizeOptions
from rulesets.napoleons_last_battles.setting import Group

GARRISON: Final = "forms a garrison here (16.11)"
_MOVE: Final = gesture(
    ORDERS,
    MOVE,
    together=True,
    doc="Each unit moves once, alone or with others of its hex; moves are made in this order (5.0, 5.4).",
    several={"units": ALL, "path": PATH},
)
_ATTACK: Final = gesture(
    ATTACKS,
    ATTACK,
    together=True,
    doc="All in an enemy zone attack, and all in a zone of yours are attacked (6.1). No list: the default.",
)
_NIGHT: Final = "Night: nobody attacks, and no unit enters an enemy zone of control (4.2)."
_WET: Final = "Rain or mud: nobody attacks, and no unit enters an enemy zone of control (4.3)."
_COLUMN: Final = "Each stack that comes in at a hex after others pays its place in the column times the hex (5.6A)."


def layout(board: Board) -> Layout:
    """nlb 4.2-3, 4.3-1, 5.0, 5.6-1, 6.0-1, 10.0: what lies there at the beginning of a player turn."""
    options, fights = OrdersOptions(board).moving({}), fights_now(board)
    notes = [*([] if fights else [_WET if board.wet else _NIGHT]), *([_COLUMN] if options.due else [])]
    return Layout(tuple(_movables(options)), _MOVE, _ATTACK if fights else None, tuple(notes))


def _movables(options: MoveOptions) -> Iterator[Movable]:
    """Units on the map in order of hex, its leaders, those who are due, in the order of the scenario, and those who may
    be reorganized."""
    board, marches = options.board, options.marches
    army = board.position.army
    everybody = (*board.on_map(army), *marches.leaders.on_map(army))

    def kept(unit: str) -> Refusal | None:
        return marches.frozen(unit) or bound_refusal(board, unit)

    yield from on_map(marches.rules, everybody, partial(_also, options), kept)
    for due in options.due.values():
        yield _coming(options, due)
    yield from _coming_back(board)


def _coming_back(board: Board) -> Iterator[Movable]:
    """nlb 12.0-2, 12.1F: eliminated units that somebody may reorganize now, and that march then as others do."""
    units, by = board.setting.roster.units, dict[str, list[str]]()
    for entry in ReorganizeOptions(board).candidates():
        by.setdefault(entry["unit"], []).append(units[entry["officer"]].name)
    for unit, leaders in by.items():
        record = units[unit]
        note = f"may come back with {' or '.join(leaders)}, as other orders say, and march then (12.0)"
        printed = value(record, record.reduced.value if record.reduced else 0)
        yield Movable(unit, unit, "", note=note, value=printed)


def _coming(options: MoveOptions, due: Due) -> Movable:
    """nlb 5.6-1, 5.6A-1, 5.6E, 10.1A: one that may come in now, or on any later turn."""
    board = options.board
    units = board.setting.roster.units
    missing = [units[unit].name for unit in due.after if options.may_come(unit)]
    note = f"may come in at {' or '.join(map(board.field.name, due.hexes))}"
    if missing:
        note += f", after {', '.join(missing)}"
    printed = value(units[due.unit], board.face(due.unit))
    turn, together = _since(board, due.group), " ".join(due.hexes)
    return Movable(due.unit, due.unit, "", note=note, value=printed, turn=turn, arrives=together)


def _since(board: Board, group: Group) -> int:
    """The number of the turn in which a group was due first, 0 where that was before the scenario begins."""
    number = board.position.come.get(str(board.setting.groups.index(group)))
    first = min(entry.turn for entry in group.entries)
    return number or next((turn.number for turn in board.setting.turns if turn.id == first), 0)


# -- orders that lead to no hex ----------------------------------------------------------------


def _also(options: MoveOptions, unit: str) -> Iterator[tuple[str, Json]]:
    """nlb 5.5-1, 16.11A-1: leaving the map by the cheapest exit that is open, and forming a garrison."""
    at = _nearest_exit(options, unit)
    if at:
        yield leaving(options.board, at), {"unit": unit, "exit": at}
    if options.board.setting.on("garrisons") and forming_refusal(options.board, (unit,)) is None:
        yield GARRISON, {"unit": unit, "garrison": True}


def _nearest_exit(options: MoveOptions, unit: str) -> str:
    """The exit by which the whole way is cheapest, "" where none is open."""
    marches, field = options.marches, options.board.field
    start, points = marches.place(unit), marches.points(unit)
    # A way of half a point a hex is the cheapest there is.
    hexes = [at for at in exit_hexes(options.board, unit) if field.distance(start, at) <= points]
    paths = reach(marches.rules(unit), unit, start, points).paths if hexes else {}
    judged = {at: options.judge({"unit": unit, "path": list(paths[at]), "exit": at}) for at in hexes if at in paths}
    open_ = [(found[1][unit], at) for at, found in judged.items() if isinstance(found, tuple)]
    return min(open_)[1] if open_ else ""


def leaving(board: Board, at: str) -> str:
    """nlb 5.5-1: how an entry leaves the map, in words."""
    return f"leaves the map for good at {board.field.name(at)} (5.5)"
