"""The schemas of a player's documents, put together from their declaration."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.requests import ORDERS
from pbem.hexgame.documents.form import Form, answer_written
from pbem.hexgame.documents.kinds import Node, Schema, Writer


def document_fragment(form: Form, ask: str, writer: Writer, words: Iterable[Node]) -> Schema:
    """A fragment of the orders schema: the members of the document for a question.

    form: of the orders. words: kinds that an editor completes in the answer to any other question.
    """
    if ask == ORDERS:
        return form.written(writer)
    for word in words:
        word.written(writer)
    return {"type": "object", "properties": {"answer": answer_written()}, "required": ["answer"], "$defs": writer.defs}
