"""What people are told of a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import NO_LEGEND, Telling
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Pictures
from pbem.engine.requests import Choose
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.sequence import headline
from rulesets.winters_victory.setting import Setting
from rulesets.winters_victory.telling.facts import facts
from rulesets.winters_victory.telling.named import WinterNames, names_of
from rulesets.winters_victory.telling.preview import preview
from rulesets.winters_victory.telling.wording import wording

if TYPE_CHECKING:
    from pbem.engine.figures import GameFigures
    from pbem.engine.odds_query import GameOdds


class WintersTelling(Telling):
    """`engine.contract.Telling`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @cached_property
    def names(self) -> WinterNames:
        """What everything is called."""
        return names_of(self.setting)

    @cached_property
    def pictures(self) -> Pictures:
        """What maps show."""
        # Most commands draw nothing.
        from rulesets.winters_victory.pictures.pictures import WintersPictures

        return WintersPictures(self.setting, self.names)

    def phase_name(self, at: Json) -> str:
        """`8-20-f`: day, turn and segment."""
        position = Position.from_json(at)
        return f"{position.day}-{position.turn:02d}-{position.segment or 'over'}"

    def headline(self, at: Json) -> str:
        """`8 February, 11:00, turn 20: French orders`."""
        return headline(self.setting, Position.from_json(at))

    def name(self, thing: str) -> str:
        """The name of a counter, leader, brigade, book, army, objective or hex; the id itself where it has none."""
        return self.names.name(thing)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and reports tell of a position."""
        return facts(self.names, Play(self.setting, Position.from_json(at)))

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event in sentences."""
        return wording(self.names, event)

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Nothing: no counter bears a number in place of its name."""
        return NO_LEGEND

    @cached_property
    def figures(self) -> GameFigures:
        """Losses, ground held, points, and luck."""
        from rulesets.winters_victory.telling.figures import WintersFigures

        return WintersFigures(self.names)

    @cached_property
    def odds(self) -> GameOdds:
        """What attacks would come to that nobody has ordered."""
        # Combat takes long to load, and few commands look ahead.
        from rulesets.winters_victory.telling.odds_question import WintersOdds

        return WintersOdds(self.names)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """What orders would do before any die."""
        return preview(self.names, request.scene, orders)
