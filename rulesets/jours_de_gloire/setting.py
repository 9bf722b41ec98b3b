"""A scenario with its options: everything that stays the same during a game, read once from the data files.

A content is what a counter holds, as canonical JSON: {"unit", "pf", "lag"}, for a detachment formed in play with "of"
besides, {"general"} or {"dummy"}. Contents come from the other side's messages too: the methods here take any JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from pbem.wargame.areagraph import AreaGraph
from pbem.wargame.faults import DataFaults
from rulesets.jours_de_gloire.mapdata import (
    Box,
    Entry,
    MapData,
    Reader,
    River,
    Waterlink,
    link_name,
    read_data,
    read_map,
)
from rulesets.jours_de_gloire.roster import Command, Detachment, Forces, General, Unit, read_forces
from rulesets.jours_de_gloire.scenario_data import (
    BY_RULE,
    Defection,
    Reinforcement,
    Replacement,
    ScenarioData,
    SideData,
    Turn,
    read_scenario,
)
from rulesets.jours_de_gloire.tables import Charts, read_charts

Json = Any
# What the counters are that somebody may look into: counter -> content.
Known = Mapping[str, Json]
GENERAL, INFANTRY, CAVALRY = "general", "infantry", "cavalry"

# Name -> values, the first being the default. What they mean stands in the ruleset's README.
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "hiding": ("hidden", "open"),
    "solitaire": ("no", "yes"),
    "screen-limit": ("few", "printed"),
    "relief": ("besieged", "printed"),
    "handicap": ("levelled", "none"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agreed on. hidden: counters lie face down. solitaire: section 10. The others by their words.

    handicap: whether the points count with which the scenario has a side begin.
    """

    hidden: bool
    solitaire: bool
    screen_limit: str
    relief: str
    handicap: bool = True


@dataclass(frozen=True, slots=True)
class Troops:
    """What a unit or detachment is: ratings of the unit or counter. detachment: whether it counts as one in combat.

    command: whose it is, that of its parent for a detachment formed in play, empty if nobody can tell.
    initial: strength points at the start, 0 for a detachment formed in play.
    """

    id: str
    name: str
    kind: str
    co: int
    ba: int
    bc: int
    command: str
    detachment: bool
    guard: bool
    independent: bool
    initial: int


