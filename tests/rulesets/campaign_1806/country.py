"""Small countries for tests of single cases: 9 by 9 hexes of the same make as the sheets, and who stands in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.campaign_1806.battlefield import Defence, read_chart, read_defence, read_ground
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts, read_charts
from rulesets.campaign_1806.roster import Forces, read_forces
from tests.places import PROJECT
from tests.rulesets.spoiling import read

ID = "1806"
TAG = "osg"
"""With which docstrings name a case of this rulebook."""
HOME = PROJECT / "rulesets" / "campaign_1806"
DATA = HOME / "data"
_LETTERS = {
    ".": "clear",
    ",": "clear slope",
    "w": "woods",
    "v": "village",
    "t": "town",
    "f": "fortress",
    "c": "chateau",
}
_MARKS = {ground: letter for letter, ground in _LETTERS.items()}


@cache
def data(name: str) -> Any:
    """A data file of the ruleset."""
    return read(DATA / f"{name}.yaml")


@cache
def forces() -> Forces:
    """All counters of the game."""
    return read_forces(data("units"))


@cache
def charts() -> Charts:
    """The charts of the game."""
    return read_charts(data("charts"))


@cache
def defence() -> Defence:
    """What terrain does for a defender."""
    return read_defence(data("terrain"))


def row(cases: str, *values: Any) -> Any:
    """A row of a table, marked with the cases that it tries."""
    return pytest.param(*values, marks=pytest.mark.rule("1806", *cases.split()))


def rows(*listed: Any) -> list[Any]:
    """The rows of a table."""
    return list(listed)


def country(
    terrain: Mapping[str, str] | None = None,
    roads: tuple[str, ...] = (),
    trails: tuple[str, ...] = (),
    **sides: str,
) -> HexField:
    """A map of rows and columns 01 to 09, clear where nothing is said. terrain: hex -> ground; sides: feature ->
    hexsides such as `0505-0506`."""
    ground = terrain or {}
    picture = "\n".join(
        "".join(_MARKS[ground.get(f"{row:02}{column:02}", "clear")] for column in range(1, 10))
        for row in range(9, 0, -1)
    )
    return read_ground(
        {
            "id": "small",
            "grid": {
                "top": "pointy",
                "numbering": "RRCC",
                "columns_grow": "east",
                "rows_grow": "north",
                "shifted": "even",
                "columns": "01-09",
                "rows": "01-09",
            },
            "legend": _LETTERS,
            "terrain": picture,
            "roads": list(roads),
            "trails": list(trails),
            "hexsides": {kind: text.split() for kind, text in sides.items()},
        },
        read_chart(data("terrain")),
    )


def board(at: Mapping[str, str], field: HexField | None = None, *, reduced: str = "") -> Board:
    """Counters on a map: hex -> counters, such as {"0505": "morand davout"}. reduced: those on their weaker counter."""
    places = {uid: hex_ for hex_, units in at.items() for uid in units.split()}
    made = Board(places, field or country(), forces())
    made.reduced.update(reduced.split())
    return made
