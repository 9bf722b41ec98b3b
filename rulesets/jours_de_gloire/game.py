"""A game of Jours de Gloire Campaign: the engine's contract, bound to one setting. It knows no rules itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import Game, Scenario, Slot, Telling, Writing
from pbem.engine.hidden import HiddenForces
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.position import OVER, decode, encode, member
from rulesets.jours_de_gloire.setting import Setting

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.sequence import SequenceOfPlay


class JoursGame(Game):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, setting: Setting, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.setting = setting
        self.scenario = scenario
        self._data = data
        self._schemas: dict[str, Json] = {}
        self._slots: dict[str, tuple[Slot, ...]] = {}

    # -- the rules -----------------------------------------------------------------

    def start(self) -> Json:
        """The position before the first set-up."""
        return encode(Board(self.setting, empty_position(self.setting)).position())

    def phase(self, at: Json) -> Phase:
        """The set-up or player turn that begins at a position."""
        return self._play.phase(at)

    def over(self, at: Json) -> dict[str, Json]:
        """jdg 9-10, 9-8: {} until the game is over; then the result."""
        return self._play.over(decode(at)) if member(at, "stage") == OVER else {}

    @cached_property
    def _play(self) -> SequenceOfPlay:
        # All rules hang on it, and `pbem rules` plays nothing.
        from rulesets.jours_de_gloire.sequence import SequenceOfPlay

        return SequenceOfPlay(self.setting)

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of an army."""
        if army not in self._slots:
            from rulesets.jours_de_gloire.documents.standing import slots

            self._slots[army] = tuple(slots(self.setting, army))
        return self._slots[army]

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer, from `data/asks/`. Raises KeyError for an unknown question."""
        if ask not in self._schemas:
            self._schemas[ask] = json.loads(self._data[f"asks/{ask}.json"])
        return self._schemas[ask]

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return encode(request.scene)

    @cached_property
    def writing(self) -> Writing:
        """What players write."""
        # It knows the rules by heart, and `pbem rules` writes nothing.
        from rulesets.jours_de_gloire.documents.writing import JoursWriting

        return JoursWriting(self.setting)

    @cached_property
    def telling(self) -> Telling:
        """What people are told."""
        # `pbem rules` tells of no game.
        from rulesets.jours_de_gloire.telling.telling import JoursTelling

        return JoursTelling(self.setting)

    @cached_property
    def hiding(self) -> HiddenForces | None:
        """What lies face down; None where everything lies open."""
        if not self.setting.options.hidden:
            return None
        # The book is only opened where a campaign is.
        from rulesets.jours_de_gloire.hidden.forces import JoursForces

        return JoursForces(self.setting)
