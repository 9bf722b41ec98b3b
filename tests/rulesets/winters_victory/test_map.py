"""The map of Eylau: made by the program, sound by its own check, and what design and rulebook say of its hexes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.hexgame.field.mapmaking.workshop import read_workshop
from rulesets.winters_victory.battlefield import MAP, WHOLE, climb, window
from tests.hexgame.field.mapmaking.shipped import require_checked, require_made, require_modest
from tests.places import DOCS
from tests.rulesets.spoiling import read
from tests.rulesets.winters_victory.winter import HOME, ID, data, field, terrain

rule = pytest.mark.rule
SHOP = read_workshop(HOME / "mapmaking.yaml")


def fit() -> dict[str, Any]:
    found: dict[str, Any] = read(SHOP.sketches / "fit-eylau.yaml")
    return found


@pytest.mark.slow
def test_shipped_files_are_what_the_program_makes() -> None:
    require_made(SHOP, HOME / "data" / MAP, SHOP.sketches / "fit-eylau.yaml")


@pytest.mark.slow
def test_check_finds_nothing_and_then_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    require_checked(SHOP, HOME, tmp_path, "2448-2549 is no light-cover-side", capsys)


def test_sketch_claims_no_survey_and_no_false_precision() -> None:
    require_modest(SHOP.sketches / "eylau.geojson")


@rule(ID, "2.5")
def test_fit_agrees_with_the_scale_of_the_rulebook() -> None:
    """116 yards a hex, north up."""
    kept = fit()
    assert 105 <= int(kept["metres-per-hex"]) <= 108
    assert abs(float(kept["sheet-up-east-of-north"])) < 1
    assert float(kept["mean-residual"]) < 0.6 and float(kept["largest-residual"]) < 1


@rule(ID, "2.1")
def test_the_map_is_68_by_88_hexes() -> None:
    assert len(field().hexes) == 68 * 88 == len(field().levels)
    assert field().direction("2153", "2253") == "e" and field().direction("2153", "2152") == "ne"


@rule(ID, "10.13-1")
def test_six_levels_and_no_cliff() -> None:
    found = field()
    assert set(found.levels.values()) == {0, 1, 2, 3, 4, 5}
    assert [
        (a, b) for a in found.hexes for b in found.neighbours[a] if abs(found.levels[a] - found.levels[b]) > 1
    ] == []


@pytest.mark.parametrize(
    ("at", "kind", "level"),
    [
        ("2153", "town", 2),
        ("2549", "farmette", 3),
        ("1738", "clear", 3),
        ("3640", "clear", 4),
        ("4167", "village", 1),
        ("5161", "clear", 5),
        ("6168", "village", 2),
        ("5540", "village", 2),
        ("6528", "village", 1),
        ("4416", "village", 1),
        ("2820", "village", 1),
        ("2871", "village", 2),
        ("0449", "village", 1),
        ("0956", "clear", 4),
        ("5835", "woods", 1),
        ("0451", "frozen-wetlands", 0),
        ("1063", "frozen-wetlands", 0),
        ("0281", "frozen-wetlands", 0),
    ],
)
def test_places_lie_as_the_battle_has_them(at: str, kind: str, level: int) -> None:
    assert (field().terrain[at], field().levels[at]) == (kind, level)


@rule(ID, "10.11-1")
def test_all_kinds_of_hexes_are_there() -> None:
    counts = {kind: len(hexes) for kind, hexes in field().hexes_of.items()}
    assert set(counts) == set(terrain().kinds)
    assert counts["town"] == 14 and counts["village"] == 21 and counts["farmette"] == 3


@rule(ID, "10.12")
@rule(ID, "6.22-5")
def test_hexsides_are_there_but_for_the_major_stream() -> None:
    counts = {kind: len(sides) for kind, sides in field().sides.items()}
    assert counts.pop("major-stream") == 0
    assert min(counts.values()) >= 3
    walls = [near for near in field().neighbours["2549"] if field().has("light-cover-side", "2549", near)]
    assert len(walls) == 3


@rule(ID, "10.13-2")
def test_steep_slopes_run_along_contours() -> None:
    found = field()
    for a, b in found.sides["steep"]:
        assert abs(found.levels[a] - found.levels[b]) == 1
        assert {climb(found, a, b), climb(found, b, a)} == {"steep-up", "steep-down"}


@pytest.mark.parametrize(
    ("a", "b", "contour"), [("2153", "2152", ""), ("3233", "3232", "slope-down"), ("3232", "3233", "slope-up")]
)
def test_contours(a: str, b: str, contour: str) -> None:
    assert climb(field(), a, b) == contour


@rule(ID, "6.7")
@pytest.mark.parametrize("at", ["0147", "0118", "3301", "6824", "3088", "5788"])
def test_roads_leave_the_map_where_units_enter(at: str) -> None:
    assert at in field().way_ends
    assert any(at in hexes for hexes in field().edges["eylau"].values())


@rule(ID, "1.0")
@pytest.mark.parametrize(
    ("name", "hexes", "gates"),
    [
        (WHOLE, 5984, "0118 0147 3088 3301 5788 6824"),
        ("first-day", 36 * 44, "0147 2537 2980 3647 3664"),
        ("davout", 34 * 44, "3548 3563 4370 6327 6627"),
        ("learning", 23 * 27, "3059 5180 5268"),
    ],
)
def test_windows_are_cut_out(name: str, hexes: int, gates: str) -> None:
    part = window(field(), data("maps/eylau")["areas"], name)
    assert len(part.hexes) == hexes
    rim = {at for edge in part.edges["eylau"].values() for at in edge}
    assert sorted(rim & part.way_ends) == gates.split()


def test_residuals_of_the_docs_are_those_of_the_fit() -> None:
    text = (DOCS / "maps-eylau.md").read_text(encoding="utf-8")
    kept = fit()
    for row in (*kept["control-points"], *kept["other-places-with-a-settled-hex"]):
        first = row["hex"].split()[0]
        assert f"| {first} | {row['basis']} | {row['falls-in']} | {row['residual']} |" in text, row["name"]
    assert f"| mean residual of the control points, hexes | {kept['mean-residual']} |" in text
