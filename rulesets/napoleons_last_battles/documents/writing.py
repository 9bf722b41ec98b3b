"""What players write of a game of Napoleon's Last Battles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import Compiled, Line
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.standing import StandingOrders
from pbem.engine.teams import Teams
from pbem.hexgame.board.known import require_possible
from pbem.hexgame.documents.schemas import Shapes
from pbem.hexgame.documents.writing import TurnWriting
from rulesets.napoleons_last_battles.documents.documents import helper_schema, shapes
from rulesets.napoleons_last_battles.documents.standing_read import LastBattlesStanding
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.theatre import SETUP, Theatre

if TYPE_CHECKING:
    from pbem.engine.desk import OrdersDesk


class LastBattlesWriting(TurnWriting[Position]):
    """`engine.contract.Writing`. Nothing of a position lies hidden but what was written down secretly."""

    kind = Position

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        # Only who writes orders needs it, and what compiles them; verifiers read positions.
        from rulesets.napoleons_last_battles.documents.template import orders_template

        return orders_template(self.theatre.board_of(request), request, own)

    @property
    def shapes(self) -> Shapes:
        """The schemas of documents."""
        return shapes(self.theatre.setting)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The document schema with the legal units and hexes of the present question."""
        return helper_schema(self.theatre.board_of(request), request)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it; memos are committed to, and
        opened by who orders an entry."""
        from rulesets.napoleons_last_battles.documents.compile import compile_answer, compile_orders, compile_setup

        board = self.theatre.board_of(request)
        if request.what != ORDERS:
            return compile_answer(board, request.army, document)
        if board.position.turn == SETUP:
            return compile_setup(board, document, own)
        return compile_orders(board, document, own)

    def require(self, position: Position) -> None:
        """Nothing is named that the scenario does not have."""
        theatre = self.theatre
        standing = {**position.at, **position.leaders}
        said = {
            "unit": [*standing, *position.hidden, *position.dead, *position.exited],
            "hex": standing.values(),
            "army": [position.army],
        }
        known = {
            "unit": theatre.everybody.units,
            "hex": theatre.field.neighbours,
            "army": theatre.setting.armies,
        }
        require_possible(said, known)

    @property
    def standing(self) -> StandingOrders:
        """Standing orders with printed names."""
        return LastBattlesStanding(self.theatre)

    @cached_property
    def teams(self) -> Teams:
        """Several players a side, with corps and divisions for each."""
        # It compiles and looks ahead, and few commands do either for a team or a page.
        from rulesets.napoleons_last_battles.team import LastBattlesTeams

        return LastBattlesTeams(self.theatre)

    @cached_property
    def desk(self) -> OrdersDesk | None:
        """What can be clicked together, and what comes of it, where no part of a team goes before."""
        return self.teams.desk(())
