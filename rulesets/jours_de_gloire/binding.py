"""A scenario bound to its options: its files are read, and open or hidden play is chosen, once for the whole game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pbem.wargame.data_reader import read_data, read_file
from pbem.wargame.faults import DataFaults
from rulesets.jours_de_gloire.face_up import FaceUp
from rulesets.jours_de_gloire.hidden.face_down import FaceDown
from rulesets.jours_de_gloire.mapdata import MapData, Reader, read_map
from rulesets.jours_de_gloire.roster import Forces, General, Unit, read_forces
from rulesets.jours_de_gloire.scenario_data import ScenarioData, read_scenario
from rulesets.jours_de_gloire.setting import GENERAL, OPTIONS, Options, Setting
from rulesets.jours_de_gloire.tables import read_charts

Json = Any


def read_options(options: Mapping[str, Json]) -> Options:
    """The options with their defaults. Raises ValueError for an unknown one or a value that it does not have."""
    chosen = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in options.items():
        if name not in OPTIONS:
            raise ValueError(f"no such option: {name}; offered: {', '.join(OPTIONS)}")
        if value not in OPTIONS[name]:
            raise ValueError(f"option {name} is one of {', '.join(OPTIONS[name])}, not {value!r}")
        chosen[name] = value
    solitaire = chosen["solitaire"] == "yes"
    hidden, handicap = chosen["hiding"] == "hidden" and not solitaire, chosen["handicap"] == "levelled"
    return Options(hidden, solitaire, chosen["screen-limit"], chosen["relief"], handicap)


def read_setting(
    rules: Mapping[str, bytes], scenario: Mapping[str, bytes], options: Mapping[str, Json], uid: str = ""
) -> Setting:
    """jdg T-SCEN: a setting from the bytes of the ruleset's data and of one scenario's folder.

    rules: `charts.yaml` and `maps/<map>.yaml`. scenario: `scenario.yaml`, `forces.yaml` and, where it brings its own,
    `maps/<map>.yaml`. uid: the scenario's id. Raises DataFaults with everything that is wrong in the files, ValueError
    for an option that does not fit.
    """
    chosen = read_options(options)
    charts = read_charts(read_file(rules, "charts.yaml"))
    story, roster = Reader("scenario.yaml"), Reader("forces.yaml")
    data = read_scenario(story, _file(story, scenario), charts.months)
    field, faults = _map(data.map, rules, scenario)
    forces = read_forces(roster, _file(roster, scenario), data.armies, field)
    if field is not None:
        _check_places(story, data, field)
        _check_set_up(roster, forces, data.sieges)
    _check_arrivals(story, data, forces)
    _check_changes(story, data, forces)
    faults += [*story.faults, *roster.faults]
    if faults or field is None:
        raise DataFaults(faults)
    data = data if chosen.handicap else replace(data, handicap={})
    return Setting(uid, data, field, forces, charts, chosen, FaceDown() if chosen.hidden else FaceUp())


def _file(reader: Reader, files: Mapping[str, bytes]) -> Json:
    """A parsed file; its faults go to the reader, so that the others are read all the same."""
    if reader.name not in files:
        reader.fault("", "the file is missing; a scenario's folder has scenario.yaml and forces.yaml")
        return {}
    try:
        return read_file(files, reader.name)
    except DataFaults as faults:
        reader.faults += faults.faults
        return {}


def _map(name: str, rules: Mapping[str, bytes], scenario: Mapping[str, bytes]) -> tuple[MapData | None, list[str]]:
    path = f"maps/{name}.yaml"
    content = scenario.get(path) or rules.get(path)
    if content is None:
        return None, [f"scenario.yaml: there is no map {name[:24]}"]
    try:
        return read_map(path, read_data(path, content))
    except DataFaults as faults:
        return None, list(faults.faults)


def _check_places(reader: Reader, data: ScenarioData, field: MapData) -> None:
    for member, boxes in (("control", data.control), ("victory", data.boxes), ("sieges", data.sieges)):
        for box in boxes:
            if box not in field.boxes:
                reader.missing(member, "box", box, field.boxes, box)
            elif member == "sieges" and not field.boxes[box].city:
                reader.fault(member, f"{box} is no fortified city", box)
    for number, arrival in enumerate(data.reinforcements, 1):
        where = f"reinforcements, {number}"
        if arrival.box and arrival.box not in field.boxes:
            reader.missing(where, "box", arrival.box, field.boxes, "box")
        if arrival.entry and arrival.entry not in field.entries:
            reader.missing(where, "entry", arrival.entry, field.entries, "entry")


def _check_set_up(reader: Reader, forces: Forces, besieged: Collection[str]) -> None:
    """Nobody begins in a box of the enemy, but for sieges that go on."""
    holder: dict[str, tuple[str, str]] = {}
    for what, uid, thing in _everybody(forces):
        army = forces.commands[thing.command].army if thing.command in forces.commands else ""
        if not thing.at or not army or thing.at in besieged:
            continue
        other, first = holder.setdefault(thing.at, (army, uid))
        if other != army:
            reader.fault(f"{what} {uid}", f"begins in {thing.at}, where {first} of the {other} side begins", "at")


def _everybody(forces: Forces) -> Iterator[tuple[str, str, General | Unit]]:
    for uid, general in forces.generals.items():
        yield GENERAL, uid, general
    for uid, unit in forces.units.items():
        yield "unit", uid, unit


def _check_arrivals(reader: Reader, data: ScenarioData, forces: Forces) -> None:
    """jdg 3.3-1: whoever is not there from the start comes once, with his own side, within the scenario."""
    everybody = {(what, uid): thing for what, uid, thing in _everybody(forces)}
    due: dict[tuple[str, str], str] = {}
    for number, arrival in enumerate(data.reinforcements, 1):
        where = f"reinforcements, {number}"
        _check_turn(reader, data, where, arrival.turn)
        if arrival.pf:
            _check_army(reader, data, forces, where, arrival.command, arrival.army)
        for what, name in [("unit", name) for name in arrival.units] + [(GENERAL, name) for name in arrival.generals]:
            thing = everybody.get((what, name))
            if thing is None:
                reader.missing(where, what, name, forces.units if what == "unit" else forces.generals, f"{what}s")
                continue
            _check_army(reader, data, forces, where, thing.command, arrival.army)
            if thing.at:
                reader.fault(where, f"{name} is in {thing.at} from the start")
            if (what, name) in due:
                reader.fault(where, f"{name} comes with {due[what, name]} already")
            due.setdefault((what, name), where)
    heirs = {row.chief for row in data.replacements}
    for (what, uid), thing in everybody.items():
        if not thing.at and (what, uid) not in due and not (what == GENERAL and uid in heirs):
            reader.fault(f"{what} {uid}", "is not there from the start and never comes")


def _check_turn(reader: Reader, data: ScenarioData, where: str, turn: int) -> None:
    if turn > len(data.turns):
        reader.fault(where, f"there is no turn {turn}; the game has {len(data.turns)}", "turn")


def _check_army(reader: Reader, data: ScenarioData, forces: Forces, where: str, command: str, army: str) -> None:
    known = forces.commands.get(command)
    if known is None:
        reader.missing(where, "command", command, forces.commands, "command")
    elif known.army != army and not (data.defection and data.defection.command == command):
        reader.fault(where, f"{command} is not of the {army} side")


def _check_changes(reader: Reader, data: ScenarioData, forces: Forces) -> None:
    """jdg 4.2-2, B.7.1: replacements and a change of sides name generals and commands that are there."""
    for number, row in enumerate(data.replacements, 1):
        where = f"replacements, {number}"
        _check_turn(reader, data, where, row.turn)
        if row.command not in forces.commands:
            reader.missing(where, "command", row.command, forces.commands, "command")
        for name in (row.remove, row.chief):
            general = forces.generals.get(name)
            if general is None or general.command != row.command:
                reader.fault(where, f"{name[:24]} is no general of {row.command[:24]}")
        if row.remove == row.chief:
            reader.fault(where, f"{row.chief[:24]} cannot replace himself")
    change = data.defection
    if change is not None:
        known = forces.commands.get(change.command)
        if known is None or known.army == change.to:
            reader.fault("yorck", f"{change.command[:24]} is no command that could go over to the {change.to} side")
        for turn in change.rolls:
            _check_turn(reader, data, "yorck", turn)
