"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.engine.contract import Game, Opponent, Ruleset, Scenario
from pbem.engine.options import Json
from pbem.wargame.datafolder import read_folder
from pbem.wargame.faults import DataFaults
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.mapdata import read_data
from rulesets.jours_de_gloire.setting import OPTIONS, read_setting

_MOST_GAMES = 8
_DOCS = {
    "hiding": "Whether counters lie face down (1.1-2, 1.2.1-6) or all lie open.",
    "solitaire": "Section 10: open counters, no dummies, no reconnaissance, movement points by dice.",
    "screen-limit": "The Screen chit is forbidden to forces below 3 PF, or as printed above 3 PF (8.2-6).",
    "relief": "Who attacks at a siege that is joined from outside: besieged and relief, or as printed (8.8-8).",
}


def describe_scenario(uid: str, files: Mapping[str, bytes]) -> Scenario:
    """A scenario as people choose it, from its file. Raises DataFaults for one that cannot be read."""
    data: Any = read_data("scenario.yaml", files["scenario.yaml"])
    options = {
        name: {"values": list(values), "default": values[0], "doc": _DOCS[name]} for name, values in OPTIONS.items()
    }
    first, second = data["sides"]
    return Scenario(uid, str(data["title"]), (str(first), str(second)), options, str(data.get("note", "")).strip())


class JoursDeGloire:
    """`engine.contract.Ruleset` for this rulebook. Files are read once, when they are first needed."""

    id = "jours-de-gloire"
    version = "1"
    older: Sequence[Ruleset] = ()
    title = "Jours de Gloire Campaign: Poland and the Danube"

    def __init__(self, home: Path | None = None) -> None:
        self.home = home or Path(__file__).resolve().parent
        self._games: dict[str, JoursGame] = {}

    @cached_property
    def _data(self) -> Mapping[str, bytes]:
        return read_folder(self.home / "data")

    @cached_property
    def _folders(self) -> Mapping[str, Mapping[str, bytes]]:
        return {path.name: read_folder(path) for path in sorted((self.home / "scenarios").iterdir()) if path.is_dir()}

    def scenarios(self) -> Sequence[Scenario]:
        """All scenarios, in order of id."""
        return tuple(describe_scenario(uid, files) for uid, files in self._folders.items())

    def data_files(self) -> Mapping[str, bytes]:
        """Every file below `data/`."""
        return self._data

    def scenario_files(self, scenario: str) -> Mapping[str, bytes]:
        """Every file of a scenario's folder. Raises KeyError."""
        return self._folders[scenario]

    def game(self, scenario: str, options: Mapping[str, Json], overlay: Sequence[Json] = ()) -> JoursGame:
        """A game bound to a scenario. Raises ValueError for an unknown scenario or option; a map is never corrected."""
        if scenario not in self._folders:
            raise ValueError(f"there is no scenario {scenario!r}; there are: {', '.join(self._folders)}")
        if overlay:
            raise ValueError("the maps of this ruleset are its own; corrections of maps are for printed ones")
        key = repr((scenario, sorted(options.items())))
        if key not in self._games:
            if len(self._games) >= _MOST_GAMES:
                self._games.clear()
            self._games[key] = self._bound(scenario, options)
        return self._games[key]

    def _bound(self, scenario: str, options: Mapping[str, Json]) -> JoursGame:
        files = self._folders[scenario]
        try:
            setting = read_setting(self._data, files, options, scenario)
        except DataFaults as faults:
            raise ValueError(f"scenario {scenario}: {'; '.join(faults.faults)}") from None
        return JoursGame(setting, describe_scenario(scenario, files), self._data)

    def opponent(self, game: Game, army: str) -> Opponent:
        """The practice opponent for a side. Raises ValueError: there is none so far."""
        raise ValueError(f"{self.title} has no practice opponent for {army}")

    def catalogue(self) -> Json:
        """{"tag", "entries": [{"id", "title", "kind", "cases", "prose"}]}: cases is how many worked cases there are."""
        catalogue: Any = read_data("catalogue.yaml", self._data["catalogue.yaml"])
        prose = frozenset(catalogue["prose"])
        entries = [
            {"id": uid, "title": title, "kind": kind, "cases": int(cases), "prose": uid in prose}
            for uid, title, kind, cases in catalogue["entries"]
        ]
        return {"tag": "jdg", "entries": entries}


ruleset = JoursDeGloire()
