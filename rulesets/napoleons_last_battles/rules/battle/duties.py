"""Who has to fight when a combat phase begins (6.0, 6.1, 7.4, 8.2A)."""

from __future__ import annotations

from pbem.hexgame.fighting.contacts import Duties
from rulesets.napoleons_last_battles.board import GARRISON, Board
from rulesets.napoleons_last_battles.rules.marks import FORMING


def duties(board: Board) -> Duties:
    """nlb 6.0-1, 6.1-1, 6.1-2, 6.1D, 7.4, 7.4D, 8.0, 8.2A-1, 8.2A-2, 8.2A-3, 16.8-4, 16.11C, 16.11D-1: what bodies
    on a board owe.

    Stacks fight as one. All in an enemy zone attack, and all in a zone of the phasing army are attacked; blocking
    terrain excuses no battery. Whom a chateau shelters may stay out, and burdens nobody with an attack; his neighbours
    attack him. If he attacks, all that he touches are attacked by somebody. Nobody has to attack a garrison.
    """
    phasing = board.position.army

    def sheltered(at: str) -> bool:
        return at in board.chateaux and any(board.sheltered(unit) for unit in board.units_in(at))

    def must_attack(at: str) -> bool:
        return not sheltered(at) and board.in_zone(at, board.enemy[phasing])

    def must_be_attacked(at: str) -> bool:
        if board.position.marks and any(board.marked(GARRISON, unit) for unit in fighting(board, at)):
            return False
        near = [n for n in board.field.zone_neighbours[at] if board.holder(n) == phasing and fighting(board, n)]
        return any(not sheltered(n) and any(board.controlled(unit, n) for unit in fighting(board, n)) for n in near)

    return Duties(
        lambda at: fighting(board, at), lambda a, b: b in board.field.zone_neighbours[a], must_attack, must_be_attacked
    )


def fighting(board: Board, at: str) -> tuple[str, ...]:
    """nlb 6.1D, 16.11A-1, 16.11B, 16.11C, 16.11D-1: the combat units in a hex that fight, in order of arrival.

    A garrison attacks nobody and is attacked only when it is alone; who forms one does not attack.
    """
    known = board.roster.units
    units = tuple([unit for unit in board.here.get(at, ()) if known[unit].strength])
    marks = board.position.marks
    if not units or not (marks.get(GARRISON) or marks.get(FORMING)):
        return units
    others = tuple(unit for unit in units if not board.marked(GARRISON, unit))
    if board.army_of(units[0]) != board.position.army:
        return others or units
    return tuple(unit for unit in others if not board.marked(FORMING, unit))
