"""The setting of a battle: a scenario with its ground, counters, chain and charts, none of which ever changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pbem.hexgame.field.field import HexField
from pbem.wargame.data_reader import read_file
from rulesets.winters_victory import opening
from rulesets.winters_victory.battlefield import read_ground, read_terrain, window
from rulesets.winters_victory.board.pieces import CREW, INFANTRY, Unit
from rulesets.winters_victory.calendar import Calendar, read_calendar
from rulesets.winters_victory.chain import Chain, read_chain
from rulesets.winters_victory.command_charts import CommandCharts, Delivery, read_command, read_delivery
from rulesets.winters_victory.playbook import (
    Night,
    Points,
    Snow,
    Special,
    read_night,
    read_points,
    read_snow,
)
from rulesets.winters_victory.roster import Forces, Pool, read_forces
from rulesets.winters_victory.rules.formations.skirmishing import company_size
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.scene import Charts
from rulesets.winters_victory.scenarios_data import Scenario, read_scenario
from rulesets.winters_victory.tempo import SIX, TWO, Segment, segments

MAP: Final = "maps/eylau.yaml"
TEMPO: Final = "tempo"
TEMPOS: Final = (TWO, SIX)
ARMY_COMMAND: Final = "army"
"""The command of an army, among its corps."""


@dataclass(frozen=True, eq=False)
class Setting:
    """Everything of a battle that never changes; it is equal to itself alone. ground: the part of the map in play.
    units: all counters, companies of skirmishers among them. chain: as the scenario has it."""

    scenario: Scenario
    tempo: str
    calendar: Calendar
    ground: Ground
    forces: Forces
    chain: Chain
    units: Mapping[str, Unit]
    charts: Charts
    command: CommandCharts
    card: Delivery
    snow: Snow
    night: Night
    points: Points

    @property
    def special(self) -> Special:
        """wv 4.1.2C.4: the special rules."""
        return self.charts.special

    @property
    def field(self) -> HexField:
        """The part of the map in play."""
        return self.ground.field

    @cached_property
    def segments(self) -> tuple[tuple[int, Segment], ...]:
        """wv 4.0-1, 4.4: the segments of the scenario, each with its day; a phase that the hour of its turn does not
        have is left out (4.5)."""
        found: list[tuple[int, Segment]] = []
        for number, day in enumerate(self.scenario.days, 1):
            last = number == len(self.scenario.days)
            for one in segments(self.tempo, day.first, day.last):
                played = tuple((turn, phase) for turn, phase in one.phases if phase in self.calendar[turn].phases)
                # Only the last day ends with the shock of its last turn; the days before go on into the next.
                if played and (last or one.turn <= day.last):
                    found.append((day.day, Segment(one.turn, one.name, one.army, played)))
        return tuple(found)

    @cached_property
    def homeward(self) -> Mapping[str, Mapping[str, int]]:
        """wv 13.32-2: nation -> hex -> hexes to the edge by which it leaves the map."""
        return {nation: distances(self.field, hexes) for nation, hexes in self.scenario.retreat.items()}

    @cached_property
    def present(self) -> frozenset[str]:
        """wv 6.7, 16.14-1: all counters that are there at the start or come later; leaders of brigades with these."""
        arrivals = self.scenario.arrivals
        coming = [uid for one in arrivals for brigade in one.brigades for uid in self.forces.brigades[brigade].units]
        there = {one.unit for one in self.scenario.placed} | set(coming)
        brigades = {self.units[uid].brigade for uid in there}
        leaders = {uid for one in arrivals for uid in one.leaders}
        leaders |= {one.id for one in self.chain.leaders.values() if one.brigade in brigades and one.brigade}
        return frozenset(there | leaders)

    def brigades(self, army: str) -> tuple[str, ...]:
        """The brigades and groups of guns of an army that are there at the start or come later, as on the roster."""
        known = {self.units[uid].brigade for uid in self.present if self.units[uid].fights}
        return tuple(one.id for one in self.forces.brigades.values() if one.army == army and one.id in known)

    def corps(self, army: str) -> tuple[str, ...]:
        """Who has standing orders of command: ARMY_COMMAND, and corps of an army in the order of their leaders."""
        leaders = [one for one in self.chain.leaders.values() if one.army == army and one.id in self.present]
        brigades = [self.forces.brigades[uid].corps for uid in self.brigades(army)]
        return tuple(dict.fromkeys([*(one.corps or ARMY_COMMAND for one in leaders), *brigades]))

    def rallying(self, army: str) -> tuple[str, ...]:
        """wv 13.4-0: of these those that have combat units, and so something to say of a rally."""
        own = {self.forces.brigades[uid].corps for uid in self.brigades(army)}
        return tuple(corps for corps in self.corps(army) if corps in own)

    def leaders(self, corps: str, army: str) -> tuple[str, ...]:
        """The command units of a corps, or of the army's command, that are there at the start or come later."""
        book = "" if corps == ARMY_COMMAND else corps
        own = (one for one in self.chain.leaders.values() if one.army == army and one.corps == book)
        return tuple(one.id for one in own if one.id in self.present)

    def pool(self, battalion: str) -> tuple[Pool, frozenset[str]]:
        """wv 8.6-1: the companies' counters on which a battalion draws, and all battalions that draw on them."""
        brigades, units = self.forces.brigades, self.forces.units
        corps = brigades[units[battalion].brigade].corps
        own = frozenset(uid for uid, unit in units.items() if brigades[unit.brigade].corps == corps)
        return self.forces.pools.get(corps, Pool(0, 0)), own

    @cached_property
    def crews(self) -> Mapping[str, str]:
        """wv 7.5-1: battery -> its crew."""
        return {unit.serves: uid for uid, unit in self.units.items() if unit.kind == CREW}

    @cached_property
    def turns(self) -> tuple[tuple[int, int], ...]:
        """wv 4.0-1: the day and the number of each turn, in order."""
        return tuple((one.day, turn) for one in self.scenario.days for turn in range(one.first, one.last + 1))

    @cached_property
    def companies(self) -> Mapping[str, Sequence[str]]:
        """wv 8.63: battalion -> the counters of the companies that it can ever have out."""
        found: dict[str, list[str]] = {}
        for uid, unit in self.units.items():
            if unit.serves and self.units[unit.serves].kind == INFANTRY:
                found.setdefault(unit.serves, []).append(uid)
        return found


