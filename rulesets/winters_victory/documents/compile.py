"""A player's document as public input: names to ids, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose
from pbem.hexgame.documents.reading import Document, read_members
from rulesets.winters_victory.documents.fitting import fitting
from rulesets.winters_victory.documents.translation import translation
from rulesets.winters_victory.forms import ANSWERS, ORDERS, ORDERS_FORM
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play


def compile_answer(play: Play, request: Choose, document: Document) -> Compiled:
    """wv 4.0-1: the answer of a document to what a standing order left open, and its faults."""
    names = translation(play.setting, request.army)
    answer = ANSWERS[request.what].read(document["answer"], ("answer",), names)
    return Compiled({"answer": answer}, names.faults)


def compile_orders(play: Play, document: Document) -> Compiled:
    """The public input of a document that fits `document_schema`, and its faults."""
    names = translation(play.setting, play.segment.army)
    orders: dict[str, Any] = read_members(ORDERS_FORM, document, names)
    for key, entries in ORDERS_FORM.lists.items():
        if document.get(key):
            read = [entries.entry.read(one, (key, number), names) for number, one in enumerate(document[key])]
            orders[key] = [_moved(one) for one in read] if key == ORDERS else read
    judged: Sequence[PlacedRefusal] = () if names.faults else SegmentOrders(play).faults(orders)
    return Compiled(orders, [*names.faults, *judged, *_strange(play, document)])


def _moved(entry: Mapping[str, Any]) -> Json:
    """A move as public input has it."""
    units = entry.get("units", [entry["unit"]] if "unit" in entry else [])
    manner = {key: entry[key] for key in ("fire", "dis") if key in entry}
    return {"units": list(units), "path": list(entry.get("path", ())), **manner}


def _strange(play: Play, document: Document) -> Iterator[PlacedRefusal]:
    """wv 4.0-1: members that say something at the wrong time."""
    now = fitting(play)
    for key in (*ORDERS_FORM.lists, *ORDERS_FORM.members):
        if document.get(key) and key not in now:
            text = f"{key} does not belong here; now there is: {', '.join(now)}"
            yield PlacedRefusal((key,), Refusal("4.0-1", text))
