"""The schemas of a player's documents, put together from their declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.requests import ORDERS
from pbem.hexgame.documents.form import Form, answer_written
from pbem.hexgame.documents.kinds import Node, Schema, Writer

_TERSE = ("attack", "manner")
"""Maps whose members do not say what they mean."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """Fragments of the orders schema for one scenario.

    form: of the orders. answers: kinds that an editor completes in the answer to any other question. words: key of a
    kind -> those that this scenario has, such as the columns of its table. asked: question -> the form of its answer,
    where it has one of its own.
    """

    form: Form
    answers: Sequence[Node]
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    asked: Mapping[str, Node] = field(default_factory=dict)

    def document(self, ask: str) -> Schema:
        """The members of the document for a question, shape only."""
        return self.helper(ask, {})

    def helper(self, ask: str, listed: Mapping[str, Sequence[str]], refused: Iterable[str] = ()) -> Schema:
        """The same for an editor; it binds nobody. listed: key of a kind -> what stands to choice now. refused: members
        that would be refused now, which are not offered."""
        writer = Writer({**listed, **self.words}, _TERSE)
        if ask != ORDERS:
            for word in self.answers:
                word.written(writer)
            said = self.asked[ask].written(writer) if ask in self.asked else answer_written()
            return {"type": "object", "properties": {"answer": said}, "required": ["answer"], "$defs": writer.defs}
        found = self.form.written(writer)
        for member in refused:
            found["properties"].pop(member, None)
        return found
