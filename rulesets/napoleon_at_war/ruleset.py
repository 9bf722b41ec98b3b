"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from pbem.engine.contract import Game, Opponent, Ruleset, Scenario
from pbem.engine.options import Json
from pbem.wargame.datafolder import read_folder
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.maps import read_battlefield, read_chart
from rulesets.napoleon_at_war.reading import flag, mapping, read_data
from rulesets.napoleon_at_war.roster import read_roster
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
    scenario = read_data(files["scenario.yaml"])
    for name, value in (options or {}).items():
        if not isinstance(value, bool):
            raise ValueError(f"option {name}: true or false expected, not {value!r}")
    field = read_battlefield(
        [read_data(files[f"maps/{name}.yaml"]) for name in scenario["maps"]],
        read_chart(read_data(data["terrain.yaml"])),
        overlay,
    )
    roster = read_roster(read_data(files["units.yaml"]), (scenario["armies"][0], scenario["armies"][1]))
    setting = read_setting(scenario, roster, field, read_data(data["charts.yaml"]), dict(options or {}))
    return NapoleonGame(setting, describe_scenario(scenario), data)


def describe_scenario(scenario: Mapping[str, Json]) -> Scenario:
    """A scenario as people choose it, from its file."""
    options = {
        name: {"values": [False, True], "default": flag(entry["default"]), "doc": entry["doc"]}
        for name, entry in mapping(scenario.get("options")).items()
    }
    armies = (str(scenario["armies"][0]), str(scenario["armies"][1]))
    return Scenario(str(scenario["id"]), str(scenario["title"]), armies, options, str(scenario.get("doc", "")))


class NapoleonAtWar:
    """`engine.contract.Ruleset` for this rulebook. Files are read once, when they are first needed."""

    id = "napoleon-at-war"
    version = "1"
    older: Sequence[Ruleset] = ()
    title = "Napoleon at War: Jena-Auerstadt"

    def __init__(self, home: Path | None = None) -> None:
        self.home = home or Path(__file__).resolve().parent
        self._games: dict[str, NapoleonGame] = {}

    @cached_property
    def _data(self) -> Mapping[str, bytes]:
        return read_folder(self.home / "data")

    @cached_property
    def _folders(self) -> Mapping[str, Mapping[str, bytes]]:
        return {path.name: read_folder(path) for path in sorted((self.home / "scenarios").iterdir()) if path.is_dir()}

    def scenarios(self) -> Sequence[Scenario]:
        """All scenarios, in order of id."""
        return tuple(describe_scenario(read_data(files["scenario.yaml"])) for files in self._folders.values())

    def data_files(self) -> Mapping[str, bytes]:
        """Every file below `data/`."""
        return self._data

    def scenario_files(self, scenario: str) -> Mapping[str, bytes]:
        """Every file of a scenario's folder. Raises KeyError."""
        return self._folders[scenario]

    def game(self, scenario: str, options: Mapping[str, Json], overlay: Sequence[Json] = ()) -> NapoleonGame:
        """A game bound to a scenario. Raises ValueError for an unknown scenario, option or map correction."""
        if scenario not in self._folders:
            raise ValueError(f"there is no scenario {scenario!r}; there are: {', '.join(self._folders)}")
        key = repr((scenario, sorted(options.items()), list(overlay)))
        if key not in self._games:
            if len(self._games) >= 8:
                self._games.clear()
            self._games[key] = bind(self._data, self._folders[scenario], options, overlay)
        return self._games[key]

    def opponent(self, game: Game, army: str) -> Opponent:
        """The practice opponent for an army. Raises ValueError for the game of another ruleset."""
        from rulesets.napoleon_at_war.practice import Practice

        if not isinstance(game, NapoleonGame):
            raise ValueError(f"{game.scenario.id} is no game of {self.id}")
        return Practice(game, army)

    def catalogue(self) -> Json:
        """{"entries": [{"id", "title", "kind", "cases", "prose"}]}: cases is how many worked cases an entry has."""
        catalogue = read_data(self._data["catalogue.yaml"])
        prose = frozenset(catalogue["prose"])
        return {
            "entries": [
                {"id": uid, "title": title, "kind": kind, "cases": int(cases), "prose": uid in prose}
                for uid, title, kind, cases in catalogue["entries"]
            ]
        }
