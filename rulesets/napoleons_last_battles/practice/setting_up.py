"""How the practice opponent places what the set-up leaves to it (3.2C, 23.0B, 27.2C)."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.hexgame.practice.ground import FAR
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.practice.ground import Ground
from rulesets.napoleons_last_battles.practice.objectives import objectives
from rulesets.napoleons_last_battles.rules.placing import SETUP, PlacingOptions

# A hex that shelters counts as so many half movement points nearer to where one wants to be.
SHELTER = 2


def set_up(ground: Ground, board: Board, army: str) -> dict[str, Json]:
    """The document of a set-up: combat units near what the scenario pays for and the enemy, on the best ground.

    Leaders stand where the rules' default has them, in the middle of their own.
    """
    options = PlacingOptions(board, army)
    scratch = Board(board.position.copy(), board.field, board.roster, board.setting)
    aims = [one.at for one in objectives(board, army) if one.ours] or _enemies(board, army)
    said: dict[str, str] = {}
    for unit in options.place_of:
        if options.leads(unit) or not aims:
            continue
        way = ground.way_to(aims, board.setting.roster.units[unit].mover)
        legal = options.hexes(scratch, unit)
        if legal:
            at = min(legal, key=lambda at: (way.get(at, FAR) - SHELTER * ground.times[at], at))
            scratch.place(unit, at)
            said[unit] = at
    document = {SETUP: said} if said else {}
    return document if options.why_not(document) is None else {}


def _enemies(board: Board, army: str) -> list[str]:
    return [at for unit, at in board.at.items() if board.army_of(unit) != army]
