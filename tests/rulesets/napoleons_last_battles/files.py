"""The data files of Napoleon's Last Battles as its readers take them, and settings bound from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbem.wargame.data_reader import read_data
from rulesets.napoleons_last_battles.roster import Roster, read_roster
from rulesets.napoleons_last_battles.setting import Setting, read_setting
from tests.places import PROJECT

HOME = PROJECT / "rulesets" / "napoleons_last_battles"
BOOK = [
    "quatre-bras",
    "ligny",
    "wavre",
    "la-belle-alliance",
    "campaign",
    "qb-variant",
    "grand-ligny",
    "historic-wavre",
    "lba-variant",
    "grand-waterloo",
    "campaign-variant",
]
"""The scenarios of the rulebook."""
SCENARIOS = (*BOOK, "learning-hougoumont")


@cache
def data() -> Mapping[str, Any]:
    return {path.stem: read_data(path.name, path.read_bytes()) for path in sorted((HOME / "data").glob("*.yaml"))}


@cache
def scenario(uid: str) -> Any:
    path = HOME / "scenarios" / uid / "scenario.yaml"
    return read_data(path.name, path.read_bytes())


@cache
def roster() -> Roster:
    return read_roster(data()["units"])


def setting(uid: str, options: Mapping[str, Any] | None = None, overlay: Sequence[Mapping[str, Any]] = ()) -> Setting:
    return read_setting(scenario(uid), data(), options or {}, overlay)


def widest(uid: str) -> Setting:
    """A scenario with all counters that it may have."""
    offered = setting(uid).offer.choices
    extra = [
        "leaders",
        "command",
        "substitutes",
        "additions",
        "corps-chiefs",
        "hill",
        "headquarters",
        "supply",
        "trains",
        "hal",
        "victory-levels",
    ]
    return setting(uid, {name: True for name in extra if name in offered})
