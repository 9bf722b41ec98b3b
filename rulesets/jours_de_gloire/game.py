"""A game of Jours de Gloire Campaign: the engine's contract, bound to one setting. It knows no rules itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import Scenario, Slot, Telling, Writing
from pbem.engine.hidden import HiddenForces
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.folder_ruleset import FolderGame
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.position import OVER, decode, encode, member
from rulesets.jours_de_gloire.setting import Setting

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.sequence import SequenceOfPlay


class JoursGame(FolderGame):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, setting: Setting, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.setting = setting
        super().__init__(scenario, data)

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

    def standing(self, army: str) -> Iterable[Slot]:
        """See `FolderGame`."""
        from rulesets.jours_de_gloire.documents.standing import slots

        return slots(self.setting, army)

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
