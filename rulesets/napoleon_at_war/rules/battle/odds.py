"""Odds of one combat: strengths, terrain, columns, demoralization (7.0, 7.4, 7.6, 9.0, 18.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.engine.options import Json
from pbem.wargame.odds import OddsColumns, Shift
from rulesets.napoleon_at_war.battlefield import Battlefield
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting

# Hexsides that may double, in the order in which a report names them.
_DOUBLING = ("stream", "bridge", "slope")


@dataclass(frozen=True, slots=True)
class Defender:
    """One defending unit: printed strength, strength as it counts, and why it is more, as (case, text)."""

    unit: str
    at: str
    strength: int
    effective: int
    why: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """An attack before the die: strengths, `start` the column of the bare odds, the shifts, the column after them."""

    attack: int
    defence: int
    defenders: tuple[Defender, ...]
    start: str
    shifts: tuple[Shift, ...]
    column: str

    @property
    def defenders_told(self) -> list[Json]:
        """The defenders as an event or a preview tells them."""
        return [
            {
                "unit": one.unit,
                "hex": one.at,
                "strength": one.strength,
                "effective": one.effective,
                "why": [{"case": case, "text": text} for case, text in one.why],
            }
            for one in self.defenders
        ]


@lru_cache(maxsize=8)
def columns_of(names: tuple[str, ...]) -> OddsColumns:
    """naw 7.6-T: the columns of the table, worse odds being the first and better ones the last."""
    return OddsColumns(names)


def odds_of(setting: Setting, board: Board, by: Sequence[str], bombard: Sequence[str], targets: Sequence[str]) -> Odds:
    """naw 7.0-2, 7.13, 7.22, 8.0-2, 8.21, 18.11-1: the odds of adjacent attackers and batteries against units.

    Printed strengths of all attackers against the defenders together, to the printed columns in the defender's
    favour, then shifted for demoralization and brought back to the printed columns (ruling 16, ruling 35).
    """
    defenders = tuple(defender(board, target, by) for target in targets)
    attack, defence = board.strength(by) + board.strength(bombard), total_defence(defenders)
    battle = board.field.map_of[defenders[0].at]
    shifts = morale_shifts(setting, board, battle)
    found = columns_of(setting.columns).find(attack, defence, shifts)
    return Odds(attack, defence, defenders, found.start, shifts, found.final)


def total_defence(defenders: Sequence[Defender]) -> int:
    """naw 7.21, 8.51: the defenders of one combat count together, each as its terrain makes it; nobody else helps."""
    return sum(one.effective for one in defenders)


def defender(board: Board, target: str, by: Sequence[str]) -> Defender:
    """naw 7.4, 9.0-1, 9.0-2, 9.0-N2: a defending unit, doubled once if anything doubles it; no attacker ever is."""
    at, strength = board.position.at[target], board.roster.units[target].strength
    why = hex_doubling(board.field, at)
    near = board.field.zone_neighbours[at]
    beside = [h for h in (board.position.at[unit] for unit in by) if h in near]
    why += hexside_doubling(board.field, at, beside)
    return Defender(target, at, strength, strength * 2 if why else strength, why)


def hex_doubling(field: Battlefield, at: str) -> tuple[tuple[str, str], ...]:
    """naw 9.0-3, 9.0-5, 9.0-6, 9.0-7, 9.0-8: rough, marsh and town hexes double, clear and forest do not.

    Roads and trails change nothing of what their hex is.
    """
    if not field.kind(at).doubled:
        return ()
    return (("9.0", f"{field.terrain[at]} hex {at}"),)


def hexside_doubling(field: Battlefield, at: str, beside: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """naw 9.0-4, 9.0-10, 9.0-11: doubled if each adjacent attacker by himself attacks through a doubling hexside.

    beside: the hexes of the adjacent attackers. Batteries that bombard do not matter, and without an adjacent
    attacker nothing is doubled (ruling 18, ruling 19, ruling 20).
    """
    kinds = [doubling_side(field, start, at) for start in beside]
    if not kinds or not all(kinds):
        return ()
    return tuple(("9.0", f"attacked only through {kind} hexsides") for kind in _DOUBLING if kind in kinds)


def doubling_side(field: Battlefield, start: str, at: str) -> str:
    """naw 9.0-4, 9.0-10, 9.0-11: the kind of hexside between attacker and defender that doubles, "" for none.

    A slope hexside counts only for an attacker in a slope hex. A bridge counts as a bridge over whatever water.
    """
    sides = field.chart.hexsides
    if field.has("bridge", start, at):
        return "bridge" if sides["bridge"].doubled else ""
    if field.has("stream", start, at) and sides["stream"].doubled:
        return "stream"
    if start in field.slopes and field.has("slope", start, at) and sides["slope"].doubled:
        return "slope"
    return ""


def morale_shifts(setting: Setting, board: Board, battle: str) -> tuple[Shift, ...]:
    """naw 18.0-2, 18.11-1, 18.11-2: demoralized attackers a column to the left, demoralized defenders to the right.

    Only morale at the battle itself counts.
    """
    broken = board.position.broken.get(battle, "")
    if not broken:
        return ()
    name = setting.names.get(broken, broken)
    if broken == board.position.army:
        return (Shift(-1, "18.11", f"the attacking {name} units are demoralized"),)
    return (Shift(1, "18.11", f"the defending {name} units are demoralized"),)


def reductions(setting: Setting, column: str) -> tuple[str, ...]:
    """naw 7.9: the columns to which an attacker may lower his odds, best first."""
    return columns_of(setting.columns).reductions(column)


def reduced(setting: Setting, column: str, wish: str) -> str:
    """naw 7.9: the column used: the wish where it is lower than the column that the odds have come to by now."""
    return wish if wish in reductions(setting, column) else column
