"""Supply: lines, sources, what blocks them, the check of the morning, trains (14, 16.17, 16.18, 28.0E)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from rulesets.napoleons_last_battles.battlefield import read_chart
from rulesets.napoleons_last_battles.board import UNSUPPLIED, Board
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided
from rulesets.napoleons_last_battles.rules.supply import SupplyLines, has_communications, is_supplied
from rulesets.napoleons_last_battles.setting import Area
from tests.rulesets.napoleons_last_battles.files import data
from tests.rulesets.napoleons_last_battles.rules.turns import board, opened

WIDE = Area((1, 30), (1, 24), frozenset())
NOON, MORNING = "17/1200", "17/0900"


@lru_cache(maxsize=1)
def wide() -> HexField:
    """30 by 24 clear hexes. A road runs up column 12 from the south edge to 1208 and on to the west edge, a trail from
    1802 to the east edge; 0615 is an island."""
    grid = {
        "top": "flat",
        "numbering": "CCRR",
        "columns_grow": "east",
        "rows_grow": "south",
        "shifted": "even",
        "columns": "01-30",
        "rows": "01-24",
    }
    road = [f"12{row:02}" for row in range(24, 7, -1)]
    sheet = {
        "id": "wide",
        "grid": grid,
        "legend": {".": "clear"},
        "terrain": "\n".join(" ".join("." * 30) for _ in range(24)),
        "roads": [" ".join(road), "1208 1108 1007 0907 0806 0706 0605 0505 0404 0304 0203 0103"],
        "trails": ["1802 1902 2001 2101 2201 2301 2401 2501 2601 2701 2801 2901 3001"],
        "hexsides": {"lake": " ".join(f"0615-{at}" for at in ("0614", "0616", "0515", "0516", "0715", "0716"))},
        "way_ends": "1224 0103 3001",
    }
    return read_field([sheet], read_chart(data()["terrain"]))


def ground(at: Mapping[str, str], turn: str = NOON, army: str = "french", *options: str, **change: Any) -> Board:
    """Units on the wide field in the campaign."""
    found = board("campaign", at, turn, army, "supply", *options, **change)
    return Board(found.position, wide(), found.roster, replace(found.setting, area=WIDE))


@pytest.mark.rule("nlb", "14.0-2")
@pytest.mark.parametrize(
    ("at", "supplied"),
    [("1210", True), ("1710", True), ("1810", True), ("1910", False), ("2919", True), ("2918", False)],
)
def test_five_free_hexes_then_road_or_trail_to_the_edge(at: str, supplied: bool) -> None:
    """1710 is five hexes from the road, 1810 six, 1910 seven; 2919 is five hexes from the edge, 2918 six."""
    assert is_supplied(ground({}), "french", at) == supplied


@pytest.mark.rule("nlb", "14.1")
@pytest.mark.parametrize(
    ("nation", "at", "supplied"),
    [
        ("french", "1224", True),
        ("french", "1802", False),
        ("french", "0113", False),
        ("allied", "0113", True),
        ("allied", "1224", True),
        ("allied", "1802", False),
        ("prussian", "1802", True),
        ("prussian", "1224", False),
    ],
)
def test_each_nation_has_its_edge(nation: str, at: str, supplied: bool) -> None:
    """The road leads west as well as south, the trail east alone."""
    assert is_supplied(ground({}), nation, at) == supplied


@pytest.mark.rule("nlb", "14.2")
@pytest.mark.parametrize(
    ("others", "supplied"),
    [
        ({}, True),
        ({"12-1": "1209"}, True),
        ({"12-1": "1210"}, True),
        ({"12-1": "1211"}, False),
        ({"12-1": "1214"}, False),
        ({"12-1": "1114"}, True),
        ({"wellington": "1214"}, True),
        ({"huss-5": "1214"}, True),
    ],
)
def test_enemies_block_a_line_and_their_zones_do_not(others: dict[str, str], supplied: bool) -> None:
    """From 1206: with five free hexes one gets round an enemy as far as 1210, no farther."""
    assert is_supplied(ground(others), "french", "1206") == supplied


@pytest.mark.rule("nlb", "14.2")
def test_prohibited_terrain_blocks_a_line() -> None:
    assert not is_supplied(ground({}), "allied", "0615")
    assert is_supplied(ground({}), "allied", "0614")


@pytest.mark.rule("nlb", "14.0-1")
def test_on_the_first_daylight_turn_who_has_no_line_is_gone_for_good() -> None:
    at = {"huss-5": "1210", "camp-5": "2010", "12-1": "0110", "napoleon": "2010"}
    found = ground(at, MORNING)
    turned = opened(found)
    assert set(found.at) == {"huss-5", "12-1"}
    assert found.position.dead == {"camp-5"}
    assert not found.position.waiting
    assert found.position.losses == {"french": 5, "fr-2": 5}
    assert [(e["unit"], e["strength"], e["case"]) for e in turned.of("eliminated")] == [("camp-5", 5, "14.0")]
    assert found.position.leaders == {"napoleon": "2010"}


@pytest.mark.rule("nlb", "14.0-1")
@pytest.mark.parametrize("turn", ["17/1000", "16/1400", "17/0600", "17/2100"])
def test_at_no_other_time_does_anybody_look(turn: str) -> None:
    found = ground({"camp-5": "2010"}, turn)
    opened(found)
    assert "camp-5" in found.at


@pytest.mark.rule("nlb", "14.0-1")
def test_with_dawn_the_check_is_at_six() -> None:
    found = ground({"camp-5": "2010"}, "17/0600", "french", "dawn")
    opened(found)
    assert not found.at


@pytest.mark.rule("nlb", "16.18-1")
def test_with_the_option_they_are_marked_until_the_next_morning() -> None:
    at = {"huss-5": "1210", "camp-5": "2010", "12-1": "0110"}
    marks = {UNSUPPLIED: {"huss-5", "12-1"}}
    found = ground(at, MORNING, "french", "out-of-supply", marks=marks)
    turned = opened(found, 3)
    assert found.position.marks == {UNSUPPLIED: {"camp-5", "12-1"}}
    assert set(found.at) == set(at)
    assert [(e["kind"], e["units"]) for e in turned.events[:2]] == [
        ("unsupplied", ["camp-5"]),
        ("supplied", ["huss-5"]),
    ]
    assert not found.position.losses


@pytest.mark.rule("nlb", "16.17-1")
@pytest.mark.parametrize(
    ("train", "supplied"),
    [({"train-french": "1208"}, True), ({"train-french": "0103"}, True), ({"train-french": "1802"}, False), ({}, True)],
)
def test_the_train_is_the_only_source_once_it_is_there(train: dict[str, str], supplied: bool) -> None:
    found = ground({"huss-5": "1210", **train}, NOON, "french", "trains")
    assert SupplyLines(found, "french").reaches("1210") == supplied


@pytest.mark.rule("nlb", "16.17-1")
def test_who_has_lost_his_train_has_no_source() -> None:
    found = ground({}, NOON, "french", "trains", dead={"train-french"})
    assert not is_supplied(found, "french", "1224")


@pytest.mark.rule("nlb", "28.0E")
def test_a_train_that_has_left_serves_from_its_exit() -> None:
    found = ground({}, NOON, "french", "trains", exited={"train-french": "0103"})
    assert is_supplied(found, "french", "1208")
    assert not is_supplied(found, "french", "2919")


@pytest.mark.rule("nlb", "16.14C-1")
@pytest.mark.parametrize(
    ("ney", "quarters", "foes", "line"),
    [
        ("1224", "1208", {}, True),
        ("2620", "0103", {}, True),
        ("3024", "0103", {}, False),
        ("3001", "2803", {}, True),
        ("3001", "2803", {"12-1": "3002", "24-1": "2901", "1w-1": "2902"}, False),
        ("3001", "2803", {"12-1": "3003"}, True),
    ],
)
def test_a_line_of_communications_is_24_movement_points_long(
    ney: str, quarters: str, foes: dict[str, str], line: bool
) -> None:
    """From 2620 the road saves what 24 points lack; enemies block, their zones do not."""
    found = ground({"ney": ney, "hq-french": quarters, **foes}, NOON, "french", "headquarters")
    assert has_communications(found, "ney") == line


@pytest.mark.rule("nlb", "14.0-1")
def test_want_of_supply_may_decide_the_game() -> None:
    found = ground({"camp-5": "2010"}, MORNING)
    won = {"case": "9.1", "winner": "coalition", "when": [{"is": "demoralized", "who": "french"}]}
    found = Board(
        found.position,
        found.field,
        found.roster,
        replace(
            found.setting,
            losses=replace(found.setting.losses, levels=({"case": "9.0", "book": "french", "demoralized": "3"},)),
            victory=replace(found.setting.victory, instant=(won,)),
        ),
    )
    with pytest.raises(GameDecided):
        opened(found)
