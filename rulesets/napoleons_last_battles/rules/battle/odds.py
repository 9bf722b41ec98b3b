"""Odds of one combat: strengths, the terrain that counts, columns (6.2, 6.3, 8.2B)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.odds import Cap, calculated, columns_of, multiplying_hexside, only_through, strength_of
from rulesets.napoleons_last_battles.board import CHATEAU, INFANTRY, Board

CHATEAU_BEST: Final = "4-1"
_WATER: Final = ("stream", "bridge")
_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Terrain:
    """One effect of terrain upon a defending hex: what multiplies its defenders, and whom it halves on both sides."""

    at: str
    why: str
    case: str
    times: int = 1
    halves: tuple[str, ...] = ()


def odds_of(
    board: Board,
    by: Sequence[str],
    bombard: Sequence[str],
    targets: Sequence[str],
    silent: Collection[str] = (),
) -> Calculation:
    """nlb 6.1C, 6.1D, 6.2, 6.2A, 6.2B, 6.3-1, 6.3C, 7.0-example, 7.1D, 7.2-1, 7.2-2, 8.2B: the odds of
    attackers and batteries.

    Whole current strengths, terrain applied; rounded for the defender and kept on the table. Of the effects upon each
    hex one counts: the combat is calculated under each, and the lowest column holds, then the lowest ratio.
    silent: defenders whose strength does not count (6.6C).
    """
    attackers = [Counted(unit, board.face(unit), at=board.hex_of(unit)) for unit in (*by, *bombard)]
    defenders = [_defender(board, unit, unit in silent) for unit in targets]
    choices = [effects_on(board, at, by, targets) or (None,) for at in dict.fromkeys(one.at for one in defenders)]
    tried = [_under(board, [g for g in chosen if g], attackers, defenders) for chosen in product(*choices)]
    table = columns_of(board.setting.columns)

    def worth(strengths: tuple[Strength, Strength]) -> tuple[int, Fraction]:
        attack, defence = strengths[0].counts, strengths[1].counts
        return table.index(table.column(attack, defence)), Fraction(attack, defence or 1)

    attack, defence = min(tried, key=worth)
    return calculated(board.setting.columns, attack, defence, (), _caps(board, targets))


def _caps(board: Board, targets: Sequence[str]) -> list[Cap]:
    """nlb 8.2B: with infantry that a chateau shelters among the defenders the whole combat has a best column."""
    walls = next((board.at[unit] for unit in targets if board.sheltered(unit)), "")
    return [Cap(CHATEAU_BEST, f"infantry in the chateau {walls}", "8.2B")] if walls else []


def _defender(board: Board, unit: str, silent: bool) -> Counted:
    """nlb 6.6C-3: who retreated into the hex in this phase adds no strength."""
    why = (Effect(0, "retreated into the hex in this phase", "6.6C"),) if silent else ()
    return Counted(unit, board.face(unit), why, board.at[unit])


def effects_on(board: Board, at: str, by: Sequence[str], targets: Sequence[str]) -> tuple[Terrain, ...]:
    """nlb 6.3A, 6.3C, 7.5: the effects of terrain of which one counts for a defending hex; empty for none.

    One that would change nobody's strength is none. Streams and bridges count only if all adjacent attackers come over
    such hexsides; bombarders neither earn nor spoil that, and without adjacent attackers nothing is doubled.
    """
    kind, name = board.field.kind(at), board.field.terrain[at]
    found = []
    if kind.times > 1:
        found.append(Terrain(at, f"{name} hex {at}", "6.3", kind.times))
    arms = [board.roster.units[unit].kind for unit in (*by, *(t for t in targets if board.at[t] == at))]
    if set(kind.halves).intersection(arms):
        found.append(Terrain(at, f"{' and '.join(kind.halves)} in or against {name} hex {at}", "6.3B", 1, kind.halves))
    water = sorted(only_through(board.field, at, [board.at[unit] for unit in by], _WATER), reverse=True)
    if water:
        times = max(board.field.chart.sides[side].times for side in water)
        found.append(Terrain(at, f"{at} attacked only through {' and '.join(water)} hexsides", "6.3A", times))
    return tuple(found)


def _under(
    board: Board, chosen: Sequence[Terrain], attackers: Sequence[Counted], defenders: Sequence[Counted]
) -> tuple[Strength, Strength]:
    """nlb 6.3B, TEC-forest-2, TEC-marsh-2, TEC-town, TEC-chateau: both strengths under one effect for each hex.

    An attacker is halved once, by whichever of the hexes that he attacks; halves are added up and rounded up once.
    """
    attack = [_with(one, next(_halving(board, one.unit, chosen), ())) for one in attackers]
    defence = []
    for one in defenders:
        here = [ground for ground in chosen if ground.at == one.at]
        effects = tuple(_multiplying(board, one.unit, here)) + next(_halving(board, one.unit, here), ())
        defence.append(_with(one, effects))
    return strength_of("attacker", attack), strength_of("defender", defence)


def _halving(board: Board, unit: str, chosen: Sequence[Terrain]) -> Iterator[tuple[Effect, ...]]:
    kind = board.roster.units[unit].kind
    return ((Effect(_HALF, ground.why, ground.case),) for ground in chosen if kind in ground.halves)


def _multiplying(board: Board, unit: str, here: Sequence[Terrain]) -> Iterator[Effect]:
    """nlb 8.2, TEC-chateau: who is multiplied: everybody in the hex, by an option only infantry in a chateau."""
    for ground in here:
        if ground.times == 1:
            continue
        walled = board.field.terrain[ground.at] == CHATEAU and ground.case == "6.3"
        if walled and board.setting.on("chateau-infantry") and not _infantry(board, unit):
            continue
        yield Effect(ground.times, ground.why, ground.case)


def _infantry(board: Board, unit: str) -> bool:
    return board.roster.units[unit].kind == INFANTRY and not board.demoralized(unit)


def _with(one: Counted, effects: tuple[Effect, ...]) -> Counted:
    return Counted(one.unit, one.strength, (*one.effects, *effects), one.at)


def watery_hexside(field: HexField, start: str, at: str) -> str:
    """nlb 6.3A: `stream` or `bridge` where an attacker attacks through such a hexside, else ""."""
    return multiplying_hexside(field, start, at, _WATER)
