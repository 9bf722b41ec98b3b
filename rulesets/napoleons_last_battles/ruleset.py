"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from pbem.engine.contract import Opponent, Scenario
from pbem.engine.options import Json
from pbem.wargame.data_reader import read_file
from rulesets.folder_ruleset import FolderRuleset
from rulesets.napoleons_last_battles.battlefield import Belgium
from rulesets.napoleons_last_battles.checks.checking import TABLES, LastBattlesChecks
from rulesets.napoleons_last_battles.choices import read_offer
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.theatre import read_theatre

MAP: Final = "maps/belgium.yaml"


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
        return describe_scenario(read_file(files, "scenario.yaml"), self._tables["options"])

    @cached_property
    def _tables(self) -> Mapping[str, Json]:
        """The rulebook's tables by name. Read once: no game changes them."""
        return {name: read_file(self._data, f"{name}.yaml") for name in TABLES}

    @cached_property
    def _belgium(self) -> Belgium:
        return Belgium(read_file(self._data, MAP))

    def bound(self, uid: str, options: Mapping[str, Json], overlay: Sequence[Json]) -> LastBattlesGame:
        """A game from the tables, the map, and the files of a scenario's folder.

        Raises ValueError for an option, a value of one, or an overlay that does not fit.
        """
        scenario = read_file(self._folders[uid], "scenario.yaml")
        theatre = read_theatre(scenario, self._tables, self._belgium, options, overlay)
        return LastBattlesGame(theatre, describe_scenario(scenario, self._tables["options"]), self._data)

    def practice(self, game: LastBattlesGame, army: str) -> Opponent:
        """The practice opponent of an army."""
        from rulesets.napoleons_last_battles.practice.opponent import Practice

        return Practice(game, army)
