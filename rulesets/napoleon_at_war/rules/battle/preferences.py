"""What orders say of retreats, displacement, advances and payments, held against the rulebook at writing time."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.hexgame.fighting import preference_faults as faults
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.said import Found
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.cases import CASES


def preference_faults(board: Board, attack: Attack) -> Iterator[Found]:
    """Preferences of an attack that nothing on the present board could make legal, with their paths."""
    return faults.preference_faults(board, board.position.army, attack, CASES)


def retreat_remarks(board: Board, attack: Attack) -> Iterator[Found]:
    """naw 7.71, 7.72: retreats of an attack that are closed as the board stands, and may be open when the die has
    fallen."""
    return faults.retreat_remarks(board, attack, CASES)
