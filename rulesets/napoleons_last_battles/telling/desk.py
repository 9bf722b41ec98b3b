"""What a page on which orders are clicked together asks of these rules: who lies there, where he can go, what follows.

Documents are read and carried out as orders are, so that the page shows what `pbem check` would say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from pbem.engine.desk import Course, Layout, Reach
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.hexgame.desk.desk import TurnDesk
from pbem.hexgame.documents.names import Units
from pbem.lean import dataclass
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.documents.compile import behind, public_orders
from rulesets.napoleons_last_battles.documents.translation import FOREIGN, translation
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided
from rulesets.napoleons_last_battles.rules.march.movement import ORDERS as MOVES
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions, listed_moves, units_of
from rulesets.napoleons_last_battles.rules.memos import known_to
from rulesets.napoleons_last_battles.rules.orders_options import Hopeful, before_combat
from rulesets.napoleons_last_battles.telling.desk_course import course
from rulesets.napoleons_last_battles.telling.desk_layout import layout
from rulesets.napoleons_last_battles.telling.desk_reach import stack_reach
from rulesets.napoleons_last_battles.telling.named import names_of
from rulesets.napoleons_last_battles.theatre import SETUP, Theatre


class LastBattlesDesk(TurnDesk):
    """`engine.desk.OrdersDesk`. Nothing lies hidden but memos, and which marker of a pair is real, which
    their author knows; set-ups are forms.

    before: moves that members of a team have signed, which stand before those of a document.
    """

    foreign = FOREIGN

    def __init__(self, theatre: Theatre, before: Sequence[Json] = ()) -> None:
        self.theatre = theatre
        self.before = before
        self.names = names_of(theatre)
        self._units: dict[str, Units] = {}
        self._written: _Written | None = None
        self._moved: _Moved | None = None

    def is_turn(self, request: Choose) -> bool:
        """Whether it is no set-up."""
        return super().is_turn(request) and self.theatre.board_of(request).position.turn != SETUP

    def lies(self, request: Choose, own: Own) -> Layout:
        """What can be ordered in a player turn."""
        return layout(self._board(request, own))

    def known(self, request: Choose, own: Own) -> Units:
        """Units and leaders by what the phasing army calls them."""
        board = self._board(request, own)
        army = board.position.army
        if army not in self._units:
            self._units[army] = translation(board, army).units
        return self._units[army]

    def goes(self, request: Choose, document: Json, units: Sequence[str], own: Own, way: Sequence[str]) -> Reach:
        """nlb 5.1C-1, 5.4-2: where units and leaders can go together after the moves of a document, theirs left out."""
        board = self._board(request, own)
        taken = next((unit for unit in units if any(_names(entry, [unit]) for entry in self.before)), "")
        if taken:
            name = board.setting.roster.units[taken].name
            return Reach("", (), f"{name} has its order already, from your team")
        orders = self._public(request, board, document, own)
        options = self._after((request, own), board, orders, units)
        return (
            Reach("", (), "the game is over by the moves before")
            if options is None
            else stack_reach(options, units, way)
        )

    def leads(self, request: Choose, document: Json, own: Own) -> Course:
        """What a document leads to before any die."""
        board = self._board(request, own)
        return course(self.names, board, public_orders(board, behind(document, self.before), own))

    def _public(self, request: Choose, board: Board, document: Json, own: Own) -> Mapping[str, Any]:
        """The public input of a document, read once for all who are asked of behind it."""
        if self._written is None or not self._written.says(request, own, document):
            orders = public_orders(board, behind(document, self.before), own)
            self._written = _Written(request, own, deepcopy(document), orders)
        return self._written.orders

    def _after(
        self, asked: tuple[Choose, Own], board: Board, orders: Mapping[str, Any], units: Sequence[str]
    ) -> MoveOptions | None:
        """The moves of orders carried out on a board that is changed, but for those of some; None where they decide the
        game. Who asks of one unit after the other is answered from the same board, which nobody changes any more."""
        moves = [entry for entry in orders.get(MOVES, ()) if not _names(entry, units)]
        others = {**orders, MOVES: moves}
        if self._moved is None or not self._moved.answers(*asked, others):
            self._moved = _Moved(*asked, deepcopy(others), _carried_out(board, others))
        return self._moved.options

    def _board(self, request: Choose, own: Own) -> Board:
        return known_to(self.theatre.board_of(request), own)


@dataclass(frozen=True)
class _Written:
    """A document and its public input. request: the question that it answers. own: what its author knows."""

    request: Choose
    own: Own
    document: Json
    orders: Mapping[str, Any]

    def says(self, request: Choose, own: Own, document: Json) -> bool:
        """Whether it is this document."""
        return self.request is request and self.own == own and self.document == document


@dataclass(frozen=True)
class _Moved:
    """The moves of orders carried out, None where they decide the game. request: the question that they answer. own:
    what their author knows."""

    request: Choose
    own: Own
    orders: Mapping[str, Any]
    options: MoveOptions | None

    def answers(self, request: Choose, own: Own, orders: Mapping[str, Any]) -> bool:
        """Whether these are the moves of such orders."""
        return self.request is request and self.own == own and self.orders == orders


def _carried_out(board: Board, orders: Mapping[str, Any]) -> MoveOptions | None:
    try:
        found: MoveOptions = Hopeful(board.own).carry_out(before_combat(board, orders, listed_moves))
    except GameDecided:
        return None
    return found


def _names(entry: Json, units: Sequence[str]) -> bool:
    named = units_of(entry)
    return isinstance(named, list) and any(unit in units for unit in named)
