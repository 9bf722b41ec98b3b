"""What a question for orders offers: anything, for each entry is judged when its turn has come."""

from __future__ import annotations

from pbem.engine.options import Json, Pick, Refusal
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.sampling import random_orders


class Orders:
    """Options of an orders question: each entry is judged when its turn has come, so as a whole everything goes.

    what: `setup` or `turn`.
    """

    def __init__(self, board: Board, what: str) -> None:
        self.board = board
        self.what = what

    def why_not(self, answer: Json) -> Refusal | None:
        """Nothing is wrong with orders as a whole."""
        return None

    def describe(self) -> Json:
        """Which orders they are; their schema says what can be ordered."""
        return {"orders": self.what, "army": self.board.player}

    def default(self) -> Json:
        """No orders."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """Random orders where all lies open. Else none: they are drawn with what is to be hidden
        (`HiddenForces.sample`)."""
        return {} if self.board.setting.fog.contents(self.board) is None else random_orders(self, self.board, pick)
