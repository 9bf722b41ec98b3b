"""Result tables as data: (column, die) to a code, complete or refused, with exact chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pbem.wargame.faults import DataFaults


def ways(count: int, faces: int) -> dict[int, int]:
    """In how many ways `count` dice with that many faces make each sum, sums rising. One die: once each.

    Raises ValueError unless there are 1 to 20 dice of 1 to 1000 faces.
    """
    if not (1 <= count <= 20 and 1 <= faces <= 1000):
        raise ValueError(f"{count} dice of {faces} sides")
    sums = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, number in sums.items():
            for face in range(1, faces + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        sums = longer
    return dict(sorted(sums.items()))


class ResultTable:
    """A table that is read by column and die: `table[column][die]`.

    columns: from left to right. lines: the codes of each die line, one for each column. chances: how often
    each die line comes up (`ways(1, 6)`). codes: those that the table may hold.

    Raises DataFaults with everything that is missing, double, too much or unknown.
    """

    def __init__(
        self,
        columns: Sequence[str],
        lines: Mapping[int, Sequence[str]],
        chances: Mapping[int, int],
        codes: Iterable[str],
    ) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        self.dice: tuple[int, ...] = tuple(sorted(chances))
        self.codes: tuple[str, ...] = tuple(codes)
        faults = _table_faults(self.columns, lines, chances, self.codes)
        if faults:
            raise DataFaults(faults)
        self._chances = {die: chances[die] for die in self.dice}
        self._cells = {
            column: {die: lines[die][number] for die in self.dice} for number, column in enumerate(self.columns)
        }

    def __getitem__(self, column: str) -> Mapping[int, str]:
        """The codes of a column by die. Raises KeyError for an unknown column."""
        return self._cells[column]

    def clamped(self, die: int) -> int:
        """A modified die brought back between the first and the last die line."""
        return min(max(die, self.dice[0]), self.dice[-1])

    def distribution(self, column: str, modifier: int = 0) -> dict[str, Fraction]:
        """The exact chance of each code that can come up, in the order of `codes`; they add up to one.

        modifier: added to the die, the sum clamped. Raises KeyError for an unknown column.
        """
        cells, total = self._cells[column], sum(self._chances.values())
        hits: dict[str, int] = {}
        for die, number in self._chances.items():
            code = cells[self.clamped(die + modifier)]
            hits[code] = hits.get(code, 0) + number
        return {code: Fraction(hits[code], total) for code in self.codes if code in hits}


def _table_faults(
    columns: tuple[str, ...],
    lines: Mapping[int, Sequence[str]],
    chances: Mapping[int, int],
    codes: tuple[str, ...],
) -> list[str]:
    faults = [] if columns else ["the table has no column"]
    faults += [f"column {name} is there twice" for name in _doubles(columns)]
    faults += [f"code {name} is there twice" for name in _doubles(codes)]
    if not chances:
        faults.append("the table has no die line")
    elif sorted(chances) != list(range(min(chances), max(chances) + 1)):
        faults.append("the die lines have a gap")
    faults += [f"die {die} comes up {number} times" for die, number in sorted(chances.items()) if number <= 0]
    faults += [f"die {die} has no line" for die in sorted(chances) if die not in lines]
    faults += [f"line {die} is for no die" for die in sorted(lines) if die not in chances]
    for die, line in sorted(lines.items()):
        if len(line) != len(columns):
            faults.append(f"line {die} has {len(line)} codes for {len(columns)} columns")
        faults += [f"line {die}: no code {code}" for code in dict.fromkeys(line) if code not in codes]
    return faults


def _doubles(names: Sequence[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]
