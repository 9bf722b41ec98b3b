"""A game of Winter's Victory: the engine's contract, bound to one setting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from pbem.engine.contract import Scenario, Slot, Telling, Writing
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.folder_ruleset import FolderGame
from rulesets.winters_victory import sequence
from rulesets.winters_victory.documents.standing import slots
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules.victory import told
from rulesets.winters_victory.setting import Setting


class WintersGame(FolderGame):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, setting: Setting, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.setting = setting
        super().__init__(scenario, data)

    def position(self, at: Json) -> Position:
        """A position's JSON as an object of its own."""
        return Position.from_json(at)

    def play(self, at: Json) -> Play:
        """A position set up for play."""
        return Play(self.setting, self.position(at))

    # -- the rules -----------------------------------------------------------------

    def start(self) -> Json:
        """The position before the first segment."""
        return sequence.start(self.setting).to_json()

    def phase(self, at: Json) -> Phase:
        """wv 4.0-1: the segment that begins at a position."""
        return sequence.phase(self.setting, self.position(at), SegmentOrders)

    def over(self, at: Json) -> dict[str, Json]:
        """{} while the game goes on, else how it ended (20)."""
        return {"how": "played", **told(at["result"])} if at["result"] else {}

    def standing(self, army: str) -> Iterable[Slot]:
        """See `FolderGame`."""
        return slots(self.setting, army)

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return request.scene.position.to_json()

    # -- its parts -----------------------------------------------------------------

    @cached_property
    def writing(self) -> Writing:
        """What players write."""
        from rulesets.winters_victory.documents.writing import WintersWriting

        return WintersWriting(self.setting)

    @cached_property
    def telling(self) -> Telling:
        """What people are told."""
        from rulesets.winters_victory.telling.telling import WintersTelling

        return WintersTelling(self.setting)
