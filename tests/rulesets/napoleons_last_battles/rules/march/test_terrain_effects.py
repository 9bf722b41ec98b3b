"""The Terrain Effects Chart: what it costs to enter a hex, and what terrain does to defence, zones and sight (5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.moving.moves import halves_text
from rulesets.napoleons_last_battles.battlefield import MOVERS, read_chart
from rulesets.napoleons_last_battles.rules.battle.artillery import bombardment_refusal
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from tests.rulesets.napoleons_last_battles.files import data
from tests.rulesets.napoleons_last_battles.rules.battle import skirmish
from tests.rulesets.napoleons_last_battles.rules.march.ground import DAY, board_of, bound, go, play

rule = pytest.mark.rule
A, B = "0303", "0302"
"""The hex that one comes from, and its northern neighbour."""


def row(*values: Any, cases: str) -> Any:
    """A row of a table with the catalogue's ids."""
    return pytest.param(*values, marks=rule("nlb", *cases.split()))


@lru_cache(maxsize=64)
def field(land: str = "", sides: str = "", roads: str = "", trails: str = "", way_ends: str = "") -> HexField:
    """Nine by nine hexes. land: `0302 f` pairs; sides: kinds of the hexside of A and B; roads, trails: hexes in order,
    paths between commas; way_ends: hexes at which these leave the map."""
    words = land.split()
    signs = dict(zip(words[::2], words[1::2], strict=True))
    rows = [" ".join(signs.get(f"{c:02}{r:02}", ".") for c in range(1, 10)) for r in range(1, 10)]
    body: dict[str, Any] = {"id": "sheet", "grid": skirmish.GRID, "legend": skirmish.LEGEND}
    body |= {"terrain": "\n".join(rows) + "\n", "hexsides": dict.fromkeys(sides.split(), f"{B}-{A}")}
    for way, text in (("roads", roads), ("trails", trails)):
        body |= {way: [path.strip() for path in text.split(",")]} if text else {}
    body |= {"way_ends": way_ends} if way_ends else {}
    return read_field([body], read_chart(data()["terrain"]))


# From clear into B: foot and foot artillery, cavalry and horse artillery, leaders, trains.
@pytest.mark.parametrize(
    ("terrain", "sides", "road", "trail", "costs"),
    [
        row(".", "", "", "", "1 1 1 -", cases="TEC-clear 2.3B 5.2"),
        row("f", "", "", "", "2 4 4 -", cases="TEC-forest-1 2.3C 5.2"),
        row("m", "", "", "", "2 4 4 -", cases="TEC-marsh-1"),
        row("t", "", "", "", "1 1 1 -", cases="TEC-town"),
        row("c", "", "", "", "2 2 2 -", cases="TEC-chateau"),
        row(".", "crest", "", "", "1 1 1 -", cases="TEC-crest"),
        row(".", "stream", "", "", "3 3 3 -", cases="TEC-stream 5.2A-1"),
        row("f", "stream", "", "", "4 6 6 -", cases="5.2C 5.2A-1"),
        row("t", "stream crest", "", "", "3 3 3 -", cases="5.2C"),
        row(".", "river", "", "", "- - - -", cases="TEC-river 5.2A-2"),
        row(".", "river bridge", "", "", "1 1 1 -", cases="TEC-bridge 5.2A-2"),
        row("f", "river bridge", "", "", "2 4 4 -", cases="TEC-bridge"),
        row(".", "stream bridge", "", "", "1 1 1 -", cases="TEC-bridge"),
        row(".", "lake", "", "", "- - - -", cases="TEC-lake"),
        row("f", "", f"{A} {B}", "", "1/2 1/2 1/2 1/2", cases="TEC-road 5.2B-1"),
        row("t", "", f"{A} {B}", "", "1/2 1/2 1/2 1/2", cases="TEC-road"),
        row("f", "stream bridge", f"{A} {B}", "", "1/2 1/2 1/2 1/2", cases="5.2B-1 TEC-bridge"),
        row("f", "", "", f"{A} {B}", "1 1 1 1", cases="TEC-trail 5.2B-1"),
        row("c", "", "", f"{A} {B}", "1 1 1 1", cases="TEC-trail"),
        # Road and trail are in both hexes, and none goes through the hexside between them.
        row("f", "", f"{A} 0402 {B}", "", "2 4 4 -", cases="5.2B-1"),
        row("f", "", "", f"{A} 0202 {B}", "2 4 4 -", cases="5.2B-1"),
    ],
)
def test_a_step_costs(terrain: str, sides: str, road: str, trail: str, costs: str) -> None:
    found = field(f"{B} {terrain}", sides, road, trail)
    told = [found.step_cost(A, B, mover) for mover in MOVERS]
    assert " ".join("-" if cost is None else halves_text(cost) for cost in told) == costs


