"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.contract import Opponent, Scenario
from pbem.engine.options import Json
from pbem.wargame.data_reader import read_file
from rulesets.folder_ruleset import FolderRuleset
from rulesets.napoleons_last_battles.checks.checking import TABLES, LastBattlesChecks
from rulesets.napoleons_last_battles.choices import read_offer
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.theatre import read_theatre

MAP: Final = "maps/belgium.yaml"


def bind(
    data: Mapping[str, bytes],
    files: Mapping[str, bytes],
    options: Mapping[str, Json] | None = None,
    overlay: Sequence[Json] = (),
) -> LastBattlesGame:
    """A game from the bytes of the ruleset's data and of one scenario's folder.

    Raises ValueError for an option, a value of one, or an overlay that does not fit.
    """
    scenario = read_file(files, "scenario.yaml")
    tables = {name: read_file(data, f"{name}.yaml") for name in TABLES}
    theatre = read_theatre(scenario, tables, read_file(data, MAP), dict(options or {}), overlay)
    return LastBattlesGame(theatre, describe_scenario(scenario, tables["options"]), data)


def describe_scenario(scenario: Mapping[str, Json], catalogue: Mapping[str, Json]) -> Scenario:
    """A scenario as people choose it, from its file and the rulebook's options."""
    offer = read_offer(scenario, catalogue)
    options = {
        name: {"values": list(one.values), "default": one.default, "doc": f"{one.doc} ({one.case})"}
        for name, one in offer.choices.items()
    }
    armies = (str(scenario["armies"][0]), str(scenario["armies"][1]))
    return Scenario(str(scenario["id"]), str(scenario["title"]), armies, options, str(scenario.get("doc", "")))


class LastBattles(FolderRuleset[LastBattlesGame]):
    """This rulebook."""

    id = "napoleons-last-battles"
    version = "2"
    title = "Napoleon's Last Battles"
    played = LastBattlesGame
    checked = LastBattlesChecks

    def describe(self, uid: str, files: Mapping[str, bytes]) -> Scenario:
        """See `describe_scenario`."""
        return describe_scenario(read_file(files, "scenario.yaml"), read_file(self._data, "options.yaml"))

    def bound(self, uid: str, options: Mapping[str, Json], overlay: Sequence[Json]) -> LastBattlesGame:
        """See `bind`."""
        return bind(self._data, self._folders[uid], options, overlay)

    def practice(self, game: LastBattlesGame, army: str) -> Opponent:
        """The practice opponent of an army."""
        from rulesets.napoleons_last_battles.practice.opponent import Practice

        return Practice(game, army)
