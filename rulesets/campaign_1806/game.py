"""A game of 1806: the engine's contract, bound to one setting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from pbem.engine.contract import Scenario, Slot, Telling, Writing
from pbem.engine.hidden import HiddenForces
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Phase
from rulesets.campaign_1806 import sequence
from rulesets.campaign_1806.documents.standing import slots
from rulesets.campaign_1806.hidden.bound import HIDDEN_ORDERS
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.rules.result import told
from rulesets.campaign_1806.setting import Setting
from rulesets.folder_ruleset import FolderGame


class CampaignGame(FolderGame):
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
        """The position before the first phase."""
        return sequence.start(self.setting).to_json()

    def phase(self, at: Json) -> Phase:
        """The set-up or player turn that begins at a position."""
        return sequence.phase(self.setting, self.position(at))

    def over(self, at: Json) -> dict[str, Json]:
        """{} while the game goes on, else how it ended (20)."""
        return {"how": "played", **told(at["result"])} if at["result"] else {}

    def standing(self, army: str) -> Iterable[Slot]:
        """See `FolderGame`."""
        return slots(self.setting, army)

    def schema(self, ask: str) -> Json:
        """osg 1.5: the binding schema of an answer; orders of hidden games name counters."""
        return super().schema(HIDDEN_ORDERS if ask == ORDERS and self.setting.fog.hidden else ask)

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return request.scene.position.to_json()

    @cached_property
    def writing(self) -> Writing:
        """What players write."""
        from rulesets.campaign_1806.documents.writing import CampaignWriting

        return CampaignWriting(self.setting)

    @cached_property
    def hiding(self) -> HiddenForces | None:
        """osg 1.5: what lies face down; None where everything lies open."""
        if not self.setting.fog.hidden:
            return None
        from rulesets.campaign_1806.hidden.forces import CampaignForces

        return CampaignForces(self.setting)

    @cached_property
    def telling(self) -> Telling:
        """What people are told."""
        from rulesets.campaign_1806.telling.telling import CampaignTelling

        return CampaignTelling(self.setting)
