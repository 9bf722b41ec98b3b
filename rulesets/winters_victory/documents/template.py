"""The orders file that a player starts from: every open decision with its default, written as comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.contract import Line
from pbem.engine.requests import Choose
from pbem.hexgame.documents.members import flow
from rulesets.winters_victory.documents.fitting import fitting
from rulesets.winters_victory.documents.standing import slots
from rulesets.winters_victory.forms import ORDERS
from rulesets.winters_victory.play import Play


def orders_template(play: Play) -> Sequence[Line]:
    """The document of a segment. It holds comments only, which is legal and means the defaults."""
    return list(_lines(play))


def answer_template(play: Play, request: Choose) -> Sequence[Line]:
    """The document for what a standing order left open (4.0-1): nothing by default, and an example."""
    slot = next(one for one in slots(play.setting, request.army) if one.name == request.slot)
    return [
        Line(comment=slot.doc),
        Line(comment="The board as it stands now: pbem map. What came before: pbem report --own."),
        Line("answer: {}", "the default"),
        Line(f"answer: {flow(slot.example)}", "for example", off=True),
    ]


def _lines(play: Play) -> Iterator[Line]:
    setting, segment = play.setting, play.segment
    yield Line(comment=f"{setting.scenario.title}: turn {segment.turn}, {play.now.clock}")
    yield Line(comment=f"Members that count now: {', '.join(fitting(play))}")
    if ORDERS in fitting(play):
        yield Line(f"{ORDERS}:")
        for uid, piece in play.board.pieces.items():
            if setting.units[uid].army == segment.army:
                yield Line(f'- {{unit: {uid}, path: ["{piece.at}"]}}', setting.units[uid].name, 1, off=True)
