"""What players write of companies: who leaves its battalion to move, and who joins it again (8.61, 8.64).

A company that is not on the map moves out of its battalion, whatever its path; `out` is a word for doing no more.
`join` is the last word of a company that has come to its battalion, or the only one of a company beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import SKIRMISHERS
from rulesets.winters_victory.rules.formations.skirmishing import (
    company_size,
    detach,
    recombine,
    why_not_detach,
    why_not_recombine,
)
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.morale.effectiveness import OUT as OUT_OF_COMMAND
from rulesets.winters_victory.rules.moving.stance import Stance

OUT, JOIN = "out", "join"
"""Words of a path."""


def plenty(battalion: str, points: int) -> int:
    """Counters of companies of some points that a battalion may still have: any number of them."""
    return 99


@dataclass
class Companies:
    """wv 8.61-1, 8.64-1, 8.64-2: companies on a board while an army moves. moved: units that have moved in this phase.
    left: battalion and points of a company -> counters that are left for it (8.6-1)."""

    ground: Ground
    board: Board
    moved: set[str]
    left: Callable[[str, int], int] = plenty

    def inside(self, units: Sequence[str]) -> bool:
        """wv 8.61-1: whether units are companies that are still in their battalions."""
        return bool(units) and all(self._of_battalion(uid) and uid not in self.board.pieces for uid in units)

    def _of_battalion(self, uid: str) -> bool:
        unit = self.board.units.get(uid)
        return unit is not None and unit.kind == SKIRMISHERS and unit.serves in self.board.pieces

    def let_out(self, units: Sequence[str]) -> Refusal | None:
        """wv 4.1.4B-2, 8.6-1, 8.61-1, 8.62.1, 8.62.2, 8.62.3, 8.62.4: companies come out of their battalion at the
        beginning of its movement, at no cost and without fire; why they do not."""
        board, battalion = self.board, self.board.unit(units[0]).serves
        unit, piece = board.unit(battalion), board.piece(battalion)
        if battalion in self.moved:
            return Refusal(
                "8.61-1", f"{unit.name} in {piece.at} has moved and detaches nobody now", battalion, piece.at
            )
        refused = why_not_detach(board, battalion, units)
        if refused is not None:
            return refused
        if len(units) > self.left(battalion, company_size(unit)):
            return Refusal("8.6-1", f"no counters are left for so many companies of {unit.name}", battalion, piece.at)
        out = OUT_OF_COMMAND in piece.marks
        detach(board, battalion, units)
        for uid in units if out else ():
            board.piece(uid).marks.add(OUT_OF_COMMAND)
        return None

    def join(self, uid: str, stance: Stance) -> Refusal | None:
        """wv 8.64-1, 8.64-2, 8.64-3: a company goes back into its battalion; why it does not. Who comes by a move ends
        the movement of the battalion (a reading)."""
        board, battalion = self.board, self.board.unit(uid).serves
        if board.unit(uid).kind != SKIRMISHERS or battalion not in board.pieces:
            return Refusal("8.64-3", f"{board.unit(uid).name} in {stance.at} has no battalion to join", uid, stance.at)
        walked, begins = stance.entered > 0, battalion not in self.moved
        refused = why_not_recombine(
            self.ground, board, uid, battalion, moved=walked, begins=begins, ended=walked or not begins
        )
        if refused is None:
            recombine(board, uid, battalion)
            if walked:
                self.moved.add(battalion)
        return refused
