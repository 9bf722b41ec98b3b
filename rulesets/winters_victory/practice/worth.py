"""What a shock attack is worth, by the exact chances of its results (12.0, 12.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import approach, surprise, why_not
from rulesets.winters_victory.rules.shock.odds import Attack, odds

PRIZE: Final = 40
"""What it is worth to drive the enemy from a hex of an objective, in the scale of results below."""
NEVER: Final = -1000
"""Of an attack that the rules forbid."""
_OWN: Final[Mapping[str, int]] = {"dot": 0, "D": 10, "D1": 20, "Dr": 50, "Dr1": 60, "Dr2": 70, "R": 100}
_HIS: Final[Mapping[str, int]] = {"dot": 0, "D": 20, "D1": 30, "Dr": 60, "Dr1": 70, "Dr2": 80, "R": 110}
"""Result -> what it costs the attacker, and what it costs the defender."""
_GONE: Final = frozenset({"Dr", "Dr1", "Dr2", "R"})
"""Results by which a defender leaves his hex."""


def worth(scene: Scene, army: str, at: str, to: str, *, prize: int = 0, charging: bool = False) -> int:
    """What an attack of an army out of a hex upon another gains, losses taken off; NEVER if it is forbidden.

    prize: what it is worth to drive the enemy from that hex."""
    if why_not(scene, at, army, to, charging=charging) is not None:
        return NEVER
    scene = _apart(scene, at, to)
    surprise(scene, at, army, to, charging=charging)
    approach(scene, at, army, to)
    found = odds(scene, Attack(army, at, to, charging=charging))
    if found.forced is not None:
        chances = {found.forced: Fraction(1)}
    else:
        chances = scene.charts.table.chances(found.row, found.differential)
    gains = {his: cost + prize * (his in _GONE) for his, cost in _HIS.items()}
    return int(sum(chance * (gains[his] - _OWN[own]) for (own, his), chance in chances.items()))


def held(play: Play, army: str) -> frozenset[str]:
    """The hexes of objectives in which an army was last."""
    objectives, by = play.setting.scenario.objectives, play.position.held
    return frozenset(at for one in objectives for at in one.hexes if by.get(at) == army)


def prizes(play: Play, army: str) -> Mapping[str, int]:
    """Hex of an objective that an army does not hold -> what it is worth to drive the enemy from it."""
    own = held(play, army)
    return {at: PRIZE for one in play.setting.scenario.objectives for at in one.hexes if at not in own}


def _apart(scene: Scene, at: str, to: str) -> Scene:
    """The scene over a board of its own, on which the counters of two hexes may be changed."""
    board = Board(scene.board.field, scene.board.units)
    board.pieces, board.here = dict(scene.board.pieces), dict(scene.board.here)
    for uid in (*board.units_in(at), *board.units_in(to)):
        piece = board.pieces[uid]
        board.pieces[uid] = replace(piece, marks=set(piece.marks))
    return Scene(board, scene.ground, scene.charts, scene.weather, scene.brigades)
