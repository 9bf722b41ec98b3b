"""Movement: sections 5 and 6, the movement side of 9.0, night (10.2, 16.1) and fog (16.2).

What moving means here stands in `move_rules`; how it is judged and searched, in pbem/hexgame/moving.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pbem.hexgame.moving import marching
from pbem.hexgame.moving.rules import Closed, MoveCases, MoveRules, ZoneRule, always_open
from pbem.wargame import movement as search
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting

_DAY = MoveCases.under(
    "17.0-6",
    owner="5.11",
    moved="5.17",
    path="5.16",
    hexside="5.24",
    ground="5.21",
    closed="16.1-1",
    length="5.15-1",
    occupied="5.12",
    held="5.13",
    zone="10.2-1",
    stop="6.0-2",
    room="6.1",
    stacking="5.32",
    entry_closed="16.1-1",
    entry_ground="14.13",
    entry_enemy="14.14",
    entry_length="14.13",
    off_held="5.13",
    off_closed="16.1-1",
)
_NIGHT = replace(_DAY, held="10.2-2")
_ZONES_BY_DAY, _ZONES_AT_NIGHT = ZoneRule(), ZoneRule(enter=False, when="at night")


def move_rules(setting: Setting, board: Board) -> MoveRules:
    """naw 5.12, 5.13, 5.15-1, 5.16, 5.21, 5.24, 6.0-2, 6.2, 6.3, 6.5, 9.0-7, 10.2-1, 10.2-2, 16.1-1: how units move in
    the phase in which a board stands, and what is wrong with moves that they may not make.

    A unit stops on entering an enemy zone and may not leave the one in which it begins; at night it enters none.
    """
    turn = board.position.turn
    night, table = turn in setting.night, setting.steps(turn)
    zones = _ZONES_AT_NIGHT if night else _ZONES_BY_DAY
    return MoveRules(
        board,
        board.position.army,
        _NIGHT if night else _DAY,
        points=partial(allowance, setting, turn=turn),
        steps=lambda unit: table,
        zone=lambda unit: board.zones[board.enemy[board.roster.units[unit].army]],
        zones=lambda unit: zones,
        fits=alone,
        closed=closed_on(setting, turn),
        when="at night",
    )


def alone(at: str, units: Sequence[str]) -> bool:
    """naw 5.31, 5.32: one unit in a hex."""
    return len(units) < 2


def closed_on(setting: Setting, turn: int) -> Closed:
    """naw 16.1-1: the ground that a game-turn closes."""
    return setting.barred_at_night if setting.is_night(turn) else always_open


def allowance(setting: Setting, unit: str, turn: int) -> int:
    """naw 2.4-4, 5.15-2, 16.21-1, 18.12: half movement points of a unit on a game-turn.

    Always the printed figure, whatever was left over before and whatever its morale; in fog half of it, rounded down.
    """
    points = setting.roster.units[unit].allowance
    if setting.is_fog(turn):
        points //= 2
    return 2 * points


def routes(setting: Setting, board: Board, unit: str) -> search.Reach:
    """naw 5.0-1, 5.31, 5.33, 5.34: what a unit on the map can reach in the Movement Phase, in any direction, through
    friends, with the cheapest path to each hex.

    `stops` are the hexes without a friend.
    """
    at = board.hex_of(unit)
    return marching.reach(move_rules(setting, board), unit, at, allowance(setting, unit, board.position.turn))
