"""The rulebook's tables as data/charts.yaml has them, and looking things up in them.

Nothing here knows a position. Dice are modified already unless the text says `as thrown`; strength points are whole
numbers. Beyond its printed lines a table is read at the nearest one, but for the combat table below its first line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

from pbem.wargame.faults import DataFaults
from pbem.wargame.tables import ResultTable

_MOST: Final = 10**6


class Loss(NamedTuple):
    """What a table does to an army. pf: strength points lost. star: its morale is tested at once."""

    pf: int
    star: bool


class Weather(NamedTuple):
    """Weather of a turn: `clear`, `rain`, `mud` or `snow`. mud_next: the turn after it is Mud without a die."""

    kind: str
    mud_next: bool


@dataclass(frozen=True)
class Grid:
    """A table of the book. bounds: lowest and highest figure of each column, left to right; cells by die line."""

    table: ResultTable
    bounds: tuple[tuple[int, int], ...]

    def column(self, figure: int) -> int:
        """Index of the column that a figure falls into; below the first and above the last it is these."""
        for index, (_, high) in enumerate(self.bounds):
            if figure <= high:
                return index
        return len(self.bounds) - 1

    def cell(self, column: int, die: int) -> str:
        """The cell at a column's index and a die; a die beyond the lines is read at the nearest."""
        return self.table[self.table.columns[column]][self.table.clamped(die)]

    def loss(self, column: int, die: int) -> Loss:
        """The same as strength points and call for morale."""
        cell = self.cell(column, die)
        return Loss(int(cell.rstrip("*")), cell.endswith("*"))


