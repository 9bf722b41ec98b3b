"""Odds of one combat: strengths, terrain, columns, demoralization (7.0, 7.4, 7.6, 9.0, 18.11)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.calculation import Calculation, Counted, Effect
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting import odds
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting

# Hexsides that may double, in the order in which a report names them.
_DOUBLING = ("stream", "bridge", "slope")


def odds_of(
    setting: Setting, board: Board, by: Sequence[str], bombard: Sequence[str], targets: Sequence[str]
) -> Calculation:
    """naw 7.0-2, 7.13, 7.21, 7.22, 7.6-T, 8.0-2, 8.21, 8.51, 18.11-1: the odds of attackers and batteries.

    Printed strengths of all attackers against the defenders together, each as its terrain makes it, to the printed
    columns in the defender's favour, then shifted for demoralization and brought back to the printed columns (ruling
    16, ruling 35).
    """
    near = [Counted(unit, board.strength([unit]), at=board.hex_of(unit)) for unit in (*by, *bombard)]
    attack = odds.strength_of("attacker", near)
    defence = odds.strength_of("defender", [defender(board, target, by) for target in targets])
    shifts = morale_shifts(setting, board, board.field.map_of[defence.units[0].at])
    return odds.calculated(setting.columns, attack, defence, shifts)


def defender(board: Board, target: str, by: Sequence[str]) -> Counted:
    """naw 7.4, 9.0-1, 9.0-2, 9.0-N2: a defending unit, doubled once if anything doubles it; no attacker ever is."""
    at = board.position.at[target]
    why = hex_doubling(board.field, at)
    near = board.field.zone_neighbours[at]
    beside = [h for h in (board.position.at[unit] for unit in by) if h in near]
    why += hexside_doubling(board.field, at, beside)
    doubled = (Effect(2, "; ".join(why), "9.0"),) if why else ()
    return Counted(target, board.roster.units[target].strength, doubled, at)


def hex_doubling(field: HexField, at: str) -> tuple[str, ...]:
    """naw 9.0-3, 9.0-5, 9.0-6, 9.0-7, 9.0-8: rough, marsh and town hexes double, clear and forest do not.

    Roads and trails change nothing of what their hex is.
    """
    return (f"{field.terrain[at]} hex {at}",) if field.kind(at).times > 1 else ()


def hexside_doubling(field: HexField, at: str, beside: Sequence[str]) -> tuple[str, ...]:
    """naw 9.0-4, 9.0-10, 9.0-11: doubled if each adjacent attacker by himself attacks through a doubling hexside.

    beside: the hexes of the adjacent attackers. Batteries that bombard do not matter, and without an adjacent
    attacker nothing is doubled (ruling 18, ruling 19, ruling 20).
    """
    kinds = odds.only_through(field, at, beside, _DOUBLING)
    return tuple(f"attacked only through {kind} hexsides" for kind in _DOUBLING if kind in kinds)


def doubling_hexside(field: HexField, start: str, at: str) -> str:
    """naw 9.0-4, 9.0-10, 9.0-11: the kind of hexside between attacker and defender that doubles, "" for none.

    A slope hexside counts only for an attacker in a slope hex. A bridge counts as a bridge over whatever water.
    """
    return odds.multiplying_hexside(field, start, at, _DOUBLING)


def morale_shifts(setting: Setting, board: Board, battle: str) -> tuple[Effect, ...]:
    """naw 18.0-2, 18.11-1, 18.11-2: demoralized attackers a column to the left, demoralized defenders to the right.

    Only morale at the battle itself counts.
    """
    broken = board.position.broken.get(battle, "")
    if not broken:
        return ()
    name = setting.called(broken)
    if broken == board.position.army:
        return (Effect(-1, f"the attacking {name} units are demoralized", "18.11"),)
    return (Effect(1, f"the defending {name} units are demoralized", "18.11"),)
