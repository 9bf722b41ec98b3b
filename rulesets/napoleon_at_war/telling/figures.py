"""Losses, ground and luck as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.options import Json
from pbem.hexgame.telling.figures import fortunes, tally
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.victory import awards, losses, points_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.preview import chances


class NapoleonFigures(GameFigures):
    """Losses, hexes held, victory points, and the dice of the combats."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def tally(self, at: Json) -> Tally:
        """Strength lost at all battles, hexes held, and the points that 19.1 would give if the game ended now."""
        setting, position = self.setting, Position.from_json(at)
        points = points_of(setting, awards(setting, position))
        return tally(
            setting.board(position),
            setting.armies,
            lambda army: losses(setting, position, army),
            points,
            "victory points if the game ended now",
        )

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice of the combats."""
        return fortunes(events, self.setting.roster, lambda column, bonus: chances(self.setting, column))
