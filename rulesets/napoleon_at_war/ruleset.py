"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.contract import Opponent, Scenario
from pbem.engine.options import Json
from pbem.hexgame.field.values import flag, mapping
from pbem.wargame.data_reader import read_file
from rulesets.folder_ruleset import FolderRuleset
from rulesets.napoleon_at_war.battlefield import read_battlefield, read_chart, read_roster
from rulesets.napoleon_at_war.checking import NapoleonChecks
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.setting import read_setting


def bind(
    data: Mapping[str, bytes],
    files: Mapping[str, bytes],
    options: Mapping[str, Json] | None = None,
    overlay: Sequence[Json] = (),
) -> NapoleonGame:
    """A game from the bytes of the ruleset's data and of one scenario's folder.

    Raises ValueError for an option, a value of one, or an overlay that does not fit.
    """
    scenario = read_file(files, "scenario.yaml")
    for name, value in (options or {}).items():
        if not isinstance(value, bool):
            raise ValueError(f"option {name}: true or false expected, not {value!r}")
    field = read_battlefield(
        [read_file(files, f"maps/{name}.yaml") for name in scenario["maps"]],
        read_chart(read_file(data, "terrain.yaml")),
        overlay,
    )
    roster = read_roster(read_file(files, "units.yaml"), (scenario["armies"][0], scenario["armies"][1]))
    setting = read_setting(scenario, roster, field, read_file(data, "charts.yaml"), dict(options or {}))
    return NapoleonGame(setting, describe_scenario(scenario), data)


def describe_scenario(scenario: Mapping[str, Json]) -> Scenario:
    """A scenario as people choose it, from its file."""
    options = {
        name: {"values": [False, True], "default": flag(entry["default"]), "doc": entry["doc"]}
        for name, entry in mapping(scenario.get("options")).items()
    }
    armies = (str(scenario["armies"][0]), str(scenario["armies"][1]))
    return Scenario(str(scenario["id"]), str(scenario["title"]), armies, options, str(scenario.get("doc", "")))


class NapoleonAtWar(FolderRuleset[NapoleonGame]):
    """This rulebook."""

    id = "napoleon-at-war"
    version = "2"
    title = "Napoleon at War: Jena-Auerstadt"
    played = NapoleonGame
    checked = NapoleonChecks

    def describe(self, uid: str, files: Mapping[str, bytes]) -> Scenario:
        """See `describe_scenario`."""
        return describe_scenario(read_file(files, "scenario.yaml"))

    def bound(self, uid: str, options: Mapping[str, Json], overlay: Sequence[Json]) -> NapoleonGame:
        """See `bind`."""
        return bind(self._data, self._folders[uid], options, overlay)

    def practice(self, game: NapoleonGame, army: str) -> Opponent:
        """The practice opponent of an army."""
        from rulesets.napoleon_at_war.practice.opponent import Practice

        return Practice(game, army)
