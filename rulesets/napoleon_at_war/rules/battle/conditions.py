"""Conditions of attacks held against the board before any die (7.0): remarks for their author alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.hexgame.fighting import condition_remarks as shared
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.odds import columns_of
from pbem.hexgame.fighting.said import Found
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.odds import odds_of, reduced
from rulesets.napoleon_at_war.setting import Setting


def always_vacant(board: Board, attack: Attack) -> Iterator[Found]:
    """naw 7.72: a hex that the terrain closes from every side: nobody retreats there, and nothing hangs on it."""
    return shared.always_vacant(board, attack, "7.72")


def condition_remarks(setting: Setting, board: Board, attacks: Sequence[Attack]) -> Iterator[Found]:
    """naw 7.0-3, 7.6-T: conditions that do not hold as the board stands, with nothing ordered that could change it."""

    def comes(attack: Attack) -> list[tuple[str, frozenset[str]]]:
        targets = [board.here[at][0] for at in attack.on if at in board.here]
        odds = [(odds_of(setting, board, attack.by, m.bombard, targets), m.reduce) for _, m in attack.manners()]
        columns = [reduced(setting, found.column, reduce) for found, reduce in odds]
        return [(column, _results(setting, column)) for column in columns]

    return shared.condition_remarks(board, attacks, comes, "7.0-3", "7.6-T")


def _results(setting: Setting, column: str) -> frozenset[str]:
    """naw 7.6-T: the results that a column of the table has."""
    place = columns_of(setting.columns).index(column)
    return frozenset(row[place] for row in setting.results.values())
