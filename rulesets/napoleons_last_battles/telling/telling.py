"""What people are told of a game of Napoleon's Last Battles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import NO_LEGEND
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.telling.told import PlayerTurns, TurnOdds
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.sequence import headline
from rulesets.napoleons_last_battles.telling.facts import facts
from rulesets.napoleons_last_battles.telling.figures import LastBattlesFigures
from rulesets.napoleons_last_battles.telling.named import DispatchNames, names_of
from rulesets.napoleons_last_battles.telling.wording import wording
from rulesets.napoleons_last_battles.theatre import Theatre

if TYPE_CHECKING:
    from pbem.engine.figures import GameFigures
    from pbem.engine.picture import Pictures


class LastBattlesTelling(PlayerTurns):
    """`engine.contract.Telling`. All counters lie open, so everybody is told the same."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    @cached_property
    def names(self) -> DispatchNames:
        """What everything is called."""
        return names_of(self.theatre)

    def headline(self, at: Json) -> str:
        """`16 June, 1500, French player turn`."""
        return headline(self.theatre.setting, CODEC.from_json(at))

    def name(self, thing: str) -> str:
        """The name of a unit, formation, army, nation or place; the id itself where there is none."""
        return self.names.name(thing)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and `map` tell of a position."""
        return facts(self.names, self.theatre.board(CODEC.from_json(at)))

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event in sentences."""
        return wording(self.names, event)

    @cached_property
    def pictures(self) -> Pictures:
        """What maps show."""
        # Most commands draw nothing.
        from rulesets.napoleons_last_battles.pictures.pictures import LastBattlesPictures

        return LastBattlesPictures(self.theatre, self.names)

    @cached_property
    def figures(self) -> GameFigures:
        """Losses, ground held, points, and luck."""
        return LastBattlesFigures(self.theatre)

    @cached_property
    def odds(self) -> TurnOdds:
        """What attacks would come to, ordered or not."""
        # Combat takes long to load, and few commands look ahead.
        from rulesets.napoleons_last_battles.telling.odds_question import LastBattlesOdds

        return LastBattlesOdds(self.theatre, self.names)
