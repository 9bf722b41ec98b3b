"""What the end of any phase does of itself (7.56, 8.32, 8.33, 9.3, 11.9)."""

from __future__ import annotations

from rulesets.winters_victory.board.pieces import DISORDERED, LINE
from rulesets.winters_victory.rules import stacking
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.firing import losses
from rulesets.winters_victory.rules.formations import crews, lines
from rulesets.winters_victory.rules.formations.involuntary import befall
from rulesets.winters_victory.rules.scene import Scene


def phase_end(scene: Scene) -> Part:
    """wv 7.56-8, 8.32.2, 8.33.1-1, 9.14.2-1, 9.3-2, 9.3-3, 11.91-1, 11.93.1: weak extended lines stand in their first
    hex, in line; who is together as he may not be is disordered; skirmishers share their want of ammunition, batteries
    may spend again; crews serve the guns to which they came back."""
    board = scene.board
    for uid, piece in sorted(board.pieces.items()):
        if piece.second and lines.shrinks(piece.formation, piece.strength):
            board.move(uid, piece.at)
            piece.formation = LINE
            yield event("shrinks", unit=uid, at=piece.at, case="8.32.2")
    for uid, case in list(stacking.phase_end(board)):
        befall(board, uid, DISORDERED)
        yield event("disordered", unit=uid, at=board.piece(uid).at, case=case)
    losses.end_phase(scene)
    crews.next_phase(board)
