"""The tables of the rulebook, written down again here, so that these tests read no data file of the ruleset."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

COLUMNS = (3, 6, 10, 15, 21, 29, 40, 60, 80)
NAMES = ("1-3", "4-6", "7-10", "11-15", "16-21", "22-29", "30-40", "41-60", "61-80", "81+")
COMBAT = {
    -1: "0 0 0 0 0 0 0 0 0 1",
    0: "0 0 0 0 0 0 0 0 1 1",
    1: "0 0 0 0 0 0 0 1 1 1",
    2: "0 0 0 0 0 0 1 1 1 1",
    3: "0 0 0 0 0 1 1 1 1 2",
    4: "0 0 0 0 1 1 1 1 2 2",
    5: "0 0 0 1 1 1 1 2 2 2*",
    6: "0 0 1 1 1 1 2 2 3* 3",
    7: "0 1 1 1 1 2 2 2* 3 3",
    8: "1 1 1 1 2 2 3* 3 3 4",
    9: "1 1 1 2 2 2* 3 3 4 4",
    10: "1 1 2 2 3* 3 3 4 4 5",
}
ARTILLERY = {1: "0 0 0", 2: "0 0 0", 3: "0 0 0", 4: "0 1 1", 5: "1 1 1", 6: "1 1 2*"}
PURSUIT = {1: "0 0 0", 2: "0 0 0", 3: "0 1 1", 4: "0 1 1", 5: "1 1 1", 6: "1 1 2"}
SIEGE = {"poland": {2: 6, 3: 5, 4: 4, 5: 2}, "danube": {2: 5, 3: 2}}
DATA: dict[str, Any] = {
    "multipliers": {
        "fatigued": {"attacker": "1/2", "defender": "1"},
        "citadel": {"attacker": "1/4", "defender": "1"},
        "cavalry-in-rough": {"attacker": "1/2", "defender": "1/2"},
    },
    "shifts": {
        "flank": {"attacker": "2", "defender": "0"},
        "encircled": {"attacker": "3", "defender": "0"},
        "mountain": {"attacker": "-1", "defender": "0"},
        "defensive": {"attacker": "-1", "defender": "1"},
        "entrenched": {"attacker": "-2", "defender": "1"},
        "fourth-round": {"attacker": "-1", "defender": "-1"},
    },
    "dice": {
        "bridge": {"attacker": "-2", "defender": "0"},
        "clear": {"attacker": "0", "defender": "1"},
        "late-round": {"attacker": "-1", "defender": "-1"},
    },
    "rounds": {"guns": ["2", "4"], "late-round": ["3", "4"], "fourth-round": ["4"]},
    "tactics": {
        "decisive": {"value": "4", "general": "3", "least": "15", "most": "-", "alone": "no"},
        "offensive": {"value": "3", "general": "0", "least": "10", "most": "-", "alone": "no"},
        "screen": {"value": "2", "general": "-", "least": "-", "most": "-", "alone": "no"},
        "skirmish": {"value": "1", "general": "-", "least": "-", "most": "10", "alone": "yes"},
    },
    "screen-limit": {"few": {"least": "3", "most": "-"}, "printed": {"least": "-", "most": "3"}},
    "morale": {"share": "1/5", "bonus": {"0": "0", "1": "1", "2": "1", "3": "2", "4": "2"}},
    "overrun": {"ratio": "6", "cavalry": "1"},
    "withdrawal": {"cavalry": "4", "no-cavalry": "5", "loss": "1", "french": "-1"},
    "demolition": {"1": "costly", "2": "destroyed", "3": "costly", "4": "destroyed", "5": "costly", "6": "stands"},
    "encirclement": {"pf": "3"},
    "victory": {"battle": {"4": "5", "3": "3"}, "general": "1", "chief": "3"},
}
WEATHER = {("artillery", "snow"): -1, ("pursuit", "snow"): -1, ("pursuit", "rain"): -1}


class Cell(NamedTuple):
    pf: int
    star: bool


class Charts:
    """The lookups that a battle needs, on the tables above."""

    columns = len(NAMES)

    def value(self, *path: str) -> Any:
        here: Any = DATA
        for member in path:
            here = here[member]
        return here

    def number(self, *path: str) -> int:
        return int(self.value(*path))

    def fraction(self, *path: str) -> Fraction:
        return Fraction(self.value(*path))

    def bound(self, *path: str) -> int | None:
        found = self.value(*path)
        return None if found == "-" else int(found)

    def weather_modifier(self, table: str, weather: str) -> int:
        return WEATHER.get((table, weather), 0)

    def rounds(self, chosen: int, weather: str) -> int:
        return max(1, chosen - (weather == "snow"))

    def may_pursue(self, weather: str) -> bool:
        return weather != "mud"

    def column_of(self, pf: int) -> int:
        return sum(pf > most for most in COLUMNS)

    def column_name(self, column: int) -> str:
        return NAMES[column]

    def combat(self, column: int, die: int) -> Cell:
        return _cell(COMBAT[min(die, 10)], column) if die >= -1 else Cell(0, False)

    def artillery(self, ba: int, die: int) -> Cell:
        return _cell(ARTILLERY[max(die, 1)], _third(ba))

    def pursuit(self, bc: int, die: int) -> int:
        return _cell(PURSUIT[max(die, 1)], _third(bc)).pf

    def overrun(self, die: int) -> str:
        return "eliminated" if die >= 5 else "halved" if die >= 3 else "retreat"

    def siege_steps(self, game: str) -> int:
        return max(SIEGE[game])

    def siege_falls(self, game: str, step: int, die: int) -> bool:
        return die >= SIEGE[game][step]


def _third(bonus: int) -> int:
    return (bonus >= 5) + (bonus > 9)


def _cell(line: str, column: int) -> Cell:
    text = line.split()[column]
    return Cell(int(text.rstrip("*")), text.endswith("*"))


CHARTS = Charts()
