"""Leaving a map for good (17.0)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving import leaving
from pbem.hexgame.moving.rules import MoveRules
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.march.march import closed_on
from rulesets.napoleon_at_war.setting import Setting

Event = dict[str, Json]


def leaving_cost(setting: Setting, board: Board, path: Sequence[str]) -> int | None:
    """naw 17.0-6: half points of the step off the map, None where prohibited (ruling 31).

    The imagined hex beyond is like the one left; a road that leaves the map there serves a unit that came by it or
    began its move on it.
    """
    return leaving.leaving_cost(setting.field, path, closed_on(setting, board.position.turn))


def off_map_refusal(
    rules: MoveRules, unit: str, path: Sequence[str], edge: str, spent: int, points: int
) -> Refusal | int:
    """naw 17.0-6: half points spent on the path and the step off the map together, or why the step is not allowed."""
    at = path[-1]
    on_edge = rules.field.edges[rules.field.map_of[at]].get(edge, ())
    refusal = leaving.no_exit(rules, unit, at, on_edge, edge)
    return refusal or leaving.judge_leaving(rules, unit, path, spent, points)


def exit_refusal(setting: Setting, board: Board, unit: str, at: str, edge: str) -> Refusal | None:
    """naw 17.0-1, 17.0-2, 17.0-3: why a unit may not leave for good over an edge."""
    army, battle = board.army_of(unit), setting.field.map_of[at]
    name, title = setting.roster.units[unit].name, setting.field.titles[battle]
    if not board.position.broken.get(battle):
        text = f"{name} may not leave the map of {title}: nobody is demoralized there yet"
        return Refusal("17.0-1", text, unit, at)
    allowed = setting.exits.get(army, {}).get(battle, ())
    if edge not in allowed:
        case = "17.0-3" if army == setting.armies[0] else "17.0-2"
        text = (
            f"{name} may not leave the map of {title} over its {edge} edge, only over: {', '.join(allowed) or 'none'}"
        )
        return Refusal(case, text, unit, at, allowed)
    return None


def leave(setting: Setting, board: Board, unit: str, edge: str) -> list[Event]:
    """naw 17.0-4, 17.22, 14.23: takes a unit off the map for good; it is not lost. Returns the events."""
    position = board.position
    at = board.lift(unit)
    battle, army = setting.field.map_of[at], board.army_of(unit)
    position.exited[unit] = (battle, edge)
    position.left_by.setdefault(army, set()).add(at)
    events: list[Event] = [
        {"kind": "exited", "unit": unit, "from": at, "edge": edge, "battle": battle, "case": "17.0-4"}
    ]
    return events + cut_off(setting, board, unit, at)


def cut_off(setting: Setting, board: Board, unit: str, at: str) -> list[Event]:
    """naw 14.23: an exit over a hex cancels the enemy's reinforcements that still have to come in there."""
    position, army = board.position, board.army_of(unit)
    events: list[Event] = []
    for group in setting.groups:
        if group.cut_by != at or group.army == army:
            continue
        gone = [u for u in group.units if u not in position.at and u not in position.lost and u not in position.exited]
        gone = [u for u in gone if u not in position.out]
        position.out.update(gone)
        if gone:
            events.append({"kind": "cut_off", "units": gone, "by": unit, "at": at, "case": "14.23"})
    return events
