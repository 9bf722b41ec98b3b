"""The rulebook as the rest of pbem sees it: its files, its scenarios, and a game bound to one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Opponent, Scenario
from pbem.engine.options import Json
from pbem.wargame.data_reader import read_file
from pbem.wargame.faults import DataFaults
from rulesets.folder_ruleset import FolderRuleset
from rulesets.jours_de_gloire.binding import read_setting
from rulesets.jours_de_gloire.checking import JoursChecks
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.setting import OPTIONS

_DOCS = {
    "hiding": "Whether counters lie face down (1.1-2, 1.2.1-6) or all lie open.",
    "solitaire": "Section 10: open counters, no dummies, no reconnaissance, movement points by dice.",
    "screen-limit": "The Screen chit is forbidden to forces below 3 PF, or as printed above 3 PF (8.2-6).",
    "relief": "Who attacks at a siege that is joined from outside: besieged and relief, or as printed (8.8-8).",
}


def describe_scenario(uid: str, files: Mapping[str, bytes]) -> Scenario:
    """A scenario as people choose it, from its file. Raises DataFaults for one that cannot be read."""
    data: Any = read_file(files, "scenario.yaml")
    docs = _DOCS | _handicap(data)
    options = {
        name: {"values": list(values), "default": values[0], "doc": docs[name]}
        for name, values in OPTIONS.items()
        if name in docs
    }
    first, second = data["sides"]
    return Scenario(uid, str(data["title"]), (str(first), str(second)), options, str(data.get("note", "")).strip())


def _handicap(data: Any) -> dict[str, str]:
    """What the option of that name means in a scenario; nothing where no army has any."""
    given = data["victory"].get("handicap", {})
    told = ", ".join(f"{data['counters'][army]['name']} {points}" for army, points in given.items())
    return (
        {"handicap": f"Victory points from the start, so that both have a chance ({told}), or none. Ours."}
        if given
        else {}
    )


class JoursDeGloire(FolderRuleset[JoursGame]):
    """This rulebook."""

    id = "jours-de-gloire"
    version = "2"
    title = "Jours de Gloire Campaign: Poland and the Danube"
    played = JoursGame
    checked = JoursChecks

    def describe(self, uid: str, files: Mapping[str, bytes]) -> Scenario:
        """See `describe_scenario`."""
        return describe_scenario(uid, files)

    def bound(self, uid: str, options: Mapping[str, Json], overlay: Sequence[Json]) -> JoursGame:
        """A map is never corrected. Raises ValueError."""
        if overlay:
            raise ValueError("the maps of this ruleset are its own; corrections of maps are for printed ones")
        files = self._folders[uid]
        try:
            setting = read_setting(self._data, files, options, uid)
        except DataFaults as faults:
            raise ValueError(f"scenario {uid}: {'; '.join(faults.faults)}") from None
        return JoursGame(setting, describe_scenario(uid, files), self._data)

    def practice(self, game: JoursGame, army: str) -> Opponent:
        """The practice opponent of an army."""
        from rulesets.jours_de_gloire.practice.opponent import Practice

        return Practice(game, army)

    def catalogue(self) -> Json:
        """{"tag", "entries"}; tag: what the ids bear before them in docstrings."""
        return {"tag": "jdg", **super().catalogue()}


ruleset = JoursDeGloire()
