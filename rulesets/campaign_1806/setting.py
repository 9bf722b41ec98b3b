"""The setting of a campaign: a scenario with its ground, counters, charts and options, none of which ever changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.part import cut_out
from pbem.lean import dataclass
from pbem.wargame.data_reader import read_file
from rulesets.campaign_1806.battlefield import VILLAGE, Defence, read_chart, read_defence, read_ground
from rulesets.campaign_1806.calendar import Turn
from rulesets.campaign_1806.charts import Charts, read_charts
from rulesets.campaign_1806.choices import Choices, read_choices
from rulesets.campaign_1806.fog import Fog
from rulesets.campaign_1806.hidden.counters import with_counters
from rulesets.campaign_1806.roster import Forces, read_forces
from rulesets.campaign_1806.rules.victory import Scale, read_scale
from rulesets.campaign_1806.scenarios_data import (
    ALTERNATE,
    DIE,
    REGULAR,
    Arrival,
    Scenario,
    SetUp,
    area_hexes,
    read_scenario,
    read_set_up,
)

ARMIES: Final = ("french", "prussian")
MAP: Final = "maps/thuringia.yaml"


@dataclass(frozen=True)
class Setting:
    """Everything of a campaign that never changes. field: the part of the map in play. choices: its options."""

    scenario: Scenario
    choices: Choices
    field: HexField
    forces: Forces
    charts: Charts
    defence: Defence
    scale: Scale
    setup: SetUp
    fog: Fog

    @property
    def armies(self) -> tuple[str, str]:
        """osg 2.11, 2.12: the First Player's army, then the other."""
        first = self.scenario.first
        return (first, ARMIES[1] if first == ARMIES[0] else ARMIES[0])

    @property
    def turns(self) -> tuple[Turn, ...]:
        """osg 2.12D: the turns of the scenario."""
        return self.scenario.turns

    def sources(self, army: str) -> tuple[str, ...]:
        """osg 14.21, 14.22, 14.23, 21.75a: the supply sources of an army on the part of the map in play."""
        listed = self.scenario.data.get("sources", {}).get(army)
        hexes = listed.split() if listed else self.scale.sources[army]
        return tuple(at for at in hexes if at in self.field.neighbours)

    @cached_property
    def objectives(self) -> tuple[str, ...]:
        """osg 20.12, 20.16, 21.96-1: the hexes whose control decides something."""
        rows = self.scenario.data.get("victory", {})
        named = [at for name in ("prussian-holds", "french-holds") for at in rows.get(name, "").split()]
        sources = [at for army in ARMIES for at in self.sources(army)]
        return tuple(dict.fromkeys(at for at in (*sources, *named) if at in self.field.neighbours))

    def due(self, turn: int, alternate: Collection[str] | None = ()) -> tuple[Arrival, ...]:
        """osg 15.0, 19.23-2, 21.81: the groups whose turn has come by some turn of the scenario, earliest first.
        alternate: forces whose owner chose the alternate track for them; None where nobody else knows: by both."""
        ids = {one.id: number for number, one in enumerate(self.turns, 1)}
        by_track = [
            one
            for one in self.setup.arrivals
            if alternate is None or one.track != (ALTERNATE if one.force not in alternate else REGULAR)
        ]
        listed = [one for one in by_track if one.turn != DIE and ids.get(one.turn, 0) <= turn]
        return tuple(sorted(listed, key=lambda one: ids.get(one.turn, 0)))


def part(field: HexField, area: frozenset[str]) -> HexField:
    """osg 21.12, 21.22, 21.92: the map as a scenario has it; what lies outside of the area is off the map, and a way
    that runs on outside ends where it leaves it."""
    if len(area) == len(field.neighbours):
        return field
    inside = [at for at in field.hexes if at in area]
    rim = tuple(at for at in inside if any(near not in area for near in field.neighbours[at]))
    edges = {
        name: {**{edge: tuple(at for at in hexes if at in area) for edge, hexes in edges.items()}, "area": rim}
        for name, edges in field.edges.items()
    }
    return cut_out(field, inside, edges)


def read_setting(
    files: Mapping[str, bytes],
    data: Mapping[str, bytes],
    options: Mapping[str, Any],
    overlay: Sequence[Any],
    fogs: tuple[Fog, Fog],
) -> Setting:
    """osg 1.0, 1.1, 19.0, 21.0, 21.21, 21.23, 21.24, 21.31, 21.33, 21.34, 21.41, 21.42, 21.43, 21.44, 21.51, 21.52,
    21.53, 21.61, 21.63, 21.64, 21.71, 21.73, 21.74, 21.81, 21.83, 21.84, 21.93, 21.94: a setting from the files of a
    scenario and of the ruleset, options and corrections put in. fogs: of open and of hidden play (1.5).

    Raises ValueError for an option or a correction that does not fit.
    """
    choices = read_choices(read_file(files, "scenario.yaml"), read_file(data, "options.yaml"), options)
    scenario = read_scenario(choices.applied(read_file(files, "scenario.yaml")), choices.start)
    terrain = read_file(data, "terrain.yaml")
    whole = read_ground(read_file(data, MAP), read_chart(terrain), overlay)
    area = area_hexes(read_file(data, "areas.yaml"), whole, scenario.area)
    forces = read_forces(read_file(data, "units.yaml"))
    if choices.hidden:
        forces = with_counters(forces)
    return Setting(
        scenario,
        choices,
        part(whole, area),
        forces,
        read_charts(read_file(data, "charts.yaml")),
        _defence(read_defence(terrain), choices),
        read_scale(read_file(data, "victory.yaml")),
        read_set_up(read_file(data, "setups.yaml"), scenario, forces, whole, area),
        fogs[choices.hidden],
    )


def _defence(defence: Defence, choices: Choices) -> Defence:
    """osg 11.31A: villages as the text has them, or as the designer answered."""
    if choices.on("villages-help"):
        return replace(defence, hexes={**defence.hexes, VILLAGE: defence.hexes["town"]})
    return defence
