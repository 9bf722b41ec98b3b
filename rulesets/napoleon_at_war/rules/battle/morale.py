"""Demoralization: who breaks, when, and at which battle (18.0, 18.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.requests import Tell
from pbem.hexgame.fighting.levels import Level
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting


def level(setting: Setting, choice: str, battle: str, army: str) -> int:
    """naw 18.2-A, 18.2-B: losses at which an army breaks at a battle under a choice; 0 if it never does there."""
    for row in setting.levels:
        if row.battle == battle and row.army == army and row.option in ("", choice):
            return row.points
    return 0


def reached(setting: Setting, board: Board, battle: str) -> tuple[str, ...]:
    """naw 18.0-1: the armies whose losses at a battle have come to their level there or passed it (ruling 34).

    The phasing army is named last.
    """
    choice, phasing = board.position.choice, board.position.army
    levels = [Level(army, level(setting, choice, battle, army)) for army in setting.armies]
    found = [one.book for one in levels if one.reached(board.lost_at(one.book, battle))]
    return tuple(sorted(found, key=lambda army: army == phasing))


def collapse(setting: Setting, board: Board, battle: str) -> Iterator[Tell]:
    """naw 18.0-1, 18.0-2, 18.0-3, 18.0-4: looks after losses whether an army breaks now; tells of it.

    Called once for all losses of one instant. Where an army is broken at this battle nobody else breaks there;
    of two that reach their levels at once it is the one that is not phasing.
    """
    position = board.position
    armies = () if battle in position.broken else reached(setting, board, battle)
    if armies:
        position.broken[battle] = army = armies[0]
        told = {"kind": "demoralized", "army": army, "battle": battle, "lost": board.lost_at(army, battle)}
        yield Tell({**told, "level": level(setting, position.choice, battle, army), "case": "18.0"})
