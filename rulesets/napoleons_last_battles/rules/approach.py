"""What an enemy who comes into a zone of control sets free at once (15.4-4, 19.5C)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import INACTIVE, Board
from rulesets.napoleons_last_battles.reading import flag, words
from rulesets.napoleons_last_battles.rules.dice.arrivals import is_held
from rulesets.napoleons_last_battles.rules.dice.commanders import REACH, commanders, is_cautious, released


def wakeful(board: Board) -> bool:
    """Whether anybody is there whom the enemy's approach could set free."""
    return board.setting.watches_zones or INACTIVE in board.position.marks


def approached(board: Board, units: Iterable[str]) -> Iterator[Tell]:
    """nlb 15.4-4, 19.5C: looks whom combat units that have come into their hexes set free, by a move, an arrival or an
    advance: held back units into whose zone they came, and inactive commanders within ten hexes of a unit's zone."""
    if not wakeful(board):
        return
    for unit in units:
        if unit in board.at and board.roster.units[unit].strength:
            yield from _restrained(board, unit)
            yield from _commanders(board, unit)


def _restrained(board: Board, foe: str) -> Iterator[Tell]:
    at, army = board.at[foe], board.army_of(foe)
    for row in board.setting.releases:
        for unit in words(row["units"]) if flag(row.get("enemy-in-zone")) else ():
            free = unit not in board.at or board.army_of(unit) == army or not is_held(board, unit)
            if not free and board.zone(foe).get(at) and at in board.controlled(unit, board.at[unit]):
                board.position.released.add(unit)
                event = {"kind": "release", "units": [unit], "why": "enemy", "by": foe, "die": 0, "on": []}
                yield Tell({**event, "free": True, "case": row["case"]})


def _commanders(board: Board, foe: str) -> Iterator[Tell]:
    at = board.at[foe]
    if board.zone(foe).get(at):
        for leader in commanders(board, board.enemy[board.army_of(foe)]):
            near = board.field.distance(at, board.position.leaders[leader]) <= REACH
            if near and board.marked(INACTIVE, leader) and not is_cautious(board, leader):
                yield released(board, leader, "enemy", "15.4-4")
