"""What players write of a game of 1806."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

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
from rulesets.campaign_1806.documents.schemas import helper_schema, shapes
from rulesets.campaign_1806.documents.standing_read import CampaignStanding
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.setting import ARMIES, Setting


class CampaignWriting(TurnWriting[Position]):
    """`engine.contract.Writing`."""

    kind = Position

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        # Only who writes orders needs it, and what compiles them; verifiers read positions.
        from rulesets.campaign_1806.documents.template import orders_template

        return orders_template(_seen(request, own), request)

    @property
    def shapes(self) -> Shapes:
        """The schemas of documents."""
        return shapes(self.setting)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The document schema with the legal counters and hexes of the present question."""
        return helper_schema(_seen(request, own), request)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it."""
        from rulesets.campaign_1806.documents.compile import compile_answer, compile_orders

        play = _board(request)
        if request.what != ORDERS:
            return compile_answer(play, request.army, document, own)
        return compile_orders(play, document, own=own)

    @property
    def standing(self) -> StandingOrders:
        """Standing orders with printed names."""
        return CampaignStanding(self.setting, lambda at: Play(self.setting, Position.from_json(at)))

    @property
    def teams(self) -> Teams:
        """Several players a side, with corps for each."""
        from rulesets.campaign_1806.team import CampaignTeams

        return CampaignTeams(self.setting)

    @property
    def desk(self) -> OrdersDesk:
        """What can be clicked together, and what comes of it."""
        from rulesets.campaign_1806.desk.desk import CampaignDesk

        return CampaignDesk()

    def require(self, position: Position) -> None:
        """Nothing is named that the scenario does not have."""
        marked = (position.reduced, position.marching, position.out, position.demoralized, position.unsupplied)
        seen = (position.sorts, position.led, position.came)
        said = {
            "counter": [*position.at, *position.boxes, *position.posts, *position.late, *chain(*marked, *seen)],
            "hex": [*position.at.values(), *position.held, *position.late.values()],
            "army": [position.army],
        }
        known = {"counter": self.setting.forces.units, "hex": self.setting.field.neighbours, "army": ARMIES}
        require_possible(said, known)


def _seen(request: Choose, own: Own) -> Play:
    """The board as the reader of a question sees it (1.5)."""
    return seen_by(_board(request), request.army, own)


def _board(request: Choose) -> Play:
    """The board on which a question is asked: the question carries it. Raises ValueError where it does not."""
    play = request.scene
    if not isinstance(play, Play):
        raise ValueError(f"the question {request.label} carries no board")
    return play
