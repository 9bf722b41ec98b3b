"""Reorganization: who brings back whom (6, 12.24)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Refusal
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.battle.morale import Losses

MOST = 2
"""osg 6.21-1: units that a leader brings back in a phase."""


def near_enemy(board: Board, charts: Charts, leader: str) -> bool:
    """osg 6.13-1: whether an enemy combat unit, vedettes and trains included, is nearer than five hexes; leaders do not
    count."""
    at = board.hex_of(leader)
    enemies = board.on_map(board.enemy[board.army_of(leader)])
    near = (board.field.distance(at, board.hex_of(uid)) for uid in enemies if not board.unit(uid).leads)
    return any(distance < charts.ranges["reorganize"] for distance in near)


def may_bring(board: Board, leader: str, uid: str) -> bool:
    """osg 5.17-2, 6.13-3, 6.33, 17.2: whether a leader may bring a unit back: an officer of his formation alone,
    commanders and heads of state any of their side."""
    if board.army_of(leader) != board.army_of(uid):
        return False
    return board.unit(leader).kind != "officer" or board.formation_of(leader) == board.formation_of(uid)


def why_not(board: Board, charts: Charts, leader: str, units: Sequence[str], night: Sequence[str]) -> Refusal | None:
    """osg 2.11A1-1, 6.0, 6.13-1, 6.13-2, 6.13-3, 6.21-1, 6.3: what keeps a leader from reorganizing units. night: those
    in the night half of their box. Being out of command does not matter."""
    name = board.unit(leader).name
    if leader not in board.at or not board.unit(leader).leads:
        return Refusal("6.13-1", f"{name} is no leader on the map", leader)
    if near_enemy(board, charts, leader):
        at = board.hex_of(leader)
        text = f"{name} in {at} is nearer than {charts.ranges['reorganize']} hexes to an enemy"
        return Refusal("6.13-1", text, leader, at)
    if len(units) > MOST or len(set(units)) < len(units):
        return Refusal("6.21-1", f"{name} may reorganize {MOST} different units in a phase", leader)
    for uid in units:
        if uid not in night:
            return Refusal("2.11A1-1", f"{board.unit(uid).name} is not in the night half of the box", uid)
        if not may_bring(board, leader, uid):
            return Refusal("6.13-3", f"{board.unit(uid).name} is of another formation than {name}", uid)
    return None


def needs_die(losses: Losses, board: Board, uid: str) -> bool:
    """osg 6.22, 12.24: whether a die decides: of units of demoralized formations."""
    return losses.demoralized(board.formation_of(uid))


def returns(charts: Charts, die: int) -> bool:
    """osg 12.24: whether a unit of a demoralized formation comes back; else it is gone for good."""
    return die <= charts.numbers["reorganize-demoralized"]


def bring_back(board: Board, losses: Losses, uid: str, at: str) -> None:
    """osg 6.21-1, 6.3, 12.12, 1.4-Reorganization: a unit comes back into a leader's hex, on its reduced counter;
    vedettes are whole. Its formation recovers its full strength."""
    board.place(uid, at)
    if board.unit(uid).kind != VEDETTE:
        board.reduced.add(uid)
    losses.recover(uid)
