"""Odds of a combat: strengths to a column, shifts and caps, hexsides that multiply, odds lowered of one's own will."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from pbem.wargame.odds import OddsColumns, Shift


@dataclass(frozen=True, slots=True)
class Cap:
    """The best column that a combat may come to, however strong the attackers."""

    column: str
    why: str
    case: str


@lru_cache(maxsize=8)
def columns_of(names: tuple[str, ...]) -> OddsColumns:
    """The columns of a table, worse odds than the first being the first and better ones than the last the last."""
    return OddsColumns(names)


def strength_of(role: str, units: Sequence[Counted]) -> Strength:
    """The units of one army together: halves are added up, and what is left of them is rounded up once."""
    return Strength(role, tuple(units), ceil(sum([unit.counts if unit.effects else unit.strength for unit in units])))


def calculated(
    columns: tuple[str, ...],
    attack: Strength,
    defence: Strength,
    shifts: Sequence[Effect] = (),
    caps: Sequence[Cap] = (),
) -> Calculation:
    """From two strengths to the column that counts, rounded for the defender and kept on the table.

    shifts come first, each by whole columns; a cap that bites is told as one more. Raises ValueError for nothing
    against nothing, and for a cap that is no column.
    """
    table = columns_of(columns)
    found = table.find(attack.counts, defence.counts, tuple(Shift(int(one.by), one.case, one.why) for one in shifts))
    column, bitten = found.final, []
    for cap in caps:
        over = table.index(column) - table.index(cap.column)
        if over > 0:
            bitten.append(Effect(-over, cap.why, cap.case))
            column = cap.column
    return Calculation((attack, defence), found.start, (*shifts, *bitten), column, column)


def reductions(columns: tuple[str, ...], column: str) -> tuple[str, ...]:
    """The columns to which an attacker may lower his odds, best first."""
    return columns_of(columns).reductions(column)


def reduced(columns: tuple[str, ...], column: str, wish: str) -> str:
    """The column used: the wish where it is lower than the column that the odds have come to by now."""
    return wish if wish in reductions(columns, column) else column


def lowered(columns: tuple[str, ...], odds: Calculation, wish: str) -> Calculation:
    """A calculation with the column used. Whoever lowers his odds has nothing added to his die any more."""
    used = reduced(columns, odds.column, wish) if wish else odds.column
    if used == odds.column == odds.used:
        return odds
    return replace(odds, used=used, modifiers=odds.modifiers if used == odds.column else ())


def line_of(table: Mapping[int, Sequence[str]], die: int, bonus: int) -> int:
    """The line of a table for a die to which something is added; beyond the first and the last line these count."""
    return min(max(die + bonus, min(table)), max(table))


def result_of(
    columns: tuple[str, ...], table: Mapping[int, Sequence[str]], die: int, column: str, bonus: int = 0
) -> str:
    """The code of a die in a column. bonus: what is added to the die. Raises ValueError for no column."""
    return table[line_of(table, die, bonus)][columns_of(columns).index(column)]


# -- hexsides that multiply -----------------------------------------------------------


def multiplying_hexside(field: HexField, start: str, at: str, kinds: Sequence[str]) -> str:
    """The kind of hexside between attacker and defender that multiplies the defender's strength, "" for none.

    kinds: those that the chart may multiply for, bridges aside; the first that does counts. One with `out_of` counts
    only for an attacker in such a hex. A bridge counts as a bridge over whatever water.
    """
    key = multiplying_hexside, start, at, tuple(kinds)
    found: str | None = field.found.get(key)
    if found is None:
        found = field.found[key] = _multiplying(field, start, at, kinds)
    return found


def _multiplying(field: HexField, start: str, at: str, kinds: Sequence[str]) -> str:
    sides, bridge = field.chart.sides, field.chart.bridge
    if field.has(bridge, start, at):
        return bridge if sides[bridge].times > 1 else ""
    for kind in kinds:
        if not field.has(kind, start, at):
            continue
        line = sides[kind]
        if line.times > 1 and (not line.out_of or start in field.marked(line.out_of)):
            return kind
    return ""


def only_through(field: HexField, at: str, beside: Sequence[str], kinds: Sequence[str]) -> frozenset[str]:
    """The kinds of multiplying hexsides if each adjacent attacker attacks through one; empty if one does not.

    beside: the hexes of the adjacent attackers. Without any nothing is multiplied.
    """
    found: set[str] = set()
    for start in beside:
        kind = multiplying_hexside(field, start, at, kinds)
        if not kind:
            return frozenset()
        found.add(kind)
    return frozenset(found)
