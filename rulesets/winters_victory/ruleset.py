"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.contract import Opponent, Scenario
from pbem.engine.options import Json
from pbem.wargame.data_reader import read_file
from rulesets.folder_ruleset import FolderRuleset
from rulesets.winters_victory.checking import WintersChecks
from rulesets.winters_victory.game import WintersGame
from rulesets.winters_victory.play import ARMIES
from rulesets.winters_victory.setting import read_setting


def bind(
    data: Mapping[str, bytes],
    files: Mapping[str, bytes],
    options: Mapping[str, Json] | None = None,
    overlay: Sequence[Json] = (),
) -> WintersGame:
    """A game from the bytes of the ruleset's data and of one scenario's folder.

    Raises ValueError for an option, a value of one, or an overlay that does not fit.
    """
    setting = read_setting(files, data, dict(options or {}), overlay)
    return WintersGame(setting, describe_scenario(data, files), data)


def describe_scenario(data: Mapping[str, bytes], files: Mapping[str, bytes]) -> Scenario:
    """A scenario as people choose it, from its file and the rulebook's options. The French write first (4.1)."""
    scenario = read_file(files, "scenario.yaml")
    options = {
        name: {"values": row["values"], "default": row["values"][0], "doc": f"{row['doc']} ({row['case']})"}
        for name, row in read_file(data, "options.yaml").items()
    }
    return Scenario(scenario["id"], scenario["title"], ARMIES, options, scenario.get("doc", ""))


class WintersVictory(FolderRuleset[WintersGame]):
    """This rulebook."""

    id = "winters-victory"
    version = "1"
    title = "Winter's Victory: Preussisch-Eylau, 7-8 February 1807"
    played = WintersGame
    checked = WintersChecks

    def describe(self, uid: str, files: Mapping[str, bytes]) -> Scenario:
        """See `describe_scenario`."""
        return describe_scenario(self._data, files)

    def bound(self, uid: str, options: Mapping[str, Json], overlay: Sequence[Json]) -> WintersGame:
        """See `bind`."""
        return bind(self._data, self._folders[uid], options, overlay)

    def practice(self, game: WintersGame, army: str) -> Opponent:
        """The practice opponent of an army."""
        from rulesets.winters_victory.practice.opponent import Practice

        return Practice(game, army)
