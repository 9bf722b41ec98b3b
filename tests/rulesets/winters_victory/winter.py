"""The data of Winter's Victory as tests read them, each file once, and the names by which marks call the ruleset."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.wargame.data_reader import read_data
from rulesets.winters_victory.battlefield import Terrain, read_terrain
from tests.places import PROJECT

ID, TAG = "winters-victory", "wv"
HOME = PROJECT / "rulesets" / "winters_victory"


@cache
def data(name: str) -> Any:
    """A file of data/ as it stands there; tests must not change it."""
    path = HOME / "data" / f"{name}.yaml"
    return read_data(path.name, path.read_bytes())


@cache
def terrain() -> Terrain:
    """The terrain effects chart."""
    return read_terrain(data("terrain"))