@pytest.mark.parametrize(
    ("unit", "cost"),
    [
        row("huss-5", "2", cases="TEC-forest-1"),
        row("pell", "2", cases="TEC-forest-1"),
        row("coth", "4", cases="TEC-forest-1 2.3C"),
        row("pire", "4", cases="2.3C"),
    ],
)
def test_who_pays_what_for_a_wood(unit: str, cost: str) -> None:
    found = field(f"{B} f")
    assert play(board_of(bound("campaign"), found, {unit: A}, DAY, "french"), go(unit, A, B)).cost() == cost


MIXED = ["0709", "0708", "0707", "0706", "0705", "0704", "0803", "0802"]


@pytest.mark.parametrize(
    ("path", "cost", "refused"),
    [
        row((A, B), "4", [], cases="5.2C"),
        row(("0304", A, B), "", ["5.1-1"], cases="5.2C"),
        row(MIXED, "4", [], cases="5.2B-2"),
        row([*MIXED, "0801"], "", ["5.1-1"], cases="5.2B-2 5.1-1"),
    ],
)
def test_costs_add_up_and_nobody_gets_a_step_for_nothing(path: Sequence[str], cost: str, refused: list[str]) -> None:
    found = field(f"{B} f", "stream", "0709 0708 0707 0706 0705 0704, 0803 0802")
    phase = play(board_of(bound("campaign"), found, {"huss-5": path[0]}, DAY, "french"), go("huss-5", *path))
    assert phase.cases == refused and (refused or phase.cost() == cost)


# -- the rest of the chart -------------------------------------------------------------

# What multiplies a defender, who is halved, whether it blocks sight.
HEXES = {
    "clear": (1, (), False),
    "forest": (1, ("cavalry",), True),
    "marsh": (1, ("cavalry",), False),
    "town": (2, (), True),
    "chateau": (3, (), True),
}
# What multiplies a defender, whether it stops zones, and whether it blocks sight.
SIDES = {
    "crest": (1, False, True),
    "stream": (2, False, False),
    "river": (1, True, False),
    "bridge": (2, False, False),
    "lake": (1, True, False),
}


@rule("nlb", "2.3C", "TEC-clear", "TEC-forest-2", "TEC-marsh-2", "TEC-town", "TEC-chateau")
def test_what_hexes_do_to_combat_and_sight() -> None:
    chart = read_chart(data()["terrain"])
    assert {name: (one.times, one.halves, one.blocks_sight) for name, one in chart.hexes.items()} == HEXES


@rule("nlb", "2.3C", "5.3-3", "TEC-crest", "TEC-stream", "TEC-river", "TEC-bridge", "TEC-lake")
def test_what_hexsides_do_to_combat_zones_and_sight() -> None:
    chart = read_chart(data()["terrain"])
    assert {name: (one.times, one.stops_zones, one.blocks_sight) for name, one in chart.sides.items()} == SIDES


@rule("nlb", "5.3-3", "7.4E", "8.2A-1", "TEC-chateau", "TEC-river")
def test_what_the_chart_says_and_rules_state_agrees() -> None:
    """Zones stop at walls, and guns fire over what stops zones, and over nothing else at one hex's distance."""
    chart = data()["terrain"]
    assert [name for name, one in chart["hexes"].items() if one["zone-enters"] == "false"] == ["chateau"]
    over = [name for name, one in chart["hexsides"].items() if one["bombarded-over"] == "true"]
    assert over == [name for name, one in chart["hexsides"].items() if one["zone-crosses"] == "false"]
    for name in chart["hexsides"]:
        found = skirmish.board(f"fg6 {A}, ai3 {B}", field("", name))
        assert (bombardment_refusal(found, "fg6", B) is None) is (name in over), name


@pytest.mark.parametrize(
    ("sides", "reaches"),
    [
        row("", True, cases="5.3-1"),
        row("crest", True, cases="TEC-crest"),
        row("stream", True, cases="TEC-stream"),
        row("river", False, cases="5.3-3 TEC-river"),
        row("river bridge", True, cases="5.3-3 TEC-bridge"),
        row("lake", False, cases="5.3-3 TEC-lake"),
    ],
)
def test_where_zones_reach(sides: str, reaches: bool) -> None:
    found = field("", sides)
    for at, near in ((A, B), (B, A)):
        board = board_of(bound("campaign"), found, {"huss-5": at, "blndt": near}, DAY, "french")
        assert board.in_zone(at, "coalition") is reaches and (near in board.controlled("huss-5", at)) is reaches


@pytest.mark.parametrize(
    ("terrain", "sides", "defence"),
    [
        row(".", "", 4, cases="TEC-clear"),
        row("t", "", 8, cases="TEC-road TEC-town"),
        row("f", "", 4, cases="TEC-road"),
        row(".", "stream bridge", 8, cases="TEC-bridge"),
        row(".", "crest", 4, cases="TEC-crest"),
    ],
)
def test_a_road_changes_nothing_for_the_defender(terrain: str, sides: str, defence: int) -> None:
    """The infantry of 4 stands in B on the road by which it is attacked."""
    found = skirmish.board(f"fi8 {A}, ai4 {B}", field(f"{B} {terrain}", sides, f"{A} {B}"))
    assert odds_of(found, ["fi8"], [], ["ai4"]).defence == defence
