"""Leaving a map: for good (17.0), or by the Intermap Transit Track between the two maps (17.1, 17.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving import leaving as shared
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
    return shared.leaving_cost(setting.field, path, closed_on(setting, board.position.turn))


def off_map_refusal(
    rules: MoveRules, unit: str, path: Sequence[str], edge: str, spent: int, points: int
) -> Refusal | int:
    """naw 17.0-6: half points spent on the path and the step off the map together, or why the step is not allowed."""
    at = path[-1]
    on_edge = rules.field.edges[rules.field.map_of[at]].get(edge, ())
    refusal = shared.no_exit(rules, unit, at, on_edge, edge)
    return refusal or shared.judge_leaving(rules, unit, path, spent, points)


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
    event: Event = {"kind": "exited", "unit": unit, "from": at, "edge": edge, "battle": battle, "case": "17.0-4"}
    return [event, *cut_off(setting, board, unit, at)]


def cut_off(setting: Setting, board: Board, unit: str, at: str) -> list[Event]:
    """naw 14.23: an exit over a hex cancels the enemy's reinforcements that still have to come in there."""
    position, army = board.position, board.army_of(unit)
    events: list[Event] = []
    for group in setting.groups:
        if group.cut_by != at or group.army == army:
            continue
        known = {*position.at, *position.lost, *position.exited, *position.out}
        gone = [unit for unit in group.units if unit not in known]
        position.out.update(gone)
        if gone:
            events.append({"kind": "cut_off", "units": gone, "by": unit, "at": at, "case": "14.23"})
    return events


# -- the transit track -----------------------------------------------------------------


def transit_refusal(setting: Setting, board: Board, unit: str, at: str, section: str) -> Refusal | None:
    """naw 17.0-5, 17.0-7, 17.1-1, 17.21-1, 17.24-1: why a unit may not go onto a section of the track from a hex."""
    rule, name = setting.transit, setting.roster.units[unit].name
    battle = setting.field.map_of[at]
    if rule is None or board.army_of(unit) != rule.army:
        return Refusal("17.0-7", f"{name} may not use the Intermap Transit Track", unit, at)
    if board.position.choice == rule.closed_under != "":
        text = f"{name} cannot go to the other map: under Option {rule.closed_under} nothing may stand there"
        return Refusal("17.0-5", text, unit, at)
    if unit in board.position.came_from:
        return no_return(setting, board, unit, at)
    edge = rule.edges.get(battle, "")
    if at not in setting.field.edges[battle].get(edge, ()):
        text = f"{name} cannot enter the track from {at}: it adjoins only the {edge} edge of this map"
        return Refusal("17.24-1", text, unit, at, setting.field.edges[battle].get(edge, ()))
    hexes = setting.field.sections.get(battle, {}).get(section, ())
    if at not in hexes:
        text = f"{name} cannot enter the {section} section of the track from {at}"
        return Refusal("17.1-1", text, unit, at, tuple(hexes))
    return None


def no_return(setting: Setting, board: Board, unit: str, at: str) -> Refusal:
    """naw 17.21-1: a unit that has left a map by the track never comes back to it, nor turns round on the track."""
    position = board.position
    left = position.track[unit][2] if unit in position.track else position.came_from[unit]
    name, there = setting.roster.units[unit].name, setting.field.titles[left]
    return Refusal("17.21-1", f"{name} came from the map of {there} and may not return to it", unit, at)


def turns_back(setting: Setting, board: Board, unit: str, at: str) -> bool:
    """naw 17.21-1: whether a hex lies on the map that a unit on the track has left."""
    track = board.position.track
    return unit in track and setting.field.map_of.get(at, "") == track[unit][2]


def depart(setting: Setting, board: Board, unit: str, section: str) -> list[Event]:
    """naw 17.1-1, 17.21-2: takes a unit onto the first space of a section, out of everybody's reach."""
    at = board.lift(unit)
    left = setting.field.map_of[at]
    board.position.track[unit] = (section, 1, left)
    board.position.came_from[unit] = left
    return [{"kind": "transit", "unit": unit, "section": section, "space": 1, "from": at, "case": "17.1-1"}]


def last_space(setting: Setting) -> int:
    """naw 17.1-3: the space from which the other map is entered (ruling 33)."""
    return setting.transit.spaces if setting.transit else 0


def track_refusal(setting: Setting, board: Board, unit: str, order: str) -> Refusal | None:
    """naw 17.1-3, 17.21-3: why a unit may not do on the track what is ordered: it advances or waits, nothing else."""
    name = setting.roster.units[unit].name
    place = board.position.track.get(unit)
    if place is None:
        return Refusal("17.1-2", f"{name} is not on the Intermap Transit Track", unit)
    if order not in ("advance", "wait"):
        return Refusal("17.21-3", f"{name} is on the transit track, where it may advance or wait", unit)
    if order == "advance" and place[1] >= last_space(setting):
        text = f"{name} stands in the last space of the track: it may enter the map ahead or wait"
        return Refusal("17.1-3", text, unit)
    return None


def advance_on_track(board: Board, unit: str) -> list[Event]:
    """naw 17.1-2: one space on, in the section in which the unit is."""
    section, space, left = board.position.track[unit]
    board.position.track[unit] = (section, space + 1, left)
    return [{"kind": "transit", "unit": unit, "section": section, "space": space + 1, "from": "", "case": "17.1-2"}]


def destination(setting: Setting, place: tuple[str, int, str]) -> tuple[str, str, tuple[str, ...]]:
    """naw 17.21-1, 17.24-2: the map ahead of a unit in transit, its edge, the hexes that adjoin its section."""
    section, _, left = place
    edges: Mapping[str, str] = setting.transit.edges if setting.transit else {}
    battle = next(battle for battle in edges if battle != left)
    return battle, edges[battle], setting.field.sections.get(battle, {}).get(section, ())
