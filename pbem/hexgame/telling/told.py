"""What a game of hexes and counters is told by, as far as all are told alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from pbem.engine.contract import NO_LEGEND, Telling
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import GameOdds
from pbem.engine.options import Json
from pbem.engine.requests import Choose


class TurnOdds(GameOdds, ABC):
    """`engine.odds_query.GameOdds`, and what whole orders would come to."""

    @abstractmethod
    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """See `engine.contract.Telling.preview`."""


class PlayerTurns(Telling, ABC):
    """`engine.contract.Telling` of player turns whose units bear their own names."""

    @property
    @abstractmethod
    def odds(self) -> TurnOdds:
        """What attacks would come to, ordered or not."""

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """What orders would do before any die."""
        return self.odds.preview(request, orders, own)

    def phase_name(self, at: Json) -> str:
        """`french-06`."""
        return f"{at['army']}-{at['turn']:02d}"

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Nothing: no unit bears a number in place of its name."""
        return NO_LEGEND
