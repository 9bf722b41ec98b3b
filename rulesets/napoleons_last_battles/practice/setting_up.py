"""How the practice opponent places what the set-up leaves to it (3.2C, 23.0B, 27.2C)."""

from __future__ import annotations

from collections.abc import Sequence

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
    scratch = board.another(board.position.copy())
    aims = [one.at for one in objectives(board, army) if one.ours] or _enemies(board, army)
    said: dict[str, str] = {}
    left = [unit for unit in options.place_of if not options.leads(unit) and aims]
    while left:
        # Who has the fewest hexes to choose from comes first, so that the others leave him one.
        legal = {unit: options.hexes(scratch, unit) for unit in left}
        unit = min(left, key=lambda one: (len(legal[one]), left.index(one)))
        left.remove(unit)
        if legal[unit]:
            at = _best(ground, aims, board.setting.roster.units[unit].mover, legal[unit])
            scratch.place(unit, at)
            said[unit] = at
    document = {SETUP: said} if said else {}
    return document if options.why_not(document) is None else {}


def _best(ground: Ground, aims: Sequence[str], mover: str, legal: Sequence[str]) -> str:
    """The hex that is nearest to what is aimed at, shelter counted in."""
    way = ground.way_to(aims, mover)
    return min(legal, key=lambda at: (way.get(at, FAR) - SHELTER * ground.times[at], at))


def _enemies(board: Board, army: str) -> list[str]:
    return [at for unit, at in board.at.items() if board.army_of(unit) != army]
