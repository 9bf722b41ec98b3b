"""Road marches of the practice opponent: who is far from the enemy and gains much by the road, one to a hex."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Json
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.practice.ground import FAR
from rulesets.campaign_1806.practice.goals import Goals
from rulesets.campaign_1806.practice.view import View
from rulesets.campaign_1806.roster import VEDETTE

AFAR: Final = 9
"""Hexes from the enemy from which on a unit goes on a road march."""
KEPT: Final = 5
"""Hexes from the enemy that it keeps at its end."""
GAINS: Final = 3
"""Half points by which the road has to be better."""


def by_road(view: View, goals: Goals) -> list[dict[str, Json]]:
    """The entries of road marches; who marches is kept out of the rest of the search, at the end of his way."""
    units = [uid for uid in view.ways if view.nearest_foe(view.board.at[uid]) >= (KEPT if uid in goals.raids else AFAR)]
    units = [uid for uid in units if view.board.unit(uid).kind != VEDETTE]
    ends: dict[str, str] = {}
    found: list[dict[str, Json]] = []
    for uid in sorted(units, key=lambda one: (goals.way(one, view.board.at[one]), one)):
        path = _march(view, goals, uid, ends)
        if path:
            ends[uid] = path[-1]
            found.append({"units": [uid], "path": [path[0], *_declared(view, uid), *path[1:]]})
    for uid, at in ends.items():
        view.ways.pop(uid)
        view.held[uid] = at
    return found


def _declared(view: View, uid: str) -> list[str]:
    return [] if uid in view.board.marching else ["march"]


def _march(view: View, goals: Goals, uid: str, ends: dict[str, str]) -> tuple[str, ...]:
    """The best way by road, () where going on foot is as good."""
    board, start = view.board, view.board.at[uid]
    usual = min((goals.way(uid, at) for at in view.ways[uid]), default=FAR)
    found = reach(view.moves.by_road, uid, start, 2 * board.unit(uid).allowance)
    near = {to for at in ends.values() for to in (at, *board.field.neighbours[at])}
    near |= {
        to
        for one in board.marching
        if one not in ends
        for to in (board.at[one], *board.field.neighbours[board.at[one]])
    }
    able = [
        at
        for at in found.costs
        if at != start and at not in near and view.nearest_foe(at) >= KEPT and not board.units_in(at)
    ]
    best = min(able, key=lambda at: (goals.way(uid, at), at), default="")
    return found.paths[best] if best and goals.way(uid, best) + GAINS <= usual else ()
