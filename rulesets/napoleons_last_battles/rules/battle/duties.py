"""Who has to fight when a combat phase begins (6.0, 6.1, 7.4, 8.2A)."""

from __future__ import annotations

from pbem.hexgame.fighting.contacts import Duties
from rulesets.napoleons_last_battles.board import Board


def duties(board: Board) -> Duties:
    """nlb 6.0-1, 6.1-1, 6.1-2, 6.1D, 7.4, 7.4D, 8.0, 8.2A-1, 8.2A-2, 8.2A-3: what bodies on a board owe.

    Stacks fight as one. All in an enemy zone attack, and all in a zone of the phasing army are attacked; blocking
    terrain excuses no battery. Whom a chateau shelters may stay out, and burdens nobody with an attack; his neighbours
    attack him. If he attacks, all that he touches are attacked by somebody.
    """

    def sheltered(at: str) -> bool:
        return any(board.sheltered(unit) for unit in board.units_in(at))

    def must_be_attacked(at: str) -> bool:
        foe = board.enemy[board.holder(at)]
        near = [n for n in board.field.zone_neighbours[at] if board.holder(n) == foe and fighting(board, n)]
        return any(not sheltered(n) for n in near)

    return Duties(
        lambda at: fighting(board, at),
        lambda a, b: b in board.field.zone_neighbours[a],
        lambda at: not sheltered(at),
        must_be_attacked,
    )


def fighting(board: Board, at: str) -> tuple[str, ...]:
    """nlb 6.1D: the combat units in a hex, in order of arrival."""
    return tuple(unit for unit in board.units_in(at) if board.roster.units[unit].strength)