def distances(field: HexField, goals: Iterable[str]) -> dict[str, int]:
    """Hex -> hexes to the nearest of some goals, whatever the terrain."""
    found = {at: 0 for at in goals if at in field.neighbours}
    queue = deque(found)
    while queue:
        at = queue.popleft()
        for near in field.neighbours[at]:
            if near not in found:
                found[near] = found[at] + 1
                queue.append(near)
    return found


def with_companies(units: Mapping[str, Unit], forces: Forces) -> dict[str, Unit]:
    """wv 2.31-2, 8.63: all counters, and behind them each company that a battalion can have out."""
    found = dict(units)
    for uid, unit in forces.units.items():
        if unit.kind == INFANTRY:
            size = company_size(unit)
            for number in range(1, unit.strength // size + 1):
                company = forces.company(uid, number, size)
                found[company.id] = company
    return found


def read_setting(
    files: Mapping[str, bytes], data: Mapping[str, bytes], options: Mapping[str, Any], overlay: Sequence[Any]
) -> Setting:
    """wv 1.0, 2.1, 3.0: a setting from the files of a scenario and of the ruleset, options and corrections put in.

    Raises ValueError for an option or a correction that does not fit.
    """
    tempo = options.get(TEMPO, TWO)
    if tempo not in TEMPOS or set(options) - {TEMPO}:
        raise ValueError(f"the options are {TEMPO}: {' or '.join(TEMPOS)}")
    terrain, ground = read_terrain(read_file(data, "terrain.yaml")), read_file(data, MAP)
    forces = read_forces(read_file(data, "units.yaml"))
    chain = read_chain(read_file(data, "chain.yaml"), forces)
    scenario = read_scenario(read_file(files, "scenario.yaml"), read_file(files, "setup.yaml"), forces, chain)
    field = window(read_ground(ground, terrain, overlay), ground["areas"], scenario.area)
    chain = chain.with_superiors(scenario.superiors).with_commanders(scenario.commanders)
    return Setting(
        scenario,
        tempo,
        read_calendar(read_file(data, "calendar.yaml")),
        Ground(field, terrain),
        forces,
        chain,
        with_companies(opening.counters(forces, chain), forces),
        opening.read_charts(data),
        read_command(read_file(data, "charts/command.yaml")),
        read_delivery(read_file(data, "charts/delivery.yaml")),
        read_snow(read_file(data, "playbook/snow.yaml")),
        read_night(read_file(data, "playbook/night.yaml")),
        read_points(read_file(data, "playbook/points.yaml")),
    )
