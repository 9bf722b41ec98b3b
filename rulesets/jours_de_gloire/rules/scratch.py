"""A player turn up to its combat on a scratch board, carried out by what one army knows of itself.

The phases are those of the game. Whoever writes orders has them carried out entry by entry as he writes, the preview
as a whole, and the audit with the opened book.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Look
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.admin import administer, sign_of
from rulesets.jours_de_gloire.rules.march.command import Link
from rulesets.jours_de_gloire.rules.march.detaching import detachments
from rulesets.jours_de_gloire.rules.march.foreseen import Foreseen
from rulesets.jours_de_gloire.rules.march.moves import ordered
from rulesets.jours_de_gloire.rules.march.steps import Doings
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Turn


class Scratch(OpenBook):
    """A turn of one army. board: changed. orders: as public input; entries may be added as the turn goes on. own,
    committed: as for `OpenBook`. doings: what its counters have done."""

    def __init__(
        self,
        setting: Setting,
        board: Board,
        army: str,
        orders: dict[str, Any],
        own: Own,
        committed: Mapping[str, Json] | None = None,
    ) -> None:
        super().__init__(own, committed)
        self.setting, self.army, self.board = setting, army, board
        self.turn = Turn(setting, board, army, f"t{board.at.turn}.{army}", orders)
        self.doings = Doings()

    def administer(self) -> None:
        """jdg 2-B1-2, 2-B1-3, 6.1-1, 6.1-3: the Administrative Phase and detachments, judged in a hidden game by what
        everybody sees."""
        self.carry_out(administer(self.turn))
        self.carry_out(detachments(self.turn, self.doings))

    def march(self, number: int) -> Foreseen | None:
        """jdg 2-B2-1: one entry of `orders`, as far as it can be foreseen; None for one that is void."""
        found: Foreseen | None = self.carry_out(ordered(self.turn, number, self.doings, Foreseen))
        return found

    def leaf(self, request: Look, name: str) -> Json:
        """What a counter shows by its content, as far as it is known; its plan is not asked."""
        return sign_of(self.setting, self.markers.get(name), Link.NONE).leaf()
