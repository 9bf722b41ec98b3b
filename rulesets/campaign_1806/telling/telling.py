"""What people are told of a game of 1806."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import NO_LEGEND
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.telling.told import PlayerTurns, TurnOdds
from rulesets.campaign_1806.hidden.face_down import SORT
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.sequence import headline
from rulesets.campaign_1806.setting import Setting
from rulesets.campaign_1806.telling.facts import facts
from rulesets.campaign_1806.telling.named import CampaignNames, names_of
from rulesets.campaign_1806.telling.turned import legend
from rulesets.campaign_1806.telling.wording import wording

if TYPE_CHECKING:
    from pbem.engine.figures import GameFigures
    from pbem.engine.picture import Pictures


class CampaignTelling(PlayerTurns):
    """`engine.contract.Telling`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def play(self, at: Json, own: Own = NOTHING) -> Play:
        """A position as a board, own pieces of its reader under their own ids."""
        return seen_by(Play(self.setting, Position.from_json(at)), own.army, own)

    @cached_property
    def names(self) -> CampaignNames:
        """What everything is called."""
        return names_of(self.setting)

    def headline(self, at: Json) -> str:
        """`14 October, morning, French player turn`."""
        return headline(self.setting, Position.from_json(at))

    def name(self, thing: str) -> str:
        """The name of a counter, formation, army or place, or of a hidden leaf; the id itself where there is none."""
        if thing.startswith(SORT):
            return f"sort of {thing.removeprefix(SORT)}"
        return self.names.name(thing)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and `map` tell of a position."""
        return facts(self.names, self.play(at, own))

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event in sentences."""
        return wording(self.names.knowing(legend), event)

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """osg 1.5: names of own counters, and of those that were turned up."""
        return legend(self.names, own, events) if self.setting.fog.hidden else NO_LEGEND

    @cached_property
    def pictures(self) -> Pictures:
        """What maps show."""
        # Most commands draw nothing.
        from rulesets.campaign_1806.pictures.pictures import CampaignPictures

        return CampaignPictures(self.setting, self.names)

    @cached_property
    def figures(self) -> GameFigures:
        """Losses, ground held, points, and luck."""
        from rulesets.campaign_1806.telling.figures import CampaignFigures

        return CampaignFigures(self.setting)

    @cached_property
    def odds(self) -> TurnOdds:
        """What attacks would come to, ordered or not."""
        # Combat takes long to load, and few commands look ahead.
        from rulesets.campaign_1806.telling.odds_question import CampaignOdds

        return CampaignOdds(self.setting, self.names)
