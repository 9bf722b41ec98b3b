"""Random legal marches, for tests and the random player: drawn from the same search that offers moves to people."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.options import Pick
from pbem.hexgame.moving.marching import held_in_place
from pbem.hexgame.moving.rules import MoveRules
from pbem.wargame.movement import Reach

# Of up to so many hexes drawn a piece takes the one nearest to the enemy, so that random armies meet.
_EAGER = 4
_FAR = 99


def free_to_move(rules: MoveRules, moved: Collection[str]) -> list[str]:
    """The pieces on the map that may still be named in a move, in order of hex."""
    board = rules.board
    return [u for u in board.on_map(rules.army) if u not in moved and not held_in_place(rules, u, board.hex_of(u))]


def random_stop(rules: MoveRules, found: Reach, pick: Pick) -> tuple[str, ...]:
    """The path to a random hex in which a piece may stop; empty where there is none."""
    if not found.stops:
        return ()
    drawn = [found.stops[pick(len(found.stops))] for _ in range(1 + pick(_EAGER))]
    return found.paths[min(drawn, key=lambda at: (_to_enemy(rules, at), drawn.index(at)))]


def _to_enemy(rules: MoveRules, at: str) -> int:
    """Hexes to the nearest enemy on the same map, many where there is none."""
    board, field = rules.board, rules.field
    enemy = board.enemy[rules.army]
    away = (
        field.distance(at, hex_)
        for hex_ in board.here
        if board.holder(hex_) == enemy and field.map_of[hex_] == field.map_of[at]
    )
    return min(away, default=_FAR)
