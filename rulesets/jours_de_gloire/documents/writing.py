"""What players write of a game of Jours de Gloire Campaign."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pbem.engine.contract import Compiled, Line, Writing
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.engine.standing import StandingOrders
from pbem.engine.teams import Teams
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.documents import document_schema, helper_schema
from rulesets.jours_de_gloire.documents.standing_read import JoursStanding
from rulesets.jours_de_gloire.documents.template import orders_template
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.position import decode
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.team import JoursTeams
from rulesets.jours_de_gloire.telling.desk import JoursDesk

if TYPE_CHECKING:
    from pbem.engine.desk import OrdersDesk

_TEXT_LIMIT: Final = 2**20


class JoursWriting(Writing):
    """`engine.contract.Writing`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        return orders_template(self.setting, request, own)

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's document for a question."""
        return document_schema(self.setting, ask)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The same with the boxes, and with the units that their reader knows: those face up, and his own."""
        board = Board(self.setting, request.scene)
        return helper_schema(self.setting, board, request, Holdings(self.setting, board, request.army, own))

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is hidden, shown and wrong."""
        return compile_document(self.setting, request, document, own)

    def text(self, at: Json) -> str:
        """The position as one line: its canonical JSON."""
        return json.dumps(at, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError."""
        if len(text) > _TEXT_LIMIT:
            raise ValueError("this is too long for a position")
        try:
            at = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("this is no position of this game") from None
        signs = decode(at).signs
        if (signs is None) is not (self.setting.fog.signs_at_start() is None):
            raise ValueError("this is no position of this game")
        return at

    @property
    def standing(self) -> StandingOrders:
        """Standing orders with printed names."""
        return JoursStanding(self.setting)

    @property
    def desk(self) -> OrdersDesk:
        """What can be clicked together, and what comes of it."""
        return JoursDesk(self.setting)

    @property
    def teams(self) -> Teams:
        """jdg 10-6: several players a side."""
        return JoursTeams(self.setting)
