"""Odds of one combat: strengths, terrain, columns, demoralization (7.0, 7.4, 7.6, 9.0, 18.11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from pbem.wargame.odds import OddsColumns, Shift
from rulesets.napoleon_at_war.battlefield import Battlefield
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting

# Hexsides that may double, in the order in which a report names them.
_DOUBLING = ("stream", "bridge", "slope")


@lru_cache(maxsize=8)
def columns_of(names: tuple[str, ...]) -> OddsColumns:
    """naw 7.6-T: the columns of the table, worse odds being the first and better ones the last."""
    return OddsColumns(names)


def odds_of(
    setting: Setting, board: Board, by: Sequence[str], bombard: Sequence[str], targets: Sequence[str]
) -> Calculation:
    """naw 7.0-2, 7.13, 7.22, 8.0-2, 8.21, 18.11-1: the odds of adjacent attackers and batteries against units.

    Printed strengths of all attackers against the defenders together, to the printed columns in the defender's
    favour, then shifted for demoralization and brought back to the printed columns (ruling 16, ruling 35).
    """
    near = tuple(Counted(unit, board.strength([unit]), at=board.hex_of(unit)) for unit in (*by, *bombard))
    defenders = tuple(defender(board, target, by) for target in targets)
    attack, defence = board.strength(by) + board.strength(bombard), total_defence(defenders)
    shifts = morale_shifts(setting, board, board.field.map_of[defenders[0].at])
    found = columns_of(setting.columns).find(attack, defence, shifts)
    strengths = (Strength("attacker", near, attack), Strength("defender", defenders, defence))
    effects = tuple(Effect(shift.columns, shift.reason, shift.case) for shift in shifts)
    return Calculation(strengths, found.start, effects, found.final, found.final)


def total_defence(defenders: Sequence[Counted]) -> int:
    """naw 7.21, 8.51: the defenders of one combat count together, each as its terrain makes it; nobody else helps."""
    return sum(int(one.counts) for one in defenders)


def defender(board: Board, target: str, by: Sequence[str]) -> Counted:
    """naw 7.4, 9.0-1, 9.0-2, 9.0-N2: a defending unit, doubled once if anything doubles it; no attacker ever is."""
    at = board.position.at[target]
    why = hex_doubling(board.field, at)
    near = board.field.zone_neighbours[at]
    beside = [h for h in (board.position.at[unit] for unit in by) if h in near]
    why += hexside_doubling(board.field, at, beside)
    doubled = (Effect(2, "; ".join(why), "9.0"),) if why else ()
    return Counted(target, board.roster.units[target].strength, doubled, at)


def hex_doubling(field: Battlefield, at: str) -> tuple[str, ...]:
    """naw 9.0-3, 9.0-5, 9.0-6, 9.0-7, 9.0-8: rough, marsh and town hexes double, clear and forest do not.

    Roads and trails change nothing of what their hex is.
    """
    if not field.kind(at).doubled:
        return ()
    return (f"{field.terrain[at]} hex {at}",)


def hexside_doubling(field: Battlefield, at: str, beside: Sequence[str]) -> tuple[str, ...]:
    """naw 9.0-4, 9.0-10, 9.0-11: doubled if each adjacent attacker by himself attacks through a doubling hexside.

    beside: the hexes of the adjacent attackers. Batteries that bombard do not matter, and without an adjacent
    attacker nothing is doubled (ruling 18, ruling 19, ruling 20).
    """
    kinds = [doubling_hexside(field, start, at) for start in beside]
    if not kinds or not all(kinds):
        return ()
    return tuple(f"attacked only through {kind} hexsides" for kind in _DOUBLING if kind in kinds)


def doubling_hexside(field: Battlefield, start: str, at: str) -> str:
    """naw 9.0-4, 9.0-10, 9.0-11: the kind of hexside between attacker and defender that doubles, "" for none.

    A slope hexside counts only for an attacker in a slope hex. A bridge counts as a bridge over whatever water.
    """
    hexsides = field.chart.hexsides
    if field.has("bridge", start, at):
        return "bridge" if hexsides["bridge"].doubled else ""
    if field.has("stream", start, at) and hexsides["stream"].doubled:
        return "stream"
    if start in field.slopes and field.has("slope", start, at) and hexsides["slope"].doubled:
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
