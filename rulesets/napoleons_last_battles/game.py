"""A game of Napoleon's Last Battles: the engine's contract, bound to one theatre."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from pbem.engine.contract import Scenario, Slot, Telling, Writing
from pbem.engine.hidden import HiddenForces
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.folder_ruleset import FolderGame
from rulesets.napoleons_last_battles import sequence
from rulesets.napoleons_last_battles.hidden.forces import SecretForces
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.rules.victory.result import result
from rulesets.napoleons_last_battles.theatre import Theatre


class LastBattlesGame(FolderGame):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, theatre: Theatre, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.theatre = theatre
        super().__init__(scenario, data)

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

    def standing(self, army: str) -> Iterable[Slot]:
        """See `FolderGame`."""
        from rulesets.napoleons_last_battles.documents.standing import slots

        return slots(self.theatre, army)

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
