"""The data of Veiled: its map, its order of battle, its charts and one scenario, as a package would keep them in files.

`RULES` stands for the files below `data/`, `SCENARIOS` for the folders below `scenarios/`: both are hashed as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.wargame.areagraph import AreaGraph, Link

RULES: Mapping[str, bytes] = {
    "map.json": b"""{
"boxes": ["abbey", "bridge", "camp", "dale", "elm", "ford", "grange", "hill", "inn"],
"roads": ["abbey bridge", "bridge camp", "dale elm", "elm ford", "grange hill", "hill inn",
          "abbey dale", "bridge elm", "camp ford", "dale grange", "elm hill", "ford inn"],
"home": {"red": ["abbey", "bridge", "camp"], "blue": ["grange", "hill", "inn"]}
}
""",
    "units.json": b"""{
"red": {"r-hussars": ["Hussars", "cavalry", 2], "r-lancers": ["Lancers", "cavalry", 3],
        "r-guard": ["Guard", "infantry", 4], "r-line": ["Line", "infantry", 3],
        "r-jaegers": ["Jaegers", "infantry", 2], "r-guns": ["Red Guns", "artillery", 3]},
"blue": {"b-dragoons": ["Dragoons", "cavalry", 3], "b-uhlans": ["Uhlans", "cavalry", 2],
         "b-grenadiers": ["Grenadiers", "infantry", 4], "b-fusiliers": ["Fusiliers", "infantry", 3],
         "b-militia": ["Militia", "infantry", 2], "b-guns": ["Blue Guns", "artillery", 3]}
}
""",
    "charts.json": b"""{
"counters": 8, "stack": 2, "allowance": 2,
"chits": {"hold": "push", "push": "feint", "feint": "hold"},
"nights": {"raid": "rest", "rest": "march", "march": "raid"},
"cards": {"4": 1, "5": 2, "6": 3}
}
""",
    "catalogue.json": b"""[
["1.1", "Set-up"], ["1.2", "Counters and what they hold"], ["2.1", "Turning a counter face down"],
["2.2", "Mixing counters"], ["3.1", "Fog"], ["4.1", "Movement"], ["4.2", "Screens"], ["5.1", "Cards"],
["6.1", "Evading"], ["6.2", "Chits"], ["6.3", "Combat"], ["6.4", "Losses"], ["7.1", "The scout"], ["7.2", "Searching"],
["7.3", "Patrols"], ["8.1", "Night"], ["9.1", "Victory"]
]
""",
}

SCENARIOS: Mapping[str, Mapping[str, bytes]] = {
    "skirmish": {
        "scenario.json": b"""{
"title": "A skirmish in the mist", "armies": ["red", "blue"], "rounds": 6, "nights": [2, 4],
"setup": {
  "red": [["abbey", ["r-hussars"]], ["abbey", []], ["bridge", ["r-guard", "r-guns"]], ["bridge", ["r-line"]],
          ["bridge", []], ["camp", ["r-lancers"]], ["camp", ["r-jaegers"]], ["camp", []]],
  "blue": [["grange", ["b-dragoons"]], ["grange", []], ["hill", ["b-grenadiers", "b-guns"]], ["hill", ["b-fusiliers"]],
           ["hill", []], ["inn", ["b-uhlans"]], ["inn", ["b-militia"]], ["inn", []]]
},
"scouts": {"red": "bridge", "blue": "hill"}
}
"""
    }
}

FOE = {"red": "blue", "blue": "red"}
CAVALRY = "cavalry"
SCOUT = "scout"


@dataclass(frozen=True)
class Unit:
    """One unit. kind: `cavalry`, `infantry` or `artillery`."""

    id: str
    army: str
    name: str
    kind: str
    strength: int


@dataclass(frozen=True)
class Setting:
    """The data of one scenario. proved: whether a search is answered by proof (the tree `occupancy`) or by word."""

    field: AreaGraph
    home: Mapping[str, tuple[str, ...]]
    units: Mapping[str, Unit]
    charts: Mapping[str, Any]
    scenario: Mapping[str, Any]
    proved: bool

    @property
    def boxes(self) -> tuple[str, ...]:
        """Every box, in alphabetical order."""
        return tuple(sorted(self.field.boxes))

    @cached_property
    def order_of_battle(self) -> Mapping[str, tuple[str, ...]]:
        """Army -> its units, in alphabetical order."""
        return {army: tuple(sorted(u.id for u in self.units.values() if u.army == army)) for army in FOE}

    def counters(self, army: str) -> tuple[str, ...]:
        """The counters that an army sets up."""
        return tuple(f"{army}-{number}" for number in range(1, int(self.charts["counters"]) + 1))


def read_setting(rules: Mapping[str, bytes], files: Mapping[str, bytes], *, proved: bool) -> Setting:
    """The setting from the bytes that were hashed."""
    land = json.loads(rules["map.json"])
    links = [Link(*road.split(), "road") for road in land["roads"]]
    units = {
        unit: Unit(unit, army, *printed)
        for army, listed in json.loads(rules["units.json"]).items()
        for unit, printed in listed.items()
    }
    return Setting(
        field=AreaGraph({box: {} for box in land["boxes"]}, links, ("road",)),
        home={army: tuple(boxes) for army, boxes in land["home"].items()},
        units=units,
        charts=json.loads(rules["charts.json"]),
        scenario=json.loads(files["scenario.json"]),
        proved=proved,
    )
