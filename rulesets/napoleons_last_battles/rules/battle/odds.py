"""Odds of one combat: strengths, the terrain that counts, columns (6.2, 6.3, 8.2B)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.odds import Cap, calculated, columns_of, multiplying_hexside, only_through, strength_of
from pbem.lean import dataclass
from rulesets.napoleons_last_battles.board import CHATEAU, GARRISON, INFANTRY, Board
from rulesets.napoleons_last_battles.rules.battle import combined
from rulesets.napoleons_last_battles.rules.battle.artillery import ARTILLERY
from rulesets.napoleons_last_battles.rules.battle.combined import CAVALRY
from rulesets.napoleons_last_battles.rules.battle.strengths import of_attacker, of_defender, weakened

CHATEAU_BEST: Final = "4-1"
_WATER: Final = ("stream", "bridge")
_FOREST, _MARSH, _TOWN = "forest", "marsh", "town"
_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Terrain:
    """One effect of terrain upon a defending hex: what multiplies its defenders, and who is halved on both sides."""

    at: str
    why: str
    case: str
    times: int = 1
    halved: frozenset[str] = frozenset()


def odds_of(
    board: Board,
    by: Sequence[str],
    bombard: Sequence[str],
    targets: Sequence[str],
    silent: Collection[str] = (),
    arms: str = "",
    leaders: Sequence[Effect] = (),
) -> Calculation:
    """nlb 6.1C, 6.1D, 6.2, 6.2A, 6.2B, 6.3-1, 6.3C, 7.0-example, 7.1D, 7.2-1, 7.2-2, 8.2B: the odds of
    attackers and batteries.

    Whole current strengths, terrain applied; rounded for the defender and kept on the table. Of the effects upon each
    hex one counts: the combat is calculated under each, and the lowest column holds, then the lowest ratio.
    silent: defenders whose strength does not count (6.6C). arms: what the defender has chosen (16.7-1); until he has,
    what lowers the odds most. leaders: shifts by leaders who have taken command (16.13-1).
    """
    table = columns_of(board.setting.columns)

    def worth(strengths: tuple[Strength, Strength]) -> tuple[int, Fraction]:
        attack, defence = strengths[0].counts, strengths[1].counts
        return table.index(table.column(attack, defence)), Fraction(attack, defence or 1)

    tried = list(_tried(board, by, bombard, targets, silent, arms))
    attack, defence = min(tried, key=worth) if len(tried) > 1 else tried[0]
    shifts = (*combined.shift(board, by, bombard, targets), *leaders)
    found = calculated(board.setting.columns, attack, defence, shifts, _caps(board, targets))
    return long_odds(board.setting.columns, found) if board.setting.on("long-odds") else found


def long_odds(columns: Sequence[str], found: Calculation) -> Calculation:
    """nlb 24.5C: each ratio beyond the last column takes one from the die, each below the first adds one; only where
    that column is used."""
    attack, defence = found.attack, found.defence
    best, worst = int(columns[-1].partition("-")[0]), int(columns[0].partition("-")[2])
    if found.column == columns[-1] and defence and attack // defence > best:
        ratio = attack // defence
        change = Effect(best - ratio, f"odds of {ratio}-1", "24.5C")
    elif found.column == columns[0] and attack and -(-defence // attack) > worst:
        ratio = -(-defence // attack)
        change = Effect(ratio - worst, f"odds of 1-{ratio}", "24.5C")
    else:
        return found
    return replace(found, modifiers=(*found.modifiers, change))


def _tried(
    board: Board, by: Sequence[str], bombard: Sequence[str], targets: Sequence[str], silent: Collection[str], arms: str
) -> Iterator[tuple[Strength, Strength]]:
    """Both strengths under each choice of effects: of terrain for each hex, and of arms until these are chosen."""
    defenders = [
        Counted(unit, board.face(unit), of_defender(board, unit, unit in silent), board.at[unit]) for unit in targets
    ]
    choices = [effects_on(board, at, by, bombard, targets) or (None,) for at in dict.fromkeys(d.at for d in defenders)]
    offered = combined.enhancements(board, by, bombard, targets)
    for enhanced in [offered[arms]] if arms in offered else [*offered.values()] or [{}]:
        attackers = [
            Counted(
                unit,
                board.face(unit),
                (*of_attacker(board, unit, by, targets), *combined.enhancing(board, unit, enhanced)),
                board.hex_of(unit),
            )
            for unit in (*by, *bombard)
        ]
        for chosen in product(*choices):
            yield _under(board, [ground for ground in chosen if ground], attackers, defenders)


def _caps(board: Board, targets: Sequence[str]) -> list[Cap]:
    """nlb 8.2B: with infantry that a chateau shelters among the defenders the whole combat has a best column."""
    walls = next((board.at[unit] for unit in targets if board.sheltered(unit)), "")
    return [Cap(CHATEAU_BEST, f"infantry in the chateau {walls}", "8.2B")] if walls else []


def effects_on(
    board: Board, at: str, by: Sequence[str], bombard: Sequence[str], targets: Sequence[str]
) -> tuple[Terrain, ...]:
    """nlb 6.3-1, 6.3C: the effects of terrain of which one counts for a defending hex; empty for none.

    One that would change nobody's strength is none.
    """
    here = [unit for unit in targets if board.at[unit] == at]
    if board.position.marks and any(board.marked(GARRISON, unit) for unit in here):
        return (_of_garrison(board, at, (*by, *bombard)),)
    if board.setting.on("modified-terrain"):
        return tuple(_modified(board, at, by, bombard, here))
    return tuple(_standard(board, at, by, bombard, here))


def _of_garrison(board: Board, at: str, attackers: Sequence[str]) -> Terrain:
    """nlb 16.11D-1: against a garrison cavalry and artillery are halved, and nothing else of terrain counts."""
    return Terrain(at, f"garrison of {at}", "16.11D", 1, _of_kinds(board, attackers, (CAVALRY, *ARTILLERY)))


def _standard(
    board: Board, at: str, by: Sequence[str], bombard: Sequence[str], here: Sequence[str]
) -> Iterator[Terrain]:
    """nlb 6.3A, 6.3B, 7.5: terrain that multiplies defenders or halves an arm; streams and bridges.

    Streams and bridges count only if all adjacent attackers come over such hexsides; bombarders neither earn nor spoil
    that, and without adjacent attackers nothing is doubled.
    """
    kind, name = board.field.kind(at), board.field.terrain[at]
    if kind.times > 1:
        yield Terrain(at, f"{name} hex {at}", "6.3", kind.times)
    halved = _of_kinds(board, (*by, *bombard, *here), kind.halves)
    if halved:
        yield Terrain(at, f"{' and '.join(kind.halves)} in or against {name} hex {at}", "6.3B", 1, halved)
    water = sorted(only_through(board.field, at, [board.at[unit] for unit in by], _WATER), reverse=True)
    if water:
        times = max(board.field.chart.sides[side].times for side in water)
        yield Terrain(at, f"{at} attacked only through {' and '.join(water)} hexsides", "6.3A", times)


def _modified(
    board: Board, at: str, by: Sequence[str], bombard: Sequence[str], here: Sequence[str]
) -> Iterator[Terrain]:
    """nlb 16.4-1, 16.4-2, 16.4-6: terrain weakens attackers, and cavalry; it strengthens no defender but by walls.

    Forests halve artillery that attacks, towns all who attack or bombard and cavalry that defends; streams and bridges
    each adjacent attacker who comes over one.
    """
    kind, name = board.field.kind(at), board.field.terrain[at]
    attackers = (*by, *bombard)
    if name == CHATEAU and kind.times > 1:
        yield Terrain(at, f"{name} hex {at}", "6.3", kind.times)
    halved = _of_kinds(board, (*attackers, *here), kind.halves)
    if name == _FOREST or (name == CHATEAU and kind.times == 1):
        halved |= _of_kinds(board, attackers, ARTILLERY)
    elif name == _TOWN:
        halved |= {*attackers, *_of_kinds(board, here, (CAVALRY,))}
    if halved:
        yield Terrain(at, f"{name} hex {at}", "6.3B" if name == _MARSH else "16.4", 1, halved)
    crossing = frozenset(unit for unit in by if watery_hexside(board.field, board.at[unit], at))
    if crossing:
        yield Terrain(at, f"{at} attacked through a stream or bridge hexside", "16.4", 1, crossing)


def _of_kinds(board: Board, units: Iterable[str], kinds: Collection[str]) -> frozenset[str]:
    return frozenset(unit for unit in units if board.roster.units[unit].kind in kinds)


def _under(
    board: Board, chosen: Sequence[Terrain], attackers: Sequence[Counted], defenders: Sequence[Counted]
) -> tuple[Strength, Strength]:
    """nlb 6.3B, TEC-forest-2, TEC-marsh-2, TEC-town, TEC-chateau: both strengths under one effect for each hex.

    An attacker is halved once, by whichever of the hexes that he attacks; halves are added up and rounded up once.
    """
    attack = [weakened(board, _with(one, next(_halving(one.unit, chosen), ()))) for one in attackers]
    defence = []
    for one in defenders:
        here = [ground for ground in chosen if ground.at == one.at]
        effects = tuple(_multiplying(board, one.unit, here)) + next(_halving(one.unit, here), ())
        defence.append(weakened(board, _with(one, effects)))
    return strength_of("attacker", attack), strength_of("defender", defence)


def _halving(unit: str, chosen: Sequence[Terrain]) -> Iterator[tuple[Effect, ...]]:
    return ((Effect(_HALF, ground.why, ground.case),) for ground in chosen if unit in ground.halved)


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
    return Counted(one.unit, one.strength, (*one.effects, *effects), one.at) if effects else one


def watery_hexside(field: HexField, start: str, at: str) -> str:
    """nlb 6.3A: `stream` or `bridge` where an attacker attacks through such a hexside, else ""."""
    return multiplying_hexside(field, start, at, _WATER)
