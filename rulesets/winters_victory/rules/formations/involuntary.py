"""Formations that a unit falls into: General Order by terrain, Disorder, rout (7.2, 8.33, 8.51)."""

from __future__ import annotations

from dataclasses import replace

from rulesets.winters_victory.board import pieces
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import Unit
from rulesets.winters_victory.rules.formations.mobility import usual
from rulesets.winters_victory.rules.moving.stance import Stance, put, stance_of


def general_order(unit: Unit, stance: Stance, keep: str = "") -> Stance:
    """wv 8.33.2-1, 8.5, 8.51-2: a unit in General Order, its column up, in one hex. keep: the hex of an extended line
    in which it then stands, the first if none is named. Whoever is unformed already, or no battalion nor light horse,
    stays as he is."""
    able = unit.kind == pieces.INFANTRY or unit.light_horse
    if not able or not stance.good or stance.formation in (pieces.ROAD_COLUMN, pieces.GENERAL_ORDER):
        return stance
    return replace(stance, at=keep or stance.at, second="", formation=pieces.GENERAL_ORDER, rear=False, free=False)


def disorder(stance: Stance) -> Stance:
    """wv 7.2-1, 8.33.1-1, 8.33.1-2, 8.54.9: a unit in Disorder, which lies over its formation: an extended line keeps
    both hexes. A routed one stays routed."""
    if stance.state != pieces.GOOD:
        return stance
    return replace(stance, state=pieces.DISORDERED, rear=False, free=False)


def rout(unit: Unit, stance: Stance, keep: str = "") -> Stance:
    """wv 7.2-1, 7.22-3, 8.33.3: a routed unit: a battalion on its column side, in one hex, all markers off. keep: the
    hex of an extended line in which it then stands."""
    formation = stance.formation if unit.kind == pieces.ARTILLERY else usual(unit)
    return replace(
        stance,
        at=keep or stance.at,
        second="",
        trail=(),
        formation=formation,
        state=pieces.ROUTED,
        rear=False,
        free=False,
    )


def lapsed(unit: Unit, stance: Stance, what: str, keep: str = "") -> Stance:
    """wv 7.2-1, 8.51-1, 10.31-0, 10.31b: a unit that falls into `general-order`, `disordered` or `routed`; any other
    word, such as STAYS of the terrain chart, leaves it as it is. keep: the hex of an extended line that it keeps."""
    if what == pieces.GENERAL_ORDER:
        return general_order(unit, stance, keep)
    if what == pieces.DISORDERED:
        return disorder(stance)
    return rout(unit, stance, keep) if what == pieces.ROUTED else stance


def befall(board: Board, uid: str, what: str, keep: str = "") -> None:
    """wv 7.2-1, 7.22-3, 8.33.3, 8.51-2: a counter of the map falls into one of the same."""
    put(board, uid, lapsed(board.unit(uid), stance_of(board.piece(uid)), what, keep))
