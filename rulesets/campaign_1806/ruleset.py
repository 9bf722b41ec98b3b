"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.contract import Opponent, Scenario
from pbem.engine.options import Json
from pbem.wargame.data_reader import read_file
from rulesets.campaign_1806.checking import CampaignChecks
from rulesets.campaign_1806.choices import offered
from rulesets.campaign_1806.face_up import FaceUp
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.hidden.face_down import FaceDown
from rulesets.campaign_1806.setting import ARMIES, read_setting
from rulesets.folder_ruleset import FolderRuleset


def bind(
    data: Mapping[str, bytes],
    files: Mapping[str, bytes],
    options: Mapping[str, Json] | None = None,
    overlay: Sequence[Json] = (),
) -> CampaignGame:
    """A game from the bytes of the ruleset's data and of one scenario's folder.

    Raises ValueError for an option, a value of one, or an overlay that does not fit.
    """
    setting = read_setting(files, data, dict(options or {}), overlay, (FaceUp(), FaceDown()))
    return CampaignGame(setting, describe_scenario(data, files), data)


def describe_scenario(data: Mapping[str, bytes], files: Mapping[str, bytes]) -> Scenario:
    """A scenario as people choose it, from its file and the rulebook's options."""
    scenario = read_file(files, "scenario.yaml")
    first = scenario["first"]
    armies = (first, next(army for army in ARMIES if army != first))
    return Scenario(
        scenario["id"],
        scenario["title"],
        armies,
        offered(scenario, read_file(data, "options.yaml")),
        scenario.get("doc", ""),
    )


class Campaign1806(FolderRuleset[CampaignGame]):
    """This rulebook."""

    id = "1806"
    version = "1"
    title = "1806: Napoleon's Jena-Auerstadt Campaign"
    played = CampaignGame
    checked = CampaignChecks

    def describe(self, uid: str, files: Mapping[str, bytes]) -> Scenario:
        """See `describe_scenario`."""
        return describe_scenario(self._data, files)

    def bound(self, uid: str, options: Mapping[str, Json], overlay: Sequence[Json]) -> CampaignGame:
        """See `bind`."""
        return bind(self._data, self._folders[uid], options, overlay)

    def practice(self, game: CampaignGame, army: str) -> Opponent:
        """The practice opponent of an army."""
        from rulesets.campaign_1806.practice.opponent import Practice

        return Practice(game, army)
