"""Losses, ground and luck as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.options import Json
from pbem.hexgame.telling.figures import fortunes, held
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
        board = setting.board(position)
        return Tally(
            lost={army: losses(setting, position, army) for army in setting.armies},
            held={army: held(board, army) for army in setting.armies},
            points=points_of(setting, awards(setting, position)),
            units={
                "lost": "strength points eliminated",
                "held": "hexes occupied, or under the army's zones of control alone",
                "points": "victory points if the game ended now",
            },
        )

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice of the combats."""
        return fortunes(events, self.setting.roster, lambda column, bonus: chances(self.setting, column))
