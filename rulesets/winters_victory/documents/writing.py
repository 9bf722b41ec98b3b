"""What players write of a game of Winter's Victory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from pbem.engine.contract import Compiled, Line
from pbem.engine.desk import OrdersDesk
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.standing import StandingOrders
from pbem.engine.teams import Teams
from pbem.hexgame.board.known import require_possible
from pbem.hexgame.documents.schemas import Shapes
from pbem.hexgame.documents.writing import TurnWriting
from rulesets.winters_victory.documents.compile import compile_answer, compile_orders
from rulesets.winters_victory.documents.schemas import helper_schema, shapes
from rulesets.winters_victory.documents.standing_read import WintersStanding
from rulesets.winters_victory.documents.team import WintersTeams
from rulesets.winters_victory.documents.template import answer_template, orders_template
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.setting import Setting


class WintersWriting(TurnWriting[Position]):
    """`engine.contract.Writing`."""

    kind = Position

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        if request.what != ORDERS:
            return answer_template(board(request), request)
        return orders_template(board(request))

    @property
    def shapes(self) -> Shapes:
        """The schemas of documents."""
        return shapes(self.setting)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The document schema with the units and hexes of the present question."""
        return helper_schema(board(request), request)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it."""
        if request.what != ORDERS:
            return compile_answer(board(request), request, document)
        return compile_orders(board(request), document)

    @property
    def desk(self) -> OrdersDesk:
        """What can be clicked together, and what comes of it."""
        # Few commands need it.
        from rulesets.winters_victory.desk.desk import WintersDesk

        return WintersDesk()

    @property
    def standing(self) -> StandingOrders:
        """Standing orders with printed names."""
        return WintersStanding(self.setting, lambda at: Play(self.setting, Position.from_json(at)))

    @property
    def teams(self) -> Teams:
        """Several players a side, with corps, wings and detachments for each."""
        return WintersTeams(self.setting)

    def require(self, position: Position) -> None:
        """Nothing is named that the scenario does not have."""
        marked = (position.counters, position.second, position.trails, position.marks, position.gone, position.waiting)
        standing = [stance[0] for stance in position.counters.values()]
        said: dict[str, Any] = {
            "counter": [*chain(*marked, *position.stacks.values()), *position.posts, *position.charges],
            "hex": [*standing, *position.second.values(), *chain(*position.trails.values()), *position.stacks],
            "army": position.points,
            "brigade": position.fatigue,
        }
        known = {
            "counter": self.setting.units,
            "hex": self.setting.field.neighbours,
            "army": ARMIES,
            "brigade": self.setting.forces.brigades,
        }
        require_possible(said, known)


def board(request: Choose) -> Play:
    """The board on which a question is asked: the question carries it. Raises ValueError where it does not."""
    play = request.scene
    if not isinstance(play, Play):
        raise ValueError(f"the question {request.label} carries no board")
    return play