@dataclass(frozen=True)
class Charts:
    """All tables. grids: name -> table. data: the rest of the file as it is written, scalars as texts."""

    grids: Mapping[str, Grid]
    data: Mapping[str, Any]

    # -- the file by its members ---------------------------------------------------------

    def value(self, *path: str) -> Any:
        """A member of the file by its path. Raises KeyError for one that is not there."""
        here: Any = self.data
        for member in path:
            here = here[member]
        return here

    def number(self, *path: str) -> int:
        """A whole number of the file by its path. Raises KeyError for one that is not there."""
        found = self._numbers.get(path)
        if found is None:
            found = self._numbers[path] = int(self.value(*path))
        return found

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...], int]:
        """Those that have been asked for."""
        return {}

    def fraction(self, *path: str) -> Fraction:
        """A ratio of the file, `1/4`, by its path. Raises KeyError for one that is not there."""
        found = self._fractions.get(path)
        if found is None:
            found = self._fractions[path] = Fraction(self.value(*path))
        return found

    @cached_property
    def _fractions(self) -> dict[tuple[str, ...], Fraction]:
        """Those that have been asked for."""
        return {}

    def bound(self, *path: str) -> int | None:
        """A number of the file by its path, None where it says `-`."""
        found = self.value(*path)
        return None if found == "-" else int(found)

    def weather_modifier(self, table: str, weather: str) -> int:
        """jdg 3.1-R3, 3.1-M4, 3.1-S3, 3.1-S4: what the weather adds to the die of a table, mostly 0."""
        return int(self.data[table]["weather"].get(weather, "0"))

    # -- combat ----------------------------------------------------------------------------

    @property
    def columns(self) -> int:
        """How many columns the Combat Table has; they are counted from 0 at the left."""
        return len(self.grids["combat"].bounds)

    def column_of(self, pf: int) -> int:
        """jdg 8.4-1: column of the Combat Table for strength points; fewer than 1 use the first."""
        return self.grids["combat"].column(pf)

    def column_name(self, column: int) -> str:
        """The printed heading of a column, `11-15`."""
        return self.grids["combat"].table.columns[column]

    def shift(self, column: int, by: int) -> int:
        """jdg T-COMBAT-COL: a column moved to the right (above zero) or left, stopping at the outer columns."""
        return min(max(column + by, 0), self.columns - 1)

    def combat(self, column: int, die: int) -> Loss:
        """jdg T-COMBAT: what the enemy loses. A die below the first line does nothing."""
        grid = self.grids["combat"]
        return Loss(0, False) if die < grid.table.dice[0] else grid.loss(column, die)

    def artillery(self, ba: int, die: int) -> Loss:
        """jdg T-ART: what the guns of an army with this artillery bonus do to the enemy."""
        grid = self.grids["artillery"]
        return grid.loss(grid.column(ba), die)

    def pursuit(self, bc: int, die: int) -> int:
        """jdg T-PUR: strength points that a pursuit with this cavalry bonus costs the loser."""
        grid = self.grids["pursuit"]
        return int(grid.cell(grid.column(bc), die))

    def may_pursue(self, weather: str) -> bool:
        """jdg 3.1-M2: whether the weather lets the winner pursue."""
        return weather not in self.data["pursuit"]["none-in"]

    def rounds(self, chosen: int, weather: str) -> int:
        """jdg 3.1-S2: rounds of a battle in this weather, of those that the chits call for; never fewer than one."""
        return max(1, chosen + self.weather_modifier("rounds", weather))

    def overrun(self, die: int) -> str:
        """jdg 8.4-7: `retreat`, `halved` or `eliminated`: what becomes of the defender."""
        return str(self.data["overrun"]["rows"][str(die)])

    def siege_steps(self, game: str) -> int:
        """jdg 8.8-S5, A.8.8-S3: the last step of a game's sieges, which is repeated from then on."""
        return max(int(step) for step in self.data["siege"][game])

    def siege_falls(self, game: str, step: int, die: int) -> bool:
        """jdg 8.8-S2, 8.8-S3, 8.8-S4, 8.8-S5, A.8.8-S2, A.8.8-S3: whether a city falls to a die as thrown.

        game: `poland` or `danube`. step: number of the case that has the die thrown, from 2; beyond the last the last.
        """
        return die >= self.number("siege", game, str(min(step, self.siege_steps(game))))

    # -- marching, scouting, weather ---------------------------------------------------------

    def recon(self, pf: int, die: int) -> int:
        """jdg T-RECON: counters shown to cavalry that exceeds the screen by these strength points; none below 1."""
        grid = self.grids["reconnaissance"]
        return int(grid.cell(grid.column(pf), die)) if pf > 0 else 0

    def forced_march(self, pf: int, die: int) -> int:
        """jdg T-MARCH: stragglers of a unit of these strength points."""
        grid = self.grids["forced-march"]
        return int(grid.cell(grid.column(pf), die))

    @property
    def months(self) -> tuple[str, ...]:
        """The months by their names in scenario files, January first."""
        return tuple(self.data["weather"]["months"])

    def weather(self, month: str, die: int) -> Weather:
        """jdg T-WEATHER, 3.1-1, 3.1-RS: the weather of a turn in a month, by the die as thrown."""
        data = self.data["weather"]
        modified = min(max(die + int(data["months"][month]), 1), 6)
        cell = data["rows"][str(modified)][self.months.index(month) // 3]
        return Weather(cell.rstrip("*"), cell.endswith("*"))


def average_cohesion(cohesions: Sequence[int]) -> int:
    """jdg 1.2.1-2: mean of the cohesion of units, each counting once, rounded down; 0 without units."""
    return sum(cohesions) // len(cohesions) if cohesions else 0


# -- reading -------------------------------------------------------------------------------

_CODES: Final = {
    "combat": ("0", "1", "2", "2*", "3", "3*", "4", "5"),
    "artillery": ("0", "1", "2*"),
    "pursuit": ("0", "1", "2"),
    "reconnaissance": ("0", "1", "2", "3", "4"),
    "forced-march": ("0", "1", "2"),
}
_KINDS: Final = "general cavalry infantry"
_WEATHERS: Final = "clear rain mud snow"
_MONTHS: Final = "january february march april may june july august september october november december"
# Section -> the names that it has, all of them and no others. The schema says of what form their values are.
_NAMES: Final[Mapping[str, str]] = {
    "": "combat multipliers shifts dice rounds artillery pursuit reconnaissance forced-march recovery weather movement"
    " communication activation reaction tactics screen-limit morale overrun withdrawal engineers demolition detachment"
    " siege encirclement victory solitaire",
    "multipliers": "fatigued citadel cavalry-in-rough",
    "shifts": "flank encircled mountain defensive entrenched fourth-round",
    "dice": "bridge clear late-round",
    "rounds": "most guns late-round fourth-round weather",
    "recovery": "pf from then",
    "weather": "months columns rows",
    "weather.months": _MONTHS,
    "weather.rows": "1 2 3 4 5 6",
    "movement": "points forced-march out-of-command weather links ford stack",
    "movement.points": _KINDS,
    "movement.weather": _WEATHERS,
    **{f"movement.weather.{weather}": _KINDS for weather in _WEATHERS.split()},
    "movement.links": "plain dotted",
    "movement.ford": _WEATHERS,
    "movement.stack": "units infantry",
    "communication": "reach",
    "activation": "chief linked-general unlinked-general linked-unit unlinked-unit entrench",
    "reaction": "no-general general chief long-link reach",
    "reaction.long-link": "points modifier",
    "tactics": "decisive offensive screen skirmish",
    "screen-limit": "few printed",
    "screen-limit.few": "least most",
    "screen-limit.printed": "least most",
    "morale": "share bonus",
    "morale.bonus": "0 1 2 3 4",
    "overrun": "ratio cavalry rows",
    "overrun.rows": "1 2 3 4 5 6 7",
    "withdrawal": "cavalry no-cavalry loss french",
    "engineers": "destroy repair pontoon",
    "engineers.destroy": "pf points enemy-across",
    "engineers.repair": "pf points",
    "engineers.pontoon": "pf points enemy-across-loss",
    "demolition": "1 2 3 4 5 6",
    "detachment": "points least",
    "siege": "poland danube",
    "encirclement": "pf",
    "victory": "battle general chief losses margin",
    "victory.losses": "each points",
    "solitaire": "linked unlinked least",
    "solitaire.linked": _KINDS,
    "solitaire.unlinked": _KINDS,
}


def read_charts(data: Any) -> Charts:
    """The tables from the parsed file. Raises DataFaults for grids that are not whole and names that are not right."""
    if not isinstance(data, Mapping):
        raise DataFaults(["charts.yaml is no map"])
    wrong = [*_misnamed(data)] or [*_uneven(data["weather"])]
    if wrong:
        raise DataFaults(wrong)
    return Charts({name: _grid(name, data[name], codes) for name, codes in _CODES.items()}, data)


def _misnamed(data: Mapping[str, Any]) -> Iterator[str]:
    """Sections that lack a name, or have one that no rule asks for."""
    for section, names in _NAMES.items():
        here: Any = data
        for step in filter(None, section.split(".")):
            here = here.get(step) if isinstance(here, Mapping) else None
        if here is None:
            continue  # the section above it has said so
        place = f"charts.yaml: {section}" if section else "charts.yaml"
        if not isinstance(here, Mapping):
            yield f"{place} is no map"
            continue
        yield from (f"{place} lacks {name}" for name in names.split() if name not in here)
        yield from (f"{place} has {name}, which no rule asks for" for name in here if name not in names.split())


def _uneven(weather: Mapping[str, Any]) -> Iterator[str]:
    columns = len(weather["columns"])
    for die, row in weather["rows"].items():
        if len(row) != columns:
            yield f"charts.yaml: weather: line {die} has {len(row)} cells for {columns} columns"


def _grid(name: str, data: Mapping[str, Any], codes: Sequence[str]) -> Grid:
    try:
        bounds = tuple(_bounds(column) for column in data["columns"])
        lines = {die: tuple(row) for key, row in data["rows"].items() for die in range(*_span(key))}
    except (KeyError, TypeError, ValueError) as error:
        raise DataFaults([f"charts.yaml: {name} cannot be read: {error}"]) from None
    return Grid(ResultTable(data["columns"], lines, dict.fromkeys(sorted(lines), 1), codes), bounds)


def _bounds(text: str) -> tuple[int, int]:
    """`1-3` -> (1, 3), `<5` -> (0, 4), `>9` -> (10, no end), `81+` -> (81, no end)."""
    if text.startswith("<"):
        return 0, int(text[1:]) - 1
    if text.startswith(">"):
        return int(text[1:]) + 1, _MOST
    if text.endswith("+"):
        return int(text[:-1]), _MOST
    low, _, high = text.partition("-")
    return int(low), int(high)


def _span(text: str) -> tuple[int, int]:
    """`1-3` -> (1, 4), `-1` -> (-1, 0): the dice of a line, as the bounds of a range."""
    low, hyphen, high = text[1:].partition("-")
    first = int(text[0] + low)
    return first, (int(high) if hyphen else first) + 1
