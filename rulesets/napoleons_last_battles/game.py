"""A game of Napoleon's Last Battles: the engine's contract, bound to one theatre."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property

from pbem.engine.contract import Game, Scenario, Slot, Telling, Writing
from pbem.engine.hidden import HiddenForces
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.napoleons_last_battles import sequence
from rulesets.napoleons_last_battles.hidden.forces import SecretForces
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.rules.victory.result import result
from rulesets.napoleons_last_battles.theatre import Theatre


class LastBattlesGame(Game):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, theatre: Theatre, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.theatre = theatre
        self.scenario = scenario
        self._data = data
        self._schemas: dict[str, Json] = {}
        self._slots: dict[str, Sequence[Slot]] = {}

    def position(self, at: Json) -> Position:
        """A position's JSON as an object of its own."""
        return CODEC.from_json(at)

    # -- the rules -----------------------------------------------------------------

    def start(self) -> Json:
        """The position before the first phase."""
        return CODEC.to_json(self.theatre.start())

    def phase(self, at: Json) -> Phase:
        """The set-up or player turn that begins at a position."""
        return sequence.phase(self.theatre, self.position(at))

    def over(self, at: Json) -> dict[str, Json]:
        """See `rules.victory.result`."""
        return result(self.theatre.setting, self.position(at)) if at["result"] else {}

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of an army."""
        if army not in self._slots:
            from rulesets.napoleons_last_battles.documents.standing import slots

            self._slots[army] = tuple(slots(self.theatre, army))
        return self._slots[army]

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer, from `data/asks/`. Raises KeyError for an unknown question."""
        if ask not in self._schemas:
            self._schemas[ask] = json.loads(self._data[f"asks/{ask}.json"])
        return self._schemas[ask]

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return CODEC.to_json(self.theatre.board_of(request).position)

    @cached_property
    def hiding(self) -> HiddenForces | None:
        """nlb 16.6-1, 18.5C-3, 22.6B, 28.0D: memos and pairs of markers; None where there are neither."""
        setting = self.theatre.setting
        return SecretForces(self.theatre) if setting.memos or setting.markers else None

    @cached_property
    def writing(self) -> Writing:
        """What players write."""
        # Templates and compilation take long to load, and many commands write nothing.
        from rulesets.napoleons_last_battles.documents.writing import LastBattlesWriting

        return LastBattlesWriting(self.theatre)

    @cached_property
    def telling(self) -> Telling:
        """What people are told."""
        from rulesets.napoleons_last_battles.telling.telling import LastBattlesTelling

        return LastBattlesTelling(self.theatre)
