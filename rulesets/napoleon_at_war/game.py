"""A game of Napoleon at War: the engine's contract, bound to one setting. Rules stand in the modules it calls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property

from pbem.engine.contract import Game, Scenario, Slot, Telling, Writing
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.victory import result
from rulesets.napoleon_at_war.sequence import board_of, player_turn
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.telling import NapoleonTelling


class NapoleonGame(Game):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, setting: Setting, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.setting = setting
        self.scenario = scenario
        self._data = data
        self._schemas: dict[str, Json] = {}
        self._slots: dict[str, Sequence[Slot]] = {}

    def position(self, at: Json) -> Position:
        """A position's JSON as an object of its own."""
        return Position.from_json(at)

    def board(self, at: Json) -> Board:
        """A position set up for play."""
        return self.setting.board(self.position(at))

    # -- the rules -----------------------------------------------------------------

    def start(self) -> Json:
        """The position before the first player turn."""
        return self.setting.start().to_json()

    def phase(self, at: Json) -> Phase:
        """The player turn that begins at a position."""
        return player_turn(self.setting, self.position(at))

    def over(self, at: Json) -> dict[str, Json]:
        """naw 4.0, 15.4: {} until the last player turn is done; then the result."""
        if at["turn"] <= self.setting.turns:
            return {}
        return {"how": "played", **result(self.setting, self.position(at))}

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of an army."""
        if army not in self._slots:
            from rulesets.napoleon_at_war.documents.standing import slots

            self._slots[army] = tuple(slots(self.setting, army))
        return self._slots[army]

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer, from `data/asks/`. Raises KeyError for an unknown question."""
        if ask not in self._schemas:
            self._schemas[ask] = json.loads(self._data[f"asks/{ask}.json"])
        return self._schemas[ask]

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return board_of(self.setting, request).position.to_json()

    @cached_property
    def writing(self) -> Writing:
        """What players write."""
        # Templates and compilation take long to load, and many commands write nothing.
        from rulesets.napoleon_at_war.documents.writing import NapoleonWriting

        return NapoleonWriting(self.setting)

    @cached_property
    def telling(self) -> Telling:
        """What people are told."""
        return NapoleonTelling(self.setting)
