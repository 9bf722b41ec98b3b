"""What the practice opponent wants of those who do not attack: its goals, posts, and ways off the map."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.hexgame.practice.posting import Wishes
from rulesets.napoleon_at_war.practice.goals import LEAVE, Goal
from rulesets.napoleon_at_war.practice.view import View
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions


def wishes(view: View, goals: Mapping[str, Goal]) -> Wishes:
    """Each unit wants what is wanted on the map where it is."""
    return Wishes(
        goal=lambda unit, at: goals[view.ground.map_of[at]],
        garrisons=goals.values(),
        way_off=lambda unit: _way_off(view, goals, unit),
    )


def _way_off(view: View, goals: Mapping[str, Goal], unit: str) -> tuple[str, str] | None:
    """From where and over which edge a unit leaves a map that its army leaves, if it can get over the edge."""
    start = view.position.at.get(unit)
    goal = goals[view.ground.map_of[start]] if start else None
    if start is None or goal is None or goal.mode != LEAVE:
        return None
    around = view.setting.field.edges[view.ground.map_of[start]]
    options = MoveOptions(view.setting, view.board, due={})
    for at, (_, path) in view.ways[unit].items():
        for edge in goal.edges:
            entry = {"unit": unit, "path": list(path), "exit": edge}
            if at in around[edge] and options.why_not(entry) is None:
                return at, edge
    return None
