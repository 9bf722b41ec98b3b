"""What players write of a game of Napoleon at War."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pbem.engine.contract import Compiled, Line, Writing
from pbem.engine.desk import OrdersDesk
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.engine.standing import StandingOrders
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.documents.documents import document_schema, helper_schema
from rulesets.napoleon_at_war.documents.standing import NapoleonStanding
from rulesets.napoleon_at_war.documents.template import orders_template
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.position_text import position_text, read_position_text
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting


class NapoleonWriting(Writing):
    """`engine.contract.Writing`. All counters lie open, so nobody's own knowledge is asked for."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        return orders_template(self.setting, board_of(self.setting, request), request)

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's document for a question."""
        return document_schema(self.setting, ask)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The document schema with the legal units and hexes of the present question."""
        return helper_schema(self.setting, board_of(self.setting, request).position, request)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it."""
        return compile_orders(self.setting, board_of(self.setting, request).position, document)

    def text(self, at: Json) -> str:
        """The position as one line."""
        return position_text(Position.from_json(at))

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError."""
        return read_position_text(self.setting, text).to_json()

    @property
    def standing(self) -> StandingOrders:
        """Standing orders with printed names."""
        return NapoleonStanding(self.setting)

    @cached_property
    def _desk(self) -> OrdersDesk:
        # Few commands make a page, and it looks as far ahead as the rules do.
        from rulesets.napoleon_at_war.telling.desk import NapoleonDesk

        return NapoleonDesk(self.setting)

    @property
    def desk(self) -> OrdersDesk:
        """What can be clicked together, and what comes of it."""
        return self._desk
