"""A game of Napoleon at War: the engine's contract, bound to one setting. Rules stand in the modules it calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from pbem.engine.contract import Scenario, Slot, Telling, Writing
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.folder_ruleset import FolderGame
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.victory import result
from rulesets.napoleon_at_war.sequence import board_of, player_turn
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.telling import NapoleonTelling


class NapoleonGame(FolderGame):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, setting: Setting, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.setting = setting
        super().__init__(scenario, data)

    def position(self, at: Json) -> Position:
        """A position's JSON as an object of its own."""
        return Position.from_json(at)

    def board(self, at: Json) -> Board:
        """A position set up for play."""
        return self.setting.board(self.position(at))

    # -- the rules -----------------------------------------------------------------

    def start(self) -> Json:
        """The position before the first player turn (13.0)."""
        return self.setting.start().to_json()

    def phase(self, at: Json) -> Phase:
        """The player turn that begins at a position (4.1)."""
        return player_turn(self.setting, self.position(at))

    def over(self, at: Json) -> dict[str, Json]:
        """naw 4.0, 15.4: {} until the last player turn is done; then the result."""
        return result(self.setting, self.position(at))

    def standing(self, army: str) -> Iterable[Slot]:
        """See `FolderGame`."""
        from rulesets.napoleon_at_war.documents.standing import slots

        return slots(self.setting, army)

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
