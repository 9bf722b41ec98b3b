"""The position of Veiled as rules work with it. What stands in a face-down counter is not in it.

A position is {"stage", "round", "army", "counters", "next", "lost", "cards", "screens", "scouts", "points"}:

    stage      `setup`, `play` or `over`
    counters   counter -> {"box"} while it lies face down, {"box", "units"} while it lies face up
    next       army -> number of the next fresh counter
    lost       eliminated units, sorted
    cards      army -> labels of the private draws that it has not played yet
    screens    army -> boxes that it may not enter in its next turn
    scouts     army -> `unseen` or `found`, "" before the set-up
    points     army -> victory points
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.toy_hidden.data import FOE, Setting

Json = Any


def start(setting: Setting) -> Json:
    """The position before the first set-up."""
    both: dict[str, Json] = dict.fromkeys(FOE)
    return {
        "stage": "setup",
        "round": 0,
        "army": setting.scenario["armies"][0],
        "counters": {},
        "next": dict.fromkeys(both, setting.charts["counters"] + 1),
        "lost": [],
        "cards": {army: [] for army in both},
        "screens": {army: [] for army in both},
        "scouts": dict.fromkeys(both, ""),
        "points": dict.fromkeys(both, 0),
    }


def army_of(counter: str) -> str:
    """Whose counter it is; its id begins with the army."""
    return counter.partition("-")[0]


def number_of(counter: str) -> int:
    """The number in a counter's id."""
    return int(counter.partition("-")[2])


def _copied(at: Json) -> Json:
    return json.loads(json.dumps(at))


class Board:
    """A copy of a position that can be changed."""

    def __init__(self, setting: Setting, at: Json) -> None:
        self.setting = setting
        self.at = _copied(at)
        self.army: str = at["army"]
        self.foe: str = FOE[self.army]

    def position(self) -> Json:
        """The position as it stands, in canonical order."""
        at = _copied(self.at)
        at["counters"] = dict(sorted(at["counters"].items()))
        at["lost"] = sorted(at["lost"])
        return at

    # -- counters -------------------------------------------------------------------

    def counters(self, army: str, box: str = "") -> tuple[str, ...]:
        """An army's counters in play, in one box or everywhere, in order of their numbers."""
        found = (c for c, entry in self.at["counters"].items() if army_of(c) == army and box in ("", entry["box"]))
        return tuple(sorted(found, key=number_of))

    def box(self, counter: str) -> str:
        """Where a counter stands."""
        return str(self.at["counters"][counter]["box"])

    def face_up(self, counter: str) -> bool:
        """Whether everybody knows what it holds."""
        return "units" in self.at["counters"][counter]

    def units(self, counter: str) -> list[str]:
        """The units in a face-up counter."""
        return list(self.at["counters"][counter]["units"])

    def hidden(self, army: str, box: str = "") -> tuple[str, ...]:
        """An army's face-down counters."""
        return tuple(counter for counter in self.counters(army, box) if not self.face_up(counter))

    def shown(self, army: str, box: str = "") -> tuple[str, ...]:
        """An army's face-up counters."""
        return tuple(counter for counter in self.counters(army, box) if self.face_up(counter))

    def fresh(self, army: str, count: int) -> tuple[str, ...]:
        """The ids that the next counters of an army bear."""
        first = self.at["next"][army]
        return tuple(f"{army}-{number}" for number in range(first, first + count))

    def force(self, army: str, box: str) -> list[str]:
        """The units in an army's face-up counters of a box, in order of counters."""
        return [unit for counter in self.shown(army, box) for unit in self.units(counter)]

    # -- changes ----------------------------------------------------------------------

    def post(self, counter: str, box: str) -> None:
        """A counter comes into play, face down."""
        self.at["counters"][counter] = {"box": box}

    def move(self, counter: str, box: str) -> None:
        """A counter goes to another box."""
        self.at["counters"][counter]["box"] = box

    def turn_down(self, counter: str) -> None:
        """A counter is turned face down."""
        del self.at["counters"][counter]["units"]

    def turn_up(self, counter: str, content: Json) -> list[str]:
        """A counter is turned face up. What cannot stand in it does not count; the audit will find it."""
        known = {unit for entry in self.at["counters"].values() for unit in entry.get("units", ())}
        order_of_battle = self.setting.order_of_battle[army_of(counter)]
        units = [u for u in units_of(content) if u in order_of_battle and u not in known and u not in self.at["lost"]]
        self.at["counters"][counter]["units"] = sorted(set(units))[: self.setting.charts["stack"]]
        return self.units(counter)

    def remove(self, counter: str) -> None:
        """A counter leaves play for good."""
        del self.at["counters"][counter]

    def mix(self, army: str, box: str, fresh: Sequence[str]) -> None:
        """The face-down counters of a box are taken up; fresh ones lie in their place."""
        for counter in self.hidden(army, box):
            self.remove(counter)
        for counter in fresh:
            self.post(counter, box)
        self.at["next"][army] += len(fresh)

    def eliminate(self, unit: str) -> None:
        """A face-up unit is lost; its strength counts for the enemy. A counter that holds nobody else goes with it."""
        lost = self.setting.units[unit]
        holder = next(c for c in self.shown(lost.army) if unit in self.units(c))
        self.at["counters"][holder]["units"].remove(unit)
        if not self.units(holder):
            self.remove(holder)
        self.at["lost"].append(unit)
        self.score(FOE[lost.army], lost.strength)

    def score(self, army: str, points: int) -> None:
        """Victory points."""
        self.at["points"][army] += points

    # -- ground -------------------------------------------------------------------------

    def neighbours(self, box: str) -> tuple[str, ...]:
        """The boxes one road away."""
        return self.setting.field.neighbours(box)

    def ways_out(self, army: str, box: str) -> tuple[str, ...]:
        """Neighbouring boxes without enemies, those of one's own home first."""
        free = [near for near in self.neighbours(box) if not self.counters(FOE[army], near)]
        return tuple(sorted(free, key=lambda near: (near not in self.setting.home[army], near)))

    def contested(self) -> tuple[str, ...]:
        """Boxes where both armies stand."""
        return tuple(box for box in self.setting.boxes if all(self.counters(army, box) for army in FOE))


def units_of(content: Json) -> list[str]:
    """The units that a content names; any JSON value is coped with."""
    listed = content.get("units") if isinstance(content, dict) else None
    return [unit for unit in listed if isinstance(unit, str)] if isinstance(listed, list) else []
