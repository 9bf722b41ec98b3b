"""A scenario with its options: everything that stays the same during a game, read once from the data files.

A content is what a counter holds, as canonical JSON: {"unit", "pf", "lag"}, for a detachment formed in play with "of"
besides, {"general"} or {"dummy"}. Contents come from the other army's messages too: the methods here take any JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pbem.wargame.areagraph import AreaGraph
from rulesets.jours_de_gloire.fog import Fog
from rulesets.jours_de_gloire.mapdata import Box, Entry, MapData, River, Waterlink
from rulesets.jours_de_gloire.roster import Command, Detachment, Forces, General, Unit
from rulesets.jours_de_gloire.scenario_data import (
    BY_RULE,
    ArmyData,
    Defection,
    Reinforcement,
    Replacement,
    ScenarioData,
    Turn,
)
from rulesets.jours_de_gloire.tables import Charts

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

    handicap: whether the points count with which the scenario has an army begin.
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
    """One scenario, bound to its options. See `ScenarioData`, `Forces`, `MapData` for the members.

    fog: what both armies may know of counters, see `fog.Fog`.
    """

    id: str
    scenario: ScenarioData
    map: MapData
    forces: Forces
    charts: Charts
    options: Options
    fog: Fog

    @cached_property
    def armies(self) -> tuple[str, str]:
        """The two armies, as the scenario lists them."""
        return self.scenario.armies

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

    def foe(self, army: str) -> str:
        """The other army."""
        first, second = self.armies
        return second if army == first else first

    def link(self, a: str, b: str) -> Waterlink | None:
        """What joins two boxes, None where nothing does."""
        found = self.joined.get((a, b))
        return found[1] if found is not None else None

    @cached_property
    def joined(self) -> Mapping[tuple[str, str], tuple[str, Waterlink]]:
        """Two boxes that are joined, in either order -> name of their link, and what it is."""
        ends = {name: name.split(":") for name in self.map.links}
        ways = {(a, b): name for name, (a, b) in ends.items()} | {(b, a): name for name, (a, b) in ends.items()}
        return {way: (name, self.map.links[name]) for way, name in ways.items()}

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
        name = content.get("unit") if type(content) is dict else _member(content, "unit")
        if not isinstance(name, str):
            return None
        found = self._troops.get(name)
        if found is not None:
            return found
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
        name = content.get("general") if type(content) is dict else _member(content, "general")
        return self.generals.get(name) if isinstance(name, str) else None

    def dummy(self, content: Json) -> bool:
        """jdg 1.3-1: whether a content is a dummy."""
        return (type(content) is dict or isinstance(content, Mapping)) and content.get("dummy") in (INFANTRY, CAVALRY)

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
    """A member of a content; None where it has none or is no object."""
    return content.get(name) if isinstance(content, Mapping) else None


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


__all__ = [
    "BY_RULE",
    "OPTIONS",
    "ArmyData",
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
    "Troops",
    "Turn",
    "Unit",
    "Waterlink",
]
