"""What a game of hexes and counters is told by, as far as all are told alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.contract import NO_LEGEND, Telling
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json


class PlayerTurns(Telling):
    """`engine.contract.Telling` of player turns whose units bear their own names."""

    def phase_name(self, at: Json) -> str:
        """`french-06`."""
        return f"{at['army']}-{at['turn']:02d}"

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Nothing: no unit bears a number in place of its name."""
        return NO_LEGEND
