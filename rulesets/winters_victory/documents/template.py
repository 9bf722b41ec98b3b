"""The orders file that a player starts from: every open decision with its default, written as comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.contract import Line
from rulesets.winters_victory.documents.fitting import fitting
from rulesets.winters_victory.forms import ORDERS
from rulesets.winters_victory.play import Play


def orders_template(play: Play) -> Sequence[Line]:
    """The document of a segment. It holds comments only, which is legal and means the defaults."""
    return list(_lines(play))


def _lines(play: Play) -> Iterator[Line]:
    setting, segment = play.setting, play.segment
    yield Line(comment=f"{setting.scenario.title}: turn {segment.turn}, {play.now.clock}")
    yield Line(comment=f"Members that count now: {', '.join(fitting(play))}")
    if ORDERS in fitting(play):
        yield Line(f"{ORDERS}:")
        for uid, piece in play.board.pieces.items():
            if setting.units[uid].army == segment.army:
                yield Line(f'- {{unit: {uid}, path: ["{piece.at}"]}}', setting.units[uid].name, 1, off=True)