@dataclass(frozen=True)
class Setting:
    """One scenario, bound to its options. See `ScenarioData`, `Forces`, `MapData` for the members."""

    id: str
    scenario: ScenarioData
    map: MapData
    forces: Forces
    charts: Charts
    options: Options

    @property
    def sides(self) -> tuple[str, str]:
        """The two sides, as the scenario lists them."""
        return self.scenario.sides

    @property
    def field(self) -> AreaGraph:
        """jdg 0.1: boxes and links; boxes without a link between them have nothing to do with each other."""
        return self.map.field

    @property
    def boxes(self) -> Mapping[str, Box]:
        """The boxes, in the map's order."""
        return self.map.boxes

    @property
    def generals(self) -> Mapping[str, General]:
        """All generals by id."""
        return self.forces.generals

    @property
    def units(self) -> Mapping[str, Unit]:
        """All units of the scenario by id, detachments formed in play apart."""
        return self.forces.units

    @property
    def commands(self) -> Mapping[str, Command]:
        """jdg 4.1-1: what the book calls armies, by id."""
        return self.forces.commands

    def foe(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def link(self, a: str, b: str) -> Waterlink | None:
        """What joins two boxes, None where nothing does."""
        return self.map.links.get(link_name(a, b))

    @cached_property
    def emperor(self) -> str:
        """The general who is Napoleon, empty if he is not in the scenario."""
        return next((uid for uid, general in self.generals.items() if general.emperor), "")

    @cached_property
    def reaches(self) -> dict[Json, dict[str, Mapping[str, int]]]:
        """Searches that `command.Lines` has made lately, by all that they hang on."""
        return {}

    def month(self, turn: int) -> str:
        """The month of a game turn, for the weather."""
        return self.scenario.turns[turn - 1].month

    # -- contents -----------------------------------------------------------------------

    def troops(self, content: Json) -> Troops | None:
        """jdg 1.2.1-1, 1.2.2-3: what a content's unit or detachment is; None for generals, dummies and nonsense."""
        name = _member(content, "unit")
        if not isinstance(name, str):
            return None
        if name in self._troops:
            return self._troops[name]
        counter = self.forces.detachments.get(name)
        if counter is None:
            return None
        parent = self.units.get(str(content.get("of", "")))
        return Troops(
            counter.id,
            counter.name,
            counter.kind,
            counter.co,
            0,
            counter.bc,
            parent.command if parent else "",
            True,
            False,
            parent is None,
            0,
        )

    @cached_property
    def _troops(self) -> dict[str, Troops]:
        return {name: _unit_troops(unit) for name, unit in self.units.items()}

    def general(self, content: Json) -> General | None:
        """The general in a content; None where there is none."""
        name = _member(content, "general")
        return self.generals.get(name) if isinstance(name, str) else None

    def dummy(self, content: Json) -> bool:
        """jdg 1.3-1: whether a content is a dummy."""
        return isinstance(content, Mapping) and content.get("dummy") in (INFANTRY, CAVALRY)

    def kind(self, content: Json) -> str:
        """jdg 5.0, 1.3-1: `general`, `infantry` or `cavalry`, dummies by what they pretend; infantry for nonsense."""
        if self.general(content) is not None:
            return GENERAL
        troops = self.troops(content)
        if troops is not None:
            return troops.kind
        return CAVALRY if self.dummy(content) and content["dummy"] == CAVALRY else INFANTRY

    def command_of(self, content: Json) -> str:
        """jdg 4.1-1, 6.1-2: the command that a unit, detachment or general belongs to; empty for dummies."""
        general, troops = self.general(content), self.troops(content)
        if general is not None:
            return general.command
        return troops.command if troops is not None else ""


def _member(content: Json, name: str) -> Json:
    """A member of a content; None where it has none or is no object. Asked so often that the usual type comes first."""
    return content.get(name) if type(content) is dict or isinstance(content, Mapping) else None


def _unit_troops(unit: Unit) -> Troops:
    return Troops(
        unit.id,
        unit.name,
        unit.kind,
        unit.co,
        unit.ba,
        unit.bc,
        unit.command,
        unit.level == "detachment",
        unit.guard,
        unit.independent,
        unit.pf,
    )


# -- reading ---------------------------------------------------------------------------------


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
    charts = read_charts(read_data("charts.yaml", rules["charts.yaml"]))
    story, roster = Reader("scenario.yaml"), Reader("forces.yaml")
    data = read_scenario(story, _file(story, scenario), charts.months)
    field, faults = _map(data.map, rules, scenario)
    forces = read_forces(roster, _file(roster, scenario), data.sides, field)
    if field is not None:
        _check_places(story, data, field)
        _check_set_up(roster, forces, data.sieges)
    _check_arrivals(story, data, forces)
    _check_changes(story, data, forces)
    faults += [*story.faults, *roster.faults]
    if faults or field is None:
        raise DataFaults(faults)
    return Setting(uid, data if chosen.handicap else replace(data, handicap={}), field, forces, charts, chosen)


def _file(reader: Reader, files: Mapping[str, bytes]) -> Json:
    """A parsed file; its faults go to the reader, so that the others are read all the same."""
    if reader.name not in files:
        reader.fault("", "the file is missing; a scenario's folder has scenario.yaml and forces.yaml")
        return {}
    try:
        return read_data(reader.name, files[reader.name])
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
        side = forces.commands[thing.command].side if thing.command in forces.commands else ""
        if not thing.at or not side or thing.at in besieged:
            continue
        other, first = holder.setdefault(thing.at, (side, uid))
        if other != side:
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
            _check_side(reader, data, forces, where, arrival.command, arrival.side)
        for what, name in [("unit", name) for name in arrival.units] + [(GENERAL, name) for name in arrival.generals]:
            thing = everybody.get((what, name))
            if thing is None:
                reader.missing(where, what, name, forces.units if what == "unit" else forces.generals, f"{what}s")
                continue
            _check_side(reader, data, forces, where, thing.command, arrival.side)
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


def _check_side(reader: Reader, data: ScenarioData, forces: Forces, where: str, command: str, side: str) -> None:
    known = forces.commands.get(command)
    if known is None:
        reader.missing(where, "command", command, forces.commands, "command")
    elif known.side != side and not (data.defection and data.defection.command == command):
        reader.fault(where, f"{command} is not of the {side} side")


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
        if known is None or known.side == change.to:
            reader.fault("yorck", f"{change.command[:24]} is no command that could go over to the {change.to} side")
        for turn in change.rolls:
            _check_turn(reader, data, "yorck", turn)


__all__ = [
    "BY_RULE",
    "OPTIONS",
    "Box",
    "Charts",
    "Command",
    "Defection",
    "Detachment",
    "Entry",
    "General",
    "Known",
    "Options",
    "Reinforcement",
    "Replacement",
    "River",
    "Setting",
    "SideData",
    "Troops",
    "Turn",
    "Unit",
    "Waterlink",
    "read_options",
    "read_setting",
]
