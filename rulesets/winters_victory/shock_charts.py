"""Shock Combat: the table, which is a stand-in, and what the text says beside it (12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.winters_victory.charts import Modifiers, mark, numbers, read_modifiers

DOT: Final = "dot"
CODES: Final = (DOT, "D", "D1", "Dr", "Dr1", "Dr2", "R")
"""12.41: results of a side, the mildest first."""
HEAVY_PRIMARY, HEAVY_SECONDARY = "heavy-primary", "heavy-secondary"
LIGHT_PRIMARY, LIGHT_SECONDARY = "light-primary", "light-secondary"
_DICE: Final = range(10)


@dataclass(frozen=True, slots=True)
class ShockResult:
    """wv 12.41-0, 12.41-D, 12.41-D1, 12.41-Dr, 12.41-Dr1, 12.41-R: what a code does to a side. state: `none`,
    `disordered` or `routed`; retreat: hexes."""

    losses: int
    state: str
    retreat: int


@dataclass(frozen=True, slots=True)
class ShockTable:
    """wv 12.3: rows: odds -> what they add to the die, the worst first. least, most: differentials that have a column.
    totals: least total -> codes of attacker and defender, rising; the first holds for all lower ones."""

    rows: Mapping[str, int]
    least: int
    most: int
    totals: tuple[tuple[int, str, str], ...]

    def row(self, attackers: int, defenders: int) -> str:
        """wv 12.23.1, 12.23.3: the row of odds, rounded for the defender, the last ones for all beyond them."""
        reached = [name for name in self.rows if Fraction(attackers, defenders) >= _odds(name)]
        return reached[-1] if reached else next(iter(self.rows))

    def lower(self, row: str, by: int) -> str | None:
        """wv 12.23.5-1: the row so many rows lower, None where there is none."""
        names = list(self.rows)
        place = names.index(row) - by
        return names[place] if place >= 0 else None

    def result(self, row: str, differential: int, die: int) -> tuple[str, str]:
        """wv 12.23.4, 12.3: codes of attacker and defender; a differential beyond the columns counts as the last."""
        total = die + self.rows[row] + min(max(differential, self.least), self.most)
        reached = [(attacker, defender) for least, attacker, defender in self.totals if total >= least]
        return reached[-1] if reached else self.totals[0][1:]

    def chances(self, row: str, differential: int) -> dict[tuple[str, str], Fraction]:
        """The exact chance of each pair of codes that can come up."""
        found = [self.result(row, differential, die) for die in _DICE]
        return {pair: Fraction(found.count(pair), len(_DICE)) for pair in dict.fromkeys(found)}


def _odds(name: str) -> Fraction:
    attackers, _, defenders = name.partition(":")
    return Fraction(int(attackers), int(defenders))


@dataclass(frozen=True, slots=True)
class ChargeRow:
    """wv 12.63: what horse of a strength of at least `least` adds to the morale die of who is charged, by HEAVY_PRIMARY
    and so on."""

    least: int
    adds: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ShockRules:
    """wv 12.2.1-a, 12.2.2-a, 12.13-2, 12.23.2, 12.23.5-2, 12.42.4, 12.42.5, 12.52.2-1: what the text says of shock.

    results: code -> what it does. losses: `few` and `many` points of a side and what they add, `routed-add`. attacker,
    defender: modifiers of the differential. cover_most: points that fight into or out of cover. automatic: numbers of
    12.23. charge: rows of 12.63, rising. zone: hexes of each row of a charge zone; primary: rows of its nearer part.
    limits: other numbers.
    """

    results: Mapping[str, ShockResult]
    losses: Mapping[str, int]
    attacker: Modifiers
    defender: Modifiers
    cover_most: int
    automatic: Mapping[str, int]
    charge: tuple[ChargeRow, ...]
    zone: tuple[int, ...]
    primary: int
    limits: Mapping[str, int]

    def charge_modifier(self, strength: int, *, heavy: bool, primary: bool) -> int:
        """wv 12.63: what horse adds to the morale die in a part of its zone."""
        part = f"{'heavy' if heavy else 'light'}-{'primary' if primary else 'secondary'}"
        return max((row.adds[part] for row in self.charge if strength >= row.least), default=0)


def read_shock_table(data: Mapping[str, Any]) -> ShockTable:
    """wv 12.3: data/charts/shock.yaml. Raises KeyError or ValueError for a table that is not whole."""
    mark(data["from"])
    totals = []
    for row in data["results"]:
        attacker, _, defender = row["result"].partition("/")
        if attacker not in CODES or defender not in CODES:
            raise ValueError(f"{row['result']!r} is no result of shock, such as Dr1/D")
        totals.append((int(row["from-total"]), attacker, defender))
    if totals != sorted(totals, key=lambda one: one[0]) or not totals:
        raise ValueError("the totals of the shock table rise")
    columns = data["differentials"]
    rows = {name: int(text) for name, text in data["rows"].items()}
    return ShockTable(rows, int(columns["least"]), int(columns["most"]), tuple(totals))


def read_shock_rules(data: Mapping[str, Any]) -> ShockRules:
    """wv 12.2.1-b, 12.2.1-c, 12.2.1-d, 12.2.1-e, 12.2.1-f, 12.2.1-g, 12.2.1-h, 12.2.1-i, 12.2.2-b, 12.2.2-c, 12.2.2-d,
    12.2.2-e, 12.2.2-f, 12.2.2-g, 12.2.2-h, 12.2.2-i, 12.2.2-j: data/charts/shock-rules.yaml. Raises KeyError or
    ValueError."""
    automatic = {name: text for name, text in data["automatic"].items() if name != "result"}
    zone = data["zone"]
    mark(zone["from"])
    mark(data["charge"]["from"])
    return ShockRules(
        results={
            code: ShockResult(int(row["losses"]), row["state"], int(row["retreat"]))
            for code, row in data["results"].items()
            if mark(row["from"])
        },
        losses=numbers(data["losses"]),
        attacker=read_modifiers(data["attacker"]),
        defender=read_modifiers(data["defender"]),
        cover_most=numbers(data["cover-most"])["points"],
        automatic=numbers(automatic),
        charge=tuple(
            ChargeRow(int(row["least"]), {name: int(text) for name, text in row.items() if name != "least"})
            for row in data["charge"]["rows"]
        ),
        zone=tuple(int(text) for text in zone["hexes"]),
        primary=int(zone["primary"]),
        limits=numbers(data["limits"]),
    )


def shock_faults(table: ShockTable, results: Mapping[str, ShockResult]) -> list[str]:
    """Where a shock table is not monotone: as the total rises, the attacker's result and losses may not get worse nor
    the defender's better; better odds and differentials may not lower the total."""
    return [*_total_faults(table, results), *_row_faults(table)]


def _total_faults(table: ShockTable, results: Mapping[str, ShockResult]) -> Iterator[str]:
    for (_, attacker, defender), (total, better, worse) in pairwise(table.totals):
        if CODES.index(better) > CODES.index(attacker) or CODES.index(worse) < CODES.index(defender):
            yield f"from {total} on {better}/{worse} comes behind {attacker}/{defender}"
        if results[better].losses > results[attacker].losses or results[worse].losses < results[defender].losses:
            yield f"from {total} on {better}/{worse} costs otherwise than {attacker}/{defender}"


def _row_faults(table: ShockTable) -> Iterator[str]:
    if [_odds(name) for name in table.rows] != sorted(_odds(name) for name in table.rows):
        yield "the rows of odds do not rise"
    if list(table.rows.values()) != sorted(table.rows.values()):
        yield "better odds add less"
