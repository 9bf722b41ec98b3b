"""The map of Thuringia: made by the program, sound by its own check, and what the rulebook says of its hexes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbem.hexgame.field.mapmaking.mapfile import BattleMap, read_map
from pbem.hexgame.field.mapmaking.workshop import read_workshop
from pbem.wargame.hexgrid import HexGrid, hexside
from tests.hexgame.field.mapmaking.shipped import require_checked, require_made, require_modest
from tests.places import DOCS, PROJECT
from tests.rulesets.spoiling import read

HOME = PROJECT / "rulesets" / "campaign_1806"
SHOP = read_workshop(HOME / "mapmaking.yaml")
(PLAN,) = SHOP.sheet.maps
PATH = SHOP.map_path(PLAN)
THURINGIA: BattleMap = read_map(PATH.read_text(encoding="utf-8"), SHOP.form)
GRID = HexGrid.rectangle(THURINGIA.layout, THURINGIA.columns, THURINGIA.rows)
SIDES = {feature: frozenset(sides) for feature, sides in THURINGIA.hexsides.items()}
ROADS = {hexside(a, b) for path in THURINGIA.ways["roads"] for a, b in pairwise(path)}


def fit() -> dict[str, Any]:
    found: dict[str, Any] = read(SHOP.sketches / "fit-thuringia.yaml")
    return found


@pytest.mark.slow
def test_shipped_files_are_what_the_program_makes() -> None:
    require_made(SHOP, PATH, SHOP.sketches / "fit-thuringia.yaml")


@pytest.mark.slow
def test_check_finds_nothing_and_then_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    require_checked(SHOP, HOME, tmp_path, "n1842-n1942 is no river", capsys)


def test_sketch_claims_no_survey_and_no_false_precision() -> None:
    require_modest(SHOP.sketches / "thuringia.geojson")


@pytest.mark.rule("1806", "1.2-1")
def test_fit_agrees_with_the_scale_of_the_rulebook() -> None:
    """1,770 metres a hex; up on the sheets is north-west in the country."""
    kept = fit()
    assert 1720 <= int(kept["metres-per-hex"]) <= 1780
    assert -50 < float(kept["sheet-up-east-of-north"]) < -48
    assert float(kept["mean-residual"]) < 0.8
    # Entry hexes were not fitted, and all of them fall within half a hex.
    entries = [row for row in kept["other-places-with-a-settled-hex"] if row["name"].endswith(" road")]
    assert len(entries) == 12 and all(float(row["residual"]) < 0.5 for row in entries)


@pytest.mark.rule("1806", "1.2-2")
def test_the_lowest_row_of_the_north_sheet_is_the_highest_of_the_south_sheet() -> None:
    assert THURINGIA.layout.spelled("s3930") == "n0130"
    assert {"n0130", "s3830", "s0101", "n3954"} <= set(GRID.hexes)
    assert len(GRID) == 39 * 54 + 38 * 53


@pytest.mark.rule("1806", "14.21")
@pytest.mark.rule("1806", "14.23")
@pytest.mark.parametrize(
    ("edge", "sources"),
    [
        ("west", "s0901 s2701 n0401 n1801 n2301"),
        ("east", "s0554 s2653 n1453 n2053 n3853"),
        ("north", "n3916"),
    ],
)
def test_supply_sources_lie_on_the_edge_and_on_a_road(edge: str, sources: str) -> None:
    on_roads = {at for pair in ROADS for at in pair}
    assert set(sources.split()) <= set(THURINGIA.edges[edge]) & on_roads


@pytest.mark.parametrize(("at", "over"), [("n1942", "n1842"), ("n2234", "n2134"), ("n1330", "n1230")])
def test_roads_cross_rivers_by_bridges_where_the_text_has_them(at: str, over: str) -> None:
    """21.16, 21.17: units arrive over these bridges; the third leads from Jena over the Saale."""
    side = hexside(at, over)
    assert side in SIDES["river"] and side in SIDES["bridge"] and side in ROADS


def test_the_landgrafenberg_is_climbed_from_the_valley_alone() -> None:
    low = {at for at in ("n1331", "n1332", "n1431") if THURINGIA.ground(at).endswith(" slope")}
    assert low == {"n1331", "n1332"}
    assert {hexside("n1431", "n1331"), hexside("n1431", "n1332")} <= SIDES["slope"]


def test_woods_mark_the_hexsides_between_two_of_their_hexes() -> None:
    woods = {at for at in GRID.hexes if THURINGIA.kind(at) == "woods"}
    lone = {side for side in SIDES["woods"] if not woods & set(side)}
    # A village in a wood takes the hex, and the hexsides stay wooded.
    assert len(SIDES["woods"]) > 400 and len(lone) < 5


def test_residuals_of_the_docs_are_those_of_the_fit() -> None:
    text = (DOCS / "maps-thuringia.md").read_text(encoding="utf-8")
    kept = fit()
    for row in (*kept["control-points"], *kept["other-places-with-a-settled-hex"]):
        told = f"| {row['hex'].upper()} | {row['basis']} | {row['falls-in'].upper()} | {row['residual']} |"
        assert told in text, row["name"]
    assert f"| mean residual of the control points, hexes | {kept['mean-residual']} |" in text
