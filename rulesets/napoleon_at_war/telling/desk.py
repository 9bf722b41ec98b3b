"""What a page on which orders are clicked together asks of these rules: who lies there, where he can go, what follows.

Documents are read and carried out as orders are, so that the page shows what `pbem check` would say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from pbem.engine.desk import (
    NO_LAYOUT,
    Course,
    Layout,
    Movable,
    OrdersDesk,
    Reach,
)
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.desk.layout import on_map, those_named
from pbem.hexgame.documents.members import gesture
from pbem.hexgame.documents.names import Units
from rulesets.napoleon_at_war.documents.compile import public_orders
from rulesets.napoleon_at_war.forms import ATTACK, EDGES, MOVE
from rulesets.napoleon_at_war.pictures.scene import value
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.march.entry import Due, arrival, due_units, may_refuse
from rulesets.napoleon_at_war.rules.march.march import routes
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions, listed_moves
from rulesets.napoleon_at_war.rules.march.routing import find_path
from rulesets.napoleon_at_war.rules.march.transit import last_space
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.desk_course import REFUSED, WAITS, course, leaving
from rulesets.napoleon_at_war.telling.desk_reach import unit_reach

_MOVE: Final = gesture("moves", MOVE, doc="Each unit moves once; moves are made in this order.")
_ATTACK: Final = gesture(
    "attacks",
    ATTACK,
    together=True,
    doc="Every enemy next to a unit of yours is attacked, and each such unit attacks (7.11). No list: the default.",
)
_NIGHT: Final = "Night: nobody attacks (10.1), moves into an enemy zone of control or out of one (10.2)."
_FOG: Final = "Fog: movement allowances are halved, and batteries fire at neighbouring hexes only (16.21)."


class NapoleonDesk(OrdersDesk):
    """`engine.desk.OrdersDesk`. All counters lie open, so nobody's own knowledge is asked for."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def layout(self, request: Choose, own: Own = NOTHING) -> Layout:
        """What can be ordered in a player turn."""
        return layout(self.setting, board_of(self.setting, request)) if request.what == ORDERS else NO_LAYOUT

    def reach(
        self, request: Choose, document: Json, who: Sequence[str], own: Own = NOTHING, way: Sequence[str] = ()
    ) -> Reach:
        """naw 5.17, 5.32: where a unit can go after the moves of a document, its own left out of them."""
        if request.what != ORDERS:
            return Reach("", ())
        board = board_of(self.setting, request)
        units = Units(self.setting.roster.units, board.position.army)
        if len(who) > 1:
            return Reach("", (), "units move one by one (5.0)")
        named = those_named(units, who, "5.11")
        if isinstance(named, str):
            return Reach("", (), named)
        (unit,) = named
        return unit_reach(self._after(board, units, document, unit), unit, way)

    def _after(self, board: Board, units: Units, document: Json, unit: str) -> MoveOptions:
        """The moves of a document carried out on a scratch board, but for those of a unit."""
        moves = [entry for entry in document.get("moves") or () if units.find(str(entry["unit"])) != unit]
        orders = public_orders(self.setting, board.position, {"moves": moves})
        scratch = self.setting.board(board.position.copy())
        options: MoveOptions = OpenBook().carry_out(listed_moves(self.setting, scratch, orders.get("moves", ())))
        return options

    def course(self, request: Choose, document: Json, own: Own = NOTHING) -> Course:
        """What a document leads to before any die."""
        if request.what != ORDERS:
            return Course()
        position = board_of(self.setting, request).position
        return course(self.setting, position, public_orders(self.setting, position, document))


def layout(setting: Setting, board: Board) -> Layout:
    """naw 5.0 to 8.0, 14.0, 17.0: what lies there at the beginning of a player turn."""
    turn = board.position.turn
    night = setting.is_night(turn)
    notes = (_NIGHT,) if night else (_FOG,) if setting.is_fog(turn) else ()
    return Layout(tuple(_movables(setting, board)), _MOVE, None if night else _ATTACK, notes)


def _movables(setting: Setting, board: Board) -> Iterator[Movable]:
    """Units on the maps in order of hex, those that may come in now, those that are further back on the track."""
    army, position = board.position.army, board.position
    options = MoveOptions(setting, board)
    yield from on_map(lambda unit: options.rules, board.on_map(army), partial(_leaving, options))
    for due in due_units(setting, position, army).values():
        yield _coming(setting, board, due)
    for unit, place in sorted(position.track.items()):
        if board.army_of(unit) == army and place[1] < last_space(setting):
            note = f"in space {place[1]} of the transit track; goes on by one space by itself (17.1)"
            printed = value(setting.roster.units[unit])
            yield Movable(unit, unit, "", also=((WAITS, {"unit": unit, "track": "wait"}),), note=note, value=printed)


def _coming(setting: Setting, board: Board, due: Due) -> Movable:
    """naw 14.0-1, 14.21-1, 17.1-3: one that may come in now, which some have to and some may refuse."""
    refuse = ((REFUSED, {"unit": due.unit, "refuse": True}),)
    also = refuse if due.unit not in board.position.track and may_refuse(setting, board, due) else ()
    note = "a reinforcement: without an order it comes in by itself" if due.must else "may come in"
    turn = next((arrival(group, board.position) for group in setting.groups if due.unit in group.units), 0)
    return Movable(due.unit, due.unit, "", also=also, note=note, value=value(setting.roster.units[due.unit]), turn=turn)


def _leaving(options: MoveOptions, unit: str) -> Iterator[tuple[str, Json]]:
    """The ways off the map that are open to a unit (17.0, 17.1)."""
    setting, board = options.setting, options.board
    rule, position = setting.transit, board.position
    battle = setting.field.map_of[board.hex_of(unit)]
    ways: list[tuple[str, str]] = []
    if position.broken.get(battle):
        ways += [("exit", edge) for edge in EDGES if edge in setting.exits.get(board.army_of(unit), {}).get(battle, ())]
    if rule is not None and rule.army == position.army:
        ways += [("transit", section) for section in setting.field.sections.get(battle, {})]
    near = routes(setting, board, unit).costs if ways else {}
    for how, where in ways:
        edges = setting.field.edges if how == "exit" else setting.field.sections
        # Most are far from most edges, and need no search for each.
        if not any(at in near for at in edges[battle][where]):
            continue
        entry: dict[str, Json] = {"unit": unit, how: where}
        path = find_path(options, [unit], entry, told=False)
        if path and not isinstance(options.judge({**entry, "path": path}), Refusal):
            yield leaving(entry), entry
