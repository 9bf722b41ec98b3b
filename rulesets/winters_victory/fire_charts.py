"""Fire: the three tables, which are stand-ins, and what the text says beside them (11, 7.54)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.winters_victory.charts import Modifiers, mark, numbers, read_modifiers, span

MINIMUM, MEDIUM, MAXIMUM, EXTENDED = "minimum", "medium", "maximum", "extended"
BANDS: Final = (MINIMUM, MEDIUM, MAXIMUM, EXTENDED)
"""11.0-F2: ranges, the shortest first."""
RESULTS: Final = ("0", "M", "1", "2", "3")
"""11.8: results, the mildest first."""
DICE: Final = range(10)
"""11.0: the die, 0 the least."""
LINE, COLUMN, SKIRMISH, ARTILLERY = "line", "column", "skirmish", "artillery"
"""11.0-F4: lines of the tables. Squares fire as columns, General Order as skirmishers."""
_FAR: Final = (MAXIMUM, EXTENDED)


@dataclass(frozen=True, slots=True)
class FireLine:
    """A line of a fire table. steps: least strength -> column at minimum range, rising. ranges: range -> what it adds.
    disorder: what disorder adds. least: range -> strength without which nobody fires at it."""

    steps: tuple[tuple[int, int], ...]
    ranges: Mapping[str, int]
    disorder: int
    least: Mapping[str, int]

    def base(self, strength: int) -> int:
        """The column of a strength at minimum range; what exceeds the last step counts as it."""
        return max(column for least, column in self.steps if strength >= least)


@dataclass(frozen=True, slots=True)
class FireTable:
    """wv 11.0-CRT: one of the three fire tables. lines: see above. thresholds: column -> least totals for M, 1, 2 and
    3, None where it never comes to that. targets: target class -> what it adds to the die. firers: firing class -> what
    it adds to the column."""

    lines: Mapping[str, FireLine]
    thresholds: tuple[tuple[int | None, ...], ...]
    targets: Mapping[int, int]
    firers: Mapping[int, int]

    def column(self, line: str, band: str, strength: int, firing: int, *, disordered: bool = False) -> int | None:
        """wv 11.0-F4-1, 11.0-F4-2, 11.0-F4-3, 11.0-F5: the column, 0 the leftmost, None where no fire is allowed.

        What is left of column 0 is fired in it, but for the shift of disorder at maximum and extended range (7.21.1).
        """
        row = self.lines[line]
        if band not in row.ranges or strength < max(1, row.least.get(band, 1)):
            return None
        found = max(0, row.base(strength) + row.ranges[band] + self.firers[firing])
        if disordered:
            found += row.disorder
            if found < 0 and band in _FAR:
                return None
        return min(max(0, found), len(self.thresholds) - 1)

    def result(self, column: int, target: int, die: int, modifier: int = 0) -> str:
        """wv 2.6, 11.0-F6: the result of a die against a target class, all modifiers added."""
        total = die + self.targets[target] + modifier
        reached = [
            code
            for code, least in zip(RESULTS[1:], self.thresholds[column], strict=True)
            if least is not None and total >= least
        ]
        return reached[-1] if reached else RESULTS[0]

    def chances(self, column: int, target: int, modifier: int = 0) -> dict[str, Fraction]:
        """The exact chance of each result that can come up, the mildest first."""
        found = [self.result(column, target, die, modifier) for die in DICE]
        return {code: Fraction(found.count(code), len(DICE)) for code in RESULTS if code in found}


@dataclass(frozen=True, slots=True)
class BatteryRange:
    """wv 11.22-1, 11.23-1: maximum: hexes. extended: hexes of batteries with at least so many guns in good order, 0
    for none. firing: the class of such batteries."""

    firing: int
    maximum: int
    extended: int
    guns: int


@dataclass(frozen=True, slots=True)
class FireRules:
    """wv 11.0-F2, 11.23-2, 11.44-2, 11.12.3: what the text says of fire. ranges: `infantry` and `artillery` -> range ->
    hexes. batteries: kind -> how far. targets: what a target is -> target class for `infantry` and `artillery`, absent
    where it is none. precedence: covers, the strongest first. loose: least points of skirmishers and General Order ->
    what they are. few: points that light cover protects. most: points over a hexside of cover, and at a target.
    modifiers: on the die. extended_shot: die -> hexes that a shot falls over (or short, negative). leader_loss: range
    or `shock` -> least die that loses a leader."""

    ranges: Mapping[str, Mapping[str, range]]
    batteries: Mapping[str, BatteryRange]
    targets: Mapping[str, Mapping[str, int]]
    precedence: tuple[str, ...]
    loose: tuple[tuple[int, str], ...]
    few: int
    most: int
    modifiers: Modifiers
    extended_shot: Mapping[int, int]
    leader_loss: Mapping[str, int]

    def band(self, arm: str, distance: int) -> str | None:
        """wv 11.0-F2: the range of a distance in hexes, for `infantry` or `artillery`; None beyond all."""
        return next((name for name, hexes in self.ranges[arm].items() if distance in hexes), None)

    def target_class(self, what: str, arm: str) -> int | None:
        """wv 11.0-F3-TC1, 11.0-F3-TC2, 11.0-F3-TC3, 11.0-F3-TC4, 11.0-F3-TC5: the class of a target to an arm."""
        return self.targets[what].get(arm)

    def loose_target(self, strength: int) -> str:
        """wv 11.0-F3-TC2: what skirmishers and General Order of a strength are as a target."""
        return next(what for least, what in reversed(self.loose) if strength >= least)


@dataclass(frozen=True, slots=True)
class Ammunition:
    """wv 11.93-0, 11.93.1, 11.93.2-1, 11.93.2-2, 11.91-1, 11.92: start: points of a battery. spend: range -> least
    unmodified die that costs one. most: points a phase. depleted: range -> range by whose line batteries without any
    fire. most_loss: of such fire. skirmishers: `depleted-on`, `morale`, `path`."""

    start: int
    spend: Mapping[str, int]
    most: int
    depleted: Mapping[str, str]
    most_loss: int
    skirmishers: Mapping[str, int]


def read_fire_table(data: Mapping[str, Any]) -> FireTable:
    """wv 11.0-CRT: data/charts/fire-infantry-french.yaml, -russian or fire-artillery.yaml. Raises KeyError or
    ValueError for a table that is not whole."""
    mark(data["from"])
    thresholds = tuple(tuple(None if text == "-" else int(text) for text in row) for row in data["columns"])
    if not thresholds or any(len(row) != len(RESULTS) - 1 for row in thresholds):
        raise ValueError(f"each column of a fire table has {len(RESULTS) - 1} least totals")
    return FireTable(
        lines={name: _line(row) for name, row in data["lines"].items()},
        thresholds=thresholds,
        targets={int(name): int(text) for name, text in data["target-classes"].items()},
        firers={int(name): int(text) for name, text in data["firing-classes"].items()},
    )


def _line(row: Mapping[str, Any]) -> FireLine:
    steps = tuple((int(least), int(column)) for least, column in row["steps"].items())
    if not steps or steps[0][0] != 1 or list(steps) != sorted(steps):
        raise ValueError("the steps of a fire line begin at a strength of 1 and rise")
    return FireLine(steps, _ints(row["ranges"]), int(row["disorder"]), _ints(row.get("least", {})))


def _ints(row: Mapping[str, str]) -> dict[str, int]:
    return {name: int(text) for name, text in row.items()}


def read_fire_rules(data: Mapping[str, Any]) -> FireRules:
    """wv 11.0-MODS: data/charts/fire.yaml. Raises KeyError or ValueError."""
    loose = numbers(data["loose-steps"])
    return FireRules(
        ranges={arm: {band: span(row[band]) for band in BANDS if band in row} for arm, row in data["ranges"].items()},
        batteries={name: _battery(row) for name, row in data["batteries"].items()},
        targets={
            what: {arm: int(row[arm]) for arm in ("infantry", "artillery") if row[arm] != "-"}
            for what, row in data["targets"].items()
            if mark(row["from"])
        },
        precedence=tuple(data["precedence"].split()),
        loose=tuple(sorted((least, what) for what, least in loose.items())),
        few=numbers(data["few"])["points"],
        most=numbers(data["most"])["points"],
        modifiers=read_modifiers(data["modifiers"]),
        extended_shot={int(die): hexes for die, hexes in numbers(data["extended-shot"]).items()},
        leader_loss={name: int(text) for name, text in data["leader-loss"].items() if text != "-" and name != "from"},
    )


def _battery(row: Mapping[str, str]) -> BatteryRange:
    mark(row["from"])
    extended = row["extended"]
    return BatteryRange(
        int(row["class"]), int(row["maximum"]), 0 if extended == "-" else int(extended), int(row.get("guns", "0"))
    )


def read_ammunition(data: Mapping[str, Any]) -> Ammunition:
    """wv 11.9-1: the part of data/charts/fire.yaml about ammunition."""
    own, without = data["ammunition"], data["depleted"]
    return Ammunition(
        start=int(own["start"]),
        spend=_ints(own["spend"]),
        most=int(own["most"]),
        depleted={band: without[band] for band in (MINIMUM, MEDIUM)},
        most_loss=int(without["most-loss"]),
        skirmishers=numbers(data["skirmishers"]),
    )


def fire_faults(table: FireTable) -> list[str]:
    """Where a fire table is not monotone: a higher die, a better firing class, more strength, a shorter range or an
    easier target may do no less."""
    return [*_column_faults(table), *_line_faults(table)]


def _column_faults(table: FireTable) -> Iterator[str]:
    worth = {code: number for number, code in enumerate(RESULTS)}
    for column, row in enumerate(table.thresholds):
        reached = [least for least in row if least is not None]
        if reached != sorted(reached) or None in row[: len(reached)]:
            yield f"column {column}: its least totals do not rise"
        for target in table.targets:
            found = [worth[table.result(column, target, die)] for die in DICE]
            if found != sorted(found):
                yield f"column {column}: class {target} falls as the die rises"
    for target, die in ((target, die) for target in table.targets for die in DICE):
        found = [worth[table.result(column, target, die)] for column in range(len(table.thresholds))]
        if found != sorted(found):
            yield f"class {target}, die {die}: a column further right does less"
    eased = [table.targets[one] for one in sorted(table.targets)]
    if eased != sorted(eased, reverse=True):
        yield "a higher target class is easier to hit"


def _line_faults(table: FireTable) -> Iterator[str]:
    for name, line in table.lines.items():
        bands = [band for band in BANDS if band in line.ranges]
        for firing in table.firers:
            for band in bands:
                by_strength = [_column(table, name, band, points, firing) for points in range(1, 37)]
                if by_strength != sorted(by_strength):
                    yield f"{name} at {band}: more points of class {firing} do less"
            for points in range(1, 37):
                by_range = [_column(table, name, band, points, firing) for band in bands]
                if by_range != sorted(by_range, reverse=True):
                    yield f"{name}: {points} points of class {firing} do more at a longer range"
        for band, points in ((band, points) for band in bands for points in range(1, 37)):
            classes: Sequence[int] = [_column(table, name, band, points, firing) for firing in sorted(table.firers)]
            if any(worse > better for better, worse in pairwise(classes)):
                yield f"{name} at {band}: {points} points of a worse class do more"


def _column(table: FireTable, line: str, band: str, strength: int, firing: int) -> int:
    found = table.column(line, band, strength, firing)
    return -1 if found is None else found
