"""Moves of single units over a small map, told in few words, so that a table of cases can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.battlefield import points_text
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk
from rulesets.winters_victory.rules.moving.scene import Scene, always, nowhere
from tests.rulesets.winters_victory.country import board, country
from tests.rulesets.winters_victory.winter import terrain


def scene(
    standing: Mapping[str, str] | Board,
    field: HexField | None = None,
    *,
    commanded: Callable[[str], bool] = always,
    pinned: Callable[[str, str], bool] = nowhere,
) -> Scene:
    """A scene of counters as `country.board` puts them down."""
    field = field or country()
    placed = standing if isinstance(standing, Board) else board(standing, field)
    return Scene(Ground(placed.field, terrain()), placed, commanded=commanded, pinned=pinned)


def follow(at: Scene, uid: str, path: str, *, end: bool = False) -> Walk | Refusal:
    """Follows a path, its words parted by commas, and with `end` what the end of the move asks; units of a stack are
    parted by blanks."""
    walk = Walk.begin(at, uid.split())
    for token in path.split(","):
        refused = walk.follow(token.strip()) if token.strip() else None
        if refused:
            return refused
    if end:
        acts = finish(walk)
        if isinstance(acts, Refusal):
            return acts
        walk.carry_out(acts)
    return walk


def outcome(at: Scene, uid: str, path: str, *, end: bool = False) -> str:
    """What became of the first unit: points spent, formation, state if it is not good, such as `2 1/2 column` or
    `3 line disordered`; `refused CASE` if it cannot be done."""
    walk = follow(at, uid, path, end=end)
    if isinstance(walk, Refusal):
        return f"refused {walk.case}"
    stance = walk.stances[uid.split()[0]]
    state = "" if stance.good else f" {stance.state}"
    return f"{points_text(stance.spent)} {stance.formation}{state}"
