"""What players write of a game of Napoleon's Last Battles."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.contract import Compiled, Line, Writing
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from rulesets.napoleons_last_battles.documents.memos import MEMOS, committed, memo_lines
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.rules.memos import entering
from rulesets.napoleons_last_battles.theatre import Theatre


class LastBattlesWriting(Writing):
    """`engine.contract.Writing`. Nothing of a position lies hidden but what was written down secretly."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The memos that are written now."""
        return tuple(memo_lines(self.theatre.board_of(request))) if request.what == ORDERS else ()

    def document_schema(self, ask: str) -> Json:
        """Any object."""
        return {"type": "object"}

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """Any object."""
        return {"type": "object"}

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """The document as it stands, but for memos, which are committed to, and opened by who orders an entry."""
        public = {name: value for name, value in document.items() if name != MEMOS}
        if request.what != ORDERS:
            return Compiled(public)
        board = self.theatre.board_of(request)
        hide, faults = committed(board, document.get(MEMOS))
        shown = [memo.id for memo in entering(board, public.get(ORDERS)) if memo.id in own.markers]
        return Compiled(public, faults, hide=hide, show=shown)

    def text(self, at: Json) -> str:
        """The position as one line."""
        return CODEC.text(CODEC.from_json(at))

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError."""
        return CODEC.to_json(CODEC.read(text))
