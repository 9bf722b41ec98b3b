"""Leaving a map for good (17.0)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Json, Refusal
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.reading import points_text
from rulesets.napoleon_at_war.rules.march.march import held_in_place
from rulesets.napoleon_at_war.setting import Setting

Event = dict[str, Json]


def leaving_cost(setting: Setting, board: Board, path: Sequence[str]) -> int | None:
    """naw 17.0-6: half points of the step off the map, None where prohibited (ruling 31).

    The imagined hex beyond is like the one left; a road that leaves the map there serves a unit that came by it or
    began its move on it.
    """
    field = setting.field
    at = path[-1]
    began_here = len(path) < 2
    by_way = at in field.way_ends and (began_here or any(field.on_way(way, path[-2], at) for way in field.ways))
    if setting.is_night(board.position.turn) and setting.barred_at_night(at):
        return None
    return field.outside_cost(at, by_way)


def off_map_refusal(
    setting: Setting, board: Board, unit: str, path: Sequence[str], edge: str, spent: int, points: int
) -> Refusal | int:
    """naw 17.0-6: half points spent on the path and the step off the map together, or why the step is not allowed."""
    at, name = path[-1], setting.roster.units[unit].name
    if at not in setting.field.edges[setting.field.map_of[at]].get(edge, ()):
        return Refusal("17.0-6", f"{name} cannot leave over the {edge} edge: {at} does not lie on it", unit, at)
    if held_in_place(board, unit, at):
        return Refusal(
            "5.13", f"{name} has to stop in {at}, an enemy controlled hex, and cannot leave the map", unit, at
        )
    cost = leaving_cost(setting, board, path)
    if cost is None and setting.is_night(board.position.turn) and setting.barred_at_night(at):
        ground = setting.field.terrain[at]
        text = f"{name} cannot leave the map from {at}: beyond lies {ground} too, which may not be entered at night"
        return Refusal("16.1-1", text, unit, at)
    if cost is None:
        return Refusal("17.0-6", f"{name} cannot leave the map from {at}: such ground is prohibited", unit, at)
    if spent + cost > points:
        need, has = points_text(spent + cost), points_text(points)
        text = f"{name} cannot leave the map from {at}: that takes {need} movement points in all and it has {has}"
        return Refusal("17.0-6", text, unit, at)
    return spent + cost


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
    hexes = position.left_by.setdefault(army, [])
    if at not in hexes:
        hexes.append(at)
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
