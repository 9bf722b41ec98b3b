"""What a page on which orders are clicked together asks of these rules: who lies there, where he can go, what follows.

Documents are read and carried out as orders are, so that the page shows what `pbem check` would say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from pbem.engine.desk import Course, Layout, Movable, Move, Reach, Where
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from pbem.hexgame.desk.course import MoveBook, stands, with_combats
from pbem.hexgame.desk.desk import TurnDesk
from pbem.hexgame.desk.layout import on_map
from pbem.hexgame.desk.reaching import points, unit_reach
from pbem.hexgame.documents.members import gesture
from pbem.hexgame.documents.names import Units
from rulesets.napoleon_at_war.documents.compile import public_orders
from rulesets.napoleon_at_war.forms import ATTACK, EDGES, FOREIGN, MOVE
from rulesets.napoleon_at_war.pictures.pictures import value
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.march.entry import Due, arrival, entry_cost, may_refuse
from rulesets.napoleon_at_war.rules.march.leaving import last_space
from rulesets.napoleon_at_war.rules.march.march import allowance, routes
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions, listed_moves, movement_phase
from rulesets.napoleon_at_war.rules.march.routing import find_path
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.preview import foresight

_MOVE: Final = gesture("moves", MOVE, doc="Each unit moves once; moves are made in this order.")
_ATTACK: Final = gesture(
    "attacks",
    ATTACK,
    together=True,
    doc="Every enemy next to a unit of yours is attacked, and each such unit attacks (7.11). No list: the default.",
)
_NIGHT: Final = "Night: nobody attacks (10.1), moves into an enemy zone of control or out of one (10.2)."
_FOG: Final = "Fog: movement allowances are halved, and batteries fire at neighbouring hexes only (16.21)."
_STOPS: Final = "enemy controlled: the move ends here (6.0)"
_REFUSED: Final = "stays out of the game for good (14.21)"
_WAITS: Final = "stays in this space of the transit track"
_BY_ITSELF: Final = "comes in by itself"


class NapoleonDesk(TurnDesk):
    """`engine.desk.OrdersDesk`. All counters lie open, so nobody's own knowledge is asked for."""

    foreign = FOREIGN

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def lies(self, request: Choose, own: Own) -> Layout:
        """naw 5.0 to 8.0, 14.0, 17.0: what lies there at the beginning of a player turn."""
        setting, board = self.setting, board_of(self.setting, request)
        night, fog = setting.is_night(board.position.turn), setting.is_fog(board.position.turn)
        notes = (_NIGHT,) if night else (_FOG,) if fog else ()
        return Layout(tuple(_movables(MoveOptions(setting, board))), _MOVE, None if night else _ATTACK, notes)

    def known(self, request: Choose, own: Own) -> Units:
        """The units of the phasing army."""
        return Units(self.setting.roster.units, board_of(self.setting, request).position.army)

    def goes(self, request: Choose, document: Json, units: Sequence[str], own: Own, way: Sequence[str]) -> Reach:
        """naw 5.0-1, 5.15-1, 5.16, 5.17, 5.32, 6.0-2, 6.1, 14.0-2, 14.13: where a unit of the phasing army can go, and
        what it costs."""
        if len(units) > 1:
            return Reach("", (), "units move one by one (5.0)")
        return unit_reach(self._after(request, document, units[0]), units[0], way, _STOPS)

    def _after(self, request: Choose, document: Json, unit: str) -> MoveOptions:
        """The moves of a document carried out on a scratch board, but for those of a unit, which moves once (5.17)."""
        board, find = board_of(self.setting, request), self.known(request, NOTHING).find
        moves = [entry for entry in document.get("moves") or () if find(str(entry["unit"])) != unit]
        orders = public_orders(self.setting, board.position, {"moves": moves})
        scratch = self.setting.board(board.position.copy())
        options: MoveOptions = OpenBook().carry_out(listed_moves(self.setting, scratch, orders.get("moves", ())))
        return options

    def leads(self, request: Choose, document: Json, own: Own) -> Course:
        """naw 4.1-1A, 7.0-1, 7.11, 7.12, 8.11-2, 8.41: the moves of a document, where they end, and the combats."""
        setting, position = self.setting, board_of(self.setting, request).position
        orders, board = public_orders(setting, position, document), setting.board(position.copy())
        book = MoveBook(_written, partial(_unordered, setting, position))
        book.carry_out(movement_phase(setting, board, orders.get("moves", ())))
        own_units = [unit.id for unit in setting.roster.of(position.army)]
        found = Course(tuple(book.moves), stands(own_units, position.at, board.at))
        if setting.is_night(position.turn):
            return found
        return with_combats(found, AttackOptions(setting, board), foresight(setting, board), orders.get("attacks"))


# -- who lies there ------------------------------------------------------------------


def _movables(options: MoveOptions) -> Iterator[Movable]:
    """Units on the maps in order of hex, those that may come in now (14.0), those further back on the track (17.1)."""
    setting, board = options.setting, options.board
    yield from on_map(lambda unit: options.rules, board.on_map(board.position.army), partial(_leaving, options))
    for due in options.due.values():
        yield _coming(setting, board, due)
    for unit, place in sorted(board.position.track.items()):
        if board.army_of(unit) == board.position.army and place[1] < last_space(setting):
            note = f"in space {place[1]} of the transit track; goes on by one space by itself (17.1)"
            printed = value(setting.roster.units[unit])
            yield Movable(unit, unit, "", also=((_WAITS, {"unit": unit, "track": "wait"}),), note=note, value=printed)


def _coming(setting: Setting, board: Board, due: Due) -> Movable:
    """naw 14.0-1, 14.21-1, 17.1-3: one that may come in now, which some have to and some may refuse."""
    refuse = ((_REFUSED, {"unit": due.unit, "refuse": True}),)
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
            yield _off(entry), entry


def _off(entry: Mapping[str, Json]) -> str:
    """How an entry leaves the map (17.0, 17.1); "" for one that does not."""
    if "exit" in entry:
        return f"leaves by the {entry['exit']} edge for good"
    return f"leaves onto the {entry['transit']} section of the transit track" if "transit" in entry else ""


# -- where he can go, what follows -----------------------------------------------------


def _written(options: MoveOptions, where: Where, entry: Json) -> Move:
    """The move of an entry that is legal: a march, or what it does instead, for good (14.21) or on the track (17.1)."""
    unit, path = entry["unit"], entry.get("path")
    if path is not None:
        has = points(options.rules.points(unit))
        return Move(where, (unit,), tuple(path), points(options.judged(entry)), has, _off(entry))
    if "refuse" in entry:
        return Move(where, (unit,), text=_REFUSED)
    space = options.board.position.track[unit][1]
    return Move(where, (unit,), text=_WAITS if entry["track"] == "wait" else _goes_on(space + 1))


def _unordered(setting: Setting, position: Position, event: Mapping[str, Any]) -> Move | None:
    """What the phase does with who has no order (14.0-2, 17.1-2)."""
    kind, unit = event["kind"], str(event.get("unit", ""))
    if kind == "entered":
        cost, has = entry_cost(setting, position.turn, event["at"]) or 0, allowance(setting, unit, position.turn)
        return Move((), (unit,), tuple(event["path"]), points(cost), points(has), _BY_ITSELF)
    return Move((), (unit,), text=_goes_on(event["space"])) if kind == "transit" else None


def _goes_on(space: int) -> str:
    return f"goes on to space {space} of the transit track"
