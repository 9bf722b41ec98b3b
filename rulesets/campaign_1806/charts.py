"""The Combat Results Table and the numbers that rules ask of charts (11.3, 11.4, 7.2, 8.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.lean import dataclass
from pbem.wargame.tables import ResultTable, ways

RESULTS: Final = ("Ae", "Ar2", "Ar", "Ex", "Dr", "Dr2", "De")
"""osg 11.4-Ex: the seven results, worst for the attacker first."""
_DIE: Final = ways(1, 6)


@dataclass(frozen=True, slots=True)
class Attempt:
    """osg 8.41-1, 8.42B, 8.42C, 8.43B: a die at most `succeeds` does it, and trying costs `points` movement points."""

    succeeds: int
    points: int


@dataclass(frozen=True)
class Charts:
    """osg 1.11: the numbers of data/charts.yaml. shifts: cause -> columns to the attacker's good.

    attempts: `damage-stream`, `damage-river`, `repair-stream`, `repair-river`. repair: cause -> what is added to that
    die. numbers: what else is one number, by its name. command: `country`, `part`, `way` -> hexes. ranges: in hexes.
    """

    table: ResultTable
    shifts: Mapping[str, int]
    attempts: Mapping[str, Attempt]
    repair: Mapping[str, int]
    numbers: Mapping[str, int]
    command: Mapping[str, int]
    ranges: Mapping[str, int]
    repulse: str
    chateau: str
    saving_from: str

    @property
    def columns(self) -> Sequence[str]:
        """The columns of odds, worst for the attacker first."""
        return self.table.columns


def read_charts(data: Mapping[str, Any]) -> Charts:
    """osg 1.11, 11.3: data/charts.yaml.

    Raises DataFaults for a table that is not whole, KeyError or ValueError for a number that is missing or none.
    """
    lines = {int(die): row for die, row in data["results"].items()}
    attempts = [f"{what}-{where}" for what in ("damage", "repair") for where in ("stream", "river")]
    singles = ("guard-recoils", "capture", "train-lost", "reorganize-demoralized")
    return Charts(
        table=ResultTable(data["columns"], lines, _DIE, RESULTS),
        shifts=_numbers(data["shifts"]),
        attempts={name: Attempt(int(data[name]["succeeds"]), int(data[name]["points"])) for name in attempts},
        repair=_numbers(data["repair"]),
        numbers={name: int(data[name]) for name in singles} | {"saving": int(data["saving"]["succeeds"])},
        command=_numbers(data["command"]),
        ranges=_numbers(data["ranges"]),
        repulse=data["repulse"],
        chateau=data["chateau"],
        saving_from=data["saving"]["from-column"],
    )


def _numbers(row: Mapping[str, str]) -> dict[str, int]:
    return {name: int(text) for name, text in row.items()}


def rises(table: ResultTable) -> list[str]:
    """11.3: where a table is not monotone: no better column and no lower die may do worse by the attacker."""
    worth = {code: number for number, code in enumerate(RESULTS)}
    faults = []
    for die in table.dice:
        line = [worth[table[column][die]] for column in table.columns]
        faults += [f"die {die}: {table.columns[i + 1]}" for i in range(len(line) - 1) if line[i + 1] < line[i]]
    for column in table.columns:
        falls = [worth[table[column][die]] for die in table.dice]
        faults += [f"{column}: die {table.dice[i + 1]}" for i in range(len(falls) - 1) if falls[i + 1] > falls[i]]
    return faults
