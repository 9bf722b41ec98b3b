"""What people are told of a game of Napoleon at War."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import NO_LEGEND
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.telling.told import PlayerTurns, TurnOdds
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.sequence import headline
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.situation import facts
from rulesets.napoleon_at_war.telling.wording import names_of, wording

if TYPE_CHECKING:
    from pbem.engine.figures import GameFigures
    from pbem.engine.picture import Pictures


class NapoleonTelling(PlayerTurns):
    """`engine.contract.Telling`. All counters lie open, so everybody is told the same."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def headline(self, at: Json) -> str:
        """`Game-Turn 6, French player turn`."""
        return headline(self.setting, at["turn"], at["army"])

    def name(self, thing: str) -> str:
        """The printed name of a unit, formation, army, battle or place; the id itself where there is none."""
        return names_of(self.setting).name(thing)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and `map` tell of a position."""
        return facts(self.setting, Position.from_json(at))

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event in sentences."""
        return wording(self.setting, event)

    @cached_property
    def pictures(self) -> Pictures:
        """What maps show."""
        # Most commands draw nothing.
        from rulesets.napoleon_at_war.pictures.pictures import NapoleonPictures

        return NapoleonPictures(self.setting)

    @cached_property
    def figures(self) -> GameFigures:
        """Losses, ground held, points, and luck."""
        # Only statistics and the pages of reports weigh dice.
        from rulesets.napoleon_at_war.telling.figures import NapoleonFigures

        return NapoleonFigures(self.setting)

    @cached_property
    def odds(self) -> TurnOdds:
        """What attacks would come to, ordered or not."""
        # Combat takes long to load, and few commands look ahead.
        from rulesets.napoleon_at_war.telling.preview import NapoleonOdds

        return NapoleonOdds(self.setting)
