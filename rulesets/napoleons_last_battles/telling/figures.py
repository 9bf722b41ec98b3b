"""Losses, ground and luck as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.options import Json
from pbem.hexgame.telling.figures import fortunes, tally
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.rules.victory.points import total
from rulesets.napoleons_last_battles.telling.decided import decided
from rulesets.napoleons_last_battles.telling.reckoning import chances
from rulesets.napoleons_last_battles.theatre import Theatre


class LastBattlesFigures(GameFigures):
    """Losses, hexes held, victory points, and the dice of the combats."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def tally(self, at: Json) -> Tally:
        """What can be counted of a position."""
        return counted(self.theatre.board(CODEC.from_json(at)))

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice of the combats."""
        setting = self.theatre.setting
        return fortunes(events, self.theatre.everybody, lambda column, bonus: chances(setting, column, bonus))

    def decided(self, label: str, events: Sequence[Mapping[str, Json]]) -> Mapping[str, Json] | None:
        """The event that tells what a die decided, by the die's label."""
        return decided(self.theatre.setting, label, events)


def counted(board: Board) -> Tally:
    """nlb 3.4, 9.0: strength points that the nations of each army have lost, hexes held, victory points so far."""
    setting, position = board.setting, board.position
    army_of = setting.roster.army_of

    def lost(army: str) -> int:
        return sum(position.losses.get(nation, 0) for nation in setting.nations if army_of[nation] == army)

    points = {army: total(board, army) for army in setting.armies} if setting.victory.points else {}
    return tally(board, setting.armies, lost, points)
