"""Scenarios and set-ups: who is where on which day, who comes when, on what part of the map (19, 21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from rulesets.campaign_1806.calendar import Turn, turn, turns
from rulesets.campaign_1806.roster import Forces
from rulesets.campaign_1806.rules.march.stacking import fits

DIE: Final = "die"
"""osg 19.31: in place of a turn: he comes if he passes a check."""
WHOLE, NORTH = "whole", "north"
REGULAR, ALTERNATE, EITHER = "regular", "alternate", "either"
"""osg 21.71, 21.81: the tracks by which the French come in."""
_BESIDE: Final = 5


@dataclass(frozen=True, slots=True)
class Arrival:
    """osg 1.61, 15.0, 19.3, 21.81: who comes in where and when. turn: its id, or DIE. force: by which name the tables
    have them. track: REGULAR or ALTERNATE where the owner may choose between two, else ""."""

    units: tuple[str, ...]
    at: str
    turn: str
    force: str = ""
    track: str = ""


@dataclass(frozen=True)
class Scenario:
    """osg 19.2-1: one scenario as data. first: the First Player. row: of the set-up tables. without, only: units and
    forces that are left out, and forces that alone take part. options: names. arrivals: besides those of the tables.
    starts: other days to begin on. data: the whole file, for what is read elsewhere."""

    id: str
    title: str
    first: str
    turns: tuple[Turn, ...]
    area: str
    row: str
    without: frozenset[str]
    only: frozenset[str]
    options: tuple[str, ...]
    arrivals: tuple[Arrival, ...]
    starts: tuple[str, ...]
    data: Mapping[str, Any]


def read_scenario(data: Mapping[str, Any], start: str = "") -> Scenario:
    """osg 19.0, 19.1, 19.23-1, 21.11, 21.13, 21.14, 21.16, 21.17, 21.54, 21.75b: a scenario file. start: another day to
    begin on, on its morning. Raises ValueError for a day on which it cannot begin."""
    first, row = data["turns"]["from"], data["setup"]
    others = tuple(data.get("starts", ()))
    if start and start not in others:
        raise ValueError(f"{data['id']} cannot begin on day {start[:5]}; days are {', '.join(others) or 'none'}")
    if start:
        first, row = f"{start}/morning", start
    return Scenario(
        data["id"],
        data["title"],
        data["first"],
        turns(first, data["turns"]["to"]),
        data["area"],
        row,
        frozenset(data.get("without", "").split()),
        frozenset(data.get("only", "").split()),
        tuple(data.get("options", "").split()),
        tuple(
            Arrival(tuple(one["units"].split()), one["at"], turn(one["turn"]).id)
            for one in data.get("reinforcements", ())
        ),
        others,
        data,
    )


def area_hexes(areas: Mapping[str, Any], field: HexField, name: str) -> frozenset[str]:
    """osg 21.12, 21.22, 21.32, 21.92: the hexes of a part of the map. Raises KeyError for a part that nobody knows."""
    hexes = frozenset(field.hexes)
    north = frozenset(at for at in hexes if at.startswith("n"))
    if name == WHOLE:
        return hexes
    if name == NORTH:
        return north
    beyond = frozenset(at for row, text in areas["auerstedt"].items() for at in _spans(row, text))
    if name == "auerstedt":
        return beyond
    if name == "jena":
        return (north - beyond) | frozenset(areas["shared"].split())
    part = areas[name]
    first, last = part["rows"].split("-")
    west, east = part.get("columns", "00-99").split("-")
    inside = frozenset(at for at in north if first <= at[:3] <= last and west <= at[3:] <= east)
    return inside | frozenset(part.get("besides", "").split())


def _spans(row: str, text: str) -> Iterator[str]:
    for span in text.split():
        first, last = span.split("-")
        yield from (f"{row}{column:02}" for column in range(int(first), int(last) + 1))


@dataclass(frozen=True)
class SetUp:
    """osg 19.21: who begins where. at: unit -> hex, in the order of the tables. marching: who begins on a road march
    (19.27). arrivals: who comes later. reduced: who begins on the weaker counter (19.28)."""

    at: Mapping[str, str]
    marching: frozenset[str]
    arrivals: tuple[Arrival, ...]
    reduced: frozenset[str] = frozenset()


def read_set_up(
    data: Mapping[str, Any], scenario: Scenario, forces: Forces, field: HexField, area: frozenset[str]
) -> SetUp:
    """osg 1.6-3, 1.61, 3.1, 15.11, 19.21, 19.22, 19.23-2, 19.24-1, 19.24-2, 19.24-3, 19.27, 19.28, 19.29, 21.15, 21.25,
    21.95: the set-up of a scenario by the row of its day.

    Who would stand outside of the area is left out. Who does not fit into his hex stands in the nearest hex that has
    room. On the 7th the French are not there yet (21.6). Who belongs beside a leader who comes later comes with him.
    """
    if "places" in scenario.data:
        # Ours: a scenario that is not the rulebook's says itself who stands where.
        return SetUp({uid: at for row in scenario.data["places"].values() for uid, at in row.items()}, frozenset(), ())
    hexes: dict[str, str] = {}
    marching: set[str] = set()
    arrivals = list(scenario.arrivals)
    arriving = {uid for one in arrivals for uid in one.units}
    row = "8" if scenario.row == "7" else scenario.row
    column = data["dates"].index(row)
    for name, force in data["forces"].items():
        left_out = name in scenario.without or bool(scenario.only and name not in scenario.only)
        units = [uid for uid in force["units"].split() if uid not in scenario.without and uid not in arriving]
        cell = _cell(data, scenario, name, force, column)
        if left_out or cell[0] == "-" or not units:
            continue
        if cell[0] == "with" and cell[1] not in hexes:
            arrivals = [_joined(one, units, cell[1]) for one in arrivals]
            continue
        if cell[0] == "r":
            arrivals.append(Arrival(tuple(units), cell[1], cell[2], name))
            continue
        targets = [hexes[cell[1]]] if cell[0] == "with" else cell
        if targets[0] not in area:
            continue
        for uid in units:
            hexes[uid] = _room(forces, field, area, hexes, uid, [at for at in targets if at in area])
        if cell[-1] == "m":
            marching.update(units)
    weak = frozenset(data.get("reduced", {}).get(row, "").split())
    return SetUp(hexes, frozenset(marching), _tracks(data, scenario, arrivals), weak & hexes.keys())


def _cell(data: Mapping[str, Any], scenario: Scenario, name: str, force: Mapping[str, Any], column: int) -> list[str]:
    """osg 21.61, 21.75a: what the tables say of a force, as words. On the 7th whoever of the French is there on the 8th
    comes in where he stands then, on its afternoon; on the alternate track as that has it."""
    cell: list[str] = force["at"][column].split()
    if scenario.data.get("track") == ALTERNATE and name in data["alternate"]:
        return ["r", *data["alternate"][name].split()]
    if scenario.row == "7" and force["army"] == "french" and cell[0] not in ("r", "with", "-"):
        return ["r", data["early"][name], "8/afternoon"]
    return cell


def _joined(arrival: Arrival, units: Sequence[str], leader: str) -> Arrival:
    """An arrival with others in it who come with a leader."""
    return replace(arrival, units=(*arrival.units, *units)) if leader in arrival.units else arrival


def _tracks(data: Mapping[str, Any], scenario: Scenario, arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
    """osg 21.81: where the owner chooses, each force of the alternate track twice."""
    if scenario.data.get("track") != EITHER:
        return tuple(arrivals)
    found: list[Arrival] = []
    for one in arrivals:
        french = one.force in data["forces"] and data["forces"][one.force]["army"] == "french"
        other = data["alternate"].get(one.force, "").split() if french else []
        found.append(replace(one, track=REGULAR) if other else one)
        if other:
            found.append(Arrival(one.units, other[0], other[1], one.force, ALTERNATE))
    return tuple(found)


def _room(
    forces: Forces, field: HexField, area: frozenset[str], hexes: Mapping[str, str], uid: str, targets: Sequence[str]
) -> str:
    """The first of some hexes, and then of those about the first, in which a unit fits with friends alone."""
    grid = field.grids[field.map_of[targets[0]]]
    about = [at for at in grid.within(targets[0], _BESIDE) if at in area]
    army = forces.units[uid].army
    for at in dict.fromkeys([*targets, *about]):
        there = [forces.units[one] for one, place in hexes.items() if place == at]
        if all(one.army == army for one in there) and fits([*there, forces.units[uid]]):
            return at
    raise ValueError(f"there is no room for {uid} about {targets[0]}")
