"""What the tiny games of other tests hand in to the search: strengths as printed, worth as strength, a small table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.moving.marching import held_in_place, reach
from pbem.hexgame.practice.ground import Ground
from pbem.hexgame.practice.rules import Placed, PracticeRules
from pbem.hexgame.practice.scene import Scene
from pbem.hexgame.practice.table import Outcome, Table
from tests.hexgame.fighting import stacked
from tests.hexgame.moving import tiny

MEANS = {
    "Ae": Outcome.ATTACKER_LOST,
    "De": Outcome.DEFENDER_LOST,
    "Ex": Outcome.EXCHANGE,
    "Ar": Outcome.ATTACKER_BACK,
    "Dr": Outcome.DEFENDER_BACK,
}
RESULTS = {1: ("Ae", "Ar", "Dr", "De"), 2: ("Ae", "Ae", "Ar", "Ex"), 3: ("Ar", "Dr", "Dr", "De")}
TABLE = Table(stacked.COLUMNS, RESULTS, MEANS)
"""A die of three faces."""


def practice_rules(board: HexBoard[Piece], **change: Any) -> PracticeRules:
    """Two pieces to a hex; leaders do not fight; batteries fire two hexes far. change: members of PracticeRules."""
    units = board.roster.units

    def column(by: Sequence[Placed], guns: Sequence[Placed], targets: Sequence[str]) -> int:
        attack = board.strength(unit for unit, _ in (*by, *guns))
        return TABLE.column(attack, board.strength(u for at in targets for u in board.units_in(at)))

    handed: dict[str, Any] = {
        "table": TABLE,
        "strength": lambda unit: units[unit].strength,
        "is_battery": lambda unit: units[unit].kind == "artillery",
        "worth": lambda unit, at: 100 * units[unit].strength,
        "column": column,
        "fits": tiny.two_and_leaders,
        "zone": lambda unit: board.zones["red"],
        "presses": board.controlled,
        "fires": lambda at, target: board.field.distance(at, target) == 2,
        "reach_of_guns": 2,
        "deep": 2,
        "fights": lambda unit: units[unit].kind != "leader",
    }
    return PracticeRules(**{**handed, **change})


def scene(at: Mapping[str, str], on: HexField | None = None, **change: Any) -> Scene[HexBoard[Piece]]:
    """Blue before it moves on the field of eight by five hexes, foot and horse each with its own steps."""
    found = on or tiny.ground()
    moves = tiny.rules_of(found, at)
    seen: Scene[HexBoard[Piece]] = Scene(Ground(found), moves.board, "blue", practice_rules(moves.board, **change))
    for unit in moves.board.on_map("blue"):
        start = moves.board.hex_of(unit)
        if held_in_place(moves, unit, start):
            seen.held[unit] = start
        else:
            ways = reach(moves, unit, start, moves.points(unit))
            seen.ways[unit] = {to: (int(cost), ways.paths[to]) for to, cost in ways.costs.items()}
    return seen


def fought(ground: stacked.Ground, **change: Any) -> tuple[Scene[HexBoard[Piece]], AttackList[Piece]]:
    """Blue when it is to attack, by the little rulebook of stacks, farms and trains, and what it may list."""
    together = {unit for at in ground.board.here for unit in ground.together(at)}
    rules = practice_rules(ground.board, **{"fights": lambda unit: unit in together, **change})
    return Scene(Ground(ground.board.field), ground.board, "blue", rules), ground.options()
